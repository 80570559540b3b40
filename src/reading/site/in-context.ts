import type { PageIndex } from '../answers/page-index.ts';
import type { Question } from '../answers/question.ts';
import type { SaidLine } from '../answers/said-lines.ts';
import { sentencesOf } from '../answers/sentences.ts';

/** "How long does delivery take?" where each kind of it has its own row: what is asked of none is told of all. */
export function wholeColumn(
  { kind, thing, output }: SaidLine,
  { collections }: PageIndex,
  { stems }: Question,
): string | undefined {
  if (kind !== 'cell') return undefined;
  const table = collections.find(({ items }) =>
    items.some(({ item }) => item.title === thing && item.fields.some(({ value }) => value === output)),
  );
  const rows = table?.items ?? [];
  if (rows.length < 2 || rows.length > MOST_ROWS) return undefined;
  const isNamed = rows.some(({ title }) => [...title].some((word) => stems.has(word)));
  const row = rows.find(({ item }) => item.title === thing);
  const name = row?.item.fields.find(({ value }) => value === output)?.names[0];
  const told = rows.flatMap(({ item }) => {
    const field = item.fields.find(({ names }) => names[0] === name);
    return field ? [`${item.title}: ${field.value}`] : [];
  });
  return isNamed || told.length < rows.length ? undefined : told.join('\n');
}

const MOST_ROWS = 15;

/** It speaks of what was named before it. */
const OF_OTHER = /^(?:he|she|it|they|this|these|that|those)\b/i;

/**
 * What a line is said of stands before it, what it goes on with behind it: where no single value is asked for, a short
 * paragraph answers better than a sentence out of it.
 */
export function inContext(answer: string, line: SaidLine, { page }: PageIndex, question: Question): string {
  const { asksThing, expects, text } = question;
  const isOfOther = OF_OTHER.test(answer);
  if (isOfOther && asksThing && line.thing !== null) return line.thing;
  const block = page.blocks.find(({ text: said }) => said.includes(answer));
  const isPassage = expects === null && (line.kind === 'sentence' || line.kind === 'section') && !asksThing;
  const said =
    block && isPassage && block.text.length <= MOST_PASSAGE_CHARS
      ? block.text
      : around(answer, block?.text ?? '', isOfOther, isPassage);
  const above = line.under.at(-1) ?? '';
  // "Which shop is closed on Sunday?" is told by what the line stands under, and whether by a heading that says no.
  const isUnder = /^which\b/i.test(text) && line.kind === 'sentence';
  const isPlain = WHETHER.test(text) && !VERB.test(said);
  return (isUnder || isPlain) && above !== '' && !above.endsWith('?') && !said.startsWith(above)
    ? `${above}: ${said}`
    : said;
}

const MOST_PASSAGE_CHARS = 360;
const WHETHER = /^(?:is|are|can|do|does|may)\b/i;
const VERB = /\b(?:is|are|can|may|must|will|do|does|have|has|be)\b/i;

/** A sentence with those before it that say what it speaks of, and the one behind it. */
function around(answer: string, block: string, isOfOther: boolean, isPassage: boolean): string {
  const sentences = sentencesOf(block);
  const at = sentences.findIndex((sentence) => answer.includes(sentence) || sentence.includes(answer));
  if (at < 0) return answer;
  const before = isOfOther ? sentences.slice(0, at).slice(-2) : [];
  const behind = isPassage ? sentences.slice(at + 1, at + 2) : [];
  return [...before, answer, ...behind].join(' ');
}
