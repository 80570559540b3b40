-- The cached balances after the postings of one transaction or of several that share one: the row of the workspace, then that of the key
-- that pays. The key's budget changes only with the credits, and is asked only where they must cover.
-- Instances of the version before still call the function that looks the payer up.
create function move_balance(workspace text, credits bigint, held bigint, must_cover boolean, payer text)
returns boolean language plpgsql as $$
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
