import { type Agent, see } from '../agent-context.ts';
import { ratingsIn } from '../language/ratings.ts';
import { statedSize } from '../language/stated-size.ts';
import { normalize, readCount, wordsOf } from '../language/words.ts';
import { keyOf } from '../sight/locate.ts';
import type { UiElement } from '../sight/page-model.ts';
import { starOf } from '../sight/stars.ts';
import { numberCalled } from '../sight/stepper.ts';
import { click, tick } from './hands.ts';
import { sizesOn } from './pick-variants.ts';
import { pressTold } from './press-told.ts';
import { stepTo } from './step-to.ts';

/**
 * Before the press that makes it count: what the page lets one choose and the task names is chosen. Null when all of it is,
 * else what could not be.
 */
export async function settleChoices(agent: Agent): Promise<string | null> {
  await tickMentioned(agent);
  return settleNumbers(agent);
}

/** The same of what the task names in numbers, and of what stands on buttons: stars, how many, a size, an amount. */
export async function settleNumbers(agent: Agent): Promise<string | null> {
  return (
    (await rateMentioned(agent)) ??
    (await countMentioned(agent)) ??
    (await pickSize(agent)) ??
    pressTold(agent)
  );
}

/** "Set an alarm for 7:00, on weekdays only": a box that the task speaks of by its whole name is meant. */
async function tickMentioned(agent: Agent): Promise<void> {
  const { model } = await see(agent);
  const boxes = model.elements.filter(
    ({ role, isVisible, isDisabled, isChecked, name }) =>
      role === 'checkbox' && isVisible && !isDisabled && isChecked === false && wordsOf(name).length > 1,
  );
  for (const box of boxes) {
    const said = normalize(agent.instruction).indexOf(normalize(box.name));
    const isMeant = said >= 0 && !DENIED.test(normalize(agent.instruction).slice(0, said));
    if (!isMeant || agent.filled.has(keyOf(box))) continue;
    const scene = await see(agent);
    const now = scene.model.elements.find((element) => element.isVisible && keyOf(element) === keyOf(box));
    if (now && (await tick(agent, scene, now, true))) agent.filled.add(keyOf(box));
  }
}

const DENIED =
  /\b(?:not|no|don['’]?t|without|never|un(?:tick|check)|deselect|disable|off|leave|except)\b[^.;]{0,40}$/u;

/** "Room 2/5, staff 4/5": each in the row of stars that the page has for it. */
async function rateMentioned(agent: Agent): Promise<string | null> {
  for (const { of, stars } of ratingsIn(agent.instruction)) {
    const scene = await see(agent);
    const star = starOf(scene.model, stars, of);
    if (!star || agent.filled.has(`rated ${normalize(of)}`)) continue;
    agent.filled.add(`rated ${normalize(of)}`);
    if (!(await click(agent, scene, star))) return `"${of}" could not be rated`;
  }
  return null;
}

/** "For 2 adults and a child": each into the number that the page has for it between its buttons. */
async function countMentioned(agent: Agent): Promise<string | null> {
  for (const [, number = '', name = ''] of agent.instruction.matchAll(COUNTED)) {
    const { model, text } = await see(agent);
    const field = numberCalled(model, text, name);
    const count = readCount(number);
    if (!field || count === null || agent.filled.has(`counted ${name}`)) continue;
    agent.filled.add(`counted ${name}`);
    const set = await stepTo(agent, field, String(count));
    if (!set.ok) return set.reason;
  }
  return null;
}

const COUNTED =
  /(?<![\p{L}\p{N}.,:/-])(\d{1,2}|an?|one|two|three|four|five|six|seven|eight|nine|ten)\s+(\p{L}{3,})(?!\p{L})/giu;

/** "The boots in 37": the page has a row of sizes, and that one must be among them. */
export async function pickSize(agent: Agent): Promise<string | null> {
  const size = statedSize(agent.instruction);
  const scene = await see(agent);
  const sizes = size === null ? [] : sizesOn(scene.model, size);
  const own = sizes.find(({ name, isDisabled }) => normalize(name) === normalize(size ?? '') && !isDisabled);
  if (sizes.length === 0 || (own && agent.filled.has(keyOf(own)))) return null;
  // Chosen before, it looks other than the rest of its row.
  const isChosen = ({ isVisible, isHeard, isDisabled, name }: UiElement) =>
    isVisible && isHeard && !isDisabled && normalize(name) === normalize(size ?? '');
  if (!own && scene.model.elements.some(isChosen)) return null;
  if (!own || !(await click(agent, scene, own))) return `"${size}" cannot be chosen`;
  agent.filled.add(keyOf(own));
  return null;
}
