import { isCounting, isOnwardName } from '../../../reading/words/paging-words.ts';
import { type Agent, isSpent, rest, see } from '../agent-context.ts';
import { scrollAreas, scrollToEnds } from '../grow-page.ts';
import { click, hover, scrollTo } from '../hands/hands.ts';
import { isDeedNamed } from '../language/deeds.ts';
import type { Target } from '../language/read-target.ts';
import { normalize } from '../language/words.ts';
import { ownWords } from './kind-score.ts';
import { LIKELY, type Match, matchTarget, SURE } from './match-target.ts';
import { clearOverlay, declineInterruption } from './overlays.ts';
import { isInside, type PageModel, type UiElement } from './page-model.ts';
import { headerOf } from './panels.ts';
import type { Scene } from './scene.ts';
import { menuEntries, wayBack } from './way-back.ts';

export interface Located {
  scene: Scene;
  element: UiElement;
}

type Finder = (model: PageModel, isHidden: boolean) => Match | null;

/** Finds what a task describes, opening whatever may hide it. Null when the page does not have it. */
export function locate(agent: Agent, target: Target): Promise<Located | null> {
  return seek(
    agent,
    (model, isHidden) => matchTarget(model, target, { isHidden })[0] ?? null,
    target.ordinal !== null && target.kind === 'result' ? 0 : undefined,
  );
}

/**
 * Looks, waits for late content, takes notices away, shows what is hidden, opens tabs and sections, scrolls, turns
 * pages; and takes a merely likely match only when all that brought nothing better.
 */
export async function seek(agent: Agent, find: Finder, patience = 3): Promise<Located | null> {
  let scene = await see(agent);
  let best = find(scene.model, false);
  if (best && best.score >= SURE) return uncovered(agent, scene, best.element, find);
  for (let wait = 0; wait < patience && (!best || best.score < SURE); wait += 1) {
    await agent.clock.sleep(120, agent.signal);
    await rest(agent, 3_000);
    scene = await see(agent);
    best = find(scene.model, false);
    if (!/\bloading\b|please wait|…$|\.\.\.$/iu.test(scene.text.slice(0, 400)) && agent.run.waitedMs === null)
      break;
    if (/\bloading\b|please wait/iu.test(scene.text.slice(0, 400))) patience = Math.min(25, patience + 1);
  }
  if (best && best.score >= SURE) return uncovered(agent, scene, best.element, find);
  const likely = best;
  const found = await explore(agent, find);
  if (found) return found;
  scene = await see(agent);
  const last = find(scene.model, false) ?? (likely && stillThere(scene.model, likely));
  return last && last.score >= LIKELY && last.element.isVisible ? { scene, element: last.element } : null;
}

/** What was seen before everything was opened, on the page as it is since. */
function stillThere({ elements }: PageModel, { element, score }: Match): Match | null {
  const now = elements.find((one) => one.isVisible && keyOf(one) === keyOf(element));
  return now ? { element: now, score } : null;
}

/** Looks for it down the list and on its further pages, opening nothing. */
export async function seekOnward(agent: Agent, find: Finder): Promise<Located | null> {
  return (await scrollOn(agent, find)) ?? (await scrollThrough(agent, find)) ?? turnPages(agent, find);
}

/** Everything that may hide it is opened; when that was in vain just before, what was seen then is looked through instead. */
async function explore(agent: Agent, find: Finder): Promise<Located | null> {
  const { explored } = agent;
  const isKnown = explored !== null && explored.acts === agent.acts;
  if (isKnown && !explored.models.some((model) => isThere(model, find))) return null;
  const models: PageModel[] = [];
  const noting: Finder = (model, isHidden) => {
    if (!models.includes(model)) models.push(model);
    return find(model, isHidden);
  };
  const found =
    (await showHidden(agent, noting)) ??
    (await openUp(agent, noting)) ??
    (await scrollOn(agent, noting)) ??
    (await scrollThrough(agent, noting)) ??
    (await turnPages(agent, noting));
  agent.explored = found ? null : { acts: agent.acts, models };
  return found;
}

