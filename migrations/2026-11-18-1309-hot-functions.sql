-- Statements of every run as functions, whose plans the server keeps: behind a pooler a statement is planned each time it is sent, and
-- planning these took longer than what they do.

-- The cached balances after a posting; the row of the workspace first, then that of the key.
-- Each statement in a function costs its own start: as few as possible where nothing is to be done.
create function move_balance(workspace text, credits bigint, held bigint, must_cover boolean, payer text, run text)
returns boolean language plpgsql as $$
declare fits boolean;
begin
  update balances set credits_micro = credits_micro + credits, held_micro = held_micro + held
    where workspace_id = workspace and (not must_cover or credits_micro + credits >= 0);
  if not found then return abort_unless(false, 'insufficient_credits'); end if;
  update key_budgets set spent_micro = spent_micro - credits
    where key_id = coalesce(payer, (select key_id from run_facts where id = run and workspace_id = workspace))
    returning spent_micro <= limit_micro into fits;
  if must_cover and not fits then return abort_unless(false, 'insufficient_credits'); end if;
  return true;
end $$;

-- An event and one delivery for each endpoint that wants it; answers the deliveries.
-- Without a number the event has that of the run's row, which the same transaction has moved on.
create function emit_webhook_event(
  event text, workspace text, run text, kind text, part text, number integer, content text, timing text)
returns setof text language plpgsql as $$
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

-- The end of a run writes all its index entries anew. The words of its task are split once, then; those of live runs are few.
insert into wanted_indexes values
  ('runs_words', 'runs', 'plain', 'using gin (run_words(workspace_id, request)) where deleted_at is null and finished_at is not null');
