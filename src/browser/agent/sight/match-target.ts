import { amountOf, limitedAmount } from '../language/amounts.ts';
import { namesIn } from '../language/object-words.ts';
import { readTarget, type Target } from '../language/read-target.ts';
import { isWithin, meets, type Restriction } from '../language/restrictions.ts';
import { isSignCalled } from '../language/symbol-names.ts';
import { holdsPhrase, normalize, similarity, wordsOf } from '../language/words.ts';
import { cellAt } from './grid-cell.ts';
import { kindScore } from './kind-score.ts';
import { atPoint } from './match-point.ts';
import { oddOne } from './odd-one.ts';
import { elementsIn, isInside, itemOf, type PageModel, type UiElement, wholeTextOf } from './page-model.ts';
import { measure, pickExtreme } from './pick-extreme.ts';
import { cellsUnder, cellUnderHead } from './read-tables.ts';
import { inRowOf } from './row-of.ts';
import { headsOf } from './table-heads.ts';
import { unnamedThings } from './unnamed-things.ts';

export interface Match {
  element: UiElement;
  /** From 0 to 1. From `SURE` on it can be acted upon, from `LIKELY` on when nothing better turns up. */
  score: number;
}

export const SURE = 0.66;
export const LIKELY = 0.45;

/** The elements that answer a description, best first. Hidden ones only when asked for. */
export function matchTarget(model: PageModel, target: Target, options: { isHidden?: boolean } = {}): Match[] {
  if (target.point) {
    const element = options.isHidden ? null : atPoint(model, target.point);
    return element ? [{ element, score: 1 }] : [];
  }
  if (target.isOdd || target.cell) {
    const element = options.isHidden ? null : target.cell ? cellAt(model, target.cell) : oddOne(model);
    return element ? [{ element, score: 1 }] : [];
  }
  if (target.lies) {
    const element = options.isHidden ? null : besideMark(model, target.lies);
    return element ? [{ element, score: 1 }] : [];
  }
  const cells = target.extreme && target.text !== '' ? cellsUnder(model, target.text) : [];
  if (target.extreme && cells.length > 1) {
    const element = pickExtreme(model, cells, target.extreme);
    if (element) return [{ element, score: 0.95 }];
  }
  const pool = model.elements.filter(
    (element) => element.isVisible !== Boolean(options.isHidden) && element.tag !== 'body',
  );
  const labels = model.elements.filter(
    ({ text, isClickable, tag }) => !isClickable && (text.endsWith(':') || tag === 'dt' || tag === 'th'),
  );
  const unnamed = options.isHidden ? [] : unnamedThings(model, target);
  const named = (unnamed.length > 0 ? [] : pool)
    .map((element) => ({
      element,
      score: Math.max(scoreOf(element, target), labelledScore(model, labels, element, target)),
    }))
    .filter(({ score }) => score > 0.25)
    .sort((one, other) => other.score - one.score || one.element.node - other.element.node);
  named.push(...unnamed.map((element) => ({ element, score: 0.9 })));
  const inPart = target.part === null ? named : inNthPart(model, named, target.part);
  const near = target.near ? besideText(model, inPart, target) : inPart;
  const allowed = byRestrictions(model, near, target.restrictions);
  const placed = target.place ? byPlace(allowed, target.place) : allowed;
  // Told by its look alone, it need not be anything that answers a press.
  const sized = target.size ? bySize(placed, target.size, target.text === '' ? 0.11 : 0.05) : placed;
  const lying = target.distance ? byDistance(model, sized, target.distance) : sized;
  const extreme = target.extreme ? byExtreme(model, lying, target) : lying;
  const one = target.ordinal === null ? extreme : byOrdinal(extreme, target);
  return withoutShells(model, one).slice(0, 20);
}

