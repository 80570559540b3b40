-- The keys of the large tables carry the workspace, so that its rows can be kept together on one of many servers. A key that
-- spans workspaces could not be checked there, and neither could a reference to the run alone.
do $$
declare r record;
begin
  for r in select conrelid::regclass as owner, conname from pg_constraint
    where confrelid = 'runs'::regclass and contype = 'f' and conparentid = 0 loop
    execute format('alter table %s drop constraint %I', r.owner, r.conname);
  end loop;
end $$;

alter table attempts add column workspace_id text;
alter table run_events add column workspace_id text;
alter table decisions add column workspace_id text;
alter table interactions add column workspace_id text;

-- Instances of the version before name no workspace.
create function own_row() returns trigger language plpgsql as $$
begin
  new.workspace_id := (select workspace_id from runs where id = new.run_id);
  return new;
end $$;
do $$
declare owned text;
begin
  foreach owned in array array['attempts', 'run_events', 'decisions', 'interactions'] loop
    execute format('create trigger own_row before insert on %I for each row when (new.workspace_id is null)
                    execute function own_row()', owned);
  end loop;
end $$;

create or replace view attempt_facts with (security_invoker = true) as
  select id, run_id, runner, status <> 'running' as is_over,
    case when own_key then 0 else coalesce(cost_micro, 0) end as billed_micro, workspace_id
  from attempts;

-- An attempt is found by its run.
alter table provider_leftovers add column run_id text, add column workspace_id text, add column own_key boolean not null default false;
update provider_leftovers l set run_id = a.run_id, workspace_id = r.workspace_id, own_key = a.own_key
  from attempts a join runs r on r.id = a.run_id where a.id = l.attempt_id;

-- The indexes as they shall be. `platform/workspace-keys.ts` makes them while others work, fills `workspace_id` before, and
-- removes the row when that is done.
create table wanted_indexes (
  name text primary key,
  table_name text not null,
  kind text not null check (kind in ('primary key', 'unique', 'plain')),
  definition text not null
);
alter table wanted_indexes enable row level security;
insert into wanted_indexes values
  ('attempts_pkey', 'attempts', 'primary key', '(run_id, ordinal, workspace_id)'),
  ('run_events_pkey', 'run_events', 'primary key', '(run_id, sequence, workspace_id)'),
  ('decisions_pkey', 'decisions', 'primary key', '(run_id, ordinal, workspace_id)'),
  ('interactions_pkey', 'interactions', 'primary key', '(id, workspace_id)'),
  ('interactions_open', 'interactions', 'unique', '(run_id, workspace_id) where status in (''waiting'', ''answered'')'),
  ('runs_pkey', 'runs', 'primary key', '(id, workspace_id)'),
  ('runs_view_token', 'runs', 'plain', '(view_token)'),
  ('artifacts_pkey', 'artifacts', 'primary key', '(id, workspace_id)'),
  ('artifacts_key', 'artifacts', 'unique', '(storage_key, workspace_id) where storage_key is not null'),
  ('ledger_entries_pkey', 'ledger_entries', 'primary key', '(reference, workspace_id)');
