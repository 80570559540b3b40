-- The history of a feature that is switched off: read, cancelled, never added to but by an import.
create table long_tasks (
  id text primary key,
  workspace_id text not null references workspaces,
  status text not null,
  -- Everything else the object shows, as it was imported. `json`: the order of keys is kept.
  body json not null,
  created_at timestamptz not null,
  finished_at timestamptz
);
create index long_tasks_newest on long_tasks (workspace_id, created_at desc, id desc);

-- What people call the entity of a sub-run.
create table long_task_labels (
  run_id text primary key,
  label text not null
);

alter table long_tasks enable row level security;
create policy tenant on long_tasks to switchyard_tenant using (workspace_id = tenant());
alter table long_task_labels enable row level security;
create policy tenant on long_task_labels to switchyard_tenant using (exists (select from runs r where r.id = run_id));
grant select, update on long_tasks to switchyard_tenant;
grant select on long_task_labels to switchyard_tenant;
