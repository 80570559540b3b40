-- What the last success of a task did, for the runner that repeats it. The task is kept as a keyed digest only.
create table replays (
  workspace_id text not null references workspaces,
  task_key bytea not null,
  run_id text not null,
  script json not null,
  updated_at timestamptz not null default db_now(),
  primary key (workspace_id, task_key)
);
create index replays_run on replays (run_id);
