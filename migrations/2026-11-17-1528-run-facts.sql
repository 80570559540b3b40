-- What the rooms of money and workspaces may know of runs and their attempts. The tables stay the runs' own.
create view run_facts with (security_invoker = true) as
  select id, workspace_id, key_id, runner, held_micro, spent_micro, finished_at is not null as is_over,
    lower(substring(request->'task'->>'url' from '^[A-Za-z]+://(?:[^/?#@]*@)?(\[[^\]]*\]|[^/:?#]+)')) as site
  from runs;

-- `billed_micro` is what of its cost is ours to bill: nothing under the workspace's own key.
create view attempt_facts with (security_invoker = true) as
  select id, run_id, runner, status <> 'running' as is_over,
    case when own_key then 0 else coalesce(cost_micro, 0) end as billed_micro
  from attempts;

grant select on run_facts, attempt_facts to switchyard_tenant;
