import { type Agent, DONE, isSpent, type Outcome, rest, see, stuck } from './agent-context.ts';
import { fillIn } from './forms/fill-in.ts';
import { goToTill } from './hands/check-out.ts';
import { chooseVariants } from './hands/choose-variants.ts';
import { click, labelOf } from './hands/hands.ts';
import { notAccepted, pressRefused } from './hands/mend-form.ts';
import { addersOn, setCount } from './hands/order-things.ts';
import { searchFor, statedSearchField } from './hands/search.ts';
import { type Purchase, readPurchase } from './language/read-purchase.ts';
import type { Extreme } from './language/target-words.ts';
import { canonical, similarity } from './language/words.ts';
import { goTo } from './perform.ts';
import { nextPage } from './sight/locate.ts';
import { looksOf } from './sight/looks.ts';
import { itemOf, type PageModel, type UiElement, wholeTextOf } from './sight/page-model.ts';
import { measure } from './sight/pick-extreme.ts';
import type { Scene } from './sight/scene.ts';
import { countsOn } from './sight/thing-control.ts';
import { isAbout, speakingOf, thingsOn } from './sight/things.ts';
import { GONE } from './sight/unavailable.ts';
import { readTalk } from './talk/talk.ts';
import { SURE_WAY, walkSite } from './walk-site.ts';

/**
 * "Put the cheapest jumper in size M into the basket", "buy the X in white, deliver it to ...": the thing's page is looked
 * for, all pages of its list compared, what is told is chosen on its page, and the order sent with what the task tells. Null
 * where the site does not have the thing, and where nothing was laid into the cart yet.
 */
export async function runPurchase(agent: Agent, goal: string): Promise<Outcome | null> {
  const wish = readPurchase(goal);
  if (!wish || (wish.extreme === null && wish.variants.length === 0)) return null;
  if (isThingPage((await see(agent)).model, wish)) return null;
  const reached = wish.extreme ? await openExtreme(agent, wish, wish.extreme) : await findThing(agent, wish);
  if (!reached) return null;
  const laid = await layIntoCart(agent, wish);
  if (!laid.ok || !wish.isOrdered) return laid;
  const till = await goToTill(agent);
  return till.ok ? fillIn(agent, readTalk(goal)) : till;
}

async function findThing(agent: Agent, wish: Purchase): Promise<boolean> {
  return walkSite(agent, {
    names: [wish.thing],
    said: wish.thing,
    least: 0,
    isThere: ({ model }) => isThingPage(model, wish),
  });
}

/** Its heading is the name. */
function isThingPage({ elements }: PageModel, { thing }: Purchase): boolean {
  return elements.some(
    ({ isVisible, tag, name, text }) =>
      isVisible && tag === 'h1' && similarity(name || text, thing) >= SAME_NAME,
  );
}

const SAME_NAME = 0.9;
const MOST_PAGES = 12;

interface Offer {
  url: string;
  /** The page that lists it, where it has no address of its own. */
  list: string;
  name: string;
  amount: number;
}

/** Opens the cheapest (lightest, best rated) thing of its kind, by what all pages of the list say. */
async function openExtreme(agent: Agent, { thing }: Purchase, extreme: Extreme): Promise<boolean> {
  if (!(await reachList(agent, thing, extreme))) return false;
  const offers: Offer[] = [];
  const turned = new Set(['1']);
  const read = new Set<string>();
  for (let page = 0; page < MOST_PAGES && !isSpent(agent); page += 1) {
    const scene = await see(agent);
    if (read.has(scene.text)) break;
    read.add(scene.text);
    offers.push(...offersOn(scene.model, thing, extreme));
    const next = nextPage(scene.model, turned);
    if (!next) break;
    turned.add(next.name);
    if (!(await click(agent, scene, next))) break;
    await rest(agent);
    // A list that goes on beyond all bounds was not compared.
    if (page + 1 === MOST_PAGES) return false;
  }
  const [best] = offers.toSorted(
    (one, other) => (extreme.end === 'min' ? 1 : -1) * (one.amount - other.amount),
  );
  return best !== undefined && openOffer(agent, best);
}

/** The page that is about such things: by a link, else by the site's search. */
async function reachList(agent: Agent, thing: string, extreme: Extreme): Promise<boolean> {
  // The page of one of them is headed by its name too, and has a button of its own.
  const isList = ({ model }: Scene) =>
    isAbout(model, thing) && addersOn(model).length !== 1 && offersOn(model, thing, extreme).length > 1;
  if (await walkSite(agent, { names: [], said: thing, least: SURE_WAY, isThere: isList })) return true;
  if (!statedSearchField((await see(agent)).model) || !(await searchFor(agent, thing))) return false;
  return agent.foundNothing === null && thingsOn((await see(agent)).model).length > 0;
}

function offersOn(model: PageModel, thing: string, { of }: Extreme): Offer[] {
  const things = thingsOn(model);
  return speakingOf(model, things, thing).flatMap((element): Offer[] => {
    const card = wholeTextOf(model, itemOf(model, element, things));
    const amount = /\d/u.test(card) ? measure(model, element, things, of) : null;
    if (amount === null || GONE.test(card)) return [];
    const url = element.href === '' ? '' : (URL.parse(element.href, model.url)?.href ?? '');
    return [{ url, list: model.url, name: element.name, amount }];
  });
}

async function openOffer(agent: Agent, { url, list, name }: Offer): Promise<boolean> {
  if (url !== '') return (await goTo(agent, url)).ok;
  if (agent.run.front.url() !== list && !(await goTo(agent, list)).ok) return false;
  const scene = await see(agent);
  const element = thingsOn(scene.model).find((one) => one.name === name);
  return element !== undefined && click(agent, scene, element);
}

/** Chooses what is told, sets how many, and presses the one button that lays the thing into the cart. */
async function layIntoCart(agent: Agent, { variants, count }: Purchase): Promise<Outcome> {
  const chosen = await chooseVariants(agent, variants);
  if (!chosen.ok) return chosen;
  const [number] = countsOn((await see(agent)).model).filter(({ isFraming }) => !isFraming);
  if (count > 1 && number) {
    const set = await setCount(agent, number, count);
    if (!set.ok) return set;
  }
  for (let press = 0; press < (number ? 1 : count); press += 1) {
    const before = await see(agent);
    const adder = adderOn(before.model);
    if (!adder) return stuck('the page of the thing has no button to put it into the cart');
    if (!(await click(agent, before, adder))) return stuck(`"${labelOf(adder)}" could not be pressed`);
    await rest(agent, 3_000);
    const after = await see(agent);
    const refusal = pressRefused(before, after, agent.filled);
    if (refusal !== null) return notAccepted(refusal);
    if (looksOf(after) === looksOf(before))
      return stuck(`"${labelOf(adder)}" was pressed, and nothing on the page changed`);
  }
  return DONE;
}

/** The button of the thing itself: things that are shown beside it have like ones, and come later. */
function adderOn(model: PageModel): UiElement | null {
  const adders = addersOn(model).filter(({ isFraming }) => !isFraming);
  const [first, ...more] = adders;
  return more.every(({ name }) => canonical(name) === canonical(first?.name ?? '')) ? (first ?? null) : null;
}
