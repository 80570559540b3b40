-- A stream of events asks for the runs that ended since its last look.
create index runs_ended on runs (workspace_id, finished_at) where finished_at is not null and deleted_at is null;
