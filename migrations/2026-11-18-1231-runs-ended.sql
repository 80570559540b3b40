-- A stream of events asks for the runs that ended since its last look.
insert into wanted_indexes values
  ('runs_ended', 'runs', 'plain', '(workspace_id, finished_at) where finished_at is not null and deleted_at is null');