function scoreOf(element: UiElement, target: Target): number {
  const kind = target.kind === null ? 0.6 : kindScore(element, target.kind);
  const look = lookScore(element, target);
  if (look === 0) return 0;
  const usable = (element.isClickable || element.isEditable ? 1 : 0) * 0.1 - (element.isDisabled ? 0.2 : 0);
  if (target.text === '') {
    if (target.kind === null && look < 1) return 0;
    if (look === 1 && target.kind === 'number' && kind < 0.8) return 0;
    const isMeant = target.kind === null || look === 1 ? look === 1 : kind >= 0.8;
    return isMeant ? 0.6 + 0.2 * kind + usable + (look === 1 && target.colour ? 0.1 : 0) : 0;
  }
  const name = nameScore(element, target);
  if (name < 0.3) return 0;
  const unlike = look < 0.5 ? 0.12 : 0;
  return 0.72 * name + 0.18 * kind + usable - unlike - (element.isCovered ? 0.02 : 0);
}

/** "Phone: 555-1234": a value that can be pressed goes by the label before it. */
function labelledScore(model: PageModel, labels: UiElement[], element: UiElement, target: Target): number {
  if (target.text === '' || !element.isClickable || element.isEditable) return 0;
  if (element.role === '' && element.text === '') return 0;
  if (['checkbox', 'radio', 'switch', 'button'].includes(element.role)) return 0;
  const parent = model.parents[element.node] ?? -1;
  const label = labels.findLast(
    ({ node }) =>
      node < element.node &&
      (node === parent || model.parents[node] === parent || model.parents[node] === model.parents[parent]),
  );
  const fit = label ? similarity(label.text.replace(/:$/u, ''), target.text) : 0;
  return fit < 0.75 ? 0 : 0.7 * fit + 0.18 * kindScore(element, target.kind ?? 'link') + 0.1;
}

/** How well an element's words answer the asked name; 1 is exact. */
function nameScore(element: UiElement, { text, isQuoted }: Pick<Target, 'text' | 'isQuoted'>): number {
  const own = Math.max(
    similarity(element.name, text),
    0.99 * similarity(element.text, text),
    0.85 * similarity(element.placeholder, text),
    element.tag === 'input' && !element.isEditable ? similarity(element.value, text) : 0,
  );
  const hinted =
    element.name.length <= 2 || element.text === ''
      ? 0.8 * similarity(element.hints, text)
      : 0.5 * similarity(element.hints, text);
  const called = isSignCalled(element.text, text) ? 0.95 : 0;
  const best = Math.max(own, hinted, called, isQuoted ? 0 : withoutNoun(element, text));
  return isQuoted && best < 0.9 ? best * 0.85 : best;
}

/** "the task X", "user X": the noun before the name may be the task's own. */
function withoutNoun({ name, text: own }: UiElement, text: string): number {
  const rest = text.match(/^\p{Ll}+\s+(\S.*)$/u)?.[1];
  return rest !== undefined && Math.max(similarity(name, rest), similarity(own, rest)) >= 0.97 ? 0.9 : 0;
}

function lookScore(element: UiElement, { colour, shape, text }: Target): number {
  if (colour === null && shape === null) return 0.5;
  const wanted = colour === 'gray' ? 'grey' : colour;
  const hasColour =
    wanted === null ||
    element.colour.split(' ').includes(wanted) ||
    holdsPhrase(`${element.hints} ${element.name}`, colour ?? '');
  const isGeneral = shape === null || shape === 'shape' || shape === 'box' || shape === 'polygon';
  // A button with a name is called a button, whatever its outline.
  const isBar = shape === 'bar' && /\b(?:rectangle|square|box)\b/u.test(element.shape);
  const isControl = colour === null && element.role !== '' && element.name !== '';
  const hasShape = isGeneral
    ? shape === null || (element.shape !== '' && !isControl)
    : ((isBar || element.shape.split(' ').includes(shape ?? '')) && !isControl) ||
      holdsPhrase(element.hints, shape ?? '');
  if (hasColour && hasShape) return 1;
  return text !== '' && hasColour !== hasShape ? 0.4 : 0;
}

