-- Runs that are over, by the day of their creation, how they ended and the time they took (logarithmic, two per cent a step). They are
-- added up a while after they ended, as usage is; younger ones are read from the runs themselves.
create table run_days (
  workspace_id text not null,
  day date not null,
  status run_status not null,
  took smallint not null,
  runs bigint not null,
  primary key (workspace_id, day, status, took)
);
create table run_days_mark (
  is_only boolean primary key default true check (is_only),
  added_until timestamptz not null
);
insert into run_days_mark (added_until)
  select db_now() - case when exists (select from runs) then interval '9 days' else interval '0' end;

alter table run_days enable row level security;
create policy tenant on run_days to switchyard_tenant using (workspace_id = tenant());
alter table run_days_mark enable row level security;
create policy tenant on run_days_mark to switchyard_tenant using (true);
grant select on run_days, run_days_mark to switchyard_tenant;

-- Reading a summary of few pages costs as much as one of many, and rows without a summary are read at every look.
insert into wanted_indexes values
  ('runs_finished', 'runs', 'plain', '(finished_at) where finished_at is not null'),
  ('ledger_entries_time', 'ledger_entries', 'plain', 'using brin (created_at) with (pages_per_range = 128, autosummarize = on)');
