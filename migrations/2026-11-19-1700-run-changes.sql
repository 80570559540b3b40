-- The two writes of a run, as functions whose plans the server keeps. They take rows as JSON, with the column names of the tables.
drop function insert_run;
drop function finish_run;

create function insert_entries(run text, workspace text, entries json) returns void language plpgsql as $$
#variable_conflict use_column
begin
  insert into ledger_entries (reference, workspace_id, run_id, debit, credit, amount_micro)
    select reference, workspace, run, debit, credit, amount_micro from json_populate_recordset(null::ledger_entries, entries);
end $$;

create function insert_attempt(run text, workspace text, started json) returns void language plpgsql as $$
#variable_conflict use_column
begin
  insert into attempts (id, run_id, workspace_id, ordinal, runner, engine, phase, batch, decision, price_micro, own_key)
    select id, run, workspace, ordinal, runner, engine, phase, batch, decision, price_micro, own_key
    from json_populate_record(null::attempts, started);
end $$;

-- A new run with the entries of its hold, its first attempt where its executor is known, and its idempotency key: all or nothing.
create function insert_run(
  added json, window_ms double precision, expires_ms double precision, lease interval, started json, entries json,
  claimed_key text, token text,
  out created_at timestamptz, out expires_at timestamptz, out view_token text)
language plpgsql as $$
#variable_conflict use_column
declare r runs := json_populate_record(null::runs, added);
begin
  insert into runs (id, workspace_id, key_id, request, routing_class, domain, task_type, plan, fee_rate_ppm, max_cost_micro, window_ends_at,
      expires_at, owner, fence, lease_expires_at, job_id, in_flight_micro, held_micro)
    values (r.id, r.workspace_id, r.key_id, r.request, r.routing_class, r.domain, r.task_type, r.plan, r.fee_rate_ppm, r.max_cost_micro,
      db_now() + window_ms * interval '1 millisecond', db_now() + expires_ms * interval '1 millisecond',
      r.owner, r.fence, db_now() + lease, r.job_id, r.in_flight_micro, r.held_micro)
    returning created_at, expires_at, view_token into created_at, expires_at, view_token;
  if started is not null then perform insert_attempt(r.id, r.workspace_id, started); end if;
  if entries is not null then perform insert_entries(r.id, r.workspace_id, entries); end if;
  if claimed_key is not null then
    update idempotency_keys set run_id = r.id
      where workspace_id = r.workspace_id and key = claimed_key and claim = token and run_id is null;
    if not found then perform abort_unless(false, 'claim_lost'); end if;
  end if;
end $$;

-- Every change of a live run by the owner of its fence: attempts that ended, the next attempt, the end of the run. The amounts of the row
-- are differences; an outcome ends the run. The run's row first: all who change a run lock in one order. Returns the time.
create function change_run(changed json, settled json, started json, entries json) returns timestamptz language plpgsql as $$
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
