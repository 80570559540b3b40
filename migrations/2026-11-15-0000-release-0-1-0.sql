-- The schema of 0.1.0. Later migrations are files of their own.
set local check_function_bodies = off;

-- The second wall between workspaces: a caller's work is done as `switchyard_tenant`, which sees the rows of that workspace only.
do $$
declare
  before text := current_setting('role');
begin
  if not exists (select from pg_roles where rolname = 'switchyard_tenant') then
    create role switchyard_tenant nologin;
  end if;
  begin
    perform set_config('role', 'switchyard_tenant', true), set_config('role', before, true);
  exception when insufficient_privilege then
    execute format('grant switchyard_tenant to %I', current_user);
  end;
exception
  -- Roles belong to the server: another database on it was faster.
  when duplicate_object or unique_violation then null;
  when insufficient_privilege then
    raise exception 'this database user may not create roles; have an administrator run: create role switchyard_tenant nologin; grant switchyard_tenant to %;', quote_ident(current_user);
end $$;
do $$ begin execute format('grant usage on schema %I to switchyard_tenant', current_schema()); end $$;

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

create type attempt_fault as enum ('none', 'runner', 'site', 'platform', 'caller');
create type attempt_phase as enum ('planned', 'fallback', 'race', 'widened', 'probe');
create type attempt_status as enum ('running', 'finished', 'lost', 'cancelled');
create type attempt_verdict as enum ('succeeded', 'blocked', 'failed', 'empty');

-- Double entry in integer micro-USD. Every movement is one row: debit account, credit account, amount.
-- Written with every run, so it carries one index, and no foreign key: each check would lock the workspace's row.
create domain positive_micro as bigint constraint positive_micro_check check ((value > 0));

create type run_role as enum ('enumeration', 'entity_fetch', 'verification');
create type run_routing_class as enum ('smart', 'learning', 'learning-all', 'category', 'runner', 'chain');

-- The tables that every run writes carry no foreign keys: a check per row would lock the rows all runs share. Their
-- words are types and not `check` lists, which the server reads anew for every statement.
create type run_status as enum ('running', 'needs_human', 'succeeded', 'failed', 'blocked', 'empty', 'cancelled');

-- Ends the transaction when a guarded statement found nothing to change (fence lost, credits short).
create function abort_unless(held boolean, code text) returns boolean
  language plpgsql as $$
begin
  if not coalesce(held, false) then
    raise exception using errcode = 'SY001', message = code;
  end if;
  return true;
end $$;

-- First step of a move: from now on only rows of the first range come in. It reads nothing.
create function begin_move(wanted text) returns void
  language plpgsql as $$
declare t partitioned_tables;
begin
  update partitioned_tables set first_ends = week_at(now()) + interval '21 days'
    where name = wanted and first_ends is null returning * into t;
  if not found then return; end if;
  execute format('alter table %I add constraint first_range check (%I < %L) not valid',
    t.name, t.key_column, id_at(t.prefix, t.first_ends));
end $$;

-- Every change of a live run by the owner of its fence: attempts that ended, the next attempt, the end of the run. The amounts of the row
-- are differences; an outcome ends the run. The run's row first: all who change a run lock in one order. Returns the time.
create function change_run(changed json, settled json, started json, entries json) returns timestamptz
  language plpgsql as $$
#variable_conflict use_column
declare
  r runs := json_populate_record(null::runs, changed);
  reserved bigint := case when (started ->> 'own_key')::boolean then 0 else (started ->> 'price_micro')::bigint end;
  written integer;
begin
  if r.outcome is not null then
    update runs set status = r.status, outcome = r.outcome, finished_at = db_now(), runner = r.runner,
        spent_micro = spent_micro + r.spent_micro, in_flight_micro = 0, held_micro = 0, owner = null, fence = fence + 1,
        event_sequence = event_sequence + 1
      where id = r.id and workspace_id = r.workspace_id and fence = r.fence and finished_at is null;
  else
    update runs set status = coalesce(r.status, status), spent_micro = spent_micro + r.spent_micro,
        in_flight_micro = in_flight_micro + r.in_flight_micro, held_micro = held_micro + r.held_micro, progress_at = db_now()
      where id = r.id and workspace_id = r.workspace_id and fence = r.fence and finished_at is null
        -- The ceiling covers the attempt that starts, and something was left of it.
        and (started is null or max_cost_micro is null
          or spent_micro + r.spent_micro + in_flight_micro + r.in_flight_micro <= max_cost_micro
          and spent_micro + r.spent_micro + in_flight_micro + r.in_flight_micro - reserved < max_cost_micro);
  end if;
  if not found then perform abort_unless(false, 'superseded'); end if;
  if settled is not null then
    update attempts a set status = s.status, finished_at = coalesce(s.finished_at, db_now()), cost_micro = s.cost_micro,
        verdict = s.verdict, block_reason = s.block_reason, defense = s.defense, fault = s.fault, error = s.error, result = s.result
      from json_populate_recordset(null::attempts, settled) s
      where a.run_id = r.id and a.workspace_id = r.workspace_id and a.id = s.id and a.status = 'running';
    get diagnostics written = row_count;
    if written <> json_array_length(settled) then perform abort_unless(false, 'superseded'); end if;
  end if;
  if started is not null then perform insert_attempt(r.id, r.workspace_id, started); end if;
  if entries is not null then perform insert_entries(r.id, r.workspace_id, entries); end if;
  return db_now();
end $$;

-- Second step: reads the table once, beside all other work.
create function check_move(wanted text) returns void
  language plpgsql as $$
begin
  if exists (select from pg_constraint where conrelid = wanted::regclass and conname = 'first_range' and not convalidated) then
    execute format('alter table %I validate constraint first_range', wanted);
  end if;
end $$;

-- What two instances compare is compared by the database's clock. Tests shift it per connection.
create function db_now() returns timestamptz
  language sql stable as $$
  select now() + coalesce(nullif(current_setting('switchyard.clock_offset', true), ''), '0')::interval
$$;

-- Drops the ranges that ended before what is kept; answers their names.
create function drop_old_partitions() returns setof text
  language plpgsql as $$
declare part record;
begin
  perform pg_advisory_xact_lock(hashtext('partitions')), set_config('lock_timeout', '1000', true);
  for part in
    select c.relname, p.keep, case when c.relname = p.name || '_first' then p.first_ends
      else to_date(right(c.relname, 8), 'YYYYMMDD')::timestamp at time zone 'UTC' + interval '7 days' end as ends
    from partitioned_tables p join pg_inherits i on i.inhparent = to_regclass(p.name) join pg_class c on c.oid = i.inhrelid
    where p.is_moved and p.keep is not null
  loop
    continue when part.ends > now() - part.keep;
    execute format('drop table %I', part.relname);
    return next part.relname;
  end loop;
end $$;

-- An event and one delivery for each endpoint that wants it; answers the deliveries.
-- Without a number the event has that of the run's row, which the same transaction has moved on.
create function emit_webhook_event(event text, workspace text, run text, kind text, part text, number integer, content text, timing text) returns setof text
  language plpgsql as $$
begin
  perform from webhook_endpoints e
    where e.workspace_id = workspace and e.deleted_at is null and not e.disabled and kind = any(e.events);
  if not found then return; end if;
  insert into webhook_events (id, workspace_id, run_id, type, discriminator, sequence, body)
    values (event, workspace, run, kind, part,
      coalesce(number, (select event_sequence from runs where id = run and workspace_id = workspace)), content)
    on conflict (run_id, type, discriminator) do nothing;
  if not found then return; end if;
  return query
    -- The event's time, so that deliveries sort by it, and a digest that differs by endpoint.
    insert into webhook_deliveries (id, endpoint_id, event_id, schedule)
    select 'whdel_' || substr(event, 5, 16) || substr(md5(event || e.id), 1, 16), e.id, event, timing
    from webhook_endpoints e where e.workspace_id = workspace and e.deleted_at is null and not e.disabled and kind = any(e.events)
    returning id;
end $$;

-- Last step, once the constraint is validated: the table becomes the first range of one of its name. No row is read or moved.
create function finish_move(wanted text) returns void
  language plpgsql as $$
declare
  t partitioned_tables;
  old text := wanted || '_first';
  policy record;
  definitions text[];
  part text;
