-- Earlier successes of the very same task, for taking them back when a repeat shows that they were none.
create index router_observations_repeats on router_observations (workspace_id, (facts ->> 'task'))
  where retracted_at is null and facts ->> 'verdict' = 'succeeded';
