-- When a question was answered or closed, so that the time a run waited for a person can be told from its work.
alter table interactions add column closed_at timestamptz;
create index interactions_run on interactions (run_id);
