-- Large tables in weekly ranges of the time at the head of their ids, so that what is old goes with its whole table. There is no
-- DEFAULT partition: a row would sit there unseen, and every new week would have to look for it.
create table partitioned_tables (
  name text primary key,
  key_column text not null,
  prefix text not null,
  -- What is older goes; null: it stays with its run.
  keep interval,
  -- The end of the first range, which is the table as it was before; null until the old rows are known to fit.
  first_ends timestamptz,
  is_moved boolean not null default false
);
alter table partitioned_tables enable row level security;
insert into partitioned_tables (name, key_column, prefix, keep) values
  ('run_events', 'run_id', 'resp_', interval '35 days'),
  ('decisions', 'run_id', 'resp_', null);

create function id_at(prefix text, at timestamptz) returns text language sql stable as $$
  select prefix || lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0')
$$;
create function week_at(at timestamptz) returns timestamptz language sql stable as $$
  select date_trunc('week', at at time zone 'UTC') at time zone 'UTC'
$$;

-- First step of a move: from now on only rows of the first range come in. It reads nothing.
create function begin_move(wanted text) returns void language plpgsql as $$
declare t partitioned_tables;
begin
  update partitioned_tables set first_ends = week_at(now()) + interval '21 days'
    where name = wanted and first_ends is null returning * into t;
  if not found then return; end if;
  execute format('alter table %I add constraint first_range check (%I < %L) not valid',
    t.name, t.key_column, id_at(t.prefix, t.first_ends));
end $$;

-- Second step: reads the table once, beside all other work.
create function check_move(wanted text) returns void language plpgsql as $$
begin
  if exists (select from pg_constraint where conrelid = wanted::regclass and conname = 'first_range' and not convalidated) then
    execute format('alter table %I validate constraint first_range', wanted);
  end if;
end $$;

-- Last step, once the constraint is validated: the table becomes the first range of one of its name. No row is read or moved.
create function finish_move(wanted text) returns void language plpgsql as $$
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

-- The weeks up to three ahead. Each is made beside its table and attached to it, which blocks nobody.
create function make_partitions() returns void language plpgsql as $$
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

-- Drops the ranges that ended before what is kept; answers their names.
create function drop_old_partitions() returns setof text language plpgsql as $$
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

-- A large table is moved by the service while it works; the others at once.
do $$
declare t record;
begin
  for t in select name from partitioned_tables where pg_relation_size(to_regclass(name)) < 64 * 1024 * 1024 loop
    perform begin_move(t.name);
    perform check_move(t.name);
    perform finish_move(t.name);
  end loop;
  perform make_partitions();
end $$;
