-- What is known of a payment, in whatever order its events arrive, and the credits that were posted for it so far.
create table payments (
  id text primary key,
  workspace_id text not null,
  paid_micro bigint not null default 0 check (paid_micro >= 0),
  refunded_micro bigint not null default 0 check (refunded_micro >= 0),
  -- What is disputed, by dispute; zero once it is won.
  disputes jsonb not null default '{}',
  posted_micro bigint not null default 0 check (posted_micro between 0 and paid_micro),
  postings integer not null default 0,
  created_at timestamptz not null default db_now()
);

create table payment_events (
  id text primary key,
  type text not null,
  payment_id text not null,
  received_at timestamptz not null default db_now()
);

alter table workspaces add column stripe_customer_id text;

alter table payments enable row level security;
alter table payment_events enable row level security;
