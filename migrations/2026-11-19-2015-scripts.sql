-- Scripts have a name, a version and a history; values of the task are parameters, so a script is found by its address and wording.
delete from replays;
alter table replays
  add column id text not null unique,
  -- Address, schema and criteria of the task, as a keyed digest.
  add column place_key bytea not null,
  -- The wording of the task, with parameters such as {{input.quantity}}.
  add column task text not null,
  add column version integer not null default 1,
  add column runs integer not null default 0,
  add column successes integer not null default 0,
  add column pinned boolean not null default false,
  -- Its last run failed: it waits for the next success.
  add column stale boolean not null default false,
  -- The latest runs, newest first.
  add column history jsonb not null default '[]',
  add column created_at timestamptz not null default db_now();
create index replays_place on replays (workspace_id, place_key);
grant select, update on replays to switchyard_tenant;

-- A model asks the owner before it pays, sends, deletes, publishes or accepts something that the task does not order.
alter table workspaces add column confirms_acts boolean not null default true;
