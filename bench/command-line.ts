import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Finding, ratioFinding } from './report.ts';
import { inTurns } from './rounds.ts';
import { API_KEY, Stage } from './stage.ts';

const ROUNDS = 15;
const PROGRAM = fileURLToPath(new URL('../bin/switchyard.mjs', import.meta.url));
const BARE = `const [, url, key] = process.argv;
  const response = await fetch(url + '/api/v1/runs?limit=20', { headers: { authorization: 'Bearer ' + key } });
  for (const run of (await response.json()).data) console.log(JSON.stringify(run));`;
const run = promisify(execFile);

/** `switchyard runs --json` from start to end, against a bare `fetch` of the same list in Node. */
export async function commandLine(): Promise<Finding[]> {
  await using stage = await Stage.open();
  const { url } = await stage.service({});
  const env = { ...process.env, SWITCHYARD_API_KEY: API_KEY, SWITCHYARD_BASE_URL: url };
  const timed = async (args: string[]) => {
    const started = performance.now();
    await run(process.execPath, args, { env });
    return performance.now() - started;
  };
  const bare = () => timed(['--input-type=module', '-e', BARE, url, API_KEY]);
  const product = () => timed([PROGRAM, 'runs', '--json']);
  // The compiled code is cached, as on every machine after the first call.
  await bare();
  await product();
  const rounds = await inTurns(ROUNDS, bare, product);
  return [
    ratioFinding('switchyard runs --json against node -e fetch, whole process', 'ms', rounds, { atMost: 3 }),
  ];
}
