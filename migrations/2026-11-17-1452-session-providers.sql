-- Sessions at providers: whose key they work under, and whether one may still be open there. `instance_url` is where the
-- other instances reach the one that holds the session.
alter table browser_sessions
  add column key_id text,
  add column own_key boolean not null default false,
  add column instance_url text not null default '',
  add column is_open_at_provider boolean not null default false,
  add column close_tried_at timestamptz;
create index browser_sessions_unclosed on browser_sessions (ended_at) where is_open_at_provider;

-- The key of what is no run, such as a minute of a session; of a run, its row says it.
alter table ledger_entries add column key_id text;
