import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

interface Report {
  /** From the terminal state to the receiver, in milliseconds. */
  delaysMs: number[];
  firstBody: string;
}

/** A customer's receiver in a process of its own: `/ok` answers at once, `/hang` never. */
export class Receiver {
  readonly url: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.url = url;
  }

  static async start(): Promise<Receiver> {
    const child = fork(fileURLToPath(import.meta.url));
    const [port] = (await once(child, 'message')) as [number];
    return new Receiver(child, `http://127.0.0.1:${port}`);
  }

  /** Resolves when this many more came in at `/ok`, with a report of them. */
  async expect(count: number): Promise<() => Promise<Report>> {
    this.#child.send(count);
    await once(this.#child, 'message');
    const report = once(this.#child, 'message');
    return async () => ((await report) as [Report])[0];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill();
    await once(this.#child, 'exit');
  }
}

if (import.meta.main) {
  let expected = Number.POSITIVE_INFINITY;
  let report: Report = { delaysMs: [], firstBody: '' };
  process.on('message', (count: number) => {
    expected = count;
    report = { delaysMs: [], firstBody: '' };
    process.send?.('ready');
  });
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      if (request.url === '/hang') return;
      response.end();
      const at = body.lastIndexOf('"finished_at":"');
      report.delaysMs.push(Date.now() - Date.parse(body.slice(at + 15, at + 39)));
      report.firstBody ||= body;
      if (report.delaysMs.length === expected) process.send?.(report);
    });
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}
