import { holdsPhrase, normalize } from '../language/words.ts';
import { isInside, itemOf, type PageModel, type UiElement } from './page-model.ts';

/** From one node to another, in reading order. */
interface Range {
  start: number;
  end: number;
}

/** A part of the page that has a heading, and the parts beside it. */
interface NamedPart {
  own: Range;
  others: Range[];
}

/** The part of the page that is headed so, with something to act on in it; null where none is. */
export function partNamed(model: PageModel, name: string): NamedPart | null {
  const heads = headsOf(model);
  const called = heads.filter((head) => bare(head.name) === bare(name));
  const alike = called.length > 0 ? called : heads.filter((head) => holdsPhrase(head.name, name));
  for (const head of alike.length === 1 || called.length > 0 ? alike : []) {
    const peers = peersOf(heads, head);
    const own = rangeOf(model, head, peers);
    const isUsable = model.elements.some(
      (element) => isUsed(element) && isIn(element, own) && !isInside(model, element.node, head.node),
    );
    if (!isUsable || peers.length === 0) continue;
    const others = peers
      .map((peer) => rangeOf(model, peer, [head, ...peers.filter((other) => other !== peer)]))
      .filter(({ start, end }) => end < own.start || start > own.end);
    return { own, others };
  }
  return null;
}

/** The page as whoever was told that part looks at it: without the parts beside it. */
export function withinPart(model: PageModel, name: string): PageModel {
  const part = partNamed(model, name);
  if (!part) return model;
  const { own, others } = part;
  const dialogs = model.elements.filter(({ role }) => role === 'dialog' || role === 'alertdialog');
  const hasKeeper = model.elements.some((element) => isIn(element, own) && isKeeper(element));
  const isKept = (element: UiElement) =>
    (!hasKeeper && isKeeper(element)) ||
    element.role === 'status' ||
    element.role === 'alert' ||
    dialogs.some(({ node }) => isInside(model, element.node, node));
  return {
    ...model,
    elements: model.elements.filter(
      (element) => isKept(element) || !others.some((other) => isIn(element, other)),
    ),
  };
}

/** What hands in a whole page may stand below its last part. */
function isKeeper({ isVisible, role, name }: UiElement): boolean {
  return isVisible && role === 'button' && /^(?:save|submit|apply|update|done|ok)\b/iu.test(name.trim());
}

function isUsed({ isVisible, isClickable, isHeard, isEditable }: UiElement): boolean {
  return isVisible && (isClickable || isHeard || isEditable);
}

function isIn({ node }: UiElement, { start, end }: Range): boolean {
  return node >= start && node <= end;
}

const MOST_SIGNS = 60;

/** Headings, and what is drawn as one: words of a kind that stand over several parts. */
function headsOf({ elements, parents }: PageModel): UiElement[] {
  const said = elements.filter(
    ({ isVisible, isEditable, name, text }) =>
      isVisible && !isEditable && (text || name) !== '' && (text || name).length < MOST_SIGNS,
  );
  const isStated = ({ role, tag, hints }: UiElement) =>
    role === 'heading' ||
    tag === 'legend' ||
    tag === 'summary' ||
    /\b(?:title|heading|headline|legend)\b/u.test(hints);
  const stated = said.filter(isStated);
  const drawn = said.filter(
    (element) =>
      !isStated(element) &&
      !element.isClickable &&
      /^(?:b|strong|dt|div|span|p)$/u.test(element.tag) &&
      element.text !== '' &&
      !stated.some(({ node }) => node === parents[element.node]),
  );
  return [...stated, ...drawn];
}

/** Those of the same kind; of headings also those above it in rank. */
function peersOf(heads: UiElement[], head: UiElement): UiElement[] {
  const rank = rankOf(head);
  return heads.filter(
    (other) =>
      other.node !== head.node &&
      (rank > 0
        ? rankOf(other) > 0 && rankOf(other) <= rank
        : other.tag === head.tag && other.signature === head.signature),
  );
}

function rankOf({ tag }: UiElement): number {
  return Number(/^h([1-6])$/u.exec(tag)?.[1] ?? 0);
}

/** The frame around a heading alone, or all up to the next one where the parts have no frames. */
function rangeOf(model: PageModel, head: UiElement, peers: UiElement[]): Range {
  const item = itemOf(model, head, peers);
  const end = model.ends[item] ?? item;
  const isFramed = model.elements.some(
    (element) =>
      isUsed(element) && isInside(model, element.node, item) && !isInside(model, element.node, head.node),
  );
  if (isFramed) return { start: item, end };
  const next = peers.map(({ node }) => node).filter((node) => node > end);
  const parent = model.parents[item] ?? -1;
  return { start: item, end: Math.min(model.ends[parent] ?? end, ...next.map((node) => node - 1)) };
}

function bare(text: string): string {
  return normalize(text).replace(/[^\p{L}\p{N}]+/gu, '');
}
