-- A token names its run: it is found by the run's own key, and needs no index.
create function new_view_token(run text) returns text language sql volatile as $$
  select substr(run, 6) || replace(gen_random_uuid()::text, '-', '')
$$;
delete from wanted_indexes where name = 'runs_view_token';
drop index if exists runs_view_token;
-- A new run with the entries of its hold, its first attempt where its executor is known, and its idempotency key: all or nothing.
create or replace function insert_run(
  added json, window_ms double precision, expires_ms double precision, lease interval, started json, entries json,
  claimed_key text, token text,
  out created_at timestamptz, out expires_at timestamptz, out view_token text)
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
