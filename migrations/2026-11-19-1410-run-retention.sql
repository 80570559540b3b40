-- Whole runs are erased this many days after their end; null keeps them.
alter table workspaces add column run_retention_days integer check (run_retention_days between 1 and 365);
create index workspaces_run_retention on workspaces (id) where run_retention_days is not null;
