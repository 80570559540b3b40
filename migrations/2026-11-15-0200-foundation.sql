-- What two instances compare is compared by the database's clock. Tests shift it per connection.
create function db_now() returns timestamptz language sql stable as $$
  select now() + coalesce(nullif(current_setting('switchyard.clock_offset', true), ''), '0')::interval
$$;

-- Ends the transaction when a guarded statement found nothing to change (fence lost, credits short).
create function abort_unless(held boolean, code text) returns boolean language plpgsql as $$
begin
  if not coalesce(held, false) then
    raise exception using errcode = 'SY001', message = code;
  end if;
  return true;
end $$;

-- Secrets that every instance on this database must share and that are made on first use.
create table service_secrets (
  name text primary key,
  value bytea not null
);

create table accounts (
  id text primary key,
  kind text not null check (kind in ('human', 'agent')),
  claimed boolean not null default true,
  created_at timestamptz not null default db_now()
);

create table workspaces (
  id text primary key,
  account_id text not null references accounts,
  plan text not null default 'standard',
  retention text not null default '7d' check (retention in ('24h', '7d', '30d')),
  -- The platform fee applies after the first top-up.
  topped_up_at timestamptz,
  created_at timestamptz not null default db_now()
);

create table api_keys (
  id text primary key,
  workspace_id text not null references workspaces,
  hash bytea not null unique,
  last_four text not null,
  revoked_at timestamptz,
  created_at timestamptz not null default db_now()
);
