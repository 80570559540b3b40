import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** Every pattern of `answer` must be met and none of `not`; null where the site does not say it. */
export interface SiteQuestion {
  ask: string;
  at: string;
  answer: string[] | null;
  not?: string[];
}

/** A schema to be filled from one page of a site, and just what it should give. */
export interface SiteSchema {
  ask: string;
  at: string;
  schema: Record<string, unknown>;
  gives: unknown;
}

export const FOLDER = path.join(import.meta.dirname, 'questions');
const MOST_CHARS = 1_500;

export async function sitesIn(folder = FOLDER): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

export async function questionsIn(site: string, folder = FOLDER): Promise<SiteQuestion[]> {
  const questions: SiteQuestion[] = JSON.parse(
    await readFile(path.join(folder, site, 'questions.json'), 'utf8'),
  );
  return questions.map((question) => ({ ...question, at: addressOf(question.at) }));
}

/** Only some sites have any. */
export async function schemasIn(site: string, folder = FOLDER): Promise<SiteSchema[]> {
  const file = path.join(folder, site, 'schemas.json');
  return existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : [];
}

/** The pages of a site by their addresses. */
export async function pagesIn(site: string, folder = FOLDER): Promise<Map<string, string>> {
  const files = await readdir(path.join(folder, site), { recursive: true });
  const pages = files.filter((file) => file.endsWith('.html')).sort();
  return new Map(
    await Promise.all(
      pages.map(
        async (file) =>
          [addressOf(`/${file}`), await readFile(path.join(folder, site, file), 'utf8')] as const,
      ),
    ),
  );
}

function addressOf(file: string): string {
  return file.replace(/(?<=\/)index\.html$/, '');
}

/** A value, a list or a passage that says it; a whole page is no answer. */
export function answers({ answer, not = [] }: SiteQuestion, told: string): boolean {
  const says = (pattern: string) => new RegExp(pattern, 'iu').test(told);
  return answer !== null && told.length <= MOST_CHARS && answer.every(says) && !not.some(says);
}
