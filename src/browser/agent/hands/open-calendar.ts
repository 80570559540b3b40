import { type Agent, type Outcome, rest, see } from '../agent-context.ts';
import { dayWords } from '../language/read-date.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';
import { plainTalk } from '../talk/plain-talk.ts';
import { click } from './hands.ts';
import { hasCalendar, pickShownDays } from './pick-day.ts';

/**
 * The days that the words name where the calendar for them comes up behind a box, a button or a field that takes no typing
 * ("Check-in → Check-out", "Dates"). Null where no day is named, or nothing opens a calendar.
 */
export async function pickOpenedDays(agent: Agent, words: string): Promise<Outcome | null> {
  if (dayWords(plainTalk(words)).length === 0) return null;
  const scene = await see(agent);
  if (hasCalendar(scene.model)) return pickShownDays(agent, words);
  const [opener] = openersOf(scene.model);
  if (!opener || !(await click(agent, scene, opener))) return null;
  await rest(agent, 1_500);
  return hasCalendar((await see(agent)).model) ? pickShownDays(agent, words) : null;
}

/** What speaks of days and is no field to type into; what holds the fewest words first. */
function openersOf({ elements }: PageModel): UiElement[] {
  return elements
    .filter(
      ({
        isVisible,
        isDisabled,
        isClickable,
        isHeard,
        isEditable,
        isReadonly,
        isFraming,
        role,
        tag,
        href,
        name,
        placeholder,
      }) =>
        isVisible &&
        !isDisabled &&
        !isFraming &&
        (isClickable || isHeard) &&
        (!isEditable || isReadonly) &&
        href === '' &&
        tag !== 'label' &&
        tag !== 'select' &&
        !/^(?:option|radio|checkbox|heading|columnheader)$/u.test(role) &&
        `${name} ${placeholder}`.length < 60 &&
        OF_DAYS.test(`${name} ${placeholder}`),
    )
    .toSorted((one, other) => one.name.length - other.name.length);
}

const OF_DAYS =
  /\b(?:check-?\s?in|check-?\s?out|dates?|arriv(?:al|e)|depart(?:ure|ing)?|when|from\s*[-–→]\s*to|calendar|pick (?:a )?days?|choose (?:a )?days?|select (?:a )?days?|travel days|add dates)\b|📅|🗓/iu;
