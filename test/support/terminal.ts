import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

const PROGRAM = fileURLToPath(new URL('../../bin/switchyard.mjs', import.meta.url));

export const hasTerminal = spawnSync('tmux', ['-V']).status === 0;

/** `switchyard` in a real terminal (tmux), on a separate tmux server, so that other sessions are not affected. */
export class Terminal implements Disposable {
  readonly #socket = `switchyard-${randomUUID()}`;

  constructor(args: string[], env: Record<string, string>) {
    const quoted = [process.execPath, PROGRAM, ...args].map((word) => `'${word}'`).join(' ');
    const variables = Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
    const size = ['-x', '120', '-y', '50'];
    // The shell stays, so that the screen can be read after the end.
    this.#tmux('new-session', '-d', ...size, ...variables, `${quoted}; echo "ended with $?"; sleep 600`);
  }

  screen(): string {
    return this.#tmux('capture-pane', '-p', '-J');
  }

  press(...keys: string[]): void {
    this.#tmux('send-keys', ...keys);
  }

  /** The screen once it shows this. */
  async until(shown: RegExp | string): Promise<string> {
    const found = typeof shown === 'string' ? expect.stringContaining(shown) : expect.stringMatching(shown);
    await expect.poll(() => this.screen(), { timeout: 60_000, interval: 100 }).toEqual(found);
    return this.screen();
  }

  /** Closes the terminal under the program. */
  [Symbol.dispose](): void {
    this.#tmux('kill-server');
  }

  #tmux(...args: string[]): string {
    return spawnSync('tmux', ['-L', this.#socket, ...args], { encoding: 'utf8' }).stdout;
  }
}