begin
  update partitioned_tables set is_moved = true
    where name = wanted and first_ends is not null and not is_moved returning * into t;
  if not found then return; end if;
  -- Read before the table has another name.
  select polname, pg_get_expr(polqual, polrelid) as qual into policy from pg_policy where polrelid = wanted::regclass;
  select array_agg(pg_get_constraintdef(oid)) into definitions from pg_constraint
    where conrelid = wanted::regclass and contype in ('p', 'f');
  execute format('alter table %I rename to %I', wanted, old);
  execute format('create table %I (like %I including defaults) partition by range (%I)', wanted, old, t.key_column);
  foreach part in array definitions loop
    execute format('alter table %I add %s', wanted, part);
  end loop;
  execute format('alter table %I enable row level security', wanted);
  execute format('create policy %I on %I to switchyard_tenant using (%s)', policy.polname, wanted, policy.qual);
  for part in select a.privilege_type from pg_class c, aclexplode(c.relacl) a
    where c.oid = old::regclass and a.grantee = 'switchyard_tenant'::regrole loop
    execute format('grant %s on %I to switchyard_tenant', part, wanted);
  end loop;
  execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', wanted, old, id_at(t.prefix, t.first_ends));
  execute format('alter table %I drop constraint first_range', old);
end $$;

create function id_at(prefix text, at timestamptz) returns text
  language sql stable as $$
  select prefix || lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0')
$$;

create function insert_attempt(run text, workspace text, started json) returns void
  language plpgsql as $$
#variable_conflict use_column
begin
  insert into attempts (id, run_id, workspace_id, ordinal, runner, engine, phase, batch, decision, price_micro, own_key)
    select id, run, workspace, ordinal, runner, engine, phase, batch, decision, price_micro, own_key
    from json_populate_record(null::attempts, started);
end $$;

create function insert_entries(run text, workspace text, entries json) returns void
  language plpgsql as $$
#variable_conflict use_column
begin
  insert into ledger_entries (reference, workspace_id, run_id, debit, credit, amount_micro)
    select reference, workspace, run, debit, credit, amount_micro from json_populate_recordset(null::ledger_entries, entries);
end $$;

-- A new run with the entries of its hold, its first attempt where its executor is known, and its idempotency key: all or nothing.
create function insert_run(added json, window_ms double precision, expires_ms double precision, lease interval, started json, entries json, claimed_key text, token text, out created_at timestamptz, out expires_at timestamptz, out view_token text) returns record
  language plpgsql as $$
#variable_conflict use_column
declare r runs := json_populate_record(null::runs, added);
begin
  insert into runs (id, workspace_id, key_id, request, routing_class, domain, task_type, plan, fee_rate_ppm, max_cost_micro, window_ends_at,
      expires_at, owner, fence, lease_expires_at, job_id, in_flight_micro, held_micro, view_token)
    values (r.id, r.workspace_id, r.key_id, r.request, r.routing_class, r.domain, r.task_type, r.plan, r.fee_rate_ppm, r.max_cost_micro,
      db_now() + window_ms * interval '1 millisecond', db_now() + expires_ms * interval '1 millisecond',
      r.owner, r.fence, db_now() + lease, r.job_id, r.in_flight_micro, r.held_micro, new_view_token(r.id))
    returning created_at, expires_at, view_token into created_at, expires_at, view_token;
  if started is not null then perform insert_attempt(r.id, r.workspace_id, started); end if;
  if entries is not null then perform insert_entries(r.id, r.workspace_id, entries); end if;
  if claimed_key is not null then
    update idempotency_keys set run_id = r.id
      where workspace_id = r.workspace_id and key = claimed_key and claim = token and run_id is null;
    if not found then perform abort_unless(false, 'claim_lost'); end if;
  end if;
end $$;

-- The weeks up to three ahead. Each is made beside its table and attached to it, which blocks nobody.
create function make_partitions() returns void
  language plpgsql as $$
declare
  t partitioned_tables;
  week timestamptz;
  part text;
begin
  perform pg_advisory_xact_lock(hashtext('partitions'));
  for t in select * from partitioned_tables where is_moved loop
    for week in select generate_series(week_at(now()), week_at(now()) + interval '28 days', interval '7 days') loop
      part := t.name || to_char(week at time zone 'UTC', '_YYYYMMDD');
      continue when week < t.first_ends or to_regclass(part) is not null;
      execute format('create table %I (like %I including defaults)', part, t.name);
      execute format('alter table %I enable row level security', part);
      execute format('alter table %I attach partition %I for values from (%L) to (%L)',
        t.name, part, id_at(t.prefix, week), id_at(t.prefix, week + interval '7 days'));
    end loop;
  end loop;
end $$;

-- The cached balances after the postings of one transaction or of several that share one: the row of the workspace, then that of the key
-- that pays. The key's budget changes only with the credits, and is asked only where they must cover.
-- Instances of the version before still call the function that looks the payer up.
create function move_balance(workspace text, credits bigint, held bigint, must_cover boolean, payer text) returns boolean
  language plpgsql as $$
declare fits boolean;
begin
  update balances set credits_micro = credits_micro + credits, held_micro = held_micro + held
    where workspace_id = workspace and (not must_cover or credits_micro + credits >= 0);
  if not found then return abort_unless(false, 'insufficient_credits'); end if;
  if payer is null or (credits = 0 and not must_cover) then return true; end if;
  update key_budgets set spent_micro = spent_micro - credits where key_id = payer
    returning spent_micro <= limit_micro into fits;
  if must_cover and not fits then return abort_unless(false, 'insufficient_credits'); end if;
  return true;
end $$;

-- The cached balances after the postings of one transaction or of several that share one: the row of the workspace, then that of the key
-- that pays. The key's budget changes only with the credits, and is asked only where they must cover.
-- Instances of the version before still call the function that looks the payer up.
create function move_balance(workspace text, credits bigint, held bigint, must_cover boolean, payer text, run text) returns boolean
  language plpgsql as $$
declare fits boolean;
begin
  update balances set credits_micro = credits_micro + credits, held_micro = held_micro + held
    where workspace_id = workspace and (not must_cover or credits_micro + credits >= 0);
  if not found then return abort_unless(false, 'insufficient_credits'); end if;
  if credits = 0 and not must_cover then return true; end if;
  update key_budgets set spent_micro = spent_micro - credits
    where key_id = coalesce(payer, (select key_id from run_facts where id = run and workspace_id = workspace))
    returning spent_micro <= limit_micro into fits;
  if must_cover and not fits then return abort_unless(false, 'insufficient_credits'); end if;
  return true;
end $$;

-- A token names its run: it is found by the run's own key, and needs no index.
create function new_view_token(run text) returns text
  language sql as $$
  select substr(run, 6) || replace(gen_random_uuid()::text, '-', '')
$$;

-- Instances of the version before name no workspace.
create function own_row() returns trigger
  language plpgsql as $$
begin
  new.workspace_id := (select workspace_id from runs where id = new.run_id);
  return new;
end $$;

create function refuse_body_change() returns trigger
  language plpgsql as $$
begin
  raise exception 'the body of event % is frozen', old.id;
end $$;

create function refuse_change() returns trigger
  language plpgsql as $$
begin
  raise exception 'ledger entries are never changed; post a reversal';
end $$;

-- A deleted run keeps ids, times, status and money; its content goes with the tombstone.
create function refuse_terminal_change() returns trigger
  language plpgsql as $$
declare
  content constant text[] := array['request', 'plan', 'outcome', 'domain', 'task_type'];
  erased constant jsonb := '{"request": {}, "plan": {}, "outcome": null, "domain": null, "task_type": null}';
  changed text[] := array['deleted_at'];
begin
  if new.deleted_at is not null and to_jsonb(new) @> erased then
    changed := changed || content;
  end if;
  if (to_jsonb(new) - changed) is distinct from (to_jsonb(old) - changed) then
    raise exception 'run % is terminal; only its tombstone may change', old.id;
  end if;
  return new;
end $$;

create function router_added(old double precision[], new double precision[], rest double precision) returns double precision[]
  language sql immutable as $$
  select array_agg(coalesce(o, 0) * rest + coalesce(n, 0) order by i)
  from unnest(old, new) with ordinality as pairs (o, n, i)