/** Those in one of the parts that the smallest common frame of all of them has. */
function inNthPart(model: PageModel, matches: Match[], part: number): Match[] {
  const best = matches[0]?.score ?? 0;
  const peers = matches.filter(({ score }) => score >= best - 0.1);
  let frame = peers[0]?.element.node ?? -1;
  while (
    frame >= 0 &&
    !peers.every(({ element }) => element.node !== frame && isInside(model, element.node, frame))
  )
    frame = model.parents[frame] ?? -1;
  const partOf = (node: number): number =>
    (model.parents[node] ?? -1) === frame || node < 0 ? node : partOf(model.parents[node] ?? -1);
  const parts = [...new Set(peers.map(({ element }) => partOf(element.node)))].sort(
    (one, other) => one - other,
  );
  const wanted = parts.at(part > 0 ? part - 1 : part);
  return peers.filter(({ element }) => partOf(element.node) === wanted);
}

/** Among equally named things, the one whose row, card or section speaks of what the task names beside it. */
function besideText(model: PageModel, matches: Match[], target: Target): Match[] {
  const best = matches[0]?.score ?? 0;
  const peers = matches.filter(({ score }) => score >= best - 0.2).map(({ element }) => element);
  const wanted = target.near ?? '';
  const fits = matches.map(({ element, score }) => {
    if (!peers.includes(element)) return { element, score: score * 0.7, fit: 0 };
    const kin = peers.filter(({ signature }) => signature === element.signature);
    const item = itemOf(model, element, kin.length > 1 ? kin : peers);
    const isNamed = elementsIn(model, item).some(({ text }) => normalize(text) === normalize(wanted));
    const fit =
      nearScore(`${wholeTextOf(model, item)} ${headsOf(model, element)} ${headBefore(model, item)}`, wanted) +
      (isNamed ? 0.1 : 0);
    const inGroup = holdsPhrase(element.group, wanted) ? 0.9 : 0;
    const own = nearScore(`${element.name} ${element.text}`, wanted);
    const best = Math.max(fit, inGroup, own);
    return { element, score: score * 0.75 + 0.25 * best, fit: best };
  });
  // Where the rows have no frame of their own, those on the line of the words.
  const onLine = fits.some(({ fit }) => fit >= 0.5)
    ? []
    : inRowOf(model, wanted, (element) => peers.includes(element));
  if (onLine.length > 0 && onLine.length < peers.length)
    return matches.filter(({ element }) => onLine.includes(element));
  // Nothing here stands beside it: what is meant is elsewhere, and of several alike none is likelier than the others.
  const isElsewhere = fits.every(({ fit }) => fit < 0.5) && !isOnCardOf(model, matches, wanted);
  const isOneOfMany = peers.filter(({ name }) => name === peers[0]?.name).length > 2;
  const share = isElsewhere ? (isOneOfMany ? 0.4 : 0.6) : 1;
  return fits
    .map(({ element, score }) => ({ element, score: score * share }))
    .sort((one, other) => other.score - one.score || one.element.node - other.element.node);
}

/** The page shows one such thing only, and the name stands there by itself: the card of who is meant. */
function isOnCardOf(model: PageModel, matches: Match[], wanted: string): boolean {
  const [best] = matches;
  const isRival = ({ element, score }: Match) =>
    best !== undefined &&
    score >= best.score - 0.05 &&
    !isInside(model, element.node, best.element.node) &&
    !isInside(model, best.element.node, element.node);
  const titles = model.elements.filter(
    ({ isVisible, text }) => isVisible && normalize(text) === normalize(wanted),
  );
  return titles.length === 1 && !matches.some(isRival);
}

/** The words right before a part of the page, beside it: the question above its answers. */
function headBefore(model: PageModel, item: number): string {
  const around = model.parents[item] ?? -1;
  const before = model.elements.findLast(
    ({ node, isVisible, text, isHeard }) =>
      node < item && node > around && isVisible && text !== '' && !isHeard && model.parents[node] === around,
  );
  const isNext = before && (model.ends[before.node] ?? before.node) + 1 === item;
  return isNext ? before.text : '';
}

