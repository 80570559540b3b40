-- The browser state of a login that worked, sealed. One run at a time holds it, and lets go in the transaction that
-- ends the run.
create table signed_in_states (
  -- The credential's id.
  id text primary key references credentials,
  workspace_id text not null,
  -- Null while nobody has signed in yet, and after a state that did not work any more.
  state bytea,
  saved_at timestamptz,
  run_id text
);
create index signed_in_states_key on signed_in_states (sealed_key(state));
