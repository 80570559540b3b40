import { type Agent, DONE, type Outcome, rest, see, stuck } from '../agent-context.ts';
import { type CountedThing, readOrder, readThingCount } from '../language/counted-things.ts';
import { canonical, normalize } from '../language/words.ts';
import { isField } from '../sight/fields.ts';
import { keyOf } from '../sight/locate.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';
import { controlOfThing, countsOn, isHeaded, isOfOtherField } from '../sight/thing-control.ts';
import { checkOut } from './check-out.ts';
import { click, labelOf, leaveField } from './hands.ts';
import { setField } from './set-field.ts';
import { pickSize } from './settle-choices.ts';
import { stepTo } from './step-to.ts';

/** "Change the quantity of the mug to 3" where the row of the mug has a count; null where the page has none. */
export async function setThingCount(agent: Agent, task: string): Promise<Outcome | null> {
  const thing = readThingCount(task);
  const count = thing && controlOfCount((await see(agent)).model, thing.name);
  if (!count) return null;
  const set = await setCount(agent, count, thing.count);
  return set.ok ? keepCount(agent, thing.name) : set;
}

/** "Buy two candles and a mug": each goes into the cart as often as asked, then the order is sent. Null where the page lists none of them. */
export async function orderThings(agent: Agent, task: string): Promise<Outcome | null> {
  const order = readOrder(task);
  if (!order) return null;
  const { model } = await see(agent);
  const isShop = order.things.every(
    ({ name }) =>
      controlOfThing(model, addersOn(model), name) ||
      (order.isSent && controlOfCount(model, name)) ||
      (addersOn(model).length === 0 && linkTo(model, name)),
  );
  if (!isShop) return null;
  for (const thing of order.things) {
    const taken = await take(agent, thing);
    if (!taken.ok) return taken;
  }
  return order.isSent ? checkOut(agent, '') : DONE;
}

function controlOfCount(model: PageModel, name: string): UiElement | null {
  return controlOfThing(model, countsOn(model), name);
}

const ADDER =
  /^[+＋]?\s*add(?:\s+(?:it\s+)?to\s+(?:the\s+|my\s+|your\s+)?(?:cart|basket|bag|trolley|order))?$/u;

export function addersOn({ elements }: PageModel): UiElement[] {
  return elements.filter(
    (element) =>
      element.isVisible &&
      !element.isDisabled &&
      (element.isClickable || element.isHeard) &&
      !isField(element) &&
      ADDER.test(normalize(element.name)),
  );
}

function linkTo({ elements }: PageModel, name: string): UiElement | undefined {
  return elements.find(
    ({ isVisible, role, text }) => isVisible && role === 'link' && canonical(text) === canonical(name),
  );
}

async function take(agent: Agent, { name, count }: CountedThing): Promise<Outcome> {
  await openThing(agent, name);
  const start = await see(agent);
  const own = controlOfCount(start.model, name);
  if (own) {
    const set = await setCount(agent, own, count);
    if (!set.ok) return set;
  }
  const unmet = await pickSize(agent);
  if (unmet !== null) return stuck(unmet);
  const presses = own ? 1 : count;
  for (let press = 0; press < presses; press += 1) {
    await goOnShopping(agent);
    const scene = await see(agent);
    const adder = controlOfThing(scene.model, addersOn(scene.model), name);
    // The number alone says it where nothing puts it into a cart.
    if (!adder && own) return DONE;
    if (!adder || !(await click(agent, scene, adder))) return stuck(`"${name}" cannot be put into the cart`);
  }
  return DONE;
}

const BACK = /^(?:back\b.*|continue shopping|keep shopping|(?:all )?products|shop)$/u;

/** The page of the thing, where it is not one of several that the page at hand sells. */
async function openThing(agent: Agent, name: string): Promise<void> {
  const scene = await see(agent);
  if (isHeaded(scene.model, name) || controlOfThing(scene.model, addersOn(scene.model), name)) return;
  if (!linkTo(scene.model, name)) {
    const back = scene.model.elements.find(
      ({ isVisible, isClickable, name: own }) => isVisible && isClickable && BACK.test(normalize(own)),
    );
    if (back) await click(agent, scene, back);
  }
  const list = await see(agent);
  const link = linkTo(list.model, name);
  if (link) await click(agent, list, link);
}

/** A notice that something lies in the cart now has a way back to the things. */
async function goOnShopping(agent: Agent): Promise<void> {
  const scene = await see(agent);
  const way = scene.model.elements.find(
    ({ isVisible, isClickable, name }) =>
      isVisible && isClickable && /^(?:continue|keep)\s+shopping$/u.test(normalize(name)),
  );
  if (way && scene.model.elements.some(({ isVisible, isCovered }) => isVisible && isCovered))
    await click(agent, scene, way);
}

export async function setCount(agent: Agent, count: UiElement, wanted: number): Promise<Outcome> {
  const scene = await see(agent);
  return isField(count)
    ? setField(agent, { scene, element: count }, String(wanted))
    : stepTo(agent, count, String(wanted));
}

const KEEPS =
  /^(?:update|save|apply|refresh|recalculate|↻|⟳)(?:\s+(?:the\s+|my\s+)?(?:cart|basket|bag|order|quantity|quantities|changes|totals?))?$/u;

/** A changed count is kept by the button of its row, by one for the whole cart, or by leaving its field. */
async function keepCount(agent: Agent, name: string): Promise<Outcome> {
  await leaveField(agent);
  await rest(agent, 2_000);
  const scene = await see(agent);
  const buttons = scene.model.elements.filter(
    (element) =>
      element.isVisible &&
      !element.isDisabled &&
      (element.isClickable || element.isHeard) &&
      !isField(element) &&
      KEEPS.test(normalize(element.name)) &&
      !isOfOtherField(scene.model, element),
  );
  const alike = buttons.filter((one) => keyOf(one) === keyOf(buttons[0] ?? one));
  const keeper = alike.length > 1 ? controlOfThing(scene.model, alike, name) : buttons[0];
  if (!keeper) return DONE;
  return (await click(agent, scene, keeper)) ? DONE : stuck(`"${labelOf(keeper)}" could not be pressed`);
}
