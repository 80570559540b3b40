-- Attempts that gave a login to a provider which may keep it. A row stays until the provider says that it is gone.
create table provider_logins (
  attempt_id text primary key,
  runner text not null,
  -- The provider's name for what holds the login, once it told one.
  item text,
  tries integer not null default 0,
  due_at timestamptz not null default db_now(),
  created_at timestamptz not null default db_now()
);
create index provider_logins_due on provider_logins (due_at);
