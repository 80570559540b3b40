-- No table here references another by key: a run must be able to end while an endpoint is being deleted.
create table webhook_endpoints (
  id text primary key,
  workspace_id text not null,
  url text not null,
  events text[] not null check (cardinality(events) > 0),
  -- Sealed, erased with the endpoint; the old one signs beside the new one until it expires.
  secret bytea,
  old_secret bytea,
  old_secret_expires_at timestamptz,
  disabled boolean not null default false,
  disabled_reason text,
  -- Deliveries in a row that were given up.
  consecutive_failures integer not null default 0,
  last_delivery_at timestamptz,
  last_http_status integer,
  -- How its last attempt went; null before the first. Receivers that work are served first.
  last_attempt_ok boolean,
  created_at timestamptz not null default db_now(),
  updated_at timestamptz not null default db_now(),
  deleted_at timestamptz,
  check (disabled = (disabled_reason is not null)),
  check ((secret is null) = (deleted_at is not null))
) with (fillfactor = 50);
create index webhook_endpoints_workspace on webhook_endpoints (workspace_id);
create index webhook_endpoints_old_secret on webhook_endpoints (old_secret_expires_at) where old_secret is not null;

create table webhook_events (
  id text primary key,
  workspace_id text not null,
  run_id text not null,
  type text not null,
  -- What tells events of one type apart: the interaction; empty for those that come once.
  discriminator text not null default '',
  sequence integer not null,
  -- The bytes that are signed and sent. Null until the first attempt of a terminal event, frozen from then on.
  body text,
  created_at timestamptz not null default db_now(),
  unique (run_id, type, discriminator)
);

create function refuse_body_change() returns trigger language plpgsql as $$
begin
  raise exception 'the body of event % is frozen', old.id;
end $$;
create trigger webhook_events_frozen before update on webhook_events
  for each row when (old.body is not null) execute function refuse_body_change();

create table webhook_deliveries (
  id text primary key,
  endpoint_id text not null,
  event_id text not null,
  schedule text not null check (schedule in ('terminal', 'interaction', 'test')),
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  -- Attempts begun; it fences what an attempt may write down.
  attempt integer not null default 0,
  -- Places of the schedule used up; an attempt asked for by hand takes none.
  step integer not null default 0,
  is_manual boolean not null default false,
  first_attempt_at timestamptz,
  next_attempt_at timestamptz default db_now(),
  lease_expires_at timestamptz,
  lease_owner text,
  last_http_status integer,
  last_error text,
  last_latency_ms integer,
  response_body_preview text,
  redelivery_count integer not null default 0,
  created_at timestamptz not null default db_now(),
  updated_at timestamptz not null default db_now(),
  unique (endpoint_id, event_id),
  check ((next_attempt_at is null) = (status <> 'pending'))
) with (fillfactor = 70);
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, next_attempt_at) where status = 'pending';
create index webhook_deliveries_leased on webhook_deliveries (endpoint_id) where lease_expires_at is not null;
