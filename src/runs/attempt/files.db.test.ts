import { afterAll, beforeAll, expect, test } from 'vitest';
import { scriptedRunner } from '../../../test/support/scripted-runner.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { type CapturedFile, type DirectRunner, stuck } from '../../runners/contract.ts';

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

/** Leaves ten files behind and fails. */
const littering: DirectRunner = {
  ...scriptedRunner('littering'),
  async run() {
    const files = Array.from({ length: 10 }, (_, index) => ({
      ...download(`waste-${index}.png`, 10),
      contentType: 'image/png',
    }));
    return { ...stuck('not_done', 'I could not do it.'), files };
  },
};

beforeAll(async () => {
  service = await startTestApp({ runners: [littering, filing] });
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
  [9, [...Array.from({ length: 9 }, (_, index) => `${index}.csv`), 'recording.html', 'huge.csv']],
  [14, [...Array.from({ length: 9 }, (_, index) => `${index}.csv`), 'recording.html', 'huge.csv']],
])('of %i files the ten places are for what can be had, the recording among it', async (count, names) => {
  const { json } = await service.client.create({ input: `Give me ${count} files`, routing: 'filing' });
  const shown: Shown[] = json.svc.artifacts;
  expect(shown.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  for (const { name, url, unavailable_reason } of shown) {
    const isHuge = name === 'huge.csv';
    expect([url === null, unavailable_reason === null]).toEqual([isHuge, !isHuge]);
  }
});

test('a browser run with more files than a run keeps has its replay and its picture', async () => {
  const { json } = await service.client.create({
    input: 'Download 14 files and show the page',
    routing: 'filing',
  });
  const shown: Shown[] = json.svc.artifacts;
  expect(shown.filter(({ url }) => url !== null)).toHaveLength(10);
  expect(json.svc.screenshot).toBe(shown.find(({ name }) => name === 'page.png')?.url);
  expect(json.svc.screenshot_unavailable_reason).toBeNull();
  expect(shown.find(({ name }) => name === 'recording.html')?.url).toEqual(expect.any(String));
  expect(json.svc.deliverables).toMatchObject({ claimed: 15, delivered: 8, verdict: 'partial' });
});

test('the files of the attempt that answers take the places of those of a failed one', async () => {
  const { json } = await service.client.create({
    input: 'Download 3 files as CSV',
    routing: ['littering', 'filing'],
  });
  expect(json.svc).toMatchObject({
    status: 'succeeded',
    runner: 'filing',
    deliverables: { delivered: 3 },
  });
  const shown: Shown[] = json.svc.artifacts;
  const names = shown.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['0.csv', '1.csv', '2.csv', 'waste-9.png', 'huge.csv']));
  expect(shown.filter(({ url }) => url !== null)).toHaveLength(10);
  const again = await service.client.get(`/v1/responses/${json.id}`);
  expect(again.json.svc.artifacts.map(({ name }: Shown) => name).toSorted()).toEqual(names.toSorted());
});
