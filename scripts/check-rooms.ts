import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findViolations, type RoomTable, type SourceFile, type Violation } from './room-rules.ts';

/**
 * The allowed imports between rooms, besides `platform`, `errors` and `config`. `platform` itself sees only `errors`.
 * Changing this table is a decision, to be seen in review.
 */
export const ROOMS: RoomTable = {
  errors: [],
  config: [],
  platform: [],
  billing: [],
  artifacts: [],
  vault: [],
  webhooks: [],
  task: [],
  judge: ['task'],
  reading: ['judge/empty-result.ts', 'task'],
  browser: [],
  agent: ['browser', 'judge/empty-result.ts', 'reading', 'task'],
  'demo-site': [],
  accounts: ['billing'],
  runners: ['browser', 'agent', 'reading', 'task'],
  'provider-keys': ['runners', 'vault'],
  routing: ['runners/contract.ts', 'runners/catalog.ts', 'judge', 'task'],
  runs: [
    'task',
    'provider-keys',
    'routing',
    'runners',
    'judge',
    'reading',
    'vault',
    'artifacts',
    'billing',
    'webhooks',
    'accounts',
  ],
  // The rooms inside runs. The files beside `run.ts` import none of them, except the four below.
  'runs/views': [],
  'runs/insights': [],
  'runs/attempt': ['runs/views'],
  'runs/lifecycle': ['runs/attempt', 'runs/views'],
  'runs/request': ['runs/attempt', 'runs/lifecycle'],
  'runs/runner-test': ['runs/attempt', 'runs/request', 'runs/lifecycle', 'runs/views'],
  'runs/context.ts': ['runs/views'],
  'runs/remove.ts': ['runs/lifecycle'],
  'runs/tidy.ts': ['runs/attempt', 'runs/request', 'runs/lifecycle', 'runs/views'],
  'runs/routes.ts': ['runs/attempt', 'runs/request', 'runs/lifecycle', 'runs/views'],
  sessions: ['agent', 'runners', 'browser', 'billing', 'reading'],
  wrappers: ['runs'],
  'long-tasks': ['runs', 'webhooks'],
  operations: [],
  console: [],
  docs: [],
  mcp: ['docs'],
  workspace: ['runs', 'artifacts', 'sessions'],
  status: ['*'],
  settings: ['runners'],
  gauges: ['*'],
  ground: ['*'],
  assemble: ['*'],
  app: ['*'],
  cli: ['*'],
  main: ['cli'],
  embed: ['*'],
  'embed-types': [],
};

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = ['src', 'test', 'scripts', 'bench', 'sdk/src', 'console/src'];

/** Checks the imports, names and bans of the whole tree. */
export async function checkRooms(): Promise<Violation[]> {
  return findViolations(await readTree(), ROOMS);
}

export function describeViolation({ path, line, rule, fix }: Violation): string {
  return `${path}:${line}  ${rule}\n    ${fix}`;
}

async function readTree(): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  for (const folder of FOLDERS) {
    for (const entry of await readdir(join(ROOT, folder), { recursive: true })) {
      if (!/\.[cm]?tsx?$/.test(entry) || entry.startsWith('generated/') || entry.includes('node_modules/'))
        continue;
      const path = `${folder}/${entry.replaceAll('\\', '/')}`;
      files.push({ path, text: await readFile(join(ROOT, path), 'utf8') });
    }
  }
  return files.sort((a, b) => a.path.localeCompare(b.path));
}

if (import.meta.main) {
  const violations = await checkRooms();
  for (const violation of violations) console.error(describeViolation(violation));
  console.log(
    violations.length === 0 ? 'Rooms: every import follows the table.' : `${violations.length} found.`,
  );
  process.exitCode = violations.length === 0 ? 0 : 1;
}