$$;

-- The mean stays where the cap cuts the precision.
create function router_h(lam double precision, h double precision, tau2 double precision, cap double precision) returns double precision
  language sql immutable as $$
  select case when lam < 0 then 0 when lam <= cap then h else h * (1 / tau2 + cap) / (1 / tau2 + lam) end
$$;

create function router_lam(lam double precision, cap double precision) returns double precision
  language sql immutable as $$
  select greatest(0, least(lam, cap))
$$;

create function router_left(age interval, half_life_ms double precision) returns double precision
  language sql immutable as $$
  select case when half_life_ms is null or age <= interval '0' then 1
    else power(0.5::float8, least(extract(epoch from age)::float8 * 1000 / half_life_ms, 1000)) end
$$;


-- Changes with every row that a finished run is read from; null without the run.
-- Whether it is deleted is no condition of the search: a young table's planner would walk the list of the workspace for it.
create function run_version(run text, workspace text) returns text
  language plpgsql stable as $$
begin
  return (
    select case when r.deleted_at is null then concat_ws(',', r.xmin::text,
      (select string_agg(a.xmin::text, ',') from attempts a where a.run_id = r.id and a.workspace_id = r.workspace_id),
      (select string_agg(f.xmin::text, ',') from artifacts f
       where f.run_id = r.id and f.workspace_id = r.workspace_id and f.kind <> 'step'),
      (select w.xmin::text from run_feedback w where w.run_id = r.id)) end
    from runs r where r.id = run and r.workspace_id = workspace);
end $$;

-- The words of a run's task, to be searched: those of its goal and its address, and its workspace as one word of its own,
-- so that a search touches no other's rows.
create function run_words(workspace_id text, request json) returns tsvector
  language sql immutable parallel safe as $$
  select array_to_tsvector(array[workspace_id]) || to_tsvector('simple', translate(
    left(coalesce(request->'task'->>'goal', ''), 2000) || ' ' || left(coalesce(request->'task'->>'url', ''), 500),
    './-_:?&=#%+@,;', '               '))
$$;

-- The name of the key that a sealed value's data key is wrapped by (`src/vault/envelope.ts` has the layout).
create function sealed_key(sealed bytea) returns text
  language sql immutable strict parallel safe as $$
  select encode(substring(sealed from 7 for get_byte(sealed, 5)), 'escape') || '/' ||
    ((get_byte(sealed, 1)::bigint << 24) + (get_byte(sealed, 2) << 16) + (get_byte(sealed, 3) << 8) + get_byte(sealed, 4))
$$;

create function tenant() returns text
  language sql stable as $$ select current_setting('switchyard.workspace', true) $$;

create function week_at(at timestamptz) returns timestamptz
  language sql stable as $$
  select date_trunc('week', at at time zone 'UTC') at time zone 'UTC'
$$;

create table accounts (
  id text not null,
  kind text not null,
  claimed boolean default true not null,
  created_at timestamptz default db_now() not null,
  -- An account that an agent made for itself has to be claimed by a human until its window ends.
  claim_ends_at timestamptz,
  client text,
  contact_email text,
  person_id text,
  constraint accounts_kind_check check ((kind = any (array['human'::text, 'agent'::text]))),
  constraint accounts_pkey primary key (id)
);

create table api_keys (
  id text not null,
  workspace_id text not null,
  hash bytea not null,
  last_four text not null,
  revoked_at timestamptz,
  created_at timestamptz default db_now() not null,
  -- A workspace has many keys: each has a name, says when it was last used, and may have a limit. Runs name their key.
  name text default ''::text not null,
  last_used_at timestamptz,
  -- The claim link is made from the key, which nobody stores; its hash finds the account.
  claim_hash bytea,
  -- Null: every permission, which keys of before have.
  permissions text[],
  expires_at timestamptz,
  constraint api_keys_permissions_check check ((permissions <@ array['runs'::text, 'vault'::text, 'webhooks'::text, 'workspace'::text])),
  constraint api_keys_claim_hash_key unique (claim_hash),
  constraint api_keys_hash_key unique (hash),
  constraint api_keys_pkey primary key (id)
);

create table artifacts (
  id text not null,
  run_id text not null,
  workspace_id text not null,
  kind text not null,
  name text not null,
  content_type text not null,
  size_bytes bigint not null,
  -- Null once the bytes are gone; a row with `erase` set still has bytes to remove.
  storage_key text,
  erase boolean default false not null,
  created_at timestamptz default db_now() not null,
  -- Set when the bytes went because their time was over, not because somebody deleted the run.
  expired boolean default false not null,
  -- A file whose bytes are not here: where its provider still has it, and why it is not.
  provider_url text,
  unavailable_reason text,
  -- Set with the deletion of the run, so that files need not ask for it.
  deleted boolean default false not null,
  -- The pictures of a run are those of the attempt behind its outcome.
  attempt_id text,
  constraint artifacts_kind_check check ((kind = any (array['screenshot'::text, 'download'::text, 'recording'::text, 'step'::text]))),
  constraint artifacts_pkey primary key (id, workspace_id)
);

create table attempts (
  id text not null,
  run_id text not null,
  ordinal integer not null,
  runner text not null,
  engine text,
  phase attempt_phase not null,
  batch integer,
  status attempt_status default 'running'::attempt_status not null,
  -- The provider's reference, as soon as it is known: what another process resumes from.
  reference text,
  price_micro bigint not null,
  cost_micro bigint,
  verdict attempt_verdict,
  block_reason text,
  fault attempt_fault default 'none'::attempt_fault not null,
  error jsonb,
  result json,
  started_at timestamptz default db_now() not null,
  finished_at timestamptz,
  -- Several attempts of one run at once. What an attempt saw of the site's defence is kept for the router to learn from;
  -- what the run is about is a column, for the same.
  defense text,
  decision json,
  -- The attempt works under the workspace's own key: only the fee is billed, and whoever goes on with it uses the same account.
  own_key boolean default false not null,
  -- Where the attempt runs at its provider, as the provider names it, and where it can be watched there.
  session json,
  workspace_id text not null,
  constraint attempts_pkey primary key (run_id, ordinal, workspace_id)
);

-- `billed_micro` is what of its cost is ours to bill: nothing under the workspace's own key.
create view attempt_facts with (security_invoker='true') as
 select attempts.id,
  attempts.run_id,
  attempts.runner,
  (attempts.status <> 'running'::attempt_status) as is_over,
      case
          when attempts.own_key then (0)::bigint
          else coalesce(attempts.cost_micro, (0)::bigint)
      end as billed_micro,
  attempts.workspace_id
   from attempts;

-- Security-relevant actions, by whom and when. Rows are added and aged out, never changed.
create table audit_entries (
  id text not null,
  workspace_id text not null,
  at timestamptz default db_now() not null,
  action text not null,
  key_id text,
  subject_id text,
  ip text,
  constraint audit_entries_pkey primary key (id)
);

-- The workspace's two accounts, cached: what it may spend, and what its live runs hold.
create table balances (
  workspace_id text not null,
  credits_micro bigint default 0 not null,
  held_micro bigint default 0 not null,
  constraint balances_held_micro_check check ((held_micro >= 0)),
  constraint balances_pkey primary key (workspace_id)
) with (fillfactor='50');

-- Kept cookies and stored data, sealed, for sessions that begin where an earlier one ended.
create table browser_contexts (
  id text not null,
  workspace_id text not null,
  state bytea,
  created_at timestamptz default db_now() not null,
  updated_at timestamptz default db_now() not null,
  constraint browser_contexts_pkey primary key (id)
);

