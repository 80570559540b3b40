import type { Target } from '../language/read-target.ts';
import { normalize } from '../language/words.ts';
import { kindScore } from './kind-score.ts';
import { matchTarget } from './match-target.ts';
import { isInside, type PageModel, type UiElement } from './page-model.ts';

/** What shows a hidden part of the page: the header of the same number where there are as many headers as parts, or the one right before it. */
export function headerOf(model: PageModel, hidden: UiElement): UiElement | null {
  return headersOf(model, hidden)?.own ?? null;
}

interface Headers {
  own: UiElement | null;
  all: UiElement[];
}

function headersOf(model: PageModel, hidden: UiElement): Headers | null {
  const { frame, part } = hiddenPart(model, hidden);
  if (frame < 0) return null;
  const parts = model.parents.flatMap((parent, node) => (parent === frame ? [node] : []));
  const pressable = model.elements.filter(
    ({ isVisible, isClickable, isEditable, node }) => isVisible && isClickable && !isEditable && node < part,
  );
  const families = [...Map.groupBy(pressable, ({ tag, signature }) => `${tag} ${plain(signature)}`).values()];
  for (const family of families.toReversed()) {
    const others = parts.filter((node) => !family.some((header) => isInside(model, header.node, node)));
    const isOutside = family.every(({ node }) => !others.some((other) => isInside(model, node, other)));
    if (family.length > 1 && family.length === others.length && isOutside)
      return { own: family[others.indexOf(part)] ?? null, all: family };
  }
  const before = parts[parts.indexOf(part) - 1];
  const own = pressable.filter(({ node }) => before !== undefined && isInside(model, node, before));
  const isOne = new Set(own.map(({ name }) => name)).size === 1;
  return isOne ? { own: own[0] ?? null, all: [] } : null;
}

/** "The third tab": counted among what the page says are tabs, else among the headers of its hidden parts. */
export function nthTab(model: PageModel, { kind, text, ordinal }: Target): UiElement | null {
  if (kind !== 'tab' || text !== '' || ordinal === null) return null;
  const stated = model.elements.filter(
    (element) => element.isVisible && element.name !== '' && kindScore(element, 'tab') >= 0.9,
  );
  const outer = stated.filter(
    ({ node }) => !stated.some((other) => other.node !== node && isInside(model, node, other.node)),
  );
  const hidden = model.elements.find(
    (element) =>
      !element.isVisible && element.isClickable && (headersOf(model, element)?.all.length ?? 0) > 1,
  );
  const tabs = outer.length > 1 ? outer : ((hidden && headersOf(model, hidden)?.all) ?? []);
  return tabs.at(ordinal > 0 ? ordinal - 1 : ordinal) ?? null;
}

/** The smallest part of the page around it that shows anything, and the part of that which does not. */
function hiddenPart(model: PageModel, { node }: UiElement): { frame: number; part: number } {
  let part = node;
  for (;;) {
    const frame = model.parents[part] ?? -1;
    const isShown = model.elements.some((one) => one.isVisible && isInside(model, one.node, frame));
    if (frame < 0 || isShown) return { frame, part };
    part = frame;
  }
}

/** The header that is open has a class more than the others. */
export function plain(signature: string): string {
  return signature.replace(
    /\.[\w-]*(?:\bon|\boff|active|selected|current|show|open|disabled|unavailable|sold-?out)\b/gu,
    '',
  );
}

/** "Press Help under Billing": the closed tab or section of that name, which has to be opened first. */
export function closedPlace(model: PageModel, target: Target): UiElement | null {
  if (target.near === null) return null;
  const near = normalize(target.near);
  const named = model.elements.filter(({ isVisible, name }) => isVisible && normalize(name) === near);
  const stated = named.find(
    ({ role, isSelected, isExpanded }) => (role === 'tab' && isSelected === false) || isExpanded === false,
  );
  if (stated || named.length === 0) return stated ?? null;
  const headers = matchTarget(model, { ...target, near: null }, { isHidden: true })
    .filter(({ score }) => score > 0.8)
    .map(({ element }) => headerOf(model, element));
  return headers.find((header) => header !== null && normalize(header.name) === near) ?? null;
}

/** "Tab 3" is the third where none is called so. */
export function countedName(model: PageModel, target: Target): Target {
  const number = Number(
    normalize(target.text).match(/^(?:tab|section|panel|step|item)\s+#?(\d{1,2})$/u)?.[1],
  );
  if (!(number > 0) || target.isQuoted) return target;
  const isCalled = model.elements.some(({ name }) => normalize(name) === normalize(target.text));
  return isCalled ? target : { ...target, text: '', ordinal: number };
}
