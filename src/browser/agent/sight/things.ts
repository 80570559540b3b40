import type { Target } from '../language/read-target.ts';
import { canonical, normalize, wordsOf } from '../language/words.ts';
import { allowedBy } from './match-target.ts';
import { elementsIn, itemOf, type PageModel, type UiElement, wholeTextOf } from './page-model.ts';
import { pickExtreme } from './pick-extreme.ts';

/** What a page lists: the largest family of like links that are not page numbers; of like buttons where it has no links. */
export function thingsOn({ elements }: PageModel): UiElement[] {
  const pressable = elements.filter(
    (element) =>
      element.isVisible &&
      element.isClickable &&
      !element.isEditable &&
      element.name !== '' &&
      !PAGING.test(normalize(element.name)) &&
      element.role !== 'tab' &&
      // A jump within the page is no thing; a bare "#" is a link that a script answers.
      (!/^#./u.test(element.href) || element.isRoute),
  );
  const main = pressable.filter(({ isFraming }) => !isFraming);
  const isLink = ({ role }: UiElement) => role !== 'button';
  const kinds = [main.filter(isLink), main, pressable.filter(isLink)];
  const families = kinds.map(
    (kind) =>
      [...Map.groupBy(kind, ({ signature }) => signature).values()].toSorted(
        (one, other) => other.length - one.length || size(other) - size(one),
      )[0] ?? [],
  );
  return families.find(({ length }) => length > 1) ?? families.find(({ length }) => length > 0) ?? [];
}

const PAGING =
  /^\d+$|^(?:(?:go to )?(?:the )?(?:next|previous|prev|first|last)(?: page)?|(?:go to )?page \d+|[<>«»‹›←→]+)$/u;

function size(family: UiElement[]): number {
  return family.reduce((sum, { name }) => sum + name.length, 0);
}

/** "The first result", "the cheapest coffee under $20": the one of the things listed that is meant. */
export function thingFor(model: PageModel, target: Target): UiElement | null {
  const things = thingsOn(model);
  const named = speakingOf(model, things, target.text);
  const allowed = target.restrictions.length > 0 ? allowedBy(model, named, target.restrictions) : named;
  // One button is nothing to compare.
  if (target.extreme && things.length === 1 && things[0]?.role === 'button') return null;
  if (target.extreme) {
    const measured = allowed.filter((thing) => /\d/u.test(wholeTextOf(model, itemOf(model, thing, things))));
    return pickExtreme(model, measured, target.extreme);
  }
  return allowed.at((target.ordinal ?? 1) > 0 ? (target.ordinal ?? 1) - 1 : -1) ?? null;
}

/**
 * Those that are called so, or else whose row or card holds the words; all of them where the page as a whole is about it. What
 * a search found need not be that.
 */
export function speakingOf(model: PageModel, things: UiElement[], words: string): UiElement[] {
  if (words === '') return things;
  // What kind of things a page lists its title may say.
  const isKind = /^\p{Ll}+$/u.test(words);
  const heads = [...headsOf(model), ...(isKind ? [model.title] : [])].filter((head) =>
    holdsWords(head, words),
  );
  if (heads.some((head) => !FOUND.test(head))) return things;
  const spoken = things.filter((thing) =>
    holdsWords(wholeTextOf(model, itemOf(model, thing, things)), words),
  );
  const called = spoken.filter((thing) => isCalled(model, thing, things, words));
  return called.length > 0 ? called : spoken;
}

const FOUND = /\b(?:results?|search|found|matching|matches)\b|["“„«]/iu;

/** Its name says so, or the label on its card. */
function isCalled(model: PageModel, thing: UiElement, things: UiElement[], words: string): boolean {
  const label = canonical(words);
  const labels = elementsIn(model, itemOf(model, thing, things));
  return holdsWords(thing.name, words) || labels.some(({ text }) => canonical(text) === label);
}

/** Whether the main heading of the page has the words; its title where it has no heading. */
export function isAbout(model: PageModel, words: string): boolean {
  return headsOf(model).some((text) => holdsWords(text, words));
}

function headsOf({ title, elements }: PageModel): string[] {
  const heads = elements.filter(({ tag, isVisible }) => tag === 'h1' && isVisible);
  return heads.length > 0 ? heads.map(({ text, name }) => text || name) : [title];
}

function holdsWords(text: string, words: string): boolean {
  const there = new Set(canonical(text).split(' '));
  const asked = canonical(wordsOf(words).join(' ')).split(' ');
  return asked.every((word) => there.has(word));
}

const MOST_LEVELS = 4;

/** What stands in a row and is not heard when pressed is opened by the one control of its row that opens. */
export function openerBeside(model: PageModel, element: UiElement): UiElement | null {
  if (element.isClickable || element.isEditable || element.isHeard) return null;
  let node = element.node;
  for (let level = 0; level < MOST_LEVELS; level += 1) {
    node = model.parents[node] ?? -1;
    const ways = elementsIn(model, node).filter(
      ({ isVisible, isClickable, name }) => isVisible && isClickable && OPENS.test(normalize(name)),
    );
    if (node < 0 || ways.length > 0) return ways.length === 1 ? (ways[0] ?? null) : null;
  }
  return null;
}

const OPENS = /^(?:open|view|show|see|details|read|more info|read more|go to)\b/u;

/** A heading that leads nowhere goes by the one link of its card: "See this bike". Null where it leads somewhere itself. */
export function wayFrom(model: PageModel, element: UiElement): UiElement | null {
  if (element.isClickable || element.isEditable || element.isHeard) return null;
  let node = element.node;
  for (let level = 0; level < MOST_LEVELS; level += 1) {
    node = model.parents[node] ?? -1;
    const links = elementsIn(model, node).filter(({ role, isVisible }) => role === 'link' && isVisible);
    if (node < 0 || links.length > 0) return links.length === 1 ? (links[0] ?? null) : null;
  }
  return null;
}
