/** Every provider's answers with one value of the wrong kind in it, one after the other: never a throw, a leak or a hang. */
import { readdir } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { StandIn } from '../../../test/support/hosted-adapter-suite.ts';
import { taskOf } from '../../../test/support/hosted-adapter-suite.ts';
import { attemptScope } from '../../../test/support/scope.ts';
import { answerFault, BAD_ANSWERS, REFUSALS } from '../../../test/support/stand-ins/faults.ts';
import { serve } from '../../../test/support/stand-ins/provider-script.ts';
import { startStandIn } from '../../../test/support/stand-ins/stand-in.ts';
import { systemClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { createGate } from '../../platform/net/gate.ts';
import { systemResolver } from '../../platform/net/resolver.ts';
import { Secret } from '../../platform/secret.ts';
import { type CatalogRow, readCatalog } from '../catalog.ts';
import type { HostedProvider } from './hosted-provider.ts';
import { createHostedRunner } from './hosted-runner.ts';

const KEY = 'key-canary-5150';
const names = (await readdir(new URL('../../../test/support/stand-ins/hosted/', import.meta.url))).map(
  (file) => file.replace(/\.ts$/, ''),
);
/** A wire of our own has no other states than ours. */
const OWN_WIRE = 'generic-http-agent';
/** Values of the wrong kind. */
const WRONG: unknown[] = [null, 7, 'x'.repeat(200_000), [[]], {}];

type Path = (string | number)[];

test.each(names)('%s', async (name) => {
  const { provider }: { provider: HostedProvider } = await import(`./agents/${name}.ts`);
  const { standIn }: { standIn: StandIn } = await import(`../../../test/support/stand-ins/hosted/${name}.ts`);
  const theirs = await startStandIn(standIn);
  onTestFinished(() => theirs[Symbol.asyncDispose]());
  const seen = new Map<string, Path>();
  let change: { at: string; to: unknown } | null = null;
  const between = await serve(0, async (request, response) => {
    const body = await request.toArray();
    const method = request.method ?? 'GET';
    const headers = { ...(request.headers as Record<string, string>) };
    for (const own of ['host', 'connection', 'content-length', 'transfer-encoding']) delete headers[own];
    const sent = body.length > 0 ? { body: Buffer.concat(body).toString() } : {};
    const answer = await fetch(`${theirs.url}${request.url}`, { method, headers, ...sent });
    let json: unknown = JSON.parse((await answer.text()) || 'null');
    const where = `${method} ${request.url?.replace(/[\w-]{30,}/g, '*')}`;
    for (const path of pathsIn(json)) seen.set(`${where} ${path.join('.')}`, path);
    const path = change && seen.get(change.at);
    if (path && change?.at.startsWith(`${where} `)) json = withValue(json, path, change.to);
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
  });
  onTestFinished(() => between[Symbol.asyncDispose]());
  const row = readCatalog().rows.find(({ adapter }) => adapter === `hosted/${name}`) as CatalogRow;
  const { family } = row.facts;
  const secrets = Object.fromEntries(
    ['api_key', ...(readCatalog().providers.get(family)?.secrets ?? []).map((one) => one.name)].map(
      (part) => [part, new Secret(KEY)],
    ),
  );
  const accounts = { [family]: { family, secrets, baseUrl: between.url, isOwn: false } };
  const runner = createHostedRunner(provider, {
    row,
    baseUrl: null,
    gate: createGate({ resolver: systemResolver, localTargets: [] }),
    clock: systemClock,
    log: createLog('silent'),
    retryForMs: 0,
    timeoutMs: 5_000,
  });

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
  // A state that the provider adds some day is no end of the task.
  for (const at of places.filter((place) => /^GET .*status$/.test(place) && name !== OWN_WIRE)) {
    change = { at, to: 'state-of-tomorrow' };
    expect(await attempt(), at).not.toContain('"ok":false');
  }
});

test.each(names)(
  '%s: a start that is answered badly is told as what it is, and costs nothing',
  async (name) => {
    const { provider }: { provider: HostedProvider } = await import(`./agents/${name}.ts`);
    const row = readCatalog().rows.find(({ adapter }) => adapter === `hosted/${name}`) as CatalogRow;
    const { family } = row.facts;
    for (const fault of [...REFUSALS, ...BAD_ANSWERS]) {
      await using theirs = await serve(0, async (request, response) => {
        await request.toArray();
        answerFault(fault, response);
      });
      const account = { family, secrets: { api_key: new Secret(KEY) }, baseUrl: theirs.url, isOwn: false };
      const runner = createHostedRunner(provider, {
        row,
        baseUrl: null,
        gate: createGate({ resolver: systemResolver, localTargets: [] }),
        clock: systemClock,
        log: createLog('silent'),
        retryForMs: 0,
        timeoutMs: 5_000,
      });
      const result = await runner.start(taskOf('x'), attemptScope({ accounts: { [family]: account } }));
      const told = { ok: false, code: fault.code, fault: 'platform', costMicroUsd: 0 };
      expect(result, fault.name).toMatchObject(told);
      const { message = '' } = result as { message?: string };
      expect(message, fault.name).toMatch(/\b(?:Check|Try|Top up|Ask)\b|rejected the request \(409\)/);
      expect(message).not.toContain('canary');
    }
  },
);

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
