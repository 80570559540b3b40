-- What the router decided, whole, with the attempt it led to: the explanation card is read from here. It is kept beside
-- the attempts, which carry what a run needs of it, because it is long and seldom read.
create table decisions (
  run_id text not null,
  ordinal integer not null,
  decision json not null,
  primary key (run_id, ordinal)
);
alter table decisions enable row level security;
create policy tenant on decisions to switchyard_tenant using (exists (select from runs r where r.id = run_id));
grant select on decisions to switchyard_tenant;

alter table attempts add column decision json;
-- Sweeps of an account that are under way are counted with every new one.
create index runs_sweeping on runs (workspace_id) where finished_at is null and routing_class in ('learning', 'learning-all');
