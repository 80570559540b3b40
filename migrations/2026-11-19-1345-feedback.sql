-- The owner's word on the answer of a run; one per run, erased with it.
create table run_feedback (
  run_id text primary key,
  workspace_id text not null,
  -- The judged attempt; null for a run that ended without one.
  attempt_id text,
  runner text,
  correct boolean not null,
  -- Whether the word confirms the verdict.
  agrees boolean not null,
  answer text,
  note text,
  -- Counts in the statistics of all workspaces: the account is claimed, and its workspace is within its daily limit.
  is_shared boolean not null,
  created_at timestamptz not null default db_now(),
  updated_at timestamptz not null default db_now()
);
create index run_feedback_of_workspace on run_feedback (workspace_id, updated_at);
create index run_feedback_shared on run_feedback (runner) where is_shared;
alter table run_feedback enable row level security;
create policy tenant on run_feedback to switchyard_tenant using (workspace_id = tenant());
grant select on run_feedback to switchyard_tenant;

-- The lesson counts by the owner's word; `moves` are its effects since.
alter table router_observations add column owner_correct boolean;

create or replace function run_version(run text, workspace text) returns text language plpgsql stable as $$
begin
  return (
    select case when r.deleted_at is null then concat_ws(',', r.xmin::text,
      (select string_agg(a.xmin::text, ',') from attempts a where a.run_id = r.id and a.workspace_id = r.workspace_id),
      (select string_agg(f.xmin::text, ',') from artifacts f
       where f.run_id = r.id and f.workspace_id = r.workspace_id and f.kind <> 'step'),
      (select w.xmin::text from run_feedback w where w.run_id = r.id)) end
    from runs r where r.id = run and r.workspace_id = workspace);
end $$;
