import { parseDate } from '../values/date.ts';
import { minutesOf } from '../values/duration.ts';
import { isThing } from '../words/concepts.ts';
import type { Answer } from './answered.ts';
import type { PageIndex } from './page-index.ts';
import type { Question } from './question.ts';

/** "How long does it take altogether?" of a recipe that only tells how long its parts take. */
export function answerWholeTime({ facts }: PageIndex, { text }: Question): Answer | undefined {
  if (!/^how (?:long|much time)\b.*\b(?:altogether|in total|in all|overall|start to finish)\b/i.test(text))
    return undefined;
  const told = (name: string) =>
    facts.filter((fact) => !fact.isOfItem && isThing(fact.name, name)).map(({ value }) => String(value));
  if (told('total time').length > 0) return undefined;
  const parts = ['prep time', 'cook time'].map((name) => minutesOf(told(name)[0] ?? '', 'time_minutes'));
  const [prep, cook] = parts;
  return prep === undefined || cook === undefined
    ? undefined
    : { output: `${prep + cook} minutes`, coverage: 1 };
}

const DAY_MS = 86_400_000;

/** "How many days does it last?", where the page only says from when to when. */
export function answerSpan({ facts, page }: PageIndex, { text }: Question): Answer | undefined {
  const unit = text.match(
    /\bhow (?:many (days|nights|weeks)|long)\b.{0,60}\b(?:last|take|run|stay|closed|open)/i,
  );
  if (!unit) return undefined;
  const days = ['start date', 'end date'].map((name) => {
    const found = facts
      .filter((fact) => !fact.isOfItem && isThing(fact.name, name))
      .map(({ machine, value }) => parseDate(machine ?? String(value), page.language)?.date);
    return new Set(found).size === 1 ? found[0] : undefined;
  });
  const [from, to] = days;
  if (!from || !to || to < from) return undefined;
  const nights = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
  const word = unit[1]?.toLowerCase() ?? 'days';
  const count = word === 'nights' ? nights : word === 'weeks' ? Math.round((nights + 1) / 7) : nights + 1;
  return { output: `${count} ${word} (${from} to ${to})`, coverage: 1 };
}
