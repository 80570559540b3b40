import type { PageIndex } from '../answers/page-index.ts';
import type { Question } from '../answers/question.ts';
import { joinPhrases, nearness } from '../words/related.ts';
import { contentStems, isSoftWord, stemsOf } from '../words/words.ts';
import type { Candidate } from './traits.ts';

const MOST_CHARS = 1_200;

/** "List the drinks with prices": what stands under the headings that are called so, all kinds that are named. */
export function listSections(indexes: readonly PageIndex[], { text, said, names }: Question): Candidate[] {
  const kinds = contentStems(joinPhrases(text)).filter(
    (word) => !said.has(word) && !isSoftWord(word) && !COLUMNS.has(word),
  );
  if (kinds.length === 0 || kinds.length > 3 || names.length > 0) return [];
  return indexes.flatMap(({ page }, at) => {
    const blocks = page.blocks.filter(({ isAside, under }) => !isAside && under.length > 1);
    const headings = [...new Set(blocks.flatMap(({ under }) => under.slice(1)))].filter((heading) =>
      kinds.some((kind) => isCalled(heading, kind)),
    );
    const isWhole = kinds.every((kind) => headings.some((heading) => isCalled(heading, kind)));
    const lines = blocks.flatMap(({ text: line, under }) => {
      const depth = under.findIndex((heading) => headings.includes(heading));
      const term = under.at(-1) ?? '';
      if (depth < 0 || line === term) return [];
      return under.length - 1 > depth ? [`${term}: ${line}`] : [line];
    });
    const output = lines.join('\n');
    return isWhole && lines.length > 0 && output.length <= MOST_CHARS ? [{ at, output, by: 'listed' }] : [];
  });
}

function isCalled(heading: string, kind: string): boolean {
  return stemsOf(joinPhrases(heading)).some((word) => nearness(kind, word) >= 0.7);
}

/** What is told of each, and no kind of thing. */
const COLUMNS = new Set(
  stemsOf('price prices cost costs name names list option options hot cold night day per'),
);
