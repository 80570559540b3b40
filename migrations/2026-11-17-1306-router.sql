-- What the router knows. Evidence about defences, tasks and runners is shared; evidence about a domain belongs to the
-- workspace that made it, stands in its key and in `workspace_id`, and is read for that workspace alone.

-- An attempt's lesson, written in the attempt's own transaction: one insert, so that runs never wait for each other here.
-- It is folded into the tables below within seconds, by the instance that wrote it or, when that one is gone, by any.
create table router_observations (
  attempt_id text primary key,
  workspace_id text not null,
  at timestamptz not null default db_now(),
  facts jsonb not null,
  -- Per touched effect: its level and what was added to it. Subtracted again when the evidence is taken back.
  moves real[] not null,
  folded_at timestamptz,
  retracted_at timestamptz
);
create index router_observations_unfolded on router_observations (at) where folded_at is null;
create index router_observations_age on router_observations (at);

-- One effect of the model: evidence in natural parameters. The constants of its level stand beside it, so that the decay and
-- the floor of the variance can be computed where the rows are.
create table router_effects (
  key text not null,
  col text not null,
  workspace_id text,
  half_life_ms float8 not null,
  block_tau2 float8 not null,
  block_limit float8 not null,
  complete_tau2 float8 not null,
  complete_limit float8 not null,
  block_lam float8 not null,
  block_h float8 not null,
  block_n float8 not null,
  complete_lam float8 not null,
  complete_h float8 not null,
  complete_n float8 not null,
  updated_at timestamptz not null default db_now(),
  primary key (key, col)
) with (fillfactor = 80);
create index router_effects_shared on router_effects (updated_at) where workspace_id is null;
create index router_effects_of_workspace on router_effects (workspace_id) where workspace_id is not null;

-- Discounted sums: prices and times, availability, positions, quotas, and how much a workspace has given to what all share.
create table router_sums (
  key text not null,
  col text not null,
  workspace_id text,
  half_life_ms float8,
  fade float8 not null,
  v float8[] not null,
  updated_at timestamptz not null default db_now(),
  primary key (key, col)
) with (fillfactor = 80);
create index router_sums_shared on router_sums (updated_at) where workspace_id is null;
create index router_sums_of_workspace on router_sums (workspace_id) where workspace_id is not null;

-- What a workspace remembers of a site: its defence, its visits, who wins there.
create table router_sites (
  workspace_id text not null,
  domain text not null,
  value jsonb not null,
  attempts integer not null default 0,
  updated_at timestamptz not null default db_now(),
  primary key (workspace_id, domain)
);
create index router_sites_known on router_sites (workspace_id, attempts desc);

-- Change tests and probation, by runner.
create table router_memory (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default db_now()
);

alter table router_observations enable row level security;
alter table router_effects enable row level security;
alter table router_sums enable row level security;
alter table router_sites enable row level security;
alter table router_memory enable row level security;

create function router_left(age interval, half_life_ms float8) returns float8 language sql immutable as $$
  select case when half_life_ms is null or age <= interval '0' then 1
    else power(0.5::float8, least(extract(epoch from age)::float8 * 1000 / half_life_ms, 1000)) end
$$;
create function router_lam(lam float8, cap float8) returns float8 language sql immutable as $$
  select greatest(0, least(lam, cap))
$$;
-- The mean stays where the cap cuts the precision.
create function router_h(lam float8, h float8, tau2 float8, cap float8) returns float8 language sql immutable as $$
  select case when lam < 0 then 0 when lam <= cap then h else h * (1 / tau2 + cap) / (1 / tau2 + lam) end
$$;
create function router_added(old float8[], new float8[], rest float8) returns float8[] language sql immutable as $$
  select array_agg(coalesce(o, 0) * rest + coalesce(n, 0) order by i)
  from unnest(old, new) with ordinality as pairs (o, n, i)
$$;

-- How alike two domains are called. Where the server has no trigrams, the same first name counts.
do $$
begin
  create extension if not exists pg_trgm;
exception when others then
  raise notice 'pg_trgm is not available: neighbours are found by first names only';
end $$;
do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create function router_similarity(one text, other text) returns real language sql stable as 'select similarity(one, other)';
  else
    create function router_similarity(one text, other text) returns real language sql stable as
      'select case when split_part(one, ''.'', 1) = split_part(other, ''.'', 1) then 0.6 else 0 end::real';
  end if;
end $$;
