/** Tables whose rows a workspace's server would keep, and the views on them; the others are small or queues. */
const LARGE =
  'runs|run_facts|attempts|attempt_facts|run_events|decisions|interactions|artifacts|ledger_entries|usage_days|run_days';

/** Statements that go to every shard, with the reason. */
const ALLOWED: ReadonlyArray<readonly [start: RegExp, why: string]> = [
  [/owner = \?, fence = fence \+ 1/, 'a job names its run alone: one look per background run'],
  [/select finished_at is not null as finished/, 'the same job, when the run could not be claimed'],
  [/as h \(id, fence, progressed\)/, 'one renewal for all runs of an instance, every few seconds'],
  [/select id, progress_events, finished_at is not null/, 'one look for all runs somebody waits for'],
  [/finished_at is null/, 'the few live runs, by a partial index: queue, tidying, gauges'],
  [/r\.view_token = \?/, 'the address of a live page is its token alone'],
  [/as wanted \(id, workspace_id\)/, 'runs of many workspaces for webhooks; each pair names its workspace'],
  [/from runs where id = any\(\?::text\[\]\) and workspace_id = any/, 'notices of many workspaces at once'],
  [/from interactions where id = any/, 'questions of many workspaces for webhooks'],
  [/order by id desc limit 1000\) as recent/, 'the public health of the whole service'],
  [
    /from artifacts where (erase|id|storage_key|not exists)|update artifacts set (erase|storage_key)|delete from artifacts where id/,
    'erasing files',
  ],
  [/where storage_key = key/, 'files that belong to nobody'],
  [
    /insert into (usage|run)_days|delete from run_days|from ledger_entries group by|ledger_entries e|usage_mark/,
    'the books and figures of all workspaces, once a minute or an hour',
  ],
  [/join workspaces w on w\.id = r\.workspace_id/, 'sweeps of an account, over its workspaces'],
  [/sealed_key\(/, 'the rotation of the keys that values are sealed with'],
  [/new\.workspace_id := /, 'rows of instances of an older version, which name no workspace'],
  [/provider_leftovers/, 'leftovers at providers, found by tidying'],
];

/** The fault of a statement that the service sent; null when it stays on one shard, or may leave it. */
export function shardBreak(text: string): string | null {
  const plain = text.replaceAll(/--.*$/gm, ' ').replaceAll(/\$\d+/g, '?').replaceAll(/\s+/g, ' ').trim();
  const read = plain.match(new RegExp(`\\b(?:from|join|update) (?:${LARGE})\\b`, 'g'))?.length ?? 0;
  const named = plain.match(/\bworkspace_id = /g)?.length ?? 0;
  const inserts = [
    ...plain.matchAll(new RegExp(`insert into (?:${LARGE})(?: as \\w+)? (\\([^)]*\\)|select)`, 'g')),
  ];
  const isWhole = inserts.every(([, columns = '']) => columns.includes('workspace_id'));
  if ((read <= named && isWhole) || ALLOWED.some(([start]) => start.test(plain))) return null;
  return plain;
}

/** The functions that migrations leave behind: name and body, as each was last written. */
export function functionsOf(migrations: readonly string[]): Map<string, string> {
  const functions = new Map<string, string>();
  const change =
    /\bdrop function (?:if exists )?(\w+)|\bcreate (?:or replace )?function (\w+)\(.*?(\$\w*\$)(.*?)\3/gs;
  for (const [, dropped, name, , body] of migrations.flatMap((text) => [...text.matchAll(change)])) {
    if (dropped) functions.delete(dropped);
    else if (name && body) functions.set(name, body);
  }
  return functions;
}

/** As `shardBreak`, for the statements inside a function. */
export function bodyBreaks(body: string): string[] {
  return body
    .replaceAll(/--.*$/gm, ' ')
    .split(';')
    .flatMap((statement) => shardBreak(statement) ?? []);
}
