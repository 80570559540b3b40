-- An account that an agent made for itself has to be claimed by a human until its window ends.
alter table accounts add column claim_ends_at timestamptz;
alter table accounts add column client text;
alter table accounts add column contact_email text;
-- The claim link is made from the key, which nobody stores; its hash finds the account.
alter table api_keys add column claim_hash bytea unique;

create table signup_challenges (
  id text primary key,
  address_group text not null,
  answer_hash bytea not null,
  wrong_answers integer not null default 0,
  used_at timestamptz,
  created_at timestamptz not null default db_now()
);
create index signup_challenges_age on signup_challenges (created_at);

-- The one welcome credit of an address, taken in the transaction that makes the account. It outlives the account.
create table welcome_grants (
  address_group text primary key,
  account_id text not null,
  granted_at timestamptz not null
);

-- How often somebody did something in the window that runs now.
create table throttles (
  action text not null,
  subject text not null,
  window_ends_at timestamptz not null,
  count integer not null,
  primary key (action, subject)
);
create index throttles_age on throttles (window_ends_at);

alter table signup_challenges enable row level security;
alter table welcome_grants enable row level security;
alter table throttles enable row level security;
