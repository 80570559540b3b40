-- The secret part of the address at which a run can be watched; it opens this run's pictures and nothing else.
alter table runs add column view_token text not null
  default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');

-- What a watched run shows now, on its way from the instance that executes it to the one that is asked. Nothing here
-- needs to survive anything.
create unlogged table live_views (
  run_id text primary key,
  sequence integer not null default 1,
  ms integer not null,
  frame bytea,
  steps json not null,
  updated_at timestamptz not null default db_now()
);
