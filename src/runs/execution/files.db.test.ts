import { afterAll, beforeAll, expect, test } from 'vitest';
import { scriptedRunner } from '../../../test/support/scripted-runner.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';
import type { CapturedFile, DirectRunner } from '../../runners/contract.ts';

let service: TestApp;

const download = (name: string, size: number): CapturedFile => ({
  kind: 'download',
  name,
  contentType: 'text/csv',
  bytes: Buffer.alloc(size),
});

/** Returns as many files as the task says, and reports one that was too large for the browser. */
const filing: DirectRunner = {
  ...scriptedRunner('filing'),
  async run(task, scope) {
    scope.onFrame(Buffer.from('a picture'));
    const count = Number(/(\d+) files/.exec(task.goal)?.[1] ?? 0);
    const files = Array.from({ length: count }, (_, index) => download(`${index}.csv`, 10));
    if (task.goal.includes('page'))
      files.push({
        kind: 'screenshot',
        name: 'page.png',
        contentType: 'image/png',
        bytes: Buffer.from('page'),
      });
    const { bytes: _, ...huge } = download('../huge.csv', 0);
    const missed = [{ ...huge, sizeBytes: 40_000_000, why: 'too_large' as const }];
    return { ok: true, output: 'The files are there.', page: null, files, missed, costMicroUsd: null };
  },
};

beforeAll(async () => {
  service = await startTestApp({ runners: [filing] });
});
afterAll(() => service[Symbol.asyncDispose]());

interface Shown {
  name: string;
  url: string | null;
  unavailable_reason: string | null;
}

test.each([
  [2, ['0.csv', '1.csv', 'recording.html', 'huge.csv']],
  [8, [...Array.from({ length: 8 }, (_, index) => `${index}.csv`), 'recording.html', 'huge.csv']],
  [9, [...Array.from({ length: 9 }, (_, index) => `${index}.csv`), 'recording.html']],
  [14, [...Array.from({ length: 9 }, (_, index) => `${index}.csv`), 'recording.html']],
])('of %i files the ten places are for what can be had, the recording among it', async (count, names) => {
  const { json } = await service.client.create({ input: `Give me ${count} files` });
  const shown: Shown[] = json.svc.artifacts;
  expect(shown.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  for (const { name, url, unavailable_reason } of shown) {
    const isHuge = name === 'huge.csv';
    expect([url === null, unavailable_reason === null]).toEqual([isHuge, !isHuge]);
  }
});

test('a browser run with more files than a run keeps has its replay and its picture', async () => {
  const { json } = await service.client.create({ input: 'Download 14 files and show the page' });
  const shown: Shown[] = json.svc.artifacts;
  expect(shown).toHaveLength(10);
  expect(json.svc.screenshot).toBe(shown.find(({ name }) => name === 'page.png')?.url);
  expect(json.svc.screenshot_unavailable_reason).toBeNull();
  expect(shown.find(({ name }) => name === 'recording.html')?.url).toEqual(expect.any(String));
  expect(json.svc.deliverables).toMatchObject({ claimed: 15, delivered: 8, verdict: 'partial' });
});
