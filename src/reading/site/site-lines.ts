import type { PageIndex } from '../answers/page-index.ts';
import { type SaidLine, saidLines, wordsIn } from '../answers/said-lines.ts';
import { sentencesOf } from '../answers/sentences.ts';
import type { ExtractedPage } from '../page/page.ts';
import { joinPhrases } from '../words/related.ts';
import { stemsOf } from '../words/words.ts';

/** One thing that a site says, and the page it says it on. */
export interface SiteLine {
  line: SaidLine;
  index: PageIndex;
  /** What the page is called. */
  home: string[];
}

const MOST_CARD_CHARS = 500;
const MOST_PAIR_CHARS = 300;

/** All that a page says that can answer a question: its lines, its things as wholes, and what stands at its foot. */
export function linesOn(index: PageIndex): SiteLine[] {
  const { page } = index;
  const home = headWords(page);
  const headings = new Set(page.headings.map(({ text }) => text));
  return [...saidLines(index), ...pairLines(index), ...cardLines(index), ...asideLines(index)]
    .filter(
      ({ output, isTitle }) =>
        !isTitle && !headings.has(output) && !output.trim().endsWith('?') && !ELSEWHERE.test(output),
    )
    .map((line) => ({ line, index, home }));
}

/** It only says where it is said. */
const ELSEWHERE = /\b(?:see|on|at|find (?:it|them|more) on) (?:the|our|its) [\p{L} -]{2,30} page\b/iu;

/** "We have no car park. Use the one in Mill Street.": what is spoken of in one sentence and told in the next. */
function pairLines({ page }: PageIndex): SaidLine[] {
  return page.blocks
    .filter(({ isAside, text }) => !isAside && text.length <= 3_000)
    .flatMap(({ text, under }) => {
      const sentences = sentencesOf(text);
      const headings = under.slice(1);
      const above = wordsIn(headings.join(' '));
      return sentences.slice(1).flatMap((second, at): SaidLine[] => {
        const both = `${sentences[at]} ${second}`;
        if (both.length > MOST_PAIR_CHARS) return [];
        const own = wordsIn(both);
        return [
          {
            output: both,
            text: both,
            own,
            above,
            before: [],
            under: headings,
            thing: null,
            kind: 'sentence',
          },
        ];
      });
    });
}

/** Things that stand side by side, each with all that is said of it. */
function cardLines({ collections }: PageIndex): SaidLine[] {
  return collections
    .filter(
      ({ collection: { kind, isAside, columns } }) =>
        !isAside && kind !== 'sections' && (kind !== 'table' || columns.length > 0),
    )
    .flatMap(({ collection, items }) =>
      items.slice(0, 80).flatMap(({ item }) => {
        const { title, fields, text, under } = item;
        const output =
          collection.kind === 'table'
            ? [
                title,
                ...fields
                  .filter(({ value }) => value !== title && value !== '')
                  .map(({ names, value }) => (names[0] ? `${names[0]}: ${value}` : value)),
              ].join(', ')
            : text;
        if (output === '' || output.length > MOST_CARD_CHARS) return [];
        return [
          {
            output,
            text: output,
            own: wordsIn(`${title} ${output}`),
            above: wordsIn([...collection.about, under].join(' ')),
            before: [],
            under: [under],
            thing: title,
            kind: 'section' as const,
          },
        ];
      }),
    );
}

/** A number to call, an address, hours. */
const REACHING = /@|\d{3}|\d\s?[ap]m\b|\d[:.]\d{2}|\bclosed\b/i;

/** What the foot of every page says: where, when, how to write. */
function asideLines({ page }: PageIndex): SaidLine[] {
  return page.blocks
    .filter(({ isAside, text }) => isAside && REACHING.test(text) && text.length <= 300)
    .flatMap(({ text, under }) =>
      sentencesOf(text).map((sentence) => ({
        output: sentence,
        text: sentence,
        own: wordsIn(sentence),
        above: wordsIn(under.at(-1) ?? ''),
        before: [],
        under: [],
        thing: null,
        kind: 'sentence' as const,
      })),
    );
}

/** The words that a page goes by. */
export function headWords({ title, headings, url }: ExtractedPage): string[] {
  const path = URL.canParse(url) ? new URL(url).pathname.replace(/[/_.-]+|\.\w+$/g, ' ') : '';
  return [...new Set(stemsOf(joinPhrases([title, headings[0]?.text, path].join(' '))))];
}
