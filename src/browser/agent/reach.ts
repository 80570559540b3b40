import { addressIn } from '../../reading/page/page-series.ts';
import { isDoing, linkFit } from '../../reading/site/link-fit.ts';
import { type Agent, isSpent, type Outcome, rest, see } from './agent-context.ts';
import { click } from './hands/hands.ts';
import { isOtherDeed } from './language/deeds.ts';
import { canonical, wordsOf } from './language/words.ts';
import { goTo } from './perform.ts';
import { keyOf } from './sight/locate.ts';
import type { PageModel, UiElement } from './sight/page-model.ts';
import { walkSite } from './walk-site.ts';

const MOST_LOOKS = 8;
const MOST_TRIES = 3;

/**
 * What cannot be done on this page may be done on another of the site: looks at the places its navigation leads to,
 * and tries again where the most of the task's words are spoken of.
 */
export async function tryElsewhere(
  agent: Agent,
  words: string,
  attempt: () => Promise<Outcome>,
): Promise<Outcome | null> {
  const start = agent.run.front.url();
  agent.filled.clear();
  const seen: { place: UiElement; url: string; promise: number }[] = [];
  for (const place of placesOn((await see(agent)).model, words)) {
    if (isSpent(agent) || seen.length >= MOST_LOOKS) break;
    if (!(await open(agent, place, start))) continue;
    const { model, text } = await see(agent);
    const promise = promiseOf(model, text, words) + 0.4 * linkFit(place, words);
    seen.push({ place, url: model.url, promise });
    if (promise >= SURE_PLACE) break;
  }
  let last: Outcome | null = null;
  const best = seen
    .filter(({ promise }) => promise >= LEAST_PROMISE)
    .sort((one, other) => other.promise - one.promise);
  for (const { place } of best.slice(0, MOST_TRIES)) {
    if (isSpent(agent) || !(await open(agent, place, start))) continue;
    last = await attempt();
    if (last.ok) return last;
  }
  return last;
}

const SURE_PLACE = 0.95;
const LEAST_PROMISE = 0.25;

/**
 * What stands deeper in the site, behind menus and tabs: tries wherever a page speaks of all that the task's words name.
 * Null where none does.
 */
export async function tryFurther(
  agent: Agent,
  words: string,
  attempt: () => Promise<Outcome>,
): Promise<Outcome | null> {
  let last: Outcome | null = null;
  await walkSite(agent, {
    names: [],
    said: `${words} ${agent.instruction}`,
    least: 0,
    isThere: async ({ model, text }) => {
      if (promiseOf(model, text, words) < 1) return false;
      last = await attempt();
      return last.ok;
    },
  });
  return last;
}

/** Links and buttons of the frame around the content, those first that the words speak of; links of the content too when they do. */
function placesOn(model: PageModel, words: string): UiElement[] {
  const known = new Set<string>();
  const places = model.elements.filter((element) => {
    const { isVisible, isClickable, isEditable, isFraming, name, href, role } = element;
    // A menu may be closed; where its links lead to is known.
    const isShut = !isVisible && isFraming && role === 'link' && /^(?:https?:)?\//u.test(href);
    const isWay = (isShut || (isVisible && isClickable)) && !isEditable && name !== '' && name.length < 40;
    const isLink = role === 'link' && isOtherPage(model, href);
    if (!isWay || isDoing(name, href) || isOtherDeed(element, words) || known.has(keyOf(element)))
      return false;
    known.add(keyOf(element));
    return isFraming
      ? isLink || role === 'tab' || role === 'menuitem'
      : isLink && linkFit(element, words) >= 0.5;
  });
  return places.sort((one, other) => linkFit(other, words) - linkFit(one, words));
}

/** Of the same site, and not a place on this page, unless the site draws its pages behind such names. */
function isOtherPage({ url }: PageModel, href: string): boolean {
  const there = URL.parse(href, url);
  const here = new URL(url);
  if (!there || there.host !== here.host) return false;
  return addressIn(there.href) !== addressIn(url) || /^#!?\/\S/u.test(there.hash);
}

async function open(agent: Agent, place: UiElement, start: string): Promise<boolean> {
  for (const isBack of [false, true]) {
    if (isBack) {
      await agent.run.goto(start, 15_000);
      await rest(agent);
    }
    const scene = await see(agent);
    const now = scene.model.elements.find((element) => element.isVisible && keyOf(element) === keyOf(place));
    if (!now && !place.isVisible && URL.canParse(place.href, scene.model.url)) {
      const gone = await goTo(agent, new URL(place.href, scene.model.url).href);
      return gone.ok && (agent.run.document?.status ?? 200) < 400;
    }
    if (now && (await click(agent, scene, now))) {
      await rest(agent);
      return (agent.run.document?.status ?? 200) < 400;
    }
  }
  return false;
}

/** How many of the words that matter the page speaks of, in its text, its fields or what they offer. */
function promiseOf(model: PageModel, text: string, words: string): number {
  const own = model.elements
    .filter(({ isVisible, isFraming }) => isVisible && !isFraming)
    .map(({ name, placeholder, options }) =>
      [name, placeholder, ...options.map(({ label }) => label)].join(' '),
    );
  const there = new Set(canonical(`${own.join(' ')} ${text}`).split(' '));
  const asked = new Set(
    canonical(wordsOf(plain(words)).join(' '))
      .split(' ')
      .filter((word) => word.length > 2),
  );
  const met = [...asked].filter((word) => there.has(word)).length;
  return asked.size === 0 ? 0 : met / asked.size;
}

/** Without what is quoted: that is to be written, not found. */
function plain(words: string): string {
  return words
    .replace(/"[^"]*"|“[^”]*”/gu, ' ')
    .replace(
      /\b(?:the|a|an|my|your|to|with|and|of|for|in|on|from|that|who|which|has|page|section|open|download|go)\b/giu,
      ' ',
    );
}
