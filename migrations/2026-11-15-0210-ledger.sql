-- Double entry in integer micro-USD. Every movement is one row: debit account, credit account, amount.
-- Written with every run, so it carries one index, and no foreign key: each check would lock the workspace's row.
create domain positive_micro as bigint check (value > 0);

create table ledger_entries (
  reference text primary key,
  workspace_id text not null,
  run_id text,
  debit text not null,
  credit text not null check (credit <> debit),
  amount_micro positive_micro not null,
  created_at timestamptz not null default db_now()
);

-- The workspace's two accounts, cached: what it may spend, and what its live runs hold.
create table balances (
  workspace_id text primary key references workspaces,
  credits_micro bigint not null default 0,
  held_micro bigint not null default 0 check (held_micro >= 0)
) with (fillfactor = 50);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'ledger entries are never changed; post a reversal';
end $$;
create trigger ledger_entries_frozen before update or delete on ledger_entries
  for each row execute function refuse_change();
