import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { Load } from './load.ts';
import type { ServiceMessage } from './memory-service.ts';
import { type Bar, type Finding, figure, isMet } from './report.ts';
import { median } from './rounds.ts';
import { API_KEY, Stage, serviceEnvironment } from './stage.ts';

const CYCLES = 3;
const RUNS = 1_000;
/** Streams that are opened together; with more, the service would refuse requests that wait for its database. */
const AT_ONCE = 50;

interface Cycle {
  perRun: number;
  perStream: number;
  usedAfter: number;
  residentAtPeak: number;
}

/** A thousand waiting runs and a thousand open streams, three times over. */
export async function memory(): Promise<Finding[]> {
  await using stage = await Stage.open();
  await using load = new Load();
  await using service = await MeasuredService.start(stage);
  const pool = stage.pool();
  const cycles: Cycle[] = [];
  // One more, first: from then on code, connections and caches are there.
  for (let count = 0; count <= CYCLES; count += 1) cycles.push(await cycle(service, load, pool));
  const measured = cycles.slice(1);
  const after = measured.map((one) => one.usedAfter);
  const growth = (after.at(-1) ?? 0) / (after[0] ?? 1);
  return [
    bytesFinding(
      'a waiting run',
      measured.map((one) => one.perRun),
      { atMost: 32 },
    ),
    bytesFinding(
      'an open stream',
      measured.map((one) => one.perStream),
      { atMost: 64 },
    ),
    {
      what: 'in use after the third cycle, against the first',
      baseline: `${figure((after[0] ?? 0) / 2 ** 20)} MB`,
      product: `${figure((after.at(-1) ?? 0) / 2 ** 20)} MB`,
      value: `${growth.toFixed(2)}x`,
      spread: after.map((bytes) => figure(bytes / 2 ** 20)).join(' '),
      bar: '<= 1.05x',
      isMet: isMet(growth, { atMost: 1.05 }),
    },
    {
      what: 'resident with 1,000 runs and 1,000 streams',
      baseline: '',
      product: `${figure(median(measured.map((one) => one.residentAtPeak)) / 2 ** 20)} MB`,
      value: '',
      spread: measured.map((one) => figure(one.residentAtPeak / 2 ** 20)).join(' '),
      bar: '',
      isMet: true,
    },
  ];
}

function bytesFinding(what: string, bytes: number[], bar: Bar): Finding {
  const kilobytes = bytes.map((one) => one / 1_024);
  const value = median(kilobytes);
  return {
    what,
    baseline: '',
    product: '',
    value: `${figure(value)} KB`,
    spread: `${figure(Math.min(...kilobytes))}-${figure(Math.max(...kilobytes))}`,
    bar: `<= ${bar.atMost} KB`,
    isMet: isMet(value, bar),
  };
}

async function cycle(service: MeasuredService, load: Load, pool: pg.Pool): Promise<Cycle> {
  const idle = await service.measure();
  const body = JSON.stringify({ input: 'Wait for me.', routing: 'waiting', background: true });
  const create = { method: 'POST' as const, path: '/api/v1/responses', body };
  await load.run({ url: service.url, requests: [create], connections: 16, total: RUNS });
  const ids = await waitFor('every run has written its first progress', async () => {
    const live = await pool.query<{ id: string; progress_events: number }>(
      'select id, progress_events from runs where finished_at is null',
    );
    const isWritten = live.rowCount === RUNS && live.rows.every((row) => row.progress_events > 0);
    return isWritten ? live.rows.map((row) => row.id) : null;
  });
  const running = await service.measure();

  const streams: IncomingMessage[] = [];
  for (let first = 0; first < RUNS; first += AT_ONCE) {
    const some = ids.slice(first, first + AT_ONCE).map((id) => openStream(service.url, id));
    streams.push(...(await Promise.all(some)));
  }
  const open = await service.measure();

  const ends = streams.map((stream) => once(stream, 'end'));
  const cancels = ids.map((id) => ({ method: 'POST' as const, path: `/api/v1/responses/${id}/cancel` }));
  await load.run({ url: service.url, requests: cancels, connections: 16, total: RUNS });
  await Promise.all(ends);
  const after = await service.measure();
  return {
    perRun: (running.usedBytes - idle.usedBytes) / RUNS,
    perStream: (open.usedBytes - running.usedBytes) / RUNS,
    usedAfter: after.usedBytes,
    residentAtPeak: open.residentBytes,
  };
}

/** Resolves with the first bytes; from then on it is read as it comes. */
async function openStream(url: string, id: string): Promise<IncomingMessage> {
  const request = get(`${url}/api/v1/responses/${id}?stream=true`, {
    agent: false,
    headers: { authorization: `Bearer ${API_KEY}` },
  });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`the stream of ${id} answers ${response.statusCode}`);
  await once(response, 'data');
  return response.resume();
}

async function waitFor<T>(what: string, look: () => Promise<T | null>): Promise<T> {
  const endsAt = performance.now() + 60_000;
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (performance.now() > endsAt) throw new Error(`waited a minute until ${what}`);
    await delay(100);
  }
}

class MeasuredService {
  readonly url: string;
  readonly #child: ChildProcess;

  private constructor(url: string, child: ChildProcess) {
    this.url = url;
    this.#child = child;
  }

  static async start(stage: Stage): Promise<MeasuredService> {
    const file = fileURLToPath(new URL('memory-service.ts', import.meta.url));
    const child = fork(file, { execArgv: ['--expose-gc'], env: serviceEnvironment(stage) });
    const [message] = (await once(child, 'message')) as [ServiceMessage];
    if (!('url' in message)) throw new Error('the service did not say its address');
    return new MeasuredService(message.url, child);
  }

  async measure(): Promise<{ usedBytes: number; residentBytes: number }> {
    const answered = once(this.#child, 'message');
    this.#child.send('measure');
    const [message] = (await answered) as [ServiceMessage];
    if (!('usedBytes' in message)) throw new Error('the service did not answer with its memory');
    return message;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.disconnect();
    await ended;
  }
}
