import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { requestErrors, runOutcomes } from '../../src/errors.ts';
import { NAVIGATION } from './navigation.ts';
import { titleOf } from './page.ts';
import { samplesOf } from './samples.ts';

/** Read in the repository only: decisions, and files that are not pages. */
const NOT_PAGES = /^(?:decisions\/|SKILL\.md$|\.site\/)/;

const RUN = new Set(['sh', 'ts', 'js', 'python', 'go', 'json', 'yaml', 'text', 'html', 'sql', '']);

/** Problems of the documentation, a line each: pages without a title or a place, unknown codes, samples in unknown languages. */
export async function checkDocs(root: string): Promise<string[]> {
  const names = await readdir(join(root, 'docs'), { recursive: true });
  const listed = new Set(NAVIGATION.flatMap(({ files }) => files));
  const problems: string[] = [];
  for (const name of names.filter((one) => one.endsWith('.md') && !NOT_PAGES.test(one)).sort()) {
    const file = `docs/${name}`;
    const text = await readFile(join(root, file), 'utf8');
    if (!listed.has(file)) problems.push(`${file}  is in no section of scripts/docs/navigation.ts`);
    problems.push(...problemsOf(file, text));
  }
  return problems;
}

export function problemsOf(file: string, text: string): string[] {
  const problems: string[] = [];
  if (titleOf(text) === null) problems.push(`${file}  has no title (a line that begins with "# ")`);
  for (const { line, code } of errorCodes(text))
    if (!(code in requestErrors) && !(code in runOutcomes))
      problems.push(`${file}:${line}  names the error code \`${code}\`, which does not exist`);
  for (const { line, language } of samplesOf({ file, text }))
    if (!RUN.has(language)) problems.push(`${file}:${line}  has a sample in ${language}, which no test runs`);
  return problems;
}

/** A status of an error with a word in code behind it: 409 `custody_unsatisfiable`. */
function errorCodes(text: string): Array<{ line: number; code: string }> {
  return text.split('\n').flatMap((content, at) =>
    // A heading of the list of errors has the type there.
    content.startsWith('#')
      ? []
      : [...content.matchAll(/\b[45]\d\d `([a-z]+(?:_[a-z]+)+)`/g)].map(([, code]) => ({
          line: at + 1,
          code: code ?? '',
        })),
  );
}
