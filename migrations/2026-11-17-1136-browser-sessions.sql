-- Browsers that callers drive themselves. A session lives on one instance, which renews `seen_at`; when that stops, any
-- other instance ends it. `release_at` asks the owning instance to end it.
create table browser_sessions (
  id text primary key,
  workspace_id text not null references workspaces,
  provider text not null,
  -- The session's id at its provider; null for embedded ones.
  provider_reference text,
  status text not null default 'RUNNING' check (status in ('RUNNING', 'ERROR', 'TIMED_OUT', 'COMPLETED')),
  region text not null,
  keep_alive boolean not null,
  context_id text,
  user_metadata jsonb,
  fee_rate_ppm integer not null,
  minute_price_micro bigint not null,
  minutes integer not null default 0,
  proxy_bytes bigint not null default 0,
  instance_id text not null,
  created_at timestamptz not null default db_now(),
  updated_at timestamptz not null default db_now(),
  seen_at timestamptz not null default db_now(),
  expires_at timestamptz not null,
  release_at timestamptz,
  ended_at timestamptz,
  check ((status = 'RUNNING') = (ended_at is null))
);
create index browser_sessions_newest on browser_sessions (workspace_id, created_at desc);
create index browser_sessions_live on browser_sessions (seen_at) where ended_at is null;

-- What a session leaves: the zip of its downloads, its log, its recording.
create table session_files (
  session_id text not null references browser_sessions on delete cascade,
  kind text not null check (kind in ('downloads', 'log', 'recording')),
  bytes bytea not null,
  created_at timestamptz not null default db_now(),
  primary key (session_id, kind)
);

-- Kept cookies and stored data, sealed, for sessions that begin where an earlier one ended.
create table browser_contexts (
  id text primary key,
  workspace_id text not null references workspaces,
  state bytea,
  created_at timestamptz not null default db_now(),
  updated_at timestamptz not null default db_now()
);
create index browser_contexts_newest on browser_contexts (workspace_id, created_at desc);
create index browser_contexts_state_key on browser_contexts (sealed_key(state));

do $$
declare owned text;
begin
  foreach owned in array array['browser_sessions', 'browser_contexts'] loop
    execute format('alter table %I enable row level security', owned);
    execute format('create policy tenant on %I to switchyard_tenant using (workspace_id = tenant())', owned);
  end loop;
  alter table session_files enable row level security;
  create policy tenant on session_files to switchyard_tenant
    using (exists (select from browser_sessions s where s.id = session_id));
end $$;
grant select on browser_sessions, session_files to switchyard_tenant;
grant select, insert, delete on browser_contexts to switchyard_tenant;