function isThere(model: PageModel, find: Finder): boolean {
  return [false, true].some((isHidden) => (find(model, isHidden)?.score ?? 0) >= SURE - 0.05);
}

async function uncovered(agent: Agent, scene: Scene, element: UiElement, find: Finder): Promise<Located> {
  const isCleared =
    element.isCovered &&
    ((await clearOverlay(agent, scene)) || (agent.acts > 0 && (await declineInterruption(agent, scene))));
  if (!isCleared) return { scene, element };
  const again = await see(agent);
  const match = find(again.model, false);
  return match && match.score >= LIKELY ? { scene: again, element: match.element } : { scene, element };
}

async function sureIn(agent: Agent, find: Finder): Promise<Located | null> {
  const scene = await see(agent);
  const match = find(scene.model, false);
  return match && match.score >= SURE ? { scene, element: match.element } : null;
}

/** The page has it, but does not show it: what stands before it is hovered or opened, one level after the other. */
async function showHidden(agent: Agent, find: Finder): Promise<Located | null> {
  const tried = new Set<string>();
  while (tried.size < MOST_OPENERS && !isSpent(agent)) {
    const scene = await see(agent);
    const hidden = find(scene.model, true);
    if (!hidden || hidden.score < SURE - 0.05) return null;
    const opener = openersOf(scene.model, hidden.element).find((one) => !tried.has(keyOf(one)));
    if (!opener) return null;
    tried.add(keyOf(opener));
    await hover(agent, scene, opener);
    const hovered = await sureIn(agent, find);
    if (hovered) return hovered;
    await click(agent, scene, opener);
    const clicked = await sureIn(agent, find);
    if (clicked) return clicked;
  }
  return null;
}

const MOST_OPENERS = 5;

/** What may show a hidden element: the visible things nearest before it in the tree, those that can be clicked first. */
function openersOf(model: PageModel, hidden: UiElement): UiElement[] {
  const openers: UiElement[] = [];
  for (
    let node = model.parents[hidden.node] ?? -1;
    node >= 0 && openers.length < 6;
    node = model.parents[node] ?? -1
  ) {
    const inside = model.elements.filter(
      (element) =>
        element.isVisible &&
        element.node < hidden.node &&
        isInside(model, element.node, node) &&
        !openers.includes(element) &&
        !isDeedNamed(element) &&
        // An entry of a list does something of its own when pressed.
        element.role !== 'option' &&
        (element.name !== '' || element.isClickable),
    );
    const nearest = inside.toSorted(
      (one, other) => Number(other.isClickable) - Number(one.isClickable) || other.node - one.node,
    );
    openers.push(...nearest.slice(0, 2), ...nearest.slice(2).filter(isOpener));
  }
  const stated = model.elements.filter(
    ({ isVisible, opens }) => isVisible && opens >= 0 && isInside(model, hidden.node, opens),
  );
  if (stated.length > 0) return stated;
  const header = headerOf(model, hidden);
  if (header) return [header];
  return openers.toSorted((one, other) => Number(isOpener(other)) - Number(isOpener(one)));
}

/** Tabs, closed sections, folders and menus, one after the other, each once; from where they lead to the way back is taken. */
async function openUp(agent: Agent, find: Finder): Promise<Located | null> {
  const tried = new Set<string>();
  const known = new Set<string>();
  for (let round = 0; round < 14 && !isSpent(agent); round += 1) {
    const scene = await see(agent);
    const openers = scene.model.elements.filter(
      (element) =>
        isOpener(element) &&
        !isJump(scene.model, element) &&
        !isLeaf(scene.model, element) &&
        !isKey(scene.model, element) &&
        !tried.has(keyOf(element)),
    );
    for (const one of openers) known.add(keyOf(one));
    const [opener] = openers;
    if (!opener) {
      if (known.size > tried.size && (await goBack(agent))) continue;
      return null;
    }
    tried.add(keyOf(opener));
    await click(agent, scene, opener);
    await loaded(agent, scene.text);
    const found = await sureIn(agent, find);
    if (found) return found;
  }
  return null;
}

