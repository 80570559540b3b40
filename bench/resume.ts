import { setTimeout as delay } from 'node:timers/promises';
import type { App } from '../src/app.ts';
import type { DirectRunner } from '../src/runners/contract.ts';
import { readJson } from './api.ts';
import { type Finding, latencyFinding } from './report.ts';
import { instantRunner } from './runners.ts';
import { Stage } from './stage.ts';

const RUNS = 200;
/** Paused at the same time, each answered by itself. */
const AT_ONCE = 20;

/**
 * From the moment the owner sends the code to the moment the paused runner has it: answered on the instance that runs it, and on
 * another one.
 */
export async function resume(): Promise<Finding[]> {
  await using stage = await Stage.open();
  const resumedAt = new Map<string, number>();
  const runners = [askingRunner((code) => resumedAt.set(code, performance.now()))];
  const here = await stage.service({ runners });
  const elsewhere = await stage.service({ runners, role: 'api' });
  const findings: Finding[] = [];
  for (const [where, app] of Object.entries({ 'the same instance': here, 'another instance': elsewhere })) {
    const delaysMs: number[] = [];
    while (delaysMs.length < RUNS) {
      const ids = await Promise.all(Array.from({ length: AT_ONCE }, () => pausedRun(here)));
      delaysMs.push(...(await Promise.all(ids.map((id) => answer(app, id, resumedAt)))));
    }
    const measured = delaysMs.slice(AT_ONCE);
    findings.push(latencyFinding(`from the answer on ${where} to the runner, p50 / p99`, measured, 1_000));
  }
  return findings;
}

/** Asks for a code at once and reports its arrival. */
function askingRunner(onCode: (code: string) => void): DirectRunner {
  const { facts } = instantRunner;
  return {
    facts: { ...facts, slug: 'asking', capabilities: { ...facts.capabilities, interaction_relay: true } },
    shape: 'direct',
    run: async (_task, { ask }) => {
      const reply = await ask({ kind: 'otp', prompt: 'Enter the code we sent you.' });
      if (reply.answered) onCode(reply.value);
      return { ok: true, output: 'Signed in.', page: null, files: [], costMicroUsd: null };
    },
  };
}

async function pausedRun(app: App): Promise<string> {
  const body = { input: 'Sign in and say hello.', routing: 'asking', background: true };
  const { id } = await readJson(app.url, 'POST', '/api/v1/responses', body);
  while ((await readJson(app.url, 'GET', `/api/v1/responses/${id}`)).status !== 'requires_action')
    await delay(10);
  return id;
}

async function answer(app: App, id: string, resumedAt: Map<string, number>): Promise<number> {
  const startedAt = performance.now();
  await readJson(app.url, 'POST', `/api/v1/responses/${id}/input`, { code: id });
  for (;;) {
    const at = resumedAt.get(id);
    if (at !== undefined) return at - startedAt;
    await delay(5);
  }
}