export function nearScore(text: string, wanted: string): number {
  if (holdsPhrase(text, wanted)) return 1;
  const words = wordsOf(wanted).filter(
    (word) => word.length > 1 && !/^(?:the|post|user|email|by|of|from|with|product|item|row)$/u.test(word),
  );
  if (words.length === 0) return 0;
  // "the invoice of Hugo": the row need not call itself an invoice.
  const names = namesIn(wanted);
  if (names.length > 0 && names.length < words.length && names.every((name) => holdsPhrase(text, name)))
    return 0.95;
  const there = new Set(wordsOf(text));
  const share =
    words.filter(
      (word) =>
        there.has(word) ||
        there.has(word.replace(/^[@#]/u, '')) ||
        there.has(`@${word}`) ||
        there.has(`#${word}`),
    ).length / words.length;
  return share * 0.9;
}

/** Those whose own row or card meets what is asked besides the name. */
function byRestrictions(model: PageModel, matches: Match[], restrictions: Restriction[]): Match[] {
  if (restrictions.length === 0) return matches;
  const best = matches[0]?.score ?? 0;
  const peers = matches.filter(({ score }) => score >= best - 0.1).map(({ element }) => element);
  const allowed = allowedBy(model, peers, restrictions);
  return matches.filter(({ element }) => allowed.includes(element));
}

export function allowedBy(model: PageModel, peers: UiElement[], restrictions: Restriction[]): UiElement[] {
  return peers.filter((element) => {
    const text = `${element.name} ${wholeTextOf(model, itemOf(model, element, peers))}`;
    return restrictions.every((restriction) =>
      restriction.kind === 'amount'
        ? isWithin(amountLimited(model, element, peers, restriction, text), restriction)
        : meets(text, restriction),
    );
  });
}

/** A column that is called so tells it before any other number of the row. */
function amountLimited(
  model: PageModel,
  element: UiElement,
  peers: UiElement[],
  limit: Extract<Restriction, { kind: 'amount' }>,
  text: string,
): number | null {
  const cell = limit.of === '' ? null : cellUnderHead(model, element, limit.of);
  if (cell !== null && /\d/u.test(cell)) return amountOf(cell, limit.of);
  const told = limitedAmount(text, limit);
  return limit.unit === undefined ? (told ?? measure(model, element, peers, limit.of)) : told;
}

function byPlace(matches: Match[], place: string): Match[] {
  const best = matches[0]?.score ?? 0;
  const peers = matches.filter(({ score }) => score >= best - 0.05);
  const xs = peers.map(({ element }) => element.box.x + element.box.width / 2);
  const ys = peers.map(({ element }) => element.box.y + element.box.height / 2);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const goalX = place.includes('left') ? left : place.includes('right') ? right : (left + right) / 2;
  const goalY = place.includes('top') ? top : place.includes('bottom') ? bottom : (top + bottom) / 2;
  const isAcross = /left|right/u.test(place);
  const isAlong = /top|bottom/u.test(place);
  // "on the left" says nothing about the height; "the middle" says both.
  const far = (index: number) =>
    Math.hypot(
      isAlong && !isAcross ? 0 : (xs[index] ?? 0) - goalX,
      isAcross && !isAlong ? 0 : (ys[index] ?? 0) - goalY,
    );
  return peers
    .map((match, index) => ({ match, far: far(index) }))
    .sort((one, other) => one.far - other.far)
    .map(({ match }) => match);
}

/** The nearest to something, or the farthest from it. */
function byDistance(
  model: PageModel,
  matches: Match[],
  { end, to }: NonNullable<Target['distance']>,
): Match[] {
  const mark = matchTarget(model, to)[0]?.element;
  if (!mark) return matches;
  const best = matches[0]?.score ?? 0;
  const far = ({ element: { box } }: Match) =>
    Math.hypot(
      box.x + box.width / 2 - mark.box.x - mark.box.width / 2,
      box.y + box.height / 2 - mark.box.y - mark.box.height / 2,
    );
  return matches
    .filter(({ element, score }) => score >= best - 0.05 && element.node !== mark.node)
    .toSorted((one, other) => (end === 'min' ? 1 : -1) * (far(one) - far(other)));
}

function bySize(matches: Match[], size: 'small' | 'large', slack: number): Match[] {
  const area = ({ element }: Match) => element.box.width * element.box.height;
  const best = matches[0]?.score ?? 0;
  const peers = matches.filter(({ score }) => score >= best - slack);
  const middle = (Math.min(...peers.map(area)) + Math.max(...peers.map(area))) / 2;
  return peers.filter((match) => (size === 'small' ? area(match) <= middle : area(match) >= middle));
}

function byExtreme(model: PageModel, matches: Match[], target: Target): Match[] {
  const best = matches[0]?.score ?? 0;
  const peers = matches.filter(({ score }) => score >= best - 0.1).map(({ element }) => element);
  const found = target.extreme && pickExtreme(model, peers, target.extreme);
  return found ? [{ element: found, score: Math.max(best, SURE) }] : matches;
}

function byOrdinal(matches: Match[], target: Target): Match[] {
  const best = matches[0]?.score ?? 0;
  const peers = matches
    .filter(({ score }) => score >= best - 0.06)
    .sort((one, other) => alongFrom(target.from, one.element, other.element));
  const wanted = target.ordinal ?? 1;
  const found = peers.at(wanted < 0 ? wanted : wanted - 1);
  return found ? [{ ...found, score: Math.max(found.score, SURE) }] : [];
}

/** The nearest of the same kind on that side. */
function besideMark(model: PageModel, { side, of, what }: NonNullable<Target['lies']>): UiElement | null {
  const marks = model.elements.filter(
    ({ isVisible, name }) => isVisible && normalize(name) === normalize(of),
  );
  const mark =
    marks.find(({ isClickable }) => isClickable) ??
    marks[0] ??
    matchTarget(model, readTarget(of, []))[0]?.element;
  if (!mark) return null;
  const kindred = model.elements.filter(
    ({ isVisible, tag, signature }) => isVisible && tag === mark.tag && signature === mark.signature,
  );
  const like =
    kindred.length > 1
      ? kindred
      : model.elements.filter(({ isVisible, tag }) => isVisible && tag === mark.tag);
  if (side === 'after') return like.find(({ node }) => node > (model.ends[mark.node] ?? mark.node)) ?? null;
  if (side === 'before') return like.findLast(({ node }) => (model.ends[node] ?? node) < mark.node) ?? null;
  const across = side === 'left' || side === 'right';
  const sign = side === 'left' || side === 'above' ? -1 : 1;
  const ahead = ({ box }: UiElement) => sign * (across ? box.x - mark.box.x : box.y - mark.box.y);
  const aside = ({ box }: UiElement) => Math.abs(across ? box.y - mark.box.y : box.x - mark.box.x);
  const pool = what === '' ? like : matchTarget(model, readTarget(what, [])).map(({ element }) => element);
  const kin = pool.filter((element) => ahead(element) > 1 && aside(element) < ahead(element));
  return (
    kin.toSorted((one, other) => ahead(one) + 2 * aside(one) - ahead(other) - 2 * aside(other))[0] ?? null
  );
}

function alongFrom(side: Target['from'], one: UiElement, other: UiElement): number {
  const across = one.box.x - other.box.x;
  const down = one.box.y - other.box.y;
  const order = { left: across, right: -across, top: down, bottom: -down };
  return (side === null ? 0 : order[side]) || one.node - other.node;
}

/** Of a thing and its inner parts with the same score the one that can be clicked counts, then the outer one. */
function withoutShells(model: PageModel, matches: Match[]): Match[] {
  return matches.filter(({ element, score }, index) => {
    const rivals = matches
      .slice(0, index)
      .filter(
        (other) =>
          isInside(model, element.node, other.element.node) ||
          isInside(model, other.element.node, element.node),
      );
    return !rivals.some(
      (other) => other.score >= score && similarity(other.element.name, element.name) > 0.9,
    );
  });
}
