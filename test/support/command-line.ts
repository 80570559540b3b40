import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../bin/switchyard.mjs', import.meta.url));

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** `switchyard` as a separate process, without a terminal. */
export class CommandLine {
  readonly env: Record<string, string>;

  constructor(env: Record<string, string>) {
    const inherited = {
      PATH: process.env.PATH ?? '',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
    };
    this.env = { ...inherited, ...env };
  }

  with(env: Record<string, string>): CommandLine {
    return new CommandLine({ ...this.env, ...env });
  }

  /** Runs to its end. `onStderr` sees everything that was printed there so far. */
  async run(
    args: string[],
    { input = '', onStderr }: { input?: string; onStderr?: (text: string, child: ChildProcess) => void } = {},
  ): Promise<Ended> {
    const child = spawn(process.execPath, [PROGRAM, ...args], { env: this.env, stdio: 'pipe' });
    const printed = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk: Buffer) => {
      printed.stdout += chunk;
    });
    child.stderr.on('data', (chunk: Buffer) => {
      printed.stderr += chunk;
      onStderr?.(printed.stderr, child);
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    return { code, ...printed };
  }

  /** One JSON value per printed line. */
  // biome-ignore lint/suspicious/noExplicitAny: the wire, by its documented names
  async json(args: string[], input = ''): Promise<any[]> {
    const { stdout } = await this.run([...args, '--json'], { input });
    return stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  }
}
