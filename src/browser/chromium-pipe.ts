import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { signalProcess } from '../platform/signal-process.ts';
import { endsWithin } from './ends-within.ts';

interface StartOptions {
  executablePath: string;
  args: readonly string[];
  env: Record<string, string>;
  /** The folder that it starts in, and the user that it runs as; null: the user of this process. */
  folder: string;
  user: number | null;
  platform: NodeJS.Platform;
}

const CLOSE_LIMIT_MS = 5_000;
const MOST_COMPLAINTS = 4_096;

/** A Chromium that speaks through a pipe, and listens on no port. Ending it takes a bounded time. */
export class ChromiumPipe implements AsyncDisposable {
  /** The browser's messages, one message of the debugging protocol at a time. */
  onMessage: (text: string) => void = () => undefined;
  readonly #child: ChildProcess;
  readonly #input: Writable;
  readonly #ended = Promise.withResolvers<void>();
  #complaints = '';
  #closing: Promise<void> | null = null;

  constructor({ executablePath, args, env, folder, user, platform }: StartOptions) {
    this.#child = spawn(executablePath, [...args, '--remote-debugging-pipe'], {
      env: env as NodeJS.ProcessEnv,
      cwd: folder,
      ...(user === null ? {} : { uid: user, gid: user }),
      // A group of its own, so that its renderers end with it.
      detached: platform !== 'win32',
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    });
    const [, , errors, input, output] = this.#child.stdio as unknown as [
      null,
      null,
      Readable,
      Writable,
      Readable,
    ];
    this.#input = input;
    input.on('error', () => undefined);
    errors.on('data', (chunk: Buffer) => {
      this.#complaints = `${this.#complaints}${chunk}`.slice(-MOST_COMPLAINTS);
    });
    readMessages(output, (text) => this.onMessage(text));
    this.#child.once('error', (error) => {
      this.#complaints = error.message;
      void this[Symbol.asyncDispose]();
    });
    this.#child.once('exit', () => void this[Symbol.asyncDispose]());
  }

  send(text: string): void {
    if (!this.#input.writableEnded) this.#input.write(`${text}\0`);
  }

  /** Resolves when it is gone. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** Its last words on the error stream. */
  get complaints(): string {
    return this.#complaints;
  }

  /** Its last complaint, in one line: mostly the reason why it does not start. */
  get complaint(): string {
    const last = this.#complaints.trim().split('\n').at(-1) ?? '';
    return last.replace(/^\[[^\]]*\] */, '');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing ??= this.#close();
    await this.#closing;
  }

  async #close(): Promise<void> {
    // It ends with its pipe.
    this.#input.end();
    await this.#end();
    this.#ended.resolve();
  }

  async #end(): Promise<void> {
    const { pid } = this.#child;
    if (pid === undefined || this.#hasEnded) return;
    const ended = once(this.#child, 'exit');
    if (await endsWithin(ended, CLOSE_LIMIT_MS / 5)) return;
    killGroup(pid);
    await endsWithin(ended, CLOSE_LIMIT_MS);
  }

  get #hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }
}

/** Messages on the pipe end with a zero byte. */
function readMessages(stream: Readable, onText: (text: string) => void): void {
  let parts: Buffer[] = [];
  stream.on('error', () => undefined);
  stream.on('data', (chunk: Buffer) => {
    let from = 0;
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, from)) {
      const text = Buffer.concat([...parts, chunk.subarray(from, end)]).toString();
      parts = [];
      from = end + 1;
      onText(text);
    }
    if (from < chunk.length) parts.push(chunk.subarray(from));
  });
}

function killGroup(pid: number): void {
  signalProcess(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
}
