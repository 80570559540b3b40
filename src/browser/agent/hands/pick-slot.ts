import { type Agent, see } from '../agent-context.ts';
import type { Act } from '../language/intent.ts';
import { normalize } from '../language/words.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';
import { click } from './hands.ts';

/** "Book the 15:30 appointment on Friday": one of several times to press, of the day that is named. */
export async function pickSlot(agent: Agent, { verb, phrase }: Act): Promise<number> {
  const time = phrase.match(/\b\d{1,2}[:.]\d{2}(?:\s*[ap]\.?m\b\.?)?|\b\d{1,2}\s*[ap]m\b/iu)?.[0];
  if (time === undefined || !/^(?:book|reserve|schedule|make|request)$/u.test(verb)) return 0;
  const scene = await see(agent);
  const times = scene.model.elements.filter(
    ({ isVisible, isClickable, isEditable, text }) =>
      isVisible && isClickable && !isEditable && /^\d{1,2}(?:[:.]\d{2})?\s*(?:[ap]\.?m\.?)?$/iu.test(text),
  );
  const meant = times.filter(({ text }) => normalize(text) === normalize(time));
  const day =
    phrase.match(/\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:today|tomorrow)\b/iu)?.[0] ?? '';
  const own = meant.find((slot) => headBefore(scene.model, slot, times).includes(normalize(day))) ?? meant[0];
  return times.length > 1 && own && (await click(agent, scene, own)) ? 1 : 0;
}

/** What stands last before a run of alike things: the heading of their day. */
function headBefore(model: PageModel, slot: UiElement, alike: UiElement[]): string {
  const before = model.elements.filter(
    ({ node, isVisible, text }) => node < slot.node && isVisible && text !== '',
  );
  const head = before.findLast((element) => !alike.includes(element));
  return normalize(`${slot.group} ${head?.text ?? ''}`);
}
