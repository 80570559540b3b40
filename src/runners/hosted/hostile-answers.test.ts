/** Every provider's answers with one value of the wrong kind in it, one after the other: never a throw, a leak or a hang. */
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import type { StandIn } from '../../../test/support/hosted-adapter-suite.ts';
import { taskOf } from '../../../test/support/hosted-adapter-suite.ts';
import { attemptScope } from '../../../test/support/scope.ts';
import { SOON } from '../../../test/support/soon.ts';
import { startBrowserUseStandIn } from '../../../test/support/stand-ins/browser-use.ts';
import { startDeckStandIn } from '../../../test/support/stand-ins/deck.ts';
import { answerFault, BAD_ANSWERS, type Fault, REFUSALS } from '../../../test/support/stand-ins/faults.ts';
import { serve } from '../../../test/support/stand-ins/provider-script.ts';
import { startSkyvernStandIn } from '../../../test/support/stand-ins/skyvern.ts';
import { type ProviderStandIn, startStandIn } from '../../../test/support/stand-ins/stand-in.ts';
import { systemClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { createGate } from '../../platform/net/gate.ts';
import { systemResolver } from '../../platform/net/resolver.ts';
import { Secret } from '../../platform/secret.ts';
import { type CatalogRow, readCatalog } from '../catalog.ts';
import type { AttemptCredential, AttemptResult } from '../contract.ts';
import { MEANINGS, meaningOf } from '../wire/vendor-codes.ts';
import type { HostedProvider } from './hosted-provider.ts';
import { createHostedRunner } from './hosted-runner.ts';

const KEY = 'key-canary-5150';
const ADVICE = /\b(?:Check|Try|Top up|Ask)\b/;
/** A wire of our own has no other states than ours. */
const OWN_WIRE = 'generic-http-agent';
/** Answers in the call that asks: nothing runs afterwards. */
const ONE_CALL = 'rtrvr';
const LOGIN: AttemptCredential = {
  domain: 'shop.example',
  username: new Secret('owner@shop.example'),
  password: new Secret('hunter-5150'),
  totpSecret: null,
  session: null,
};
/** Values of the wrong kind. */
const WRONG: unknown[] = [null, 7, 'x'.repeat(200_000), [[]], {}];

type Path = (string | number)[];

const APART: Record<string, () => Promise<ProviderStandIn>> = {
  'browser-use': startBrowserUseStandIn,
  deck: startDeckStandIn,
  skyvern: startSkyvernStandIn,
};
const plain = (await readdir(new URL('../../../test/support/stand-ins/hosted/', import.meta.url))).map(
  (file) => file.replace(/\.ts$/, ''),
);
const names = [...plain, ...Object.keys(APART)];

async function standInOf(name: string): Promise<ProviderStandIn> {
  const apart = APART[name];
  if (apart) return apart();
  const { standIn }: { standIn: StandIn } = await import(`../../../test/support/stand-ins/hosted/${name}.ts`);
  return startStandIn(standIn);
}

interface Call {
  method: string;
  path: string;
  /** The answer as the adapter gets it. */
  json: unknown;
  status: number;
}
/** Answers in the provider's place; `pass` has the provider answer first. */
type Between = (
  call: Omit<Call, 'json' | 'status'>,
  response: ServerResponse,
  pass: () => Promise<Omit<Call, 'method' | 'path'>>,
) => Promise<void>;

/** The runner of an agent, and the provider's stand-in behind a server that can spoil its answers. */
async function stage(name: string) {
  const { provider }: { provider: HostedProvider } = await import(`./agents/${name}.ts`);
  const theirs = await standInOf(name);
  onTestFinished(() => theirs[Symbol.asyncDispose]());
  const seat: { between: Between } = { between: async () => undefined };
  const server = await serve(0, async (request, response) => {
    const body = await request.toArray();
    const { method = 'GET', url: path = '/' } = request;
    const headers = { ...(request.headers as Record<string, string>) };
    for (const own of ['host', 'connection', 'content-length', 'transfer-encoding']) delete headers[own];
    const sent = body.length > 0 ? { body: Buffer.concat(body).toString() } : {};
    await seat.between({ method, path }, response, async () => {
      const answer = await fetch(`${theirs.url}${path}`, { method, headers, ...sent });
      return { status: answer.status, json: JSON.parse((await answer.text()) || 'null') };
    });
  });
  onTestFinished(() => server[Symbol.asyncDispose]());
  const row = readCatalog().rows.find(({ adapter }) => adapter === `hosted/${name}`) as CatalogRow;
  const { family } = row.facts;
  const secrets = Object.fromEntries(
    ['api_key', ...(readCatalog().providers.get(family)?.secrets ?? []).map((one) => one.name)].map(
      (part) => [part, new Secret(KEY)],
    ),
  );
  const accounts = { [family]: { family, secrets, baseUrl: server.url, isOwn: false } };
  const runner = createHostedRunner(provider, {
    row,
    baseUrl: null,
    gate: createGate({ resolver: systemResolver, localTargets: [] }),
    clock: systemClock,
    log: createLog('silent'),
    retryForMs: 0,
    timeoutMs: 5_000,
  });
  return { provider, runner, accounts, seat, theirs, family };
}

function send(response: ServerResponse, { status, json }: { status: number; json: unknown }): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(status === 204 ? undefined : JSON.stringify(json));
}

