import { unitIn } from '../language/amounts.ts';
import { isWholeParty } from '../language/counted-party.ts';
import { normalize, stem } from '../language/words.ts';
import { isInside, itemOf, type PageModel, type UiElement } from './page-model.ts';

/** The button that raises or lowers a number: of its own row, or the nearest there is. */
export function stepButton(model: PageModel, field: UiElement, isUp: boolean): UiElement | null {
  const inside = ownButtons(model, field, isUp);
  if (inside.length === 0) {
    const sign = signBeside(model, field, isUp);
    if (sign) return sign;
  }
  const pool = inside.length > 0 ? inside : buttonsOn(model, field, isUp);
  return (
    pool.toSorted((one, other) => Math.abs(one.node - field.node) - Math.abs(other.node - field.node))[0] ??
    null
  );
}

/** The number between a "−" and a "+" that stands right behind a name, also where several share a line. */
export function numberCalled({ elements }: PageModel, text: string, name: string): UiElement | null {
  const shown = elements.filter(({ isVisible }) => isVisible);
  const numbers = shown.filter(
    ({ text: own }, at) =>
      /^\d{1,3}$/u.test(own.trim()) &&
      isLess(shown[at - 1]) &&
      /^[+＋]$/u.test(shown[at + 1]?.name.trim() ?? ''),
  );
  const labels = [...text.matchAll(STEPPED)].map(([, label = '']) => normalize(label));
  const isSame = (label: string) =>
    stem(label) === stem(normalize(name)) ||
    PLURALS[normalize(name)] === label ||
    (labels.length === 1 && isWholeParty(label) && isWholeParty(normalize(name)));
  const [at = -1, ...more] = labels.flatMap((label, index) => (isSame(label) ? [index] : []));
  return labels.length === numbers.length && more.length === 0 ? (numbers[at] ?? null) : null;
}

function isLess(element: UiElement | undefined): boolean {
  return element?.isClickable === true && /^[-−–]$/u.test(element.name.trim());
}

const STEPPED = /(\p{L}{3,})\s*:?\s*[-−–]\s*\d{1,3}\s*[+＋]/gu;
const PLURALS: Readonly<Record<string, string>> = { child: 'children', person: 'people' };

/** Whether a number stands with its own buttons for more and for less. */
export function isStepped(model: PageModel, number: UiElement): boolean {
  return ownButtons(model, number, true).length > 0 && ownButtons(model, number, false).length > 0;
}

/**
 * "The counter": the one number on the page that can be raised and lowered, where it is called nothing else; the one in
 * degrees whatever it is called, where the value is in degrees too.
 */
export function soleCounter(model: PageModel, field: string, value = ''): UiElement | null {
  const unit = unitIn(value);
  if (!COUNTER.test(field) && unit === '') return null;
  const numbers = model.elements.filter(
    ({ isVisible, isClickable, text }) =>
      isVisible && !isClickable && MEASURE.test(text.trim()) && unitIn(text) === unit,
  );
  const [number] = numbers;
  const hasSteps = number && stepButton(model, number, true) && stepButton(model, number, false);
  return number && numbers.length === 1 && hasSteps ? number : null;
}

const COUNTER = /^(?:it|(?:the\s+)?(?:counter|count|number|value|total|tally|score))$/iu;
const MEASURE = /^-?\d{1,4}(?:[.,]\d{1,2})?(?:\s?(?:°\s?[CFK]?|%|\p{L}{1,4}))?$/u;

function ownButtons(model: PageModel, field: UiElement, isUp: boolean): UiElement[] {
  const fields = model.elements.filter(
    (element) => element.signature === field.signature && element.tag === field.tag,
  );
  const item = itemOf(model, field, fields);
  return buttonsOn(model, field, isUp).filter(({ node }) => isInside(model, node, item));
}

function buttonsOn(model: PageModel, field: UiElement, isUp: boolean): UiElement[] {
  const pattern = isUp
    ? /^(?:(?:increase|increment|raise)(?:\s+\p{L}+){0,3}|\+|plus|up|▲|△|▴|⏶|˄|⌃|↑|(?:one )?more(?:\s+\p{L}+)?|higher|louder|add(?:\s+(?:an?|one|another))?(?:\s+\p{L}+)?)$/u
    : /^(?:(?:decrease|decrement|lower|reduce)(?:\s+\p{L}+){0,3}|-|−|–|minus|down|▼|▽|▾|⏷|˅|⌄|↓|(?:one )?(?:less|fewer)(?:\s+\p{L}+)?|quieter)$/u;
  const hint = isUp ? /\b(?:plus|up|inc\w*|add)\b/u : /\b(?:minus|down|dn|dec\w*|sub\w*)\b/u;
  const fits = (element: UiElement) =>
    element.isVisible &&
    element.isClickable &&
    element.node !== field.node &&
    (pattern.test(signOf(element)) || hint.test(element.hints) || (!isUp && takesOne(model, element)));
  return model.elements.filter(fits);
}

/** "Remove guest" beside "Add guest" takes one away; alone it takes the whole thing away. */
function takesOne({ elements }: PageModel, { name }: UiElement): boolean {
  const [, what] = normalize(name).match(/^remove(\s+\p{L}+)?$/u) ?? [];
  return (
    /^remove\b/u.test(normalize(name)) &&
    elements.some((other) => other.isVisible && normalize(other.name) === `add${what ?? ''}`)
  );
}

/** "[+]" and "( - )" are what stands between their brackets. */
function signOf({ name }: UiElement): string {
  return normalize(name).replace(/^[([{]\s*(.+?)\s*[)\]}]$/u, '$1');
}

/** Signs without a word right above and below a number, or right and left of it, raise and lower it. */
function signBeside(model: PageModel, field: UiElement, isUp: boolean): UiElement | null {
  const middle = ({ box }: UiElement) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
  const own = middle(field);
  const signs = model.elements.filter(
    (element) =>
      element.isVisible &&
      element.isHeard &&
      element.node !== field.node &&
      !/[\p{Lu}\p{Ll}\p{N}]/u.test(element.name) &&
      Math.max(element.box.width, element.box.height) < 80,
  );
  const over = (isAbove: boolean) =>
    signs.find((sign) => {
      const at = middle(sign);
      const gap = isAbove ? own.y - at.y : at.y - own.y;
      return Math.abs(at.x - own.x) < field.box.width / 2 + 4 && gap > 2 && gap < 60;
    });
  return over(true) && over(false) ? (over(isUp) ?? null) : null;
}
