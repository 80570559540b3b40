import { createHmac, type KeyObject } from 'node:crypto';
import type { Statement } from '../../platform/db.ts';
import { newId } from '../../platform/ids.ts';
import { REPLAY_RUNNER } from '../../routing/model/parameters.ts';
import type { ScriptLine, Task } from '../../runners/contract.ts';
import { isRepeatable } from '../../runners/local/repeatable.ts';
import type { SettledAttempt } from '../attempt-store.ts';
import type { RunsContext } from '../context.ts';
import type { Run } from '../run.ts';
import { keepScriptStatement, loadScripts, noteRepeatStatement } from './store.ts';
import { filledIn, templateOf, valuesIn, wordingOf } from './template.ts';

type Keyed = Pick<RunsContext, 'db' | 'fingerprintKey'>;

/** A recorded script with the values of this task. */
export interface FoundScript {
  id: string;
  version: number;
  lines: ScriptLine[];
}

export async function findScript(ctx: Keyed, workspaceId: string, task: Task): Promise<FoundScript | null> {
  const placeKey = keyOf(ctx.fingerprintKey, locationFacts(task));
  for (const { id, version, task: text, script } of await loadScripts(ctx.db, { workspaceId, placeKey })) {
    const values = valuesIn(text, task);
    if (values) return { id, version, lines: filledIn(script, values) };
  }
  return null;
}

/** Keeps the script of a success, and counts the runs of the one that was repeated. */
export function rememberStatements(ctx: Keyed, run: Run, settled: SettledAttempt): Statement[] {
  const { task } = run.request;
  const { runner } = run.attempts.find(({ id }) => id === settled.id) ?? {};
  const { actScript: script, script: repeated } = settled.result ?? {};
  const isSuccess = settled.verdict === 'succeeded';
  const isRepeat = runner === REPLAY_RUNNER && settled.status === 'finished';
  const template = isSuccess && script && isRepeatable(task, script) ? templateOf(task, script) : null;
  if (isRepeat && repeated) {
    const healed = script?.flatMap((line, index) => (line.healed ? [index] : [])) ?? [];
    const changed = healed.length > 0 ? (template?.script ?? null) : null;
    return [noteRepeatStatement(run, { ...repeated, isSuccess, healed, changed })];
  }
  if (template === null) return [];
  const location = locationFacts(task);
  const keys = {
    placeKey: keyOf(ctx.fingerprintKey, location),
    taskKey: keyOf(ctx.fingerprintKey, [...location, template.text.toLowerCase()]),
  };
  return [keepScriptStatement(run, { id: newId('scr'), ...keys, ...template })];
}

/** Two tasks are the same when they have the same wording for the same address. */
export function taskKey(key: KeyObject, task: Task): Buffer {
  return keyOf(key, [...locationFacts(task), wordingOf(task).toLowerCase()]);
}

function keyOf(key: KeyObject, facts: unknown[]): Buffer {
  return createHmac('sha256', key)
    .update(`replay|${JSON.stringify(facts)}`)
    .digest();
}

/** Everything of a task but its wording. */
function locationFacts(task: Task): unknown[] {
  return [
    addressOf(task.url),
    task.successCriteria,
    task.outputSchema,
    ...(task.attachments ? [task.attachments] : []),
    ...(task.earlier ? [task.earlier] : []),
  ];
}

function addressOf(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return url;
  const { origin, pathname, search } = new URL(url);
  return `${origin}${pathname.replace(/\/$/u, '')}${search}`;
}
