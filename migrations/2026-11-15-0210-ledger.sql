-- Double entry in integer micro-USD. Every movement is one row: debit account, credit account, amount.
create table ledger_entries (
  id bigint generated always as identity primary key,
  reference text not null unique,
  workspace_id text not null references workspaces,
  run_id text,
  debit text not null,
  credit text not null check (credit <> debit),
  amount_micro bigint not null check (amount_micro > 0),
  created_at timestamptz not null default db_now()
);
create index ledger_entries_run on ledger_entries (run_id) where run_id is not null;
create index ledger_entries_workspace on ledger_entries (workspace_id, id);

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
