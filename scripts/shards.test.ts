import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bodyBreaks, functionsOf, shardBreak } from './shards.ts';

test.each([
  'select * from runs r where r.id = $1 and r.workspace_id = $2',
  `with run as (update runs set spent_micro = 1 where id = $1 and workspace_id = $2 returning id)
   insert into attempts (id, run_id, workspace_id) select $3, id, $2 from run`,
  'select 1 from webhook_deliveries where id = $1',
  'select count(*) as unfinished from runs where finished_at is null',
])('%s stays where it belongs', (text) => {
  expect(shardBreak(text)).toBeNull();
});

test.each([
  ['the run alone', 'select * from runs r where r.id = $1'],
  ['a workspace that is only shown', 'select workspace_id from attempts where run_id = $1'],
  [
    'one of two tables',
    'select 1 from runs r join attempts a on a.run_id = r.id where r.workspace_id = $1 and r.id = $2',
  ],
  ['a row without its workspace', 'insert into attempts (id, run_id) values ($1, $2)'],
])('a statement with %s would go to all shards', (_, text) => {
  expect(shardBreak(text)).toBe(text.replaceAll(/\$\d/g, '?'));
});

const FOLDER = new URL('../migrations/', import.meta.url);
const MIGRATIONS = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.sql'))
  .sort()
  .map((name) => readFileSync(new URL(name, FOLDER), 'utf8'));

test('functions of the database stay where they belong', () => {
  const functions = functionsOf(MIGRATIONS);
  expect([...functions.keys()]).toEqual(
    expect.arrayContaining(['insert_run', 'change_run', 'run_version', 'move_balance']),
  );
  expect([...functions].filter(([, body]) => bodyBreaks(body).length > 0)).toEqual([]);
});

test('a function whose second statement names the run alone would go to all shards', () => {
  const made = (statement: string) =>
    `create function f(run text) returns void language plpgsql as $$ begin perform 1; ${statement}; end $$;`;
  const right = made('delete from attempts where run_id = run and workspace_id = tenant()');
  const wrong = made('delete from attempts where run_id = run');
  const breaks = (...migrations: string[]) => [...functionsOf(migrations).values()].flatMap(bodyBreaks);
  expect(breaks(wrong, right)).toEqual([]);
  expect(breaks(right, wrong)).toEqual(['delete from attempts where run_id = run']);
  expect(breaks(wrong, 'drop function f;')).toEqual([]);
});
