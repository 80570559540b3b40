import { gzipSync } from 'node:zlib';
import { Switchyard } from '@switchyard/sdk';
import { build } from 'esbuild';
import { startCuttingProxy } from '../test/support/cutting-proxy.ts';
import { type Finding, valueFinding } from './report.ts';
import { wordyRunner } from './runners.ts';
import { API_KEY, Stage } from './stage.ts';

const STREAMS = 1_000;
const AT_ONCE = 8;
const MAX_KB = 12;

/** The size of the SDK in a web page, and lost or repeated events of streams that break. */
export async function sdk(): Promise<Finding[]> {
  return [await bundled(), ...(await cutStreams())];
}

async function bundled(): Promise<Finding> {
  const { outputFiles } = await build({
    stdin: { contents: "export * from '@switchyard/sdk'", resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
  });
  const bytes = gzipSync(outputFiles[0]?.contents ?? new Uint8Array(), { level: 9 }).length;
  return valueFinding('the SDK in a bundle, minified and gzip', bytes / 1_000, 'kB', MAX_KB);
}

/** Every stream is cut again and again at random bytes; each makes a run of its own. */
async function cutStreams(): Promise<Finding[]> {
  await using stage = await Stage.open();
  const app = await stage.service({ runners: [wordyRunner] });
  // Room for the largest event, most of the time; sometimes not for the first word.
  await using proxy = await startCuttingProxy(app.url, () => Math.floor(Math.random() * 80_000));
  const { runs } = new Switchyard({ apiKey: API_KEY, baseUrl: proxy.url, logLevel: 'off' });
  const direct = new Switchyard({ apiKey: API_KEY, baseUrl: app.url });
  let [lost, doubled, made] = [0, 0, 0];
  const one = async () => {
    const numbers: number[] = [];
    const stream = runs.stream({ task: 'Say much.', routing: 'wordy' });
    for await (const event of stream) numbers.push(event.sequence_number);
    const whole: number[] = [];
    for await (const event of direct.runs.stream(stream.run?.id ?? '')) whole.push(event.sequence_number);
    lost += whole.filter((number) => !numbers.includes(number)).length;
    doubled += numbers.length - new Set(numbers).size;
  };
  for (let done = 0; done < STREAMS; done += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, STREAMS - done) }, one));
  for await (const _run of direct.runs.list({ limit: 100 })) made += 1;
  const times = `in ${STREAMS} streams cut ${proxy.cuts()} times`;
  return [
    valueFinding(`events lost ${times}`, lost, 'events', 0),
    valueFinding(`events doubled ${times}`, doubled, 'events', 0),
    valueFinding('runs made beyond one for each stream', made - STREAMS, 'runs', 0),
  ];
}