/** Back from one entry of a menu to all of them. False where no way leads back. */
export async function goBack(agent: Agent): Promise<boolean> {
  const scene = await see(agent);
  const back = wayBack(scene.model);
  return back !== null && (await click(agent, scene, back)) && (await see(agent)).text !== scene.text;
}

/** Looks into the entries of a menu one after the other, as long as a way leads back from each. */
export async function seekInEntries(agent: Agent, find: Finder): Promise<Located | null> {
  const tried = new Set<string>();
  while (tried.size < MOST_ENTRIES && !isSpent(agent)) {
    const scene = await see(agent);
    const entry = menuEntries(scene.model).find((one) => !isDeedNamed(one) && !tried.has(keyOf(one)));
    if (!entry) return null;
    tried.add(keyOf(entry));
    if (!(await click(agent, scene, entry))) return null;
    const found = await sureIn(agent, find);
    if (found || !(await goBack(agent))) return found;
  }
  return null;
}

const MOST_ENTRIES = 12;

const LOADING = /\bloading\b|please wait/iu;
const LOAD_LIMIT_MS = 3_000;

/** A page that says since the press that it is loading is given the time. */
async function loaded(agent: Agent, before: string): Promise<void> {
  if (LOADING.test(before)) return;
  const end = agent.clock.mono() + LOAD_LIMIT_MS;
  while (agent.clock.mono() < end && LOADING.test((await see(agent)).text))
    await agent.clock.sleep(100, agent.signal);
}

export function keyOf(element: UiElement): string {
  return `${element.tag}|${element.name}|${element.signature}|${element.type}`;
}

/** "Skip to content": what it leads to is there already. */
function isJump(model: PageModel, { href, opens, role }: UiElement): boolean {
  const isLink = role === 'link' && /^#./u.test(href) && opens >= 0;
  return isLink && model.elements.some(({ isVisible, node }) => isVisible && isInside(model, node, opens));
}

/** Of a tree that tells which entries can be opened, one that cannot. */
function isLeaf({ elements }: PageModel, { role, isExpanded }: UiElement): boolean {
  const isBranch = (element: UiElement) => element.role === 'treeitem' && element.isExpanded !== null;
  return role === 'treeitem' && isExpanded === null && elements.some(isBranch);
}

/** A sign beside buttons for all the digits belongs to them. */
function isKey({ elements }: PageModel, { name }: UiElement): boolean {
  const digits = elements.filter((one) => one.isVisible && one.isClickable && /^\d$/u.test(one.name.trim()));
  return /^[^\p{L}\p{N}]+$/u.test(name) && digits.length > 8;
}

function isOpener(element: UiElement): boolean {
  if (!element.isVisible || element.isDisabled || element.isEditable || element.tag === 'select')
    return false;
  if (element.href !== '' && !element.href.startsWith('#') && !element.href.startsWith('javascript:'))
    return false;
  if (element.role === 'tab') return element.isSelected !== true;
  if (element.opens >= 0 && element.isClickable) return true;
  if (element.isExpanded === false) return true;
  if (element.role === 'heading' && element.isClickable) return true;
  if (element.role === 'treeitem') return element.isExpanded !== true;
  const words = ownWords(element);
  if (
    element.isClickable &&
    !isDeedNamed(element) &&
    !/\b(?:menu|drop ?down)[ -]?item\b/u.test(words) &&
    /\b(?:tabs?|accordion|collaps\w*|expand\w*|toggle|folder|tree\w*|menu|drop ?down)\b/u.test(words) &&
    // An open menu is no way to open it.
    !['radio', 'checkbox', 'switch', 'menu', 'menubar', 'listbox'].includes(element.role)
  )
    return true;
  return (
    !isDeedNamed({ name: element.hints, href: '' }) &&
    /^(?:menu|more|show more|more options|settings|☰|⋮|…|⋯|⚙️?|▸.*|▶.+|.+[▸▹›]|\+)$/u.test(
      normalize(element.name),
    ) &&
    element.isClickable
  );
}

/** Some pages have no end. */
const SCROLL_LIMIT_MS = 8_000;

