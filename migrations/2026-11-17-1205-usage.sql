-- What was used, by day, runner, key and site. Entries are added up a while after they were written, when all of their
-- moment are committed; what is younger is read from the ledger itself, through an index that costs writers nothing.
create index ledger_entries_time on ledger_entries using brin (created_at) with (pages_per_range = 16);

create table usage_days (
  workspace_id text not null,
  day date not null,
  runner text not null,
  key_id text not null,
  site text not null,
  attempts bigint not null,
  runner_micro bigint not null,
  fee_micro bigint not null,
  normalization_micro bigint not null,
  primary key (workspace_id, day, runner, key_id, site)
);

create table usage_mark (
  is_only boolean primary key default true check (is_only),
  added_until timestamptz not null
);
insert into usage_mark (added_until) select coalesce(min(created_at), db_now()) from ledger_entries;

-- Set while the credits are low, so that it is said once.
alter table workspaces add column low_balance_at timestamptz;

alter table usage_days enable row level security;
create policy tenant on usage_days to switchyard_tenant using (workspace_id = tenant());
alter table usage_mark enable row level security;
create policy tenant on usage_mark to switchyard_tenant using (true);
grant select on usage_days, usage_mark, ledger_entries to switchyard_tenant;