-- Browsers that callers drive themselves. A session lives on one instance, which renews `seen_at`; when that stops, any
-- other instance ends it. `release_at` asks the owning instance to end it.
create table browser_sessions (
  id text not null,
  workspace_id text not null,
  provider text not null,
  -- The session's id at its provider; null for embedded ones.
  provider_reference text,
  status text default 'RUNNING'::text not null,
  region text,
  keep_alive boolean not null,
  context_id text,
  user_metadata jsonb,
  fee_rate_ppm integer not null,
  minute_price_micro bigint not null,
  minutes integer default 0 not null,
  proxy_bytes bigint default 0 not null,
  instance_id text not null,
  created_at timestamptz default db_now() not null,
  updated_at timestamptz default db_now() not null,
  seen_at timestamptz default db_now() not null,
  expires_at timestamptz not null,
  release_at timestamptz,
  ended_at timestamptz,
  key_id text,
  own_key boolean default false not null,
  instance_url text default ''::text not null,
  is_open_at_provider boolean default false not null,
  close_tried_at timestamptz,
  constraint browser_sessions_check check (((status = 'RUNNING'::text) = (ended_at is null))),
  constraint browser_sessions_status_check check ((status = any (array['RUNNING'::text, 'ERROR'::text, 'TIMED_OUT'::text, 'COMPLETED'::text]))),
  constraint browser_sessions_pkey primary key (id)
);

-- A program that a person connected by OAuth. Its key carries the permissions, the spend limit and the revocation.
create table connected_apps (
  key_id text not null,
  workspace_id text not null,
  client_id text not null,
  redirect_host text not null,
  constraint connected_apps_pkey primary key (key_id)
);

-- Only hashes of what opens something are kept.
create table console_sessions (
  hash bytea not null,
  account_id text not null,
  person_id text,
  created_at timestamptz default db_now() not null,
  expires_at timestamptz not null,
  key_id text,
  claim bytea,
  constraint console_sessions_pkey primary key (hash)
);

create table credentials (
  id text not null,
  workspace_id text not null,
  domain text not null,
  source_id text,
  -- For display: the first character, and the domain part's first character.
  username_masked text not null,
  -- Sealed, each under a data key of its own; erased with the credential.
  username bytea,
  password bytea,
  totp_secret bytea,
  mfa text not null,
  custody text not null,
  health text default 'ok'::text not null,
  -- Runs in a row that ended signed out.
  signed_out_runs integer default 0 not null,
  created_at timestamptz default db_now() not null,
  last_used_at timestamptz,
  deleted_at timestamptz,
  constraint credentials_check check (
case
  when (deleted_at is null) then ((username is not null) and (password is not null))
  else ((username is null) and (password is null) and (totp_secret is null))
end),
  constraint credentials_health_check check ((health = any (array['ok'::text, 'stale'::text, 'failed'::text]))),
  constraint credentials_mfa_check check ((mfa = any (array['none'::text, 'totp'::text, 'sms-relay'::text, 'passkey'::text]))),
  constraint credentials_pkey primary key (id)
);

-- What the router decided, whole, with the attempt it led to: the explanation card is read from here. It is kept beside
-- the attempts, which carry what a run needs of it, because it is long and seldom read.
create table decisions (
  run_id text not null,
  ordinal integer not null,
  decision json not null,
  workspace_id text not null,
  constraint decisions_pkey primary key (run_id, ordinal, workspace_id)
) partition by range (run_id);

create table decisions_first (
  run_id text not null,
  ordinal integer not null,
  decision json not null,
  workspace_id text not null,
  constraint decisions_first_pkey primary key (run_id, ordinal, workspace_id)
);

create table idempotency_keys (
  workspace_id text not null,
  key text not null,
  fingerprint bytea not null,
  claim text not null,
  claimed_until timestamptz not null,
  run_id text,
  created_at timestamptz default db_now() not null,
  constraint idempotency_keys_pkey primary key (workspace_id, key)
);

comment on column idempotency_keys.key is 'Keyed hash of the idempotency key; its text is not stored.';

-- A question of a site to the owner of a run. The answer is sealed, used once and gone when it is read.
create table interactions (
  id text not null,
  run_id text not null,
  attempt_id text not null,
  kind text not null,
  prompt text not null,
  channel text not null,
  status text default 'waiting'::text not null,
  answer bytea,
  created_at timestamptz default db_now() not null,
  expires_at timestamptz not null,
  -- When a question was answered or closed, so that the time a run waited for a person can be told from its work.
  closed_at timestamptz,
  workspace_id text not null,
  constraint interactions_channel_check check ((channel = any (array['totp'::text, 'sms'::text, 'email'::text, 'unknown'::text]))),
  constraint interactions_check check (((answer is null) or (status = 'answered'::text))),
  constraint interactions_kind_check check ((kind = any (array['otp'::text, 'text'::text, 'confirm'::text]))),
  constraint interactions_status_check check ((status = any (array['waiting'::text, 'answered'::text, 'used'::text, 'expired'::text]))),
  constraint interactions_pkey primary key (id, workspace_id)
);

-- What the runs of a key have spent and hold. Changed in the transaction that moves the balance of the workspace.
create table key_budgets (
  key_id text not null,
  workspace_id text not null,
  limit_micro bigint,
  spent_micro bigint default 0 not null,
  constraint key_budgets_limit_micro_check check ((limit_micro >= 0)),
  constraint key_budgets_pkey primary key (key_id)
) with (fillfactor='50');

create table ledger_entries (
  reference text not null,
  workspace_id text not null,
  run_id text,
  debit text not null,
  credit text not null,
  amount_micro positive_micro not null,
  created_at timestamptz default db_now() not null,
  -- The key of what is no run, such as a minute of a session; of a run, its row says it.
  key_id text,
  constraint ledger_entries_check check ((credit <> debit)),
  constraint ledger_entries_pkey primary key (reference, workspace_id)
);

create unlogged table live_views (
  run_id text not null,
  sequence integer default 1 not null,
  ms integer not null,
  frame bytea,
  steps json not null,
  updated_at timestamptz default db_now() not null
);

-- What people call the entity of a sub-run.
create table long_task_labels (
  run_id text not null,
  label text not null,
  constraint long_task_labels_pkey primary key (run_id)
);

-- The history of a feature that is switched off: read, cancelled, never added to but by an import.
create table long_tasks (
  id text not null,
  workspace_id text not null,
  status text not null,
  -- Everything else the object shows, as it was imported. `json`: the order of keys is kept.
  body json not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  constraint long_tasks_pkey primary key (id)
);

-- Codes, tokens, grants and clients of OAuth by the hash of their value, which is not stored.
create table oauth_items (
  kind text not null,
  hash bytea not null,
  key_id text,
  grant_id text,
  payload jsonb not null,
  consumed_at timestamptz,
  expires_at timestamptz not null,
  constraint oauth_items_pkey primary key (kind, hash)
);

create table one_time_links (
  hash bytea not null,
  purpose text not null,
  account_id text,
  person_id text,
  expires_at timestamptz not null,
  key_id text,
  claim bytea,
  constraint one_time_links_purpose_check check ((purpose = any (array['sign_in'::text, 'reset'::text]))),
  constraint one_time_links_pkey primary key (hash)
);

-- Large tables in weekly ranges of the time at the head of their ids, so that what is old goes with its whole table. There is no
-- DEFAULT partition: a row would sit there unseen, and every new week would have to look for it.
create table partitioned_tables (
  name text not null,
  key_column text not null,
  prefix text not null,
  -- What is older goes; null: it stays with its run.
  keep interval,
  -- The end of the first range, which is the table as it was before; null until the old rows are known to fit.
  first_ends timestamptz,
  is_moved boolean default false not null,
  constraint partitioned_tables_pkey primary key (name)
);

create table payment_events (
  id text not null,
  type text not null,
  payment_id text not null,
  received_at timestamptz default db_now() not null,
  constraint payment_events_pkey primary key (id)
);

-- What is known of a payment, in whatever order its events arrive, and the credits that were posted for it so far.
create table payments (
  id text not null,
  workspace_id text not null,
  paid_micro bigint default 0 not null,
  refunded_micro bigint default 0 not null,
  -- What is disputed, by dispute; zero once it is won.
  disputes jsonb default '{}'::jsonb not null,
  posted_micro bigint default 0 not null,
  postings integer default 0 not null,
  created_at timestamptz default db_now() not null,
  constraint payments_check check (((posted_micro >= 0) and (posted_micro <= paid_micro))),
  constraint payments_paid_micro_check check ((paid_micro >= 0)),
  constraint payments_refunded_micro_check check ((refunded_micro >= 0)),
  constraint payments_pkey primary key (id)
);

-- A person signs in with an e-mail address and has one or more accounts: those they made, and those of agents they claimed.
create table people (
  id text not null,
  email text not null,
  password_hash text not null,
  created_at timestamptz default db_now() not null,
  constraint people_email_check check ((email = lower(email))),
  constraint people_email_key unique (email),
  constraint people_pkey primary key (id)
);