/** Lists that grow as they are scrolled, inside their own frame or on the page itself. */
async function scrollOn(agent: Agent, find: Finder): Promise<Located | null> {
  let size = -1;
  const end = agent.clock.mono() + SCROLL_LIMIT_MS;
  while (agent.clock.mono() < end && !isSpent(agent)) {
    const scene = await see(agent);
    if (scene.model.elements.length === size) return null;
    size = scene.model.elements.length;
    await scrollToEnds(agent, scene);
    const found = await sureIn(agent, find);
    if (found) return found;
  }
  return null;
}

/** Lists that draw only what is in sight: from their top down, one sight after the other. */
async function scrollThrough(agent: Agent, find: Finder): Promise<Located | null> {
  const bottom = await see(agent);
  const end = agent.clock.mono() + SCROLL_LIMIT_MS;
  for (const area of scrollAreas(bottom.model)) {
    let { text } = bottom;
    await scrollTo(agent, bottom, area, 'top');
    for (;;) {
      const scene = await see(agent);
      const now = scene.model.elements.find(({ node, canScroll }) => node === area.node && canScroll);
      // Another sight of a list that has all its entries at once shows nothing new.
      if (!now || scene.text === text || agent.clock.mono() > end || isSpent(agent)) break;
      ({ text } = scene);
      const found = await sureIn(agent, find);
      if (found) return found;
      await scrollTo(agent, scene, now, 'down');
    }
  }
  return null;
}

/** "Next", "›", "Load more": up to fifteen pages. */
async function turnPages(agent: Agent, find: Finder): Promise<Located | null> {
  const turned = new Set(['1']);
  for (let page = 0; page < 15 && !isSpent(agent); page += 1) {
    const scene = await see(agent);
    const next = nextPage(scene.model, turned);
    if (!next) return null;
    turned.add(next.name);
    const before = scene.text;
    await click(agent, scene, next);
    await loaded(agent, before);
    const found = await sureIn(agent, find);
    if (found) return found;
    if ((await see(agent)).text === before) return null;
  }
  return null;
}

export function nextPage(model: PageModel, turned: ReadonlySet<string> = new Set(['1'])): UiElement | null {
  const arrows = model.elements.filter(
    ({ isVisible, name, text }) => isVisible && BACKWARD.test(name || text),
  );
  // One such arrow alone plays something; a pair of them turns pages.
  const isNext = ({ name, text }: UiElement) =>
    isOnwardName(name || text) || (arrows.length > 0 && FORWARD.test(name || text));
  return (
    model.elements.find(
      (element) => element.isVisible && !element.isDisabled && element.isClickable && isNext(element),
    ) ??
    pageNumbers(model).find(({ name }) => !turned.has(name)) ??
    null
  );
}

const FORWARD = /^[▶►⏵❯⟩⮞▸]\uFE0E?$/u;
const BACKWARD = /^[◀◄⏴❮⟨⮜◂]\uFE0E?$/u;

/** What leads to a page of the list by its number, under whatever name. */
export function pageNumbered(model: PageModel, number: number): UiElement | null {
  const isIt = ({ name }: UiElement) =>
    new RegExp(`^(?:go to )?(?:page )?${number}$`, 'u').test(normalize(name));
  const named = model.elements.filter(
    (element) => element.isVisible && element.isClickable && !element.isEditable && isIt(element),
  );
  return (
    pageNumbers(model).find(isIt) ??
    named.find(({ name }) => /page/iu.test(name)) ??
    (named.length === 1 ? (named[0] ?? null) : null)
  );
}

/** "1 2 3 ..." that lead to the pages of a list: links, or buttons of which one says that it is the page at hand. */
function pageNumbers(model: PageModel): UiElement[] {
  const numbers = model.elements.filter(
    (element) => element.isVisible && element.isClickable && /^\d{1,2}$/u.test(element.name),
  );
  const isPaging = ({ role, hints, signature }: UiElement) =>
    ['link', ''].includes(role) || /\bpag/u.test(`${hints} ${normalize(signature)}`);
  const families = Map.groupBy(numbers, ({ signature }) => signature.split('<').slice(1).join('<'));
  return (
    [...families.values()].find(
      (family) => family.some(isPaging) && isCounting(family.map(({ name }) => Number(name))),
    ) ?? []
  );
}