test.each(plain)('%s', async (name) => {
  const { runner, accounts, seat } = await stage(name);
  const seen = new Map<string, Path>();
  let change: { at: string; to: unknown } | null = null;
  seat.between = async ({ method, path: asked }, response, pass) => {
    let { status, json } = await pass();
    const where = `${method} ${asked.replace(/[\w-]{30,}/g, '*')}`;
    for (const path of pathsIn(json)) seen.set(`${where} ${path.join('.')}`, path);
    const path = change && seen.get(change.at);
    if (path && change?.at.startsWith(`${where} `)) json = withValue(json, path, change.to);
    send(response, { status, json });
  };

  async function attempt(): Promise<string> {
    const told: unknown[] = [];
    const scope = attemptScope({
      accounts,
      onSession: (session) => told.push(session),
      onStep: (step) => told.push(step),
    });
    const task = taskOf('[[steps=2]] [[cost=0.25]]');
    const begun = await runner.start(task, scope);
    let result: unknown = begun;
    for (let looks = 0; 'reference' in begun && looks < 3 && (looks === 0 || result === null); looks += 1)
      result = await runner.poll(begun.reference, scope, task);
    if ('reference' in begun) await runner.cancel(begun.reference, scope);
    return JSON.stringify([result, told]);
  }

  await attempt();
  const places = [...seen.keys()];
  expect(places.length).toBeGreaterThan(1);
  // Every place gets one of the values, and every value many places.
  for (const [index, at] of places.entries()) {
    const to = WRONG[index % WRONG.length];
    change = { at, to };
    const said = await attempt().catch((error: unknown) => {
      throw new Error(`${at} as ${JSON.stringify(to).slice(0, 40)}: ${error}`);
    });
    expect(said, at).not.toContain('canary');
    expect(said.length, at).toBeLessThan(1_500_000);
  }
  // A new state does not end the task.
  for (const at of places.filter((place) => /^GET .*status$/.test(place) && name !== OWN_WIRE)) {
    change = { at, to: 'state-of-tomorrow' };
    expect(await attempt(), at).not.toContain('"ok":false');
  }
});

/** Objects at a provider that cost or hold secrets until they are ended, by the path that makes them. */
const HELD_OPEN = /\/(?:sessions|browser_sessions)(?:\/start)?$|\/vaults\/create$|\/v[12]\/credentials$/;
const MADE = z
  .union([
    z.object({ vault_id: z.string() }).transform((made) => made.vault_id),
    z.object({ credential_id: z.string() }).transform((made) => made.credential_id),
    z.object({ browser_session_id: z.string() }).transform((made) => made.browser_session_id),
    z.object({ session_id: z.string() }).transform((made) => made.session_id),
    z.object({ id: z.string() }).transform((made) => made.id),
    z.object({ data: z.object({ id: z.string() }) }).transform((made) => made.data.id),
  ])
  .optional()
  .catch(undefined);

