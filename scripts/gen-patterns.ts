import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { clientPackages } from '../test/support/client-packages.ts';
import { foreignPatterns } from './built-patterns.ts';
import { lineAt, nodesOf } from './parse-source.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const VERDICTS = fileURLToPath(new URL('pattern-verdicts.txt', import.meta.url));
/** How many patterns of each kind there may be; the numbers only go down. */
const MOST: Record<Verdict, number> = { exponential: 0, quadratic: 87, worse: 29 };
/** Counted in steps, so that every machine comes to the same verdict; the time is for patterns without an end. */
const LIMITS = { attackLimit: 20_000_000, attackTimeout: null, incubationTimeout: null, timeout: 120_000 };
/** A caller's schema brings its own patterns; they run in a thread with a time limit. */
const OF_CALLERS = 'src/judge/schema-worker.ts';

/** Its package and its folder in `test/clients`. */
const JUDGE = 'recheck';

interface Pattern {
  source: string;
  flags: string;
  /** The first place that it stands at. */
  at: string;
}

/** `safe`, `unknown`, `exponential`, or the degree of the polynomial. */
type Verdict = string;

type Check = (
  source: string,
  flags: string,
  limits: object,
) => Promise<{ complexity?: { type: string; degree?: number } }>;

/** The files of the product. */
function* sources(): Generator<{ path: string; text: string }> {
  for (const path of globSync('src/**/*.ts', { cwd: ROOT }).sort())
    if (!/\.(?:test|fixture)\.ts$/.test(path)) yield { path, text: readFileSync(ROOT + path, 'utf8') };
}

/** Every regular expression literal of the product, by the hash under which its verdict is kept. */
function patternsOf(): Map<string, Pattern> {
  const found = new Map<string, Pattern>();
  for (const { path, text } of sources())
    for (const { node } of nodesOf(path, text)) {
      const { regex } = node as { regex?: { pattern: string; flags: string } };
      if (node.type !== 'Literal' || !regex) continue;
      const hash = createHash('sha256').update(`/${regex.pattern}/${regex.flags}`).digest('hex').slice(0, 12);
      const at = `${path}:${lineAt(text, node.start)}`;
      if (!found.has(hash)) found.set(hash, { source: regex.pattern, flags: regex.flags, at });
    }
  return found;
}

/** Where a pattern is built from text that is neither ours nor escaped. */
function foreignPlaces(): string[] {
  return [...sources()]
    .filter(({ path, text }) => text.includes('RegExp(') && path !== OF_CALLERS)
    .flatMap(({ path, text }) =>
      foreignPatterns(path, text).map(({ start }) => `  ${path}:${lineAt(text, start)}`),
    );
}

function readVerdicts(): Map<string, Verdict> {
  const lines = readFileSync(VERDICTS, 'utf8').split('\n');
  return new Map(
    lines
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.split(' ') as [string, string]),
  );
}

/** The problems of the patterns; '' where all is well. */
export function patternProblems(): string {
  const verdicts = readVerdicts();
  const judged = [...patternsOf()].map(([hash, { at }]) => ({ at, kind: kindOf(verdicts.get(hash)) }));
  const places = (kind: Verdict) => judged.flatMap((one) => (one.kind === kind ? `  ${one.at}` : []));
  const foreign = foreignPlaces();
  const unjudged = places('unjudged');
  return [
    ...(foreign.length > 0 ? ['Patterns hold foreign text; use `escapePattern`:', ...foreign] : []),
    ...(unjudged.length > 0 ? ['Patterns have no verdict; run `npm run gen`:', ...unjudged] : []),
    ...Object.entries(MOST).flatMap(([kind, most]) => {
      const found = places(kind);
      return found.length > most ? [`${found.length} patterns are ${kind}, ${most} may be:`, ...found] : [];
    }),
  ].join('\n');
}

/** What takes recheck too long to judge counts as bad. */
function kindOf(verdict: Verdict | undefined): string {
  if (verdict === undefined) return 'unjudged';
  if (verdict === '2') return 'quadratic';
  if (verdict === 'safe' || verdict === 'linear') return 'safe';
  return verdict === 'exponential' ? verdict : 'worse';
}

/** The kept verdicts of today's patterns, and new ones for the others. */
async function judgeAll(keep: (verdicts: Map<string, Verdict>) => void): Promise<Map<string, Verdict>> {
  const patterns = patternsOf();
  const verdicts = new Map([...readVerdicts()].filter(([hash]) => patterns.has(hash)));
  const open = [...patterns].filter(([hash]) => !verdicts.has(hash));
  const work = async () => {
    for (let next = open.shift(); next; next = open.shift()) {
      const [hash, { source, flags }] = next;
      verdicts.set(hash, await judge(source, flags));
      keep(verdicts);
    }
  };
  await Promise.all([work(), work()]);
  return verdicts;
}

async function judge(source: string, flags: string): Promise<Verdict> {
  // Installed for new patterns only: it is large.
  const require = createRequire(join(await clientPackages(JUDGE), 'package.json'));
  const { check } = require(JUDGE) as { check: Check };
  const found = await check(source, flags, LIMITS);
  const { type, degree } = { degree: 0, type: 'unknown', ...found.complexity };
  return type === 'polynomial' ? String(degree) : type;
}

function write(verdicts: Map<string, Verdict>): void {
  const lines = [...verdicts].map((one) => one.join(' ')).sort();
  const head = '# Generated by scripts/gen-patterns.ts: the verdict of recheck on each pattern, by its hash.';
  writeFileSync(VERDICTS, `${head}\n${lines.join('\n')}\n`);
}

if (import.meta.main) {
  write(await judgeAll(write));
  // Its threads never end.
  process.exit();
}
