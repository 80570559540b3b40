import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { snippetsOf } from '../../console/src/playground/snippets.ts';

/** A block of code in a page; `why` gives the reason where it is not run. */
export interface Sample {
  file: string;
  line: number;
  language: string;
  code: string;
  why: string | null;
}

/** The script of the page shows the reader's own address instead. */
export const BASE = 'http://127.0.0.1:8787';

/** Languages that are shown, not run: answers and files of others. */
const SHOWN = new Set(['json', 'yaml', 'text', '']);
const FENCES = { curl: 'sh', sdk: 'ts', python: 'python norun needs the package for Python', cli: 'sh' };

/** Every sample that could be run, in the order of its page. */
export async function readSamples(root: string): Promise<Sample[]> {
  const names = await readdir(join(root, 'docs'), { recursive: true });
  const files = names
    .filter((name) => name.endsWith('.md') && !name.startsWith('.site') && !name.startsWith('decisions'))
    .map((name) => `docs/${name}`);
  const pages = await Promise.all(
    ['README.md', ...files.sort()].map(async (file) => ({
      file,
      text: await readFile(join(root, file), 'utf8'),
    })),
  );
  return pages.flatMap(samplesOf).filter(({ language }) => !SHOWN.has(language));
}

export function samplesOf({ file, text }: { file: string; text: string }): Sample[] {
  return [...text.matchAll(/^```(\w*)(?: norun ([^\n]+))?[^\S\n]*\n(.*?)^```$/gms)].flatMap((match) => {
    const [, language = '', why = null, code = ''] = match;
    const line = text.slice(0, match.index).split('\n').length;
    if (language !== 'request') return [{ file, line, language, why, code }];
    const calls = samplesOf({ file, text: callsOf(code, why) });
    return calls.map((call) => ({ ...call, line }));
  });
}

/** A block of the language `request` is the body of a run; readers see it as a call for each kind of client. */
export function withCalls(markdown: string): string {
  return markdown.replaceAll(/^```request(?: norun ([^\n]+))?\n(.*?)^```$/gms, (_, why, body) =>
    callsOf(body, why ?? null),
  );
}

function callsOf(body: string, why: string | null): string {
  return snippetsOf(JSON.parse(body), BASE)
    .map(({ value, code }) => {
      const fence = FENCES[value];
      const reason = why === null || fence.includes('norun') ? '' : ` norun ${why}`;
      return `\`\`\`${fence}${reason}\n${code}\n\`\`\``;
    })
    .join('\n\n');
}
