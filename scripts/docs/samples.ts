import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

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
  return [...text.matchAll(/^```(\w*)(?: norun ([^\n]+))?[^\S\n]*\n(.*?)^```$/gms)].map((match) => ({
    file,
    line: text.slice(0, match.index).split('\n').length,
    language: match[1] ?? '',
    why: match[2] ?? null,
    code: match[3] ?? '',
  }));
}
