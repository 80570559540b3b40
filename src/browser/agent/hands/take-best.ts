import { type Agent, isSpent, type Outcome, rest, see, stuck } from '../agent-context.ts';
import { awaitReply } from '../await-reply.ts';
import { type Best, readBest } from '../language/read-best.ts';
import { holdsPhrase } from '../language/words.ts';
import { nextPage, pageNumbered } from '../sight/locate.ts';
import { meantRows } from '../sight/meant-rows.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';
import { measure } from '../sight/pick-extreme.ts';
import type { Scene } from '../sight/scene.ts';
import { GONE } from '../sight/unavailable.ts';
import { calledFamilies, rowText } from '../talk/pick-row.ts';
import { readTalk, type Talk } from '../talk/talk.ts';
import { confirm } from './act-form.ts';
import { click, labelOf } from './hands.ts';

const MOST_PAGES = 12;

interface Offer {
  page: number;
  text: string;
  amount: number | null;
}

/**
 * "Save the best-paid full-time job in Turin": reads what every row of the list says, on all its pages, leaves out those
 * that lack anything told of the one, and presses the button of the best that is left. Null where nothing is compared, or
 * the page has no rows with a button for it.
 */
export async function takeBest(agent: Agent, goal: string): Promise<Outcome | null> {
  const best = readBest(goal);
  const talk = readTalk(goal);
  const start = await see(agent);
  if (!best || offersOn(start.model, talk, best, 0).length < 2) return null;
  const { offers, isWhole } = await readPages(agent, talk, best);
  if (!isWhole) return stuck('the list goes on beyond what can be compared');
  const meant = meantRows(
    offers.map(({ text }) => text),
    best.description,
    titleOf(start.model),
  );
  const unknown = [...meant.unsaid, ...meant.names.filter((name) => isUnheeded(agent, start, name))];
  if (unknown.length > 0) return stuck(`nothing in the list says "${unknown[0]}"`);
  const fitting = offers.filter((_, at) => meant.rows.includes(at));
  if (fitting.length === 0) return stuck(`nothing in the list is all of "${best.description}"`);
  if (fitting.some(({ amount }) => amount === null)) return stuck('what the list shows cannot be compared');
  const sign = best.extreme.end === 'min' ? 1 : -1;
  const [chosen] = fitting.toSorted((one, other) => sign * ((one.amount ?? 0) - (other.amount ?? 0)));
  const taken = chosen ? await pressOffer(agent, talk, chosen) : null;
  // The list may be gone with the press: what is asked of the chosen one is what its row said.
  if (chosen && taken?.ok && OF_IT.test(agent.instruction)) agent.remembered = chosen.text;
  return taken;
}

/** "Which one is it?", "tell me its price". */
const OF_IT =
  /(?:\b(?:tell|show|give|let) (?:me|us)\b|\b(?:what|which|how|when|where|who)\b)[^.?!]*\b(?:it|its|it['’]s|the (?:price|cost))\b/iu;

/** What the page calls itself and its parts. */
function titleOf({ title, elements }: PageModel): string {
  const heads = elements.filter(
    ({ isVisible, role, tag }) => isVisible && role === 'heading' && tag !== 'h3',
  );
  return [title, ...heads.map(({ text }) => text)].join(' ');
}

function offersOn(
  model: PageModel,
  talk: Talk,
  { extreme }: Best,
  page: number,
): (Offer & { element: UiElement })[] {
  const [members = []] = calledFamilies(model, talk);
  return members
    .map((element) => ({
      element,
      page,
      text: withoutName(rowText(model, element, members), element),
      amount: measure(model, element, members, extreme.of),
    }))
    .filter(({ text }) => !GONE.test(text));
}

async function readPages(
  agent: Agent,
  talk: Talk,
  best: Best,
): Promise<{ offers: Offer[]; isWhole: boolean }> {
  const offers: Offer[] = [];
  const turned = new Set(['1']);
  const read = new Set<string>();
  for (let page = 0; page < MOST_PAGES && !isSpent(agent); page += 1) {
    const scene = await see(agent);
    const own = offersOn(scene.model, talk, best, page);
    const key = own.map(({ text }) => text).join('\n');
    if (read.has(key) || own.length === 0) return { offers, isWhole: true };
    read.add(key);
    offers.push(...own);
    const next = nextPage(scene.model, turned);
    if (!next) return { offers, isWhole: true };
    turned.add(next.name);
    if (!(await click(agent, scene, next))) return { offers, isWhole: false };
    await rest(agent);
  }
  return { offers, isWhole: false };
}

/** What the list was asked for was typed before, or stands in the search above it or in its heading. */
function isUnheeded({ unheeded }: Agent, { text, model }: Scene, name: string): boolean {
  const isShown =
    holdsPhrase(text, name) ||
    model.elements.some(({ value, isVisible }) => isVisible && holdsPhrase(value, name));
  return !isShown && [...unheeded].some((each) => holdsPhrase(each, name));
}

/** Turns back to the page where it was read, and presses it there. */
async function pressOffer(agent: Agent, talk: Talk, offer: Offer): Promise<Outcome> {
  for (let turns = 0; turns < MOST_PAGES && !isSpent(agent); turns += 1) {
    const scene = await see(agent);
    const own = rowsOn(scene.model, talk).find(({ text }) => text === offer.text)?.element;
    if (own) {
      if (!(await click(agent, scene, own))) return stuck(`"${labelOf(own)}" could not be pressed`);
      await awaitReply(agent);
      return confirm(agent, { scene, element: own });
    }
    const back = wayBack(scene.model, offer.page + 1);
    if (!back || !(await click(agent, scene, back))) break;
    await rest(agent);
  }
  return stuck('what was chosen in the list could not be found again');
}

function rowsOn(model: PageModel, talk: Talk): { element: UiElement; text: string }[] {
  const [members = []] = calledFamilies(model, talk);
  return members.map((element) => ({
    element,
    text: withoutName(rowText(model, element, members), element),
  }));
}

/** What the row says, and not what its button is called. */
function withoutName(text: string, { name }: UiElement): string {
  return text.replace(name, ' ').replace(/\s+/gu, ' ').trim();
}

function wayBack(model: PageModel, page: number): UiElement | null {
  const previous = model.elements.find(
    ({ isVisible, isDisabled, isClickable, name }) =>
      isVisible &&
      !isDisabled &&
      isClickable &&
      /^(?:[‹«←◀<]\s*)?(?:prev(?:ious)?(?: page)?|newer)\b|^[‹«←◀<]$/iu.test(name.trim()),
  );
  return pageNumbered(model, page) ?? previous ?? null;
}
