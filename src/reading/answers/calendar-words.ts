import { stem } from '../words/words.ts';

const NAMES =
  'monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november december'.split(
    ' ',
  );
/** Each name of a day or month with its shorter forms, all as stems. */
const FORMS = NAMES.map((name) => [name, ...[5, 4, 3].map((length) => name.slice(0, length))].map(stem));

/** The form in which a page has the day or month that is asked for: `tue` for `tuesday`. Undefined for other words. */
export function calendarForm(vocabulary: ReadonlySet<string>, word: string): string | undefined {
  if (vocabulary.has(word)) return undefined;
  return FORMS.find((forms) => forms.includes(word))?.find((form) => vocabulary.has(form));
}