-- Keys at providers that a workspace brings itself. Write-only: the values are sealed together, only their names are shown.
create table provider_keys (
  id text not null,
  workspace_id text not null,
  family text not null,
  parts text[] not null,
  secrets bytea not null,
  created_at timestamptz default db_now() not null,
  updated_at timestamptz default db_now() not null,
  constraint provider_keys_pkey primary key (id),
  constraint provider_keys_workspace_id_family_key unique (workspace_id, family)
);

create table provider_leftovers (
  attempt_id text not null,
  runner text not null,
  item text,
  tries integer default 0 not null,
  due_at timestamptz default db_now() not null,
  created_at timestamptz default db_now() not null,
  -- An attempt is found by its run.
  run_id text,
  workspace_id text,
  own_key boolean default false not null,
  constraint provider_logins_pkey primary key (attempt_id)
);

comment on table provider_leftovers is 'What attempts may have left at a provider. A row stays until the provider says that it is gone.';
comment on column provider_leftovers.item is 'The provider''s name for it, once it told one.';

-- What the last success of a task did, for the runner that repeats it. The task is kept as a keyed digest only.
create table replays (
  workspace_id text not null,
  task_key bytea not null,
  run_id text not null,
  script json not null,
  updated_at timestamptz default db_now() not null,
  id text not null,
  -- Address, schema and criteria of the task, as a keyed digest.
  place_key bytea not null,
  -- The wording of the task, with parameters such as {{input.quantity}}.
  task text not null,
  version integer default 1 not null,
  runs integer default 0 not null,
  successes integer default 0 not null,
  pinned boolean default false not null,
  -- Its last run failed: it waits for the next success.
  stale boolean default false not null,
  -- The latest runs, newest first.
  history jsonb default '[]'::jsonb not null,
  created_at timestamptz default db_now() not null,
  constraint replays_id_key unique (id),
  constraint replays_pkey primary key (workspace_id, task_key)
);

-- One effect of the model: evidence in natural parameters. The constants of its level stand beside it, so that the decay and
-- the floor of the variance can be computed where the rows are.
create table router_effects (
  key text not null,
  col text not null,
  workspace_id text,
  half_life_ms double precision not null,
  block_tau2 double precision not null,
  block_limit double precision not null,
  complete_tau2 double precision not null,
  complete_limit double precision not null,
  block_lam double precision not null,
  block_h double precision not null,
  block_n double precision not null,
  complete_lam double precision not null,
  complete_h double precision not null,
  complete_n double precision not null,
  updated_at timestamptz default db_now() not null,
  constraint router_effects_pkey primary key (key, col)
) with (fillfactor='80');

-- Change tests and probation, by runner.
create table router_memory (
  key text not null,
  value jsonb not null,
  updated_at timestamptz default db_now() not null,
  constraint router_memory_pkey primary key (key)
);

-- An attempt's lesson, written in the attempt's own transaction: one insert, so that runs never wait for each other here.
-- It is folded into the tables below within seconds, by the instance that wrote it or, when that one is gone, by any.
create table router_observations (
  attempt_id text not null,
  workspace_id text not null,
  at timestamptz default db_now() not null,
  facts jsonb not null,
  -- Per touched effect: its level and what was added to it. Subtracted again when the evidence is taken back.
  moves real[] not null,
  retracted_at timestamptz,
  -- The lesson counts by the owner's word; `moves` are its effects since.
  owner_correct boolean,
  constraint router_observations_pkey primary key (attempt_id)
);

-- What a workspace remembers of a site: its defence, its visits, who wins there.
create table router_sites (
  workspace_id text not null,
  domain text not null,
  value jsonb not null,
  attempts integer default 0 not null,
  updated_at timestamptz default db_now() not null,
  constraint router_sites_pkey primary key (workspace_id, domain)
);

-- Discounted sums: prices and times, availability, positions, quotas, and how much a workspace has given to what all share.
create table router_sums (
  key text not null,
  col text not null,
  workspace_id text,
  half_life_ms double precision,
  fade double precision not null,
  v double precision[] not null,
  updated_at timestamptz default db_now() not null,
  constraint router_sums_pkey primary key (key, col)
) with (fillfactor='80');

-- The observations that wait to be folded, in a narrow table of their own: a fold deletes its row here, and the wide row of the
-- observation keeps all its index entries. Ids sort by time, so the key finds the oldest.
create table router_unfolded (
  attempt_id text not null,
  at timestamptz not null,
  constraint router_unfolded_pkey primary key (attempt_id)
);

-- Runs that are over, by the day of their creation, how they ended and the time they took (logarithmic, two per cent a step). They are
-- added up a while after they ended, as usage is; younger ones are read from the runs themselves.
create table run_days (
  workspace_id text not null,
  day date not null,
  status run_status not null,
  took smallint not null,
  runs bigint not null,
  constraint run_days_pkey primary key (workspace_id, day, status, took)
);

create table run_days_mark (
  is_only boolean default true not null,
  added_until timestamptz not null,
  constraint run_days_mark_is_only_check check (is_only),
  constraint run_days_mark_pkey primary key (is_only)
);

-- Progress snapshots in the order of the stream. The other events are rebuilt from the run itself.
create table run_events (
  run_id text not null,
  sequence integer not null,
  response json not null,
  created_at timestamptz default db_now() not null,
  workspace_id text not null,
  constraint run_events_pkey primary key (run_id, sequence, workspace_id)
) partition by range (run_id);

create table run_events_first (
  run_id text not null,
  sequence integer not null,
  response json not null,
  created_at timestamptz default db_now() not null,
  workspace_id text not null,
  constraint run_events_first_pkey primary key (run_id, sequence, workspace_id)
);

create table runs (
  id text not null,
  workspace_id text not null,
  created_at timestamp(3) with time zone default date_trunc('milliseconds'::text, db_now()) not null,
  status run_status default 'running'::run_status not null,
  -- The request as the caller sent it, without anything secret. `json` and not `jsonb`, here and below: the order
  -- of keys in schemas and results is the caller's and the runner's, and is shown again.
  request json not null,
  routing_class run_routing_class not null,
  plan jsonb not null,
  fee_rate_ppm integer default 0 not null,
  max_cost_micro bigint,
  -- The time contract: attempts share the window; past `expires_at` the run is over whatever its row says.
  window_ends_at timestamptz,
  expires_at timestamptz not null,
  -- Who executes it. Every write of an executor carries its fence.
  owner text,
  fence integer default 0 not null,
  lease_expires_at timestamptz,
  progress_at timestamptz default db_now() not null,
  job_id uuid not null,
  -- Money: executed spend before the fee, prices of attempts in flight, and what is still held for it.
  spent_micro bigint default 0 not null,
  in_flight_micro bigint default 0 not null,
  held_micro bigint default 0 not null,
  -- Progress events written so far; the stream's numbers follow from it.
  progress_events integer default 0 not null,
  -- Webhook events emitted so far; an event's `sequence` is its number.
  event_sequence integer default 0 not null,
  runner text,
  outcome json,
  finished_at timestamptz,
  parent_id text,
  entity_id text,
  role run_role,
  deleted_at timestamptz,
  -- The secret part of the address at which a run can be watched; it opens this run's pictures and nothing else.
  view_token text default replace(((gen_random_uuid())::text || (gen_random_uuid())::text), '-'::text, ''::text) not null,
  domain text,
  task_type text,
  key_id text,
  constraint runs_pkey primary key (id, workspace_id)
) with (fillfactor='80');

-- Usage is told by tag too: a tag is an entry of a run's metadata.
create view run_facts with (security_invoker='true') as
 select runs.id,
  runs.workspace_id,
  runs.key_id,
  runs.runner,
  runs.held_micro,
  runs.spent_micro,
  (runs.finished_at is not null) as is_over,
  lower("substring"(((runs.request -> 'task'::text) ->> 'url'::text), '^[A-Za-z]+://(?:[^/?#@]*@)?(\[[^\]]*\]|[^/:?#]+)'::text)) as site,
  ((runs.request -> 'metadata'::text))::jsonb as tags
   from runs;

