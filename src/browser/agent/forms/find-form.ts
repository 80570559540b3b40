import { linkFit } from '../../../reading/site/link-fit.ts';
import { type Agent, isSpent, rest, see } from '../agent-context.ts';
import { nameFit } from '../elsewhere.ts';
import { click } from '../hands/hands.ts';
import { isOtherDeed } from '../language/deeds.ts';
import { goTo } from '../perform.ts';
import { isField } from '../sight/fields.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';
import { factsOf } from '../talk/facts.ts';
import type { Talk } from '../talk/talk.ts';
import { formFit } from './form-fit.ts';

const MOST_LOOKS = 10;
/** Where nothing better is in sight, this will do. */
const GOOD = 0.55;
const SURE = 0.75;
const LEAST = 0.35;

interface Place {
  url: string;
  /** The button that shows the form on that page; '' when it is just there. */
  opener: string;
  fit: number;
}

/** Goes to the page of the site whose form suits the errand best. False when none does; then it is back where it began. */
export async function findForm(agent: Agent, talk: Talk): Promise<boolean> {
  const start: Place = { url: agent.run.front.url(), opener: '', fit: 0 };
  const ways = new Map<string, Place>();
  const seen = new Set([keyIn(start)]);
  let best: Place | null = null;
  let here: Place | null = start;
  for (let look = 0; look < MOST_LOOKS && here !== null && !isSpent(agent); look += 1) {
    const before = look === 0 ? null : await enter(agent, here);
    if (look === 0 || before !== null) {
      const { model } = await see(agent);
      const bonus: number = here.opener === '' ? 0 : 0.3 * Math.min(1, fitIn(here.opener, talk));
      const fit = formFit(model, talk) + bonus;
      if (fit > (best?.fit ?? 0)) best = { url: agent.run.front.url(), opener: here.opener, fit };
      if (best && best.fit >= SURE) break;
      const depth = 0.2 * Math.min(1, here.fit);
      for (const way of waysOn(model, talk)) note(ways, { ...way, fit: way.fit + depth });
    }
    here = next(ways, seen);
    if (best && best.fit >= GOOD && (here?.fit ?? 0) < 0.8) break;
  }
  if (best && best.fit >= LEAST) return (await enter(agent, best)) !== null;
  if (agent.run.front.url() !== start.url) await open(agent, start.url);
  return false;
}

function keyIn({ url, opener }: Place): string {
  return `${url.replace(/#!?\/?$/u, '')} ${opener}`;
}

function note(ways: Map<string, Place>, way: Place): void {
  const known = ways.get(keyIn(way));
  if (!known || known.fit < way.fit) ways.set(keyIn(way), way);
}

function next(ways: Map<string, Place>, seen: Set<string>): Place | null {
  const [best] = [...ways.values()]
    .filter((way) => !seen.has(keyIn(way)))
    .toSorted((one, other) => other.fit - one.fit);
  if (best) seen.add(keyIn(best));
  return best ?? null;
}

/** Null when the place cannot be reached. */
async function enter(agent: Agent, { url, opener }: Place): Promise<true | null> {
  const isThere = agent.run.front.url() === url && opener === '';
  if (!isThere && !(await open(agent, url))) return null;
  return opener === '' || (await press(agent, opener)) || null;
}

