/**
 * A provider with many hosted runners, as a small real server, and the service as a program on them: only processes show the fate
 * of a wave of attempts when its process is killed. Run it alone: `node <this file>`.
 */
import { randomUUID } from 'node:crypto';
import { App } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/platform/log.ts';
import type { HostedRunner } from '../../src/runners/contract.ts';
import { scriptedRunner } from './scripted-runner.ts';
import { readBody, reply, serve } from './stand-ins/provider-script.ts';

export const HOSTED = Array.from({ length: 12 }, (_, index) => `hosted-${String.fromCharCode(97 + index)}`);

interface HostedTask {
  reference: string;
  attemptId: string;
  runner: string;
  goal: string;
}

export interface ManyHosted extends AsyncDisposable {
  url: string;
  tasks: HostedTask[];
  /** Tasks whose goal holds the mark end from now on. */
  release(mark: string): void;
}

export async function startManyHosted(): Promise<ManyHosted> {
  const tasks: HostedTask[] = [];
  const released: string[] = [];
  const server = await serve(0, async (request, response, path) => {
    if (request.method === 'POST') {
      const body = (await readBody(request)) as unknown as Omit<HostedTask, 'reference'>;
      const task = { ...body, reference: randomUUID() };
      tasks.push(task);
      return reply(response, 200, task);
    }
    const task = tasks.find(({ reference }) => path.endsWith(reference));
    reply(response, 200, { isOver: released.some((mark) => task?.goal.includes(mark)) });
  });
  return { ...server, tasks, release: (mark) => void released.push(mark) };
}

function hostedRunner(slug: string, url: string): HostedRunner {
  const ask = async (path: string, init?: RequestInit) =>
    (await (await fetch(`${url}${path}`, init)).json()) as Record<string, unknown>;
  return {
    facts: scriptedRunner(slug).facts,
    shape: 'hosted',
    pollIntervalMs: 100,
    async start({ goal }, { attemptId }) {
      const body = JSON.stringify({ runner: slug, attemptId, goal });
      return { reference: String((await ask('/tasks', { method: 'POST', body })).reference) };
    },
    async poll(reference) {
      const { isOver } = await ask(`/tasks/${reference}`);
      return isOver
        ? { ok: true, output: 'The mug costs 12 dollars.', page: null, files: [], costMicroUsd: null }
        : null;
    },
    cancel: async () => undefined,
  };
}

if (import.meta.main) {
  const config = readConfig(process.env);
  const url = process.env.MANY_HOSTED_URL ?? '';
  const runners = HOSTED.map((slug) => hostedRunner(slug, url));
  const app = await App.start({ config, log: createLog(config.logLevel), runners });
  console.log(`Switchyard is up at ${app.url}`);
}