-- The owner's word on the answer of a run; one per run, erased with it.
create table run_feedback (
  run_id text not null,
  workspace_id text not null,
  -- The judged attempt; null for a run that ended without one.
  attempt_id text,
  runner text,
  correct boolean not null,
  -- Whether the word confirms the verdict.
  agrees boolean not null,
  answer text,
  note text,
  -- Counts in the statistics of all workspaces: the account is claimed, and its workspace is within its daily limit.
  is_shared boolean not null,
  created_at timestamptz default db_now() not null,
  updated_at timestamptz default db_now() not null,
  constraint run_feedback_pkey primary key (run_id)
);

-- Secrets that came with a run's own request, sealed as one value. Gone in the transaction that ends the run.
create table run_secrets (
  -- The run's id.
  id text not null,
  workspace_id text not null,
  sealed bytea not null,
  created_at timestamptz default db_now() not null,
  constraint run_secrets_pkey primary key (id)
);

-- Secrets that every instance on this database must share and that are made on first use.
create table service_secrets (
  name text not null,
  value bytea not null,
  constraint service_secrets_pkey primary key (name)
);

-- The zip of a session's downloads, in parts of about a megabyte: a large value in one statement would hold up the whole process.
create table session_downloads (
  session_id text not null,
  part integer not null,
  bytes bytea not null,
  created_at timestamptz default db_now() not null,
  constraint session_downloads_pkey primary key (session_id, part)
);

-- What a session leaves: the zip of its downloads, its log, its recording.
create table session_files (
  session_id text not null,
  kind text not null,
  bytes bytea not null,
  created_at timestamptz default db_now() not null,
  constraint session_files_kind_check check ((kind = any (array['downloads'::text, 'log'::text, 'recording'::text]))),
  constraint session_files_pkey primary key (session_id, kind)
);

-- The browser state of a login that worked, sealed. One run at a time holds it, and lets go in the transaction that
-- ends the run.
create table signed_in_states (
  -- The credential's id.
  id text not null,
  workspace_id text not null,
  -- Null while nobody has signed in yet, and after a state that did not work any more.
  state bytea,
  saved_at timestamptz,
  run_id text,
  constraint signed_in_states_pkey primary key (id)
);

create table signup_challenges (
  id text not null,
  address_group text not null,
  answer_hash bytea not null,
  used_at timestamptz,
  created_at timestamptz default db_now() not null,
  constraint signup_challenges_pkey primary key (id)
);

-- How often somebody did something in the window that runs now.
create table throttles (
  action text not null,
  subject text not null,
  window_ends_at timestamptz not null,
  count integer not null,
  constraint throttles_pkey primary key (action, subject)
);

create table usage_days (
  workspace_id text not null,
  day date not null,
  runner text not null,
  key_id text not null,
  site text not null,
  attempts bigint not null,
  runner_micro bigint not null,
  fee_micro bigint not null,
  normalization_micro bigint not null,
  constraint usage_days_pkey primary key (workspace_id, day, runner, key_id, site)
);

create table usage_mark (
  is_only boolean default true not null,
  added_until timestamptz not null,
  constraint usage_mark_is_only_check check (is_only),
  constraint usage_mark_pkey primary key (is_only)
);

-- The indexes as they shall be. `platform/workspace-keys.ts` makes them while others work, fills `workspace_id` before, and
-- removes the row when that is done.
create table wanted_indexes (
  name text not null,
  table_name text not null,
  kind text not null,
  definition text not null,
  constraint wanted_indexes_kind_check check ((kind = any (array['primary key'::text, 'unique'::text, 'plain'::text]))),
  constraint wanted_indexes_pkey primary key (name)
);

create table webhook_deliveries (
  id text not null,
  endpoint_id text not null,
  event_id text not null,
  schedule text not null,
  status text default 'pending'::text not null,
  -- Attempts begun; it fences what an attempt may write down.
  attempt integer default 0 not null,
  -- Places of the schedule used up; an attempt asked for by hand takes none.
  step integer default 0 not null,
  is_manual boolean default false not null,
  first_attempt_at timestamptz,
  next_attempt_at timestamptz default db_now(),
  lease_expires_at timestamptz,
  lease_owner text,
  last_http_status integer,
  last_error text,
  last_latency_ms integer,
  response_body_preview text,
  redelivery_count integer default 0 not null,
  created_at timestamptz default db_now() not null,
  updated_at timestamptz default db_now() not null,
  constraint webhook_deliveries_check check (((next_attempt_at is null) = (status <> 'pending'::text))),
  constraint webhook_deliveries_schedule_check check ((schedule = any (array['terminal'::text, 'interaction'::text, 'test'::text]))),
  constraint webhook_deliveries_status_check check ((status = any (array['pending'::text, 'delivered'::text, 'failed'::text]))),
  constraint webhook_deliveries_endpoint_id_event_id_key unique (endpoint_id, event_id),
  constraint webhook_deliveries_pkey primary key (id)
) with (fillfactor='70');

-- No table here references another by key: a run must be able to end while an endpoint is being deleted.
create table webhook_endpoints (
  id text not null,
  workspace_id text not null,
  url text not null,
  events text[] not null,
  -- Sealed, erased with the endpoint; the old one signs beside the new one until it expires.
  secret bytea,
  old_secret_expires_at timestamptz,
  disabled boolean default false not null,
  disabled_reason text,
  -- Deliveries in a row that were given up.
  consecutive_failures integer default 0 not null,
  last_delivery_at timestamptz,
  last_http_status integer,
  -- How its last attempt went; null before the first. Receivers that work are served first.
  last_attempt_ok boolean,
  created_at timestamptz default db_now() not null,
  updated_at timestamptz default db_now() not null,
  deleted_at timestamptz,
  constraint webhook_endpoints_check check ((disabled = (disabled_reason is not null))),
  constraint webhook_endpoints_check1 check (((secret is null) = (deleted_at is not null))),
  constraint webhook_endpoints_events_check check ((cardinality(events) > 0)),
  constraint webhook_endpoints_pkey primary key (id)
) with (fillfactor='50');

create table webhook_events (
  id text not null,
  workspace_id text not null,
  run_id text not null,
  type text not null,
  -- What tells events of one type apart: the interaction; empty for those that come once.
  discriminator text default ''::text not null,
  sequence integer not null,
  -- The bytes that are signed and sent. Null until the first attempt of a terminal event, frozen from then on.
  body text,
  created_at timestamptz default db_now() not null,
  -- The body of an event is frozen until its response is deleted; from then on there is none.
  erased_at timestamptz,
  constraint webhook_events_pkey primary key (id),
  constraint webhook_events_run_id_type_discriminator_key unique (run_id, type, discriminator)
);

-- Every secret that a rotation replaced signs for 24 more hours, however often the endpoint is rotated meanwhile.
create table webhook_old_secrets (
  id text default (gen_random_uuid())::text not null,
  endpoint_id text not null,
  workspace_id text not null,
  secret bytea not null,
  expires_at timestamptz not null,
  constraint webhook_old_secrets_pkey primary key (id)
);

-- The one welcome credit of an address, taken in the transaction that makes the account. It outlives the account.
create table welcome_grants (
  address_group text not null,
  account_id text not null,
  granted_at timestamptz not null,
  constraint welcome_grants_pkey primary key (address_group)
);

create table workspaces (
  id text not null,
  account_id text not null,
  plan text default 'standard'::text not null,
  retention text default '7d'::text not null,
  -- The platform fee applies after the first top-up.
  topped_up_at timestamptz,
  created_at timestamptz default db_now() not null,
  -- Set while the credits are low, so that it is said once.
  low_balance_at timestamptz,
  stripe_customer_id text,
  -- Whole runs are erased this many days after their end; null keeps them.
  run_retention_days integer,
  -- A model asks the owner before it pays, sends, deletes, publishes or accepts something that the task does not order.
  confirms_acts boolean default true not null,
  constraint workspaces_retention_check check ((retention = any (array['24h'::text, '7d'::text, '30d'::text]))),
  constraint workspaces_run_retention_days_check check (((run_retention_days >= 1) and (run_retention_days <= 365))),
  constraint workspaces_pkey primary key (id)
);

create index accounts_person on accounts using btree (person_id) where (person_id is not null);
create index api_keys_workspace on api_keys using btree (workspace_id);
create index artifacts_age on artifacts using btree (workspace_id, created_at) where ((storage_key is not null) and (not erase));
create index artifacts_erase on artifacts using btree (id) where erase;

