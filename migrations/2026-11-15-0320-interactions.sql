-- A question of a site to the owner of a run. The answer is sealed, used once and gone when it is read.
create table interactions (
  id text primary key,
  run_id text not null references runs,
  attempt_id text not null,
  kind text not null check (kind in ('otp', 'text', 'confirm')),
  prompt text not null,
  channel text not null check (channel in ('totp', 'sms', 'email', 'unknown')),
  status text not null default 'waiting' check (status in ('waiting', 'answered', 'used', 'expired')),
  answer bytea,
  created_at timestamptz not null default db_now(),
  expires_at timestamptz not null,
  check (answer is null or status = 'answered')
);
create unique index interactions_open on interactions (run_id) where status in ('waiting', 'answered');
