import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

export interface ServiceProcess extends AsyncDisposable {
  url: string;
  child: ChildProcess;
  /** Everything it printed so far. */
  output(): string;
  /** Sends a signal and waits until the process is gone; answers its exit code, or null when a signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** `node src/main.ts serve` as a separate process, ready for requests. */
export async function startService(
  env: Record<string, string>,
  args: string[] = [],
  /** A program and its arguments that become the service, such as one that sets its limits. */
  wrapper: string[] = [],
  /** Another program that prints its address in the same words. */
  main = [MAIN, 'serve'],
): Promise<ServiceProcess> {
  const [program = '', ...rest] = [...wrapper, process.execPath, ...main, ...args];
  const child = spawn(program, rest, {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: '0',
      WORKER_PORT: '0',
      LOG_LEVEL: 'warn',
      // Tests ignore a model on their machine.
      LLM: env.LLM_BASE_URL ? 'auto' : 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const exited = once(child, 'exit');
  const url = await new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      printed += chunk.toString();
      const found = /Switchyard (?:worker )?is up at (\S+)/.exec(stripColour(printed));
      if (found?.[1]) resolve(found[1]);
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}:\n${printed}`)));
  });
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal);
      await exited;
    }
    return child.exitCode;
  };
  return {
    url,
    child,
    output: () => printed,
    end,
    [Symbol.asyncDispose]: async () => {
      await end('SIGKILL');
    },
  };
}

function stripColour(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colours are control characters
  return text.replace(/\x1b\[\d+m/g, '');
}
