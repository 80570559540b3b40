-- The first and the last statement of every run, and the look whether a known answer is still true, as functions: the server keeps their
-- plans. Behind a pooler planning them took longer than what they do. Of a name that is both, the column is meant.

-- The run with the entries of its hold, its first attempt where its executor is known, and its idempotency key: all or nothing.
create function insert_run(
  run text, workspace text, payer text, asked json, class run_routing_class, site text, kind text, planned jsonb, fee integer,
  ceiling bigint, window_ms double precision, expires_ms double precision, executor text, first_fence integer, lease interval, job uuid,
  price_ahead bigint, held bigint,
  attempt text, who text, with_engine text, in_phase attempt_phase, in_batch integer, reasons json, price bigint, is_own_key boolean,
  entry_references text[], debits text[], credits text[], amounts bigint[], claimed_key text, token text,
  out created_at timestamptz, out expires_at timestamptz, out view_token text)
language plpgsql as $$
#variable_conflict use_column
begin
  insert into runs (id, workspace_id, key_id, request, routing_class, domain, task_type, plan, fee_rate_ppm, max_cost_micro, window_ends_at,
      expires_at, owner, fence, lease_expires_at, job_id, in_flight_micro, held_micro)
    values (run, workspace, payer, asked, class, site, kind, planned, fee, ceiling, db_now() + window_ms * interval '1 millisecond',
      db_now() + expires_ms * interval '1 millisecond', executor, first_fence, db_now() + lease, job, price_ahead, held)
    returning created_at, expires_at, view_token into created_at, expires_at, view_token;
  if attempt is not null then
    insert into attempts (id, run_id, workspace_id, ordinal, runner, engine, phase, batch, decision, price_micro, own_key)
      values (attempt, run, workspace, 0, who, with_engine, in_phase, in_batch, reasons, price, is_own_key);
  end if;
  insert into ledger_entries (reference, workspace_id, run_id, debit, credit, amount_micro)
    select reference, workspace, run, debit, credit, amount
    from unnest(entry_references, debits, credits, amounts) as entry (reference, debit, credit, amount);
  if claimed_key is not null then
    update idempotency_keys set run_id = run
      where workspace_id = workspace and key = claimed_key and claim = token and run_id is null;
    if not found then perform abort_unless(false, 'claim_lost'); end if;
  end if;
end $$;

-- The one terminal transition, with the attempt that ended the run and the entries of what it owes; answers when. The run's row first:
-- all who change a run lock in one order.
create function finish_run(
  run text, workspace text, held_fence integer, ended_as run_status, told json, executed text, spent bigint,
  attempt text, became attempt_status, ended_at timestamptz, cost bigint, judged attempt_verdict, reason text, seen_defense text,
  whose attempt_fault, failure jsonb, facts json,
  entry_references text[], debits text[], credits text[], amounts bigint[])
returns timestamptz language plpgsql as $$
#variable_conflict use_column
declare at timestamptz;
begin
  update runs set status = ended_as, outcome = told, finished_at = db_now(), runner = executed, spent_micro = spent_micro + spent,
      in_flight_micro = 0, held_micro = 0, owner = null, fence = fence + 1, event_sequence = event_sequence + 1
    where id = run and workspace_id = workspace and fence = held_fence and finished_at is null
    returning finished_at into at;
  if not found then perform abort_unless(false, 'superseded'); end if;
  if attempt is not null then
    update attempts set status = became, finished_at = coalesce(ended_at, db_now()), cost_micro = cost, verdict = judged,
        block_reason = reason, defense = seen_defense, fault = whose, error = failure, result = facts
      where run_id = run and workspace_id = workspace and id = attempt and status = 'running';
    if not found then perform abort_unless(false, 'superseded'); end if;
  end if;
  insert into ledger_entries (reference, workspace_id, run_id, debit, credit, amount_micro)
    select reference, workspace, run, debit, credit, amount
    from unnest(entry_references, debits, credits, amounts) as entry (reference, debit, credit, amount);
  return at;
end $$;

-- Changes with every row that a finished run is read from; null without the run.
-- Whether it is deleted is no condition of the search: a young table's planner would walk the list of the workspace for it.
create function run_version(run text, workspace text) returns text language plpgsql stable as $$
begin
  return (
    select case when r.deleted_at is null then concat_ws(',', r.xmin::text,
      (select string_agg(a.xmin::text, ',') from attempts a where a.run_id = r.id and a.workspace_id = r.workspace_id),
      (select string_agg(f.xmin::text, ',') from artifacts f
       where f.run_id = r.id and f.workspace_id = r.workspace_id and f.kind <> 'step')) end
    from runs r where r.id = run and r.workspace_id = workspace);
end $$;

-- A key's budget changes only with the credits, and is asked only where they must cover.
create or replace function move_balance(workspace text, credits bigint, held bigint, must_cover boolean, payer text, run text)
returns boolean language plpgsql as $$
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
