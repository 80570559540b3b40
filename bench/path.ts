import { Session } from 'node:inspector/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { instantRunner } from './runners.ts';
import { API_KEY, Stage } from './stage.ts';

const WARM_UP = 200;
const IDLE_MS = 3_000;
const RUNS = 5;
const SRC = new URL('../src/', import.meta.url).href;

/** What a warm synchronous run on a pinned runner that answers at once enters, by V8 coverage. */
export interface Path {
  files: number;
  filesOfRuns: number;
  functions: number;
  /** `path function`, sorted. */
  names: string[];
}

/** Functions that also run while the service is idle do not count. */
export async function measurePath(): Promise<Path> {
  await using stage = await Stage.open();
  const app = await stage.service({ runners: [instantRunner] });
  for (let count = 0; count < WARM_UP; count += 1) await runOnce(app.url);
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await delay(IDLE_MS);
  const idle = new Set(await entered(session));
  // Only what every run enters: routine work that happens to be due meanwhile is not part of the path.
  let names: string[] | null = null;
  for (let count = 0; count < RUNS; count += 1) {
    await runOnce(app.url);
    const seen = new Set(await entered(session));
    names = (names ?? [...seen]).filter((name) => seen.has(name) && !idle.has(name));
  }
  session.disconnect();
  names = (names ?? []).sort();
  const files = new Set(names.map((name) => name.slice(0, name.indexOf(' '))));
  return {
    files: files.size,
    filesOfRuns: [...files].filter((file) => file.startsWith('src/runs/')).length,
    functions: names.length,
    names,
  };
}

async function runOnce(url: string): Promise<void> {
  const response = await fetch(`${url}/api/v1/responses`, {
    method: 'POST',
    headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ input: 'Say hello to the reader of this benchmark.', routing: 'instant' }),
  });
  if (response.status !== 200) throw new Error(`the run answered ${response.status}`);
  await response.text();
}

/** The functions of `src` called since the last question. */
async function entered(session: Session): Promise<string[]> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result
    .filter(({ url }) => url.startsWith(SRC))
    .flatMap(({ url, functions }) =>
      functions
        .filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0)
        .map(({ functionName, ranges }) => {
          const name = functionName || `(anonymous at ${ranges[0]?.startOffset})`;
          return `src/${url.slice(SRC.length)} ${name} ${ranges[0]?.startOffset}`;
        }),
    );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = await measurePath();
  if (process.send) process.send(path);
  else
    console.log(
      `${path.names.join('\n')}\n${path.files} files, ${path.filesOfRuns} of src/runs, ${path.functions} functions`,
    );
  process.exit(0);
}
