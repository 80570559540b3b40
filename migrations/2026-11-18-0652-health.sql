-- The lessons of one workspace, newest first: the health of its runners.
create index router_observations_of_workspace on router_observations (workspace_id, at desc) where retracted_at is null;