async function open(agent: Agent, url: string): Promise<boolean> {
  // A way within the document does not close what was opened there.
  const isSame = agent.run.front.url().replace(/#.*$/u, '') === url.replace(/#.*$/u, '');
  if (isSame && url.includes('#')) await agent.run.goto('about:blank', 5_000);
  const gone = await goTo(agent, url);
  await settle(agent);
  return gone.ok && (agent.run.document?.status ?? 200) < 400;
}

async function press(agent: Agent, name: string): Promise<boolean> {
  const scene = await see(agent);
  const button = scene.model.elements.find(
    (element) => element.isVisible && element.isClickable && element.name === name,
  );
  return button !== undefined && (await click(agent, scene, button));
}

/** What is drawn by scripts or stands in frames comes a moment later than the page. */
async function settle(agent: Agent): Promise<void> {
  for (let wait = 0; wait < 12 && !isSpent(agent); wait += 1) {
    await agent.clock.sleep(150, agent.signal);
    await rest(agent, 3_000);
    const frames = agent.run.front.frames().slice(1, 4);
    await Promise.all(
      frames.map((frame) => frame.waitForLoadState('domcontentloaded', { timeout: 3_000 }).catch(() => null)),
    );
    const { model, text } = await see(agent);
    if (model.elements.some(({ isFraming }) => !isFraming) && !/^\W*(?:loading|please wait)/iu.test(text))
      return;
  }
}

/** Links and buttons whose press may do more than show something. */
const DOING =
  /\b(?:log ?out|sign ?out|log ?in|sign ?in|delete|remove|cancel|unsubscribe|download|cart|basket)\b|\.(?:pdf|zip|jpe?g|png|csv|docx?)$/iu;
/** What the way to a form is often called. */
const WAY =
  /\b(?:book|booking|reserv\p{L}+|appl(?:y|ication)|order|buy|sign ?up|regist\p{L}+|request|enquir\p{L}+|inquir\p{L}+|contact|join|subscri\p{L}+|donat\p{L}+|new|start|get started|make an?|termin|buchen|réserver)\b/iu;

/** Where the page leads to, closed menus too, and what its buttons may show, each with how likely the form stands there. */
function waysOn(model: PageModel, talk: Talk): Place[] {
  const names = factsOf(talk)
    .filter(({ kind }) => kind === 'name' || kind === 'quote')
    .map(({ value }) => value);
  const families = Map.groupBy(
    model.elements.filter(({ href }) => href !== ''),
    ({ signature }) => signature,
  );
  const links = model.elements.flatMap((link): Place[] => {
    const url = addressOf(model, link);
    if (url === null) return [];
    const peers = families.get(link.signature) ?? [];
    const named = Math.max(0, ...names.map((name) => nameFit(model, link, peers, name))) / 2;
    const fit = linkFit(link, talk.text) + named + (WAY.test(`${link.name} ${url}`) ? 0.35 : 0);
    return [{ url, opener: '', fit: fit + (link.isFraming ? 0.1 : 0) }];
  });
  return [...links, ...openersOn(model, talk)];
}

function addressOf({ url }: PageModel, { href, name }: UiElement): string | null {
  if (href === '' || !URL.canParse(href, url) || DOING.test(`${href} ${name}`)) return null;
  const [there, here] = [new URL(href, url), new URL(url)];
  if (there.host !== here.host || !/^https?:$/u.test(there.protocol)) return null;
  // A place on the same page, unless the site draws its pages behind such names.
  const isSame = there.pathname === here.pathname && there.search === here.search;
  return isSame && !/^#!?\/\S/u.test(there.hash) ? null : there.href;
}

/** Buttons beside which there is nothing to fill in: those may show a form, the others would send one. */
function openersOn({ url, elements }: PageModel, talk: Talk): Place[] {
  if (elements.some((element) => isField(element) && !element.isFraming && element.type !== 'search'))
    return [];
  const buttons = elements.filter(
    ({ isVisible, isClickable, isFraming, isDisabled, role, href, name }) =>
      isVisible &&
      isClickable &&
      !isFraming &&
      !isDisabled &&
      role === 'button' &&
      (href === '' || href === '#') &&
      name.length < 40 &&
      !DOING.test(name) &&
      (WAY.test(name) || (fitIn(name, talk) >= 0.5 && !isOtherDeed({ name, href }, talk.text))),
  );
  return buttons.map(({ name }) => ({
    url,
    opener: name,
    fit: fitIn(name, talk) + (WAY.test(name) ? 0.35 : 0),
  }));
}

function fitIn(name: string, { text }: Talk): number {
  return linkFit({ name, hints: '' }, text);
}
