import { isSameWord } from '../words/concepts.ts';
import { contentStems, stem, stemsOf } from '../words/words.ts';
import type { Answer } from './answered.ts';
import { isOwn, type PageIndex } from './page-index.ts';
import type { Question } from './question.ts';
import { sayYesNo } from './yes-no.ts';

/** "Is the API up?", "is the blue bike ready?" where the page gives the state of each thing beside its name. */
export function answerState(index: PageIndex, question: Question): Answer | undefined {
  if (question.form !== 'yes-no' || !WELL.test(question.text)) return undefined;
  const words = contentStems(question.text.replace(ABOUT_NOW, ' ')).filter((word) => !STATES.has(word));
  if (words.length === 0) return undefined;
  const told = statesOn(index).filter(({ name }) => {
    const named = words.filter((word) => name.some((each) => isSameWord(each, word)));
    return named.length > 0 && words.every((word) => named.includes(word) || isOwn(index, word));
  });
  const [only] = told;
  if (!only || new Set(told.map(({ value }) => value)).size > 1) return undefined;
  return { output: sayYesNo(isWell(only.value), only.value, question, index.page.language), coverage: 1 };
}

/** Values that are nothing but a state, with the words that name what is in it. */
function statesOn({ page, collections }: PageIndex): { name: string[]; value: string }[] {
  const labels = page.labels
    .filter(({ source }) => source === 'label')
    .map(({ label, value }) => ({ name: stemsOf(label), value }));
  const items = collections
    .filter(({ collection }) => collection.kind !== 'sections' && !collection.isAside)
    .flatMap(({ items: things }) =>
      things.flatMap(({ item, title }) =>
        item.fields
          .map(({ value }) => ({ name: [...title], value }))
          .filter(({ value }) => value !== item.title),
      ),
    );
  return [...labels, ...items].filter(
    ({ value }) => value.length <= 40 && (WELL.test(value) || ILL.test(value)),
  );
}

function isWell(value: string): boolean {
  return WELL.test(value) && !ILL.test(value);
}

const WELL =
  /\b(?:operational|running|up and running|up|online|available|normal(?:ly)?|working|ok(?:ay)?|ready|finished|done|completed?|in service|active|on time)\b/i;
const ILL =
  /\b(?:not|no longer|degraded|down|outage|offline|unavailable|disrupt\p{L}*|maintenance|delayed|closed|waiting|pending|in progress|cancell?ed|broken|out of|partial|limited|paused|inactive|in the)\b/iu;
const ABOUT_NOW =
  /\b(?:at the moment|right now|currently|now|already|yet|still|today|to be .{0,30}|for .{0,20})(?=\s*\?|$)/gi;
const STATES = new Set(
  'operational running run up online available normal normally work working ok ready finish finished done complete completed active time'
    .split(' ')
    .map(stem),
);