create unique index artifacts_key on artifacts using btree (storage_key, workspace_id) where (storage_key is not null);

create index artifacts_run on artifacts using btree (run_id);
create index audit_entries_newest on audit_entries using btree (workspace_id, id desc);
create index browser_contexts_newest on browser_contexts using btree (workspace_id, created_at desc);
create index browser_contexts_state_key on browser_contexts using btree (sealed_key(state));
create index browser_sessions_live on browser_sessions using btree (seen_at) where (ended_at is null);
create index browser_sessions_newest on browser_sessions using btree (workspace_id, created_at desc);
create index browser_sessions_unclosed on browser_sessions using btree (ended_at) where is_open_at_provider;
create index console_sessions_key on console_sessions using btree (key_id) where (key_id is not null);
create index console_sessions_person on console_sessions using btree (person_id);
create index credentials_newest on credentials using btree (workspace_id, id desc) where (deleted_at is null);
create index credentials_password_key on credentials using btree (sealed_key(password));
create index credentials_totp_key on credentials using btree (sealed_key(totp_secret));
create index credentials_username_key on credentials using btree (sealed_key(username));
create index idempotency_keys_age on idempotency_keys using btree (created_at);

create unique index interactions_open on interactions using btree (run_id, workspace_id) where (status = any (array['waiting'::text, 'answered'::text]));

create index interactions_run on interactions using btree (run_id);

-- What was used, by day, runner, key and site. Entries are added up a while after they were written, when all of their
-- moment are committed; what is younger is read from the ledger itself, through an index that costs writers nothing.
create index ledger_entries_time on ledger_entries using brin (created_at) with (pages_per_range='128', autosummarize='on');

create index long_tasks_newest on long_tasks using btree (workspace_id, created_at desc, id desc);
create index oauth_items_expiry on oauth_items using btree (expires_at);
create index oauth_items_grant on oauth_items using btree (grant_id) where (grant_id is not null);
create index oauth_items_key on oauth_items using btree (key_id) where (key_id is not null);
create index provider_keys_key on provider_keys using btree (sealed_key(secrets));
create index provider_leftovers_due on provider_leftovers using btree (due_at);
create index replays_age on replays using btree (updated_at);
create index replays_place on replays using btree (workspace_id, place_key);
create index replays_run on replays using btree (run_id);
create index router_effects_of_workspace on router_effects using btree (workspace_id) where (workspace_id is not null);
create index router_effects_shared on router_effects using btree (updated_at) where (workspace_id is null);
create index router_observations_age on router_observations using btree (at);

-- The lessons of one workspace, newest first: the health of its runners.
create index router_observations_of_workspace on router_observations using btree (workspace_id, at desc) where (retracted_at is null);

-- Earlier successes of the very same task, for taking them back when a repeat shows that they were none.
create index router_observations_repeats on router_observations using btree (workspace_id, ((facts ->> 'task'::text))) where ((retracted_at is null) and ((facts ->> 'verdict'::text) = 'succeeded'::text));

create index router_sites_known on router_sites using btree (workspace_id, attempts desc);
create index router_sums_of_workspace on router_sums using btree (workspace_id) where (workspace_id is not null);
create index router_sums_shared on router_sums using btree (updated_at) where (workspace_id is null);
create index run_feedback_of_workspace on run_feedback using btree (workspace_id, updated_at);
create index run_feedback_shared on run_feedback using btree (runner) where is_shared;
create index run_secrets_key on run_secrets using btree (sealed_key(sealed));
create index runs_children on runs using btree (parent_id, id) where (parent_id is not null);
create index runs_ended on runs using btree (workspace_id, finished_at) where ((finished_at is not null) and (deleted_at is null));
create index runs_finished on runs using btree (finished_at) where (finished_at is not null);
create index runs_live on runs using btree (id) where (finished_at is null);
create index runs_newest on runs using btree (workspace_id, created_at desc, id desc) where (deleted_at is null);

-- Sweeps of an account that are under way are counted with every new one.
create index runs_sweeping on runs using btree (workspace_id) where ((finished_at is null) and (routing_class = any (array['learning'::run_routing_class, 'learning-all'::run_routing_class])));

create index runs_words on runs using gin (run_words(workspace_id, request)) where ((deleted_at is null) and (finished_at is not null));
create index signed_in_states_key on signed_in_states using btree (sealed_key(state));
create index signup_challenges_age on signup_challenges using btree (created_at);
create index throttles_age on throttles using btree (window_ends_at);
create index webhook_deliveries_due on webhook_deliveries using btree (endpoint_id, next_attempt_at) where (status = 'pending'::text);
create index webhook_deliveries_leased on webhook_deliveries using btree (endpoint_id) where (lease_expires_at is not null);
create index webhook_endpoints_workspace on webhook_endpoints using btree (workspace_id);
create index webhook_old_secrets_endpoint on webhook_old_secrets using btree (endpoint_id);
create index webhook_old_secrets_expiry on webhook_old_secrets using btree (expires_at);
create index webhook_old_secrets_key on webhook_old_secrets using btree (sealed_key(secret));
create index workspaces_run_retention on workspaces using btree (id) where (run_retention_days is not null);

create trigger ledger_entries_frozen before delete or update on ledger_entries for each row execute function refuse_change();
create trigger own_row before insert on attempts for each row when ((new.workspace_id is null)) execute function own_row();
create trigger own_row before insert on decisions for each row when ((new.workspace_id is null)) execute function own_row();
create trigger own_row before insert on interactions for each row when ((new.workspace_id is null)) execute function own_row();
create trigger own_row before insert on run_events for each row when ((new.workspace_id is null)) execute function own_row();
create trigger runs_terminal_frozen before update on runs for each row when ((old.finished_at is not null)) execute function refuse_terminal_change();
create trigger webhook_events_frozen before update on webhook_events for each row when ((((old.body is not null) or (old.erased_at is not null)) and (not ((new.body is null) and (new.erased_at is not null))))) execute function refuse_body_change();

