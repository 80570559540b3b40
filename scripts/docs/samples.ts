import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CreateRun } from '@switchyard/sdk';
import { snippetsOf } from '../../console/src/playground/snippets.ts';
import { BASE, operationSamples } from './api-samples.ts';

/** A block of code in a page; `why` gives the reason where it is not run. */
export interface Sample {
  file: string;
  line: number;
  language: string;
  code: string;
  why: string | null;
}

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
  const fences = /^```(\w*)(?: (?!norun )[^\n]+)?(?: norun ([^\n]+))?[^\S\n]*\n(.*?)^```$/gms;
  return [...text.matchAll(fences)].flatMap((match) => {
    const [fence, language = '', why = null, code = ''] = match;
    const line = text.slice(0, match.index).split('\n').length;
    const calls = withCalls(fence);
    if (calls === fence) return [{ file, line, language, why, code }];
    return samplesOf({ file, text: calls }).map((call) => ({ ...call, line }));
  });
}

/**
 * Readers see a request as a call for each kind of client: a block `request` is the body of a run, a block
 * `operation keys.create POST /v1/keys` has the path, query and body of any other call.
 */
export function withCalls(markdown: string): string {
  return markdown
    .replaceAll(/^```request(?: norun ([^\n]+))?\n(.*?)^```$/gms, (_, why, body) =>
      callsOf(JSON.parse(body), why ?? null),
    )
    .replaceAll(/^```operation (\S+) (\w+) (\S+)(?: norun ([^\n]+))?\n(.*?)^```$/gms, (...found) => {
      const [, operationId, method, path, why, example] = found;
      const called = { operationId, method, path, isPublic: false };
      return operationSamples(called, JSON.parse(example), why ?? null);
    });
}

export function callsOf(body: CreateRun, why: string | null): string {
  return snippetsOf(body, BASE)
    .map(({ value, code }) => {
      const fence = FENCES[value];
      const reason = why === null || fence.includes('norun') ? '' : ` norun ${why}`;
      return `\`\`\`${fence}${reason}\n${code}\n\`\`\``;
    })
    .join('\n\n');
}
