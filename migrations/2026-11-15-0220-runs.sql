-- The tables that every run writes carry no foreign keys: a check per row would lock the rows all runs share. Their
-- words are types and not `check` lists, which the server reads anew for every statement.
create type run_status as enum ('running', 'needs_human', 'succeeded', 'failed', 'blocked', 'empty', 'cancelled');
create type run_routing_class as enum ('smart', 'learning', 'learning-all', 'category', 'runner', 'chain');
create type run_role as enum ('enumeration', 'entity_fetch', 'verification');
create type attempt_phase as enum ('planned', 'fallback', 'race', 'widened', 'probe');
create type attempt_status as enum ('running', 'finished', 'lost', 'cancelled');
create type attempt_verdict as enum ('succeeded', 'blocked', 'failed', 'empty');
create type attempt_fault as enum ('none', 'runner', 'site', 'platform', 'caller');

create table runs (
  id text primary key,
  workspace_id text not null,
  created_at timestamptz not null default db_now(),
  status run_status not null default 'running',
  -- The request as the caller sent it, without anything secret. `json` and not `jsonb`, here and below: the order
  -- of keys in schemas and results is the caller's and the runner's, and is shown again.
  request json not null,
  routing_class run_routing_class not null,
  plan jsonb not null,
  fee_rate_ppm integer not null default 0,
  max_cost_micro bigint,
  -- The time contract: attempts share the window; past `expires_at` the run is over whatever its row says.
  window_ends_at timestamptz,
  expires_at timestamptz not null,
  -- Who executes it. Every write of an executor carries its fence.
  owner text,
  fence integer not null default 0,
  lease_expires_at timestamptz,
  progress_at timestamptz not null default db_now(),
  job_id uuid not null,
  -- Money: executed spend before the fee, prices of attempts in flight, and what is still held for it.
  spent_micro bigint not null default 0,
  in_flight_micro bigint not null default 0,
  held_micro bigint not null default 0,
  -- Progress events written so far; the stream's numbers follow from it.
  progress_events integer not null default 0,
  -- Webhook events emitted so far; an event's `sequence` is its number.
  event_sequence integer not null default 0,
  runner text,
  outcome json,
  finished_at timestamptz,
  parent_id text,
  entity_id text,
  role run_role,
  deleted_at timestamptz
) with (fillfactor = 80);
create index runs_newest on runs (workspace_id, id desc) where deleted_at is null;
create index runs_live on runs (id) where finished_at is null;
create index runs_children on runs (parent_id, id) where parent_id is not null;

create function refuse_terminal_change() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - 'deleted_at') is distinct from (to_jsonb(old) - 'deleted_at') then
    raise exception 'run % is terminal; only its tombstone may change', old.id;
  end if;
  return new;
end $$;
create trigger runs_terminal_frozen before update on runs
  for each row when (old.finished_at is not null) execute function refuse_terminal_change();

create table attempts (
  id text not null,
  run_id text not null,
  ordinal integer not null,
  runner text not null,
  engine text,
  phase attempt_phase not null,
  batch integer,
  status attempt_status not null default 'running',
  -- The provider's reference, as soon as it is known: what another process resumes from.
  reference text,
  price_micro bigint not null,
  cost_micro bigint,
  verdict attempt_verdict,
  block_reason text,
  fault attempt_fault not null default 'none',
  error jsonb,
  result json,
  started_at timestamptz not null default db_now(),
  finished_at timestamptz,
  primary key (run_id, ordinal)
);

-- Progress snapshots in the order of the stream. The other events are rebuilt from the run itself.
create table run_events (
  run_id text not null references runs,
  sequence integer not null,
  response json not null,
  created_at timestamptz not null default db_now(),
  primary key (run_id, sequence)
);

create table idempotency_keys (
  workspace_id text not null references workspaces,
  key text not null,
  fingerprint bytea not null,
  claim text not null,
  claimed_until timestamptz not null,
  run_id text,
  created_at timestamptz not null default db_now(),
  primary key (workspace_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

create table artifacts (
  id text primary key,
  run_id text not null references runs,
  workspace_id text not null references workspaces,
  kind text not null check (kind in ('screenshot', 'download', 'recording')),
  name text not null,
  content_type text not null,
  size_bytes bigint not null,
  -- Null once the bytes are gone; a row with `erase` set still has bytes to remove.
  storage_key text,
  erase boolean not null default false,
  created_at timestamptz not null default db_now()
);
create index artifacts_run on artifacts (run_id);
create index artifacts_erase on artifacts (id) where erase;