alter table accounts add constraint accounts_person_id_fkey foreign key (person_id) references people(id);
alter table api_keys add constraint api_keys_workspace_id_fkey foreign key (workspace_id) references workspaces(id);
alter table artifacts add constraint artifacts_workspace_id_fkey foreign key (workspace_id) references workspaces(id);
alter table balances add constraint balances_workspace_id_fkey foreign key (workspace_id) references workspaces(id);
alter table browser_contexts add constraint browser_contexts_workspace_id_fkey foreign key (workspace_id) references workspaces(id);
alter table browser_sessions add constraint browser_sessions_workspace_id_fkey foreign key (workspace_id) references workspaces(id);
alter table connected_apps add constraint connected_apps_key_id_fkey foreign key (key_id) references api_keys(id) on delete cascade;
alter table connected_apps add constraint connected_apps_workspace_id_fkey foreign key (workspace_id) references workspaces(id);
alter table console_sessions add constraint console_sessions_account_id_fkey foreign key (account_id) references accounts(id) on delete cascade;
alter table console_sessions add constraint console_sessions_key_id_fkey foreign key (key_id) references api_keys(id) on delete cascade;
alter table console_sessions add constraint console_sessions_person_id_fkey foreign key (person_id) references people(id) on delete cascade;
alter table credentials add constraint credentials_workspace_id_fkey foreign key (workspace_id) references workspaces(id);
alter table idempotency_keys add constraint idempotency_keys_workspace_id_fkey foreign key (workspace_id) references workspaces(id);
alter table key_budgets add constraint key_budgets_key_id_fkey foreign key (key_id) references api_keys(id) on delete cascade;
alter table long_tasks add constraint long_tasks_workspace_id_fkey foreign key (workspace_id) references workspaces(id);
alter table oauth_items add constraint oauth_items_key_id_fkey foreign key (key_id) references api_keys(id) on delete cascade;
alter table one_time_links add constraint one_time_links_account_id_fkey foreign key (account_id) references accounts(id) on delete cascade;
alter table one_time_links add constraint one_time_links_key_id_fkey foreign key (key_id) references api_keys(id) on delete cascade;
alter table one_time_links add constraint one_time_links_person_id_fkey foreign key (person_id) references people(id) on delete cascade;
alter table provider_keys add constraint provider_keys_workspace_id_fkey foreign key (workspace_id) references workspaces(id);
alter table replays add constraint replays_workspace_id_fkey foreign key (workspace_id) references workspaces(id);
alter table session_downloads add constraint session_downloads_session_id_fkey foreign key (session_id) references browser_sessions(id) on delete cascade;
alter table session_files add constraint session_files_session_id_fkey foreign key (session_id) references browser_sessions(id) on delete cascade;
alter table signed_in_states add constraint signed_in_states_id_fkey foreign key (id) references credentials(id);
alter table workspaces add constraint workspaces_account_id_fkey foreign key (account_id) references accounts(id);
alter table accounts enable row level security;
alter table api_keys enable row level security;
alter table artifacts enable row level security;
alter table attempts enable row level security;
alter table audit_entries enable row level security;
alter table balances enable row level security;
alter table browser_contexts enable row level security;
alter table browser_sessions enable row level security;
alter table connected_apps enable row level security;
alter table console_sessions enable row level security;
alter table credentials enable row level security;
alter table decisions enable row level security;
alter table decisions_first enable row level security;
alter table idempotency_keys enable row level security;
alter table interactions enable row level security;
alter table key_budgets enable row level security;
alter table ledger_entries enable row level security;
alter table live_views enable row level security;
alter table long_task_labels enable row level security;
alter table long_tasks enable row level security;
alter table oauth_items enable row level security;
alter table one_time_links enable row level security;
alter table partitioned_tables enable row level security;
alter table payment_events enable row level security;
alter table payments enable row level security;
alter table people enable row level security;
alter table provider_keys enable row level security;
alter table provider_leftovers enable row level security;
alter table replays enable row level security;
alter table router_effects enable row level security;
alter table router_memory enable row level security;
alter table router_observations enable row level security;
alter table router_sites enable row level security;
alter table router_sums enable row level security;
alter table router_unfolded enable row level security;
alter table run_days enable row level security;
alter table run_days_mark enable row level security;
alter table run_events enable row level security;
alter table run_events_first enable row level security;
alter table run_feedback enable row level security;
alter table run_secrets enable row level security;
alter table runs enable row level security;
alter table session_downloads enable row level security;
alter table session_files enable row level security;
alter table signed_in_states enable row level security;
alter table signup_challenges enable row level security;

create policy tenant on api_keys to switchyard_tenant using ((workspace_id = tenant()));
create policy tenant on artifacts to switchyard_tenant using ((workspace_id = tenant()));
create policy tenant on attempts to switchyard_tenant using ((workspace_id = tenant()));
create policy tenant on audit_entries to switchyard_tenant using ((workspace_id = tenant()));
create policy tenant on balances to switchyard_tenant using ((workspace_id = tenant()));
create policy tenant on browser_contexts to switchyard_tenant using ((workspace_id = tenant()));
create policy tenant on browser_sessions to switchyard_tenant using ((workspace_id = tenant()));
create policy tenant on connected_apps to switchyard_tenant using ((workspace_id = tenant()));
create policy tenant on credentials to switchyard_tenant using ((workspace_id = tenant()));
create policy tenant on decisions to switchyard_tenant using ((workspace_id = tenant()));

create policy tenant on decisions_first to switchyard_tenant using ((exists ( select
   from runs r
  where (r.id = decisions_first.run_id))));

create policy tenant on idempotency_keys to switchyard_tenant using ((workspace_id = tenant()));
create policy tenant on interactions to switchyard_tenant using ((workspace_id = tenant()));
create policy tenant on key_budgets to switchyard_tenant using ((workspace_id = tenant()));
create policy tenant on ledger_entries to switchyard_tenant using ((workspace_id = tenant()));

create policy tenant on live_views to switchyard_tenant using ((exists ( select
   from runs r
  where (r.id = live_views.run_id))));

create policy tenant on long_task_labels to switchyard_tenant using ((exists ( select
   from runs r
  where (r.id = long_task_labels.run_id))));

create policy tenant on long_tasks to switchyard_tenant using ((workspace_id = tenant()));

create policy tenant on oauth_items to switchyard_tenant using ((key_id in ( select api_keys.id
   from api_keys
  where (api_keys.workspace_id = tenant()))));

create policy tenant on provider_keys to switchyard_tenant using ((workspace_id = tenant()));
create policy tenant on replays to switchyard_tenant using ((workspace_id = tenant()));
create policy tenant on run_days to switchyard_tenant using ((workspace_id = tenant()));
create policy tenant on run_days_mark to switchyard_tenant using (true);
create policy tenant on run_events to switchyard_tenant using ((workspace_id = tenant()));

create policy tenant on run_events_first to switchyard_tenant using ((exists ( select
   from runs r
  where (r.id = run_events_first.run_id))));

create policy tenant on run_feedback to switchyard_tenant using ((workspace_id = tenant()));
create policy tenant on run_secrets to switchyard_tenant using ((workspace_id = tenant()));
create policy tenant on runs to switchyard_tenant using ((workspace_id = tenant()));

create policy tenant on session_downloads to switchyard_tenant using ((exists ( select
   from browser_sessions s
  where (s.id = session_downloads.session_id))));

create policy tenant on session_files to switchyard_tenant using ((exists ( select
   from browser_sessions s
  where (s.id = session_files.session_id))));

create policy tenant on signed_in_states to switchyard_tenant using ((workspace_id = tenant()));
create policy tenant on usage_days to switchyard_tenant using ((workspace_id = tenant()));
create policy tenant on usage_mark to switchyard_tenant using (true);

create policy tenant on webhook_deliveries to switchyard_tenant using ((exists ( select
   from webhook_endpoints e
  where (e.id = webhook_deliveries.endpoint_id))));

create policy tenant on webhook_endpoints to switchyard_tenant using ((workspace_id = tenant()));
create policy tenant on webhook_events to switchyard_tenant using ((workspace_id = tenant()));
create policy tenant on webhook_old_secrets to switchyard_tenant using ((workspace_id = tenant()));
create policy tenant on workspaces to switchyard_tenant using ((id = tenant()));

alter table throttles enable row level security;
alter table usage_days enable row level security;
alter table usage_mark enable row level security;
alter table wanted_indexes enable row level security;
alter table webhook_deliveries enable row level security;
alter table webhook_endpoints enable row level security;
alter table webhook_events enable row level security;
alter table webhook_old_secrets enable row level security;
alter table welcome_grants enable row level security;
alter table workspaces enable row level security;

alter table live_views add constraint live_views_pkey primary key (run_id);
grant select, insert, update on api_keys, credentials, webhook_endpoints to switchyard_tenant;
grant select on artifacts, attempt_facts, attempts, audit_entries, browser_sessions, decisions, decisions_first, interactions,
  ledger_entries, long_task_labels, run_days, run_days_mark, run_facts, run_feedback, runs, session_downloads, session_files,
  usage_days, usage_mark, webhook_events, workspaces to switchyard_tenant;
grant select, insert, delete on browser_contexts, webhook_old_secrets to switchyard_tenant;
grant select, insert on connected_apps, key_budgets to switchyard_tenant;
grant select, update on long_tasks, signed_in_states, webhook_deliveries to switchyard_tenant;
grant select, delete on oauth_items to switchyard_tenant;
grant select, delete, update on replays to switchyard_tenant;
grant select, insert, delete, update on provider_keys to switchyard_tenant;

insert into partitioned_tables (name, key_column, prefix, keep, first_ends, is_moved) values ('run_events', 'run_id', 'resp_', '35 days', week_at(now()) + interval '21 days', true);
insert into partitioned_tables (name, key_column, prefix, keep, first_ends, is_moved) values ('decisions', 'run_id', 'resp_', null, week_at(now()) + interval '21 days', true);
insert into run_days_mark (is_only, added_until) values (true, db_now());
insert into usage_mark (is_only, added_until) values (true, db_now());

do $$
declare t partitioned_tables;
begin
  for t in select * from partitioned_tables loop
    execute format('alter table %I attach partition %I for values from (minvalue) to (%L)',
      t.name, t.name || '_first', id_at(t.prefix, t.first_ends));
  end loop;
  perform make_partitions();
end $$;
