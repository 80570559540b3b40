import { type Agent, see } from '../agent-context.ts';
import type { Act } from '../language/intent.ts';
import { readTime } from '../language/read-date.ts';
import { normalize } from '../language/words.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';
import { click } from './hands.ts';

/** "Book the 15:30 appointment on Friday": one of several times to press, of the day that is named. */
export async function pickSlot(agent: Agent, { verb, phrase }: Act): Promise<number> {
  const time = phrase.match(/\b\d{1,2}[:.]\d{2}(?:\s*[ap]\.?m\b\.?)?|\b\d{1,2}\s*[ap]m\b/iu)?.[0];
  const end = time === undefined ? phrase.match(OPEN_END)?.[1]?.toLowerCase() : undefined;
  if (
    (time ?? end) === undefined ||
    !/^(?:book|reserve|schedule|make|request|choose|select|pick|take)$/u.test(verb)
  )
    return 0;
  const scene = await see(agent);
  const times = scene.model.elements.filter(
    ({ isVisible, isClickable, isEditable, text }) =>
      isVisible && isClickable && !isEditable && /^\d{1,2}(?:[:.]\d{2})?\s*(?:[ap]\.?m\.?)?$/iu.test(text),
  );
  if (end !== undefined) {
    const open = times.filter(({ isDisabled, hints }) => !isDisabled && !TAKEN.test(hints));
    const chosen = open
      .toSorted((one, other) => minutes(one.text) - minutes(other.text))
      .at(/^la/u.test(end) ? -1 : 0);
    return times.length > 1 && chosen && (await click(agent, scene, chosen)) ? 1 : 0;
  }
  const meant = times.filter(({ text }) => normalize(text) === normalize(time ?? ''));
  const day =
    phrase.match(/\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:today|tomorrow)\b/iu)?.[0] ?? '';
  const own = meant.find((slot) => headBefore(scene.model, slot, times).includes(normalize(day))) ?? meant[0];
  return times.length > 1 && own && (await click(agent, scene, own)) ? 1 : 0;
}

/** "the earliest free appointment", "the last available slot" */
const OPEN_END =
  /\b(earliest|first|next|soonest|last|latest)\s+(?:(?:free|available|open|possible)\s+)?(?:appointment|slot|time(?:\s+slot)?|table|session|lesson|viewing)\b/iu;
const TAKEN = /\b(?:taken|booked|unavailable|full|disabled|busy|reserved|sold|blocked|struck)\b/u;

function minutes(text: string): number {
  const [hour = 0, minute = 0] = (readTime(text) ?? text).split(/[:.]/u).map(Number);
  return hour * 60 + minute;
}

/** What stands last before a run of alike things: the heading of their day. */
function headBefore(model: PageModel, slot: UiElement, alike: UiElement[]): string {
  const before = model.elements.filter(
    ({ node, isVisible, text }) => node < slot.node && isVisible && text !== '',
  );
  const head = before.findLast((element) => !alike.includes(element));
  return normalize(`${slot.group} ${head?.text ?? ''}`);
}
