import { createHmac, type KeyObject } from 'node:crypto';
import type { Statement } from '../../platform/db.ts';
import { REPLAY_RUNNER } from '../../routing/model/parameters.ts';
import type { ScriptLine, Task } from '../../runners/contract.ts';
import { isRepeatable } from '../../runners/local/repeatable.ts';
import type { SettledAttempt } from '../attempt-store.ts';
import type { RunsContext } from '../context.ts';
import type { Run } from '../run.ts';
import { dropScriptStatement, keepScriptStatement, loadScript } from './store.ts';

type Keyed = Pick<RunsContext, 'db' | 'fingerprintKey'>;

export async function findScript(ctx: Keyed, workspaceId: string, task: Task): Promise<ScriptLine[] | null> {
  return loadScript(ctx.db, { workspaceId, taskKey: taskKey(ctx.fingerprintKey, task) });
}

/** Keeps or drops the script of a task after an attempt settled. */
export function rememberStatements(ctx: Keyed, run: Run, settled: SettledAttempt): Statement[] {
  const { task } = run.request;
  const { runner } = run.attempts.find(({ id }) => id === settled.id) ?? {};
  const place = () => ({ workspaceId: run.workspaceId, taskKey: taskKey(ctx.fingerprintKey, task) });
  const script = settled.result?.actScript;
  if (settled.verdict === 'succeeded' && script && isRepeatable(task, script))
    return [keepScriptStatement(place(), run.id, script)];
  const hasMissed =
    runner === REPLAY_RUNNER && settled.status === 'finished' && settled.verdict !== 'succeeded';
  return hasMissed ? [dropScriptStatement(place())] : [];
}

/** Two tasks are the same when they say the same about the same address; case and spaces say nothing. */
export function taskKey(key: KeyObject, task: Task): Buffer {
  const plain = (text: string | null) =>
    (text ?? '')
      .toLowerCase()
      .replace(/\s+/gu, ' ')
      .replace(/(?<![\s.!?])[\s.!?]+$/u, '')
      .trim();
  const facts = [
    addressOf(task.url),
    plain(task.goal),
    plain(task.instructions),
    task.steps.map(plain),
    plain(task.successCriteria),
    task.outputSchema,
    ...(task.attachments ? [task.attachments] : []),
    ...(task.earlier ? [task.earlier] : []),
  ];
  return createHmac('sha256', key)
    .update(`replay|${JSON.stringify(facts)}`)
    .digest();
}

function addressOf(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return url;
  const { origin, pathname, search } = new URL(url);
  return `${origin}${pathname.replace(/\/$/u, '')}${search}`;
}
