import { isOfKind } from '../answers/answer-nearest.ts';
import { isWeighed } from '../answers/passages.ts';
import type { Question } from '../answers/question.ts';
import { isPerson, type SaidLine } from '../answers/said-lines.ts';

/** Whether a line can answer a question at all, by the kind of thing that it tells. */
export function isFit(line: SaidLine, question: Question): boolean {
  const { text, expects, form } = question;
  // A word or two decide nothing.
  if (
    form === 'yes-no' &&
    line.kind === 'sentence' &&
    line.output.split(' ').length < 4 &&
    !/\d/.test(line.output)
  )
    return false;
  if (!isOfKind(line, question) || !isPointed(line, question) || !isWeighed(line.output, question))
    return false;
  if (
    expects === 'name' &&
    !isPerson(line.thing ?? '') &&
    (line.kind === 'section' || !namesSomebody(line.output))
  )
    return false;
  return !PLACE.test(text) || /(?<!^)(?<![.!?:]\s)\p{Lu}\p{Ll}{2,}/u.test(line.output);
}

/** Two names in a row, or a title and a name. */
export function namesSomebody(text: string): boolean {
  const found = PERSON.exec(text);
  // Where a name meets the text below it, both begin with a capital.
  return (
    found !== null &&
    (found.index > 0 ||
      isPerson(text) ||
      /^(?:Dr|Mr|Mrs|Ms|Prof|Cllr)\b/.test(text) ||
      /^\p{Lu}[\p{L}'’-]+ \p{Lu}[\p{L}'’-]+,/u.test(text))
  );
}

const PERSON =
  /(?:^|[^\p{L}])(?:\p{Lu}[\p{L}'’.-]+\s\p{Lu}[\p{Ll}'’-]{1,}|(?:Dr|Mr|Mrs|Ms|Prof|Cllr)\.?\s\p{Lu})/u;
const PLACE =
  /^(?:in |to |from )?(?:which|what) (?:country|city|town|village|street|region|county|state|station|building|room)\b/i;

/** Which one is the most is told by a line that says so. */
function isPointed({ text }: SaidLine, { extreme }: Question): boolean {
  return extreme === null || extreme.said.test(text);
}
