-- Secrets that came with a run's own request, sealed as one value. Gone in the transaction that ends the run.
create table run_secrets (
  -- The run's id.
  id text primary key,
  workspace_id text not null,
  sealed bytea not null,
  created_at timestamptz not null default db_now()
);
create index run_secrets_key on run_secrets (sealed_key(sealed));