describe.each(names)('%s and answers that it should not give', (name) => {
  const faults = [...REFUSALS, ...BAD_ANSWERS];

  test('each fault of each call is attributed, named with advice, free, and leaves nothing running', async () => {
    const { provider, runner, accounts, seat, theirs, family } = await stage(name);
    let calls: Call[] = [];
    let spoilt: { at: number; fault: Fault } | null = null;
    /** The task began in the very call whose answer was lost: nobody knows its name. */
    let isLost = false;
    seat.between = async ({ method, path }, response, pass) => {
      const at = calls.length;
      const call: Call = { method, path, status: 0, json: null };
      calls.push(call);
      const fault = spoilt?.at === at ? spoilt.fault : null;
      if (fault && fault.status >= 300) return answerFault(fault, response);
      const before = theirs.tasks.length;
      const answer = await pass();
      if (fault) {
        isLost ||= theirs.tasks.length > before;
        return answerFault(fault, response);
      }
      Object.assign(call, answer);
      send(response, answer);
    };

    /** One attempt as the executor makes it. */
    async function attempt(words: string) {
      calls = [];
      isLost = false;
      theirs.tasks.length = 0;
      const attemptId = `att_${randomUUID()}`;
      let item: string | null = null;
      const scope = attemptScope({
        accounts,
        attemptId,
        credential: provider.forget ? LOGIN : null,
        onLeft: async (left) => {
          item = left;
        },
      });
      const task = { ...taskOf(words), url: 'https://shop.example/' };
      let begun = await runner.start(task, scope);
      let reference = 'reference' in begun ? begun.reference : null;
      for (let looks = 0; 'reference' in begun && looks < 4; looks += 1) {
        const seen: Awaited<ReturnType<typeof runner.poll>> = await runner.poll(begun.reference, scope, task);
        if (seen === null) continue;
        begun = seen;
        if ('reference' in begun) reference = begun.reference;
      }
      if ('reference' in begun) await runner.cancel(begun.reference, scope);
      await runner.forget?.({ attemptId, reference, item }, scope);
      return 'reference' in begun ? null : begun;
    }

    function check(result: AttemptResult | null, fault: Fault, where: string): void {
      if (result === null || result.ok) return;
      const body = fault.answer?.body ?? '';
      const meaning = fault.status < 400 ? null : meaningOf(family, fault.status, JSON.parse(body));
      const code = meaning ? MEANINGS[meaning].code : fault.code;
      expect([where, result.fault, result.code, result.costMicroUsd]).toEqual([where, 'platform', code, 0]);
      expect(result.message, where).toMatch(ADVICE);
      expect(JSON.stringify(result), where).not.toMatch(/canary|hunter-5150/);
    }

    const ending = '[[steps=2]] [[output=4 euros]]';
    const stories = name === ONE_CALL ? [ending] : [`[[looks=1]] ${ending}`, '[[hang]]'];
    for (const words of stories) {
      const isHanging = words === '[[hang]]';
      spoilt = null;
      expect((await attempt(words))?.ok ?? null).toBe(isHanging ? null : true);
      const count = calls.length;
      for (const fault of faults)
        for (let at = 0; at < count; at += 1) {
          // Where nothing can be left, a third of the pairs: each fault, and each call, five times.
          if (!isHanging && (faults.indexOf(fault) + at) % 3 > 0) continue;
          spoilt = { at, fault };
          const result = await attempt(words);
          const { method = '', path = '' } = calls[at] ?? {};
          const where = `${fault.name} at ${method} ${path}`;
          check(result, fault, where);
          if (!isHanging || !provider.stop) continue;
          // What the fault itself spoilt is the ending: that is tried again by the closer.
          if (/^(?:DELETE|PUT|PATCH)$/.test(method) || /\/(?:cancel|stop|close|delete)\b/.test(path))
            continue;
          const isEnded = (id: string) =>
            calls.some((one) => one.method !== 'GET' && `${one.path}`.split(/[/?]/).includes(id));
          await vi.waitFor(
            () => {
              expect([where, isLost || theirs.tasks.every(({ stops }) => stops > 0)]).toEqual([where, true]);
              const made = calls.filter(
                (one) => one.method === 'POST' && one.status > 0 && HELD_OPEN.test(one.path),
              );
              const open = made.map(({ json }) => MADE.parse(json)).filter((id) => id && !isEnded(id));
              expect([where, open]).toEqual([where, []]);
            },
            { ...SOON, interval: 5 },
          );
        }
    }
  }, 240_000);
});

function pathsIn(json: unknown, at: Path = []): Path[] {
  if (json === null || typeof json !== 'object') return [at];
  const inner = Object.entries(json).flatMap(([key, value]) => pathsIn(value, [...at, key]));
  return [at, ...inner];
}

function withValue(json: unknown, [key, ...rest]: Path, to: unknown): unknown {
  if (key === undefined) return to;
  if (json === null || typeof json !== 'object') return json;
  const copy: Record<string, unknown> = Array.isArray(json) ? ([...json] as never) : { ...json };
  copy[key] = withValue(copy[key], rest, to);
  return copy;
}
