import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type AddedWorkspace, addWorkspace } from '../../../test/support/add-workspace.ts';
import { scriptedRunner } from '../../../test/support/scripted-runner.ts';
import { SOON } from '../../../test/support/soon.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';

let service: TestApp;
let tenant: AddedWorkspace;
let stranger: AddedWorkspace;

beforeAll(async () => {
  service = await startTestApp({ runners: [scriptedRunner('first'), scriptedRunner('second')] });
  tenant = await addWorkspace(service);
  stranger = await addWorkspace(service);
  for (let n = 0; n < 3; n += 1) await tenant.client.create({ input: 'Say something' });
  await tenant.client.create({ input: 'Try [[fail=runner:broken:It broke]]', routing: 'first' });
});
afterAll(() => service[Symbol.asyncDispose]());

test('health names every runner, with the faults of this workspace', async () => {
  const of = async ({ client }: AddedWorkspace) => {
    const { json } = await client.get('/v1/runners/health');
    return json.data.find(({ runner }: { runner: string }) => runner === 'first');
  };
  const first = await vi.waitFor(async () => {
    const found = await of(tenant);
    expect(found.last_faults).toHaveLength(1);
    return found;
  }, SOON);
  expect(first).toMatchObject({
    state: 'on',
    reason: null,
    last_faults: [{ code: 'broken', fault: 'runner' }],
  });
  expect(first.last_24h.attempts).toBeGreaterThan(0);
  expect(await of(stranger)).toMatchObject({ last_24h: { attempts: 0, rate: null }, last_faults: [] });
});

test('a runner that is off names the missing setting', async () => {
  const { json } = await tenant.client.get('/v1/runners/health');
  const off = json.data.find(({ runner }: { runner: string }) => runner === 'browser-use');
  expect(off).toMatchObject({ state: 'off', until: null });
  expect(off.reason).not.toBe('');
});
