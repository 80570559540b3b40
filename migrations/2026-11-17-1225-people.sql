-- A person signs in with an e-mail address and has one or more accounts: those they made, and those of agents they claimed.
create table people (
  id text primary key,
  email text not null unique check (email = lower(email)),
  password_hash text not null,
  created_at timestamptz not null default db_now()
);
alter table accounts add column person_id text references people;
create index accounts_person on accounts (person_id) where person_id is not null;

-- Only hashes of what opens something are kept.
create table console_sessions (
  hash bytea primary key,
  account_id text not null references accounts on delete cascade,
  person_id text references people on delete cascade,
  created_at timestamptz not null default db_now(),
  expires_at timestamptz not null
);
create index console_sessions_person on console_sessions (person_id);

create table one_time_links (
  hash bytea primary key,
  purpose text not null check (purpose in ('sign_in', 'reset')),
  account_id text references accounts on delete cascade,
  person_id text references people on delete cascade,
  expires_at timestamptz not null
);

alter table people enable row level security;
alter table console_sessions enable row level security;
alter table one_time_links enable row level security;

-- What a key may spend goes with the key.
alter table key_budgets drop constraint key_budgets_key_id_fkey,
  add foreign key (key_id) references api_keys on delete cascade;
