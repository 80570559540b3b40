-- The words of a run's task, to be searched: those of its goal and its address, and its workspace as one word of its own,
-- so that a search touches no other's rows.
create function run_words(workspace_id text, request json) returns tsvector language sql immutable parallel safe as $$
  select array_to_tsvector(array[workspace_id]) || to_tsvector('simple', translate(
    left(coalesce(request->'task'->>'goal', ''), 2000) || ' ' || left(coalesce(request->'task'->>'url', ''), 500),
    './-_:?&=#%+@,;', '               '))
$$;
create index runs_words on runs using gin (run_words(workspace_id, request)) where deleted_at is null;
