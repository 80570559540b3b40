import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Task {
  task: string;
  answer: string | null;
  isCancelled: boolean;
  begunAt: number;
}

export interface TalkingAgent extends AsyncDisposable {
  url: string;
  /** Every task that it was given, in order. */
  tasks: Task[];
}

/**
 * An agent of its own (docs/guides/own-agents.md) that follows its task: `ask otp`, `ask text` and `ask confirm` wait for an
 * answer and tell it, `slow 3000` takes that many milliseconds, `fail` fails, `none` finds nothing, `long` answers at length.
 * Others end at once.
 */
export async function startTalkingAgent(): Promise<TalkingAgent> {
  const tasks: Task[] = [];
  const server = createServer(async (request, response) => {
    const [, , id, action] = (request.url ?? '').split('/');
    let sent = '';
    for await (const chunk of request) sent += chunk;
    const body = sent === '' ? {} : JSON.parse(sent);
    if (id === undefined)
      tasks.push({ task: body.task, answer: null, isCancelled: false, begunAt: performance.now() });
    const task = tasks[id === undefined ? tasks.length - 1 : Number(id)];
    if (task && action === 'input') task.answer = body.answer;
    if (task && action === 'cancel') task.isCancelled = true;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ id: String(id ?? tasks.length - 1), ...(task && stateOf(task)) }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tasks,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function stateOf({ task, answer, isCancelled, begunAt }: Task) {
  const kind = /ask (otp|text|confirm)/.exec(task)?.[1];
  const slowMs = Number(/slow (\d+)/.exec(task)?.[1] ?? 0);
  if (isCancelled) return { status: 'cancelled' };
  if (kind && answer === null)
    return { status: 'waiting', question: { kind, prompt: `The site wants ${kind}.` } };
  if (performance.now() - begunAt < slowMs) return { status: 'running', steps: [{ action: 'wait' }] };
  if (/\bfail\b/.test(task)) return { status: 'failed', error: 'The agent gave up.' };
  if (/\bnone\b/.test(task)) return { status: 'succeeded', output: 'No results found.' };
  if (/\blong\b/.test(task))
    return { status: 'succeeded', output: 'The kettle costs 58 dollars. '.repeat(1_500) };
  return {
    status: 'succeeded',
    output: answer === null ? 'The kettle costs 58 dollars.' : `The owner said ${answer}.`,
  };
}
