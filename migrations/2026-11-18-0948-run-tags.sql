-- Usage is told by tag too: a tag is an entry of a run's metadata.
create or replace view run_facts with (security_invoker = true) as
  select id, workspace_id, key_id, runner, held_micro, spent_micro, finished_at is not null as is_over,
    lower(substring(request->'task'->>'url' from '^[A-Za-z]+://(?:[^/?#@]*@)?(\[[^\]]*\]|[^/:?#]+)')) as site,
    (request->'metadata')::jsonb as tags
  from runs;
