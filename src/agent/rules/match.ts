/** Which element of a page the words of a task mean: by the weight of the words that its name and its surroundings share with them. */

import {
  isField,
  isInside,
  isPressable,
  isTicked,
  type PageModel,
  textOf,
  type UiElement,
} from '../observation/page-model.ts';
import { type Row, rowOf, rowsOf } from '../observation/rows.ts';
import {
  holdsPhrase,
  isFiller,
  namesIn,
  normalize,
  similarity,
  stemsOf,
  strongStems,
  tellingStems,
} from '../words.ts';
import type { Target } from './command.ts';

export interface Match {
  element: UiElement;
  /** From 0 to 1. */
  score: number;
}

/** Taken at once; and taken when nothing better is found anywhere. */
export const SURE = 0.72;
export const LIKELY = 0.5;

/** How much each word tells: those that stand everywhere on the page tell little. */
function weigher(model: PageModel): (stem: string) => number {
  const known = weights.get(model);
  if (known) return known;
  const counts = new Map<string, number>();
  const named = model.elements.filter(({ isVisible }) => isVisible);
  for (const { name } of named)
    for (const stem of new Set(stemsOf(name))) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const weigh = (stem: string) =>
    isFiller(stem) ? 0.1 : Math.log(1 + named.length / (1 + (counts.get(stem) ?? 0))) + 0.5;
  weights.set(model, weigh);
  return weigh;
}

/** Words for the kind of a thing that stand before its name: "the file a.txt". */
const DESCRIBING = new Set(
  'file folder user item entry project section question option word text post message email contact person product page category column row day tile card task layer tag document photo image name name one button link'
    .split(' ')
    .map((word) => stemsOf(word)[0] ?? ''),
);

/** The same for these words: a common noun that the page never uses is only the task's word for the thing. */
function weigherFor(model: PageModel, phrase: string): (stem: string) => number {
  const weigh = weigher(model);
  const strong = new Set(strongStems(`of ${phrase}`));
  const known = new Set(model.elements.flatMap(({ name, hints }) => stemsOf(`${name} ${hints}`)));
  return (stem) =>
    (DESCRIBING.has(stem) && !strong.has(stem) ? 0.2 : known.has(stem) || strong.has(stem) ? 1 : 0.15) *
    weigh(stem);
}

const weights = new WeakMap<PageModel, (stem: string) => number>();

/** Everything to press that fits, the best first. */
export function matches(model: PageModel, target: Target, pool = pressables(model)): Match[] {
  const wanted = tellingStems(target.phrase);
  if (wanted.length === 0) return [];
  const weigh = weigherFor(model, target.phrase);
  const total = sum(wanted, weigh);
  const scored = pool.map((element) => ({
    element,
    score: scoreOf(model, element, target, wanted, weigh, total),
  }));
  return scored
    .filter(({ score }) => score > 0.25)
    .sort(
      (one, other) =>
        other.score - one.score ||
        sizeOf(model, one.element) - sizeOf(model, other.element) ||
        one.element.node - other.element.node,
    );
}

function sizeOf({ ends }: PageModel, { node }: UiElement): number {
  return (ends[node] ?? node) - node;
}

function pressables({ elements }: PageModel): UiElement[] {
  return elements.filter(
    (element) =>
      isPressable(element) &&
      !/^(?:row|list|listitem|table|dialog|main|form|navigation|region)$/u.test(element.role),
  );
}

function scoreOf(
  model: PageModel,
  element: UiElement,
  { phrase, quoted, kind }: Target,
  wanted: string[],
  weigh: (stem: string) => number,
  total: number,
): number {
  const name = element.name || element.text || element.placeholder;
  const own = new Set(stemsOf(name));
  const hinted = new Set(stemsOf(element.hints));
  const inName = wanted.filter((stem) => own.has(stem));
  const inHints =
    own.size === 0 || !/[\p{L}\p{N}]/u.test(name)
      ? wanted.filter((stem) => hinted.has(stem) && !own.has(stem))
      : [];
  const left = wanted.filter((stem) => !inName.includes(stem) && !inHints.includes(stem));
  if (inName.length + inHints.length === 0) return 0;
  const around =
    left.length === 0 ? '' : `${element.group} ${rowOf(model, element)?.text ?? ''} ${element.href}`;
  const near = new Set(stemsOf(around));
  const inNear = left.filter((stem) => near.has(stem));
  const recall = (sum(inName, weigh) + 0.8 * sum([...inHints, ...inNear], weigh)) / total;
  const precision =
    own.size === 0 ? 0.5 : inName.length / Math.max(1, [...own].filter((stem) => !isFiller(stem)).length);
  const exact = Math.max(similarity(name, phrase), quoted === null ? 0 : similarity(name, quoted));
  const isNamed =
    quoted === null ||
    holdsPhrase(name, quoted) ||
    normalize(name).includes(normalize(quoted)) ||
    holdsPhrase(around, quoted);
  // "Open" of Keiko is not the "Open" of a page that has no Keiko.
  if (isElsewhere(model, phrase, quoted)) return 0.4;
  const byKind = kind !== '' && kindOf(element) === kind ? 0.08 : 0;
  const isVague = !element.isClickable && !element.isHeard ? 0.1 : 0;
  const score = 0.6 * recall + 0.25 * Math.min(1, precision) + 0.15 * exact + byKind - isVague;
  return Math.min(1, (isNamed ? 1 : 0.5) * (exact > 0.94 ? Math.max(score, 0.8 + 0.2 * recall) : score));
}

const elsewhere = new WeakMap<PageModel, Map<string, boolean>>();

/** The words name somebody or something beside the quoted name of the control, and the page shows nothing of it. */
function isElsewhere(model: PageModel, phrase: string, quoted: string | null): boolean {
  if (quoted === null) return false;
  const known = elsewhere.get(model) ?? new Map<string, boolean>();
  elsewhere.set(model, known);
  const answer = known.get(phrase);
  if (answer !== undefined) return answer;
  const names = strongStems(`of ${phrase.replace(quoted, ' ')}`);
  const shown = new Set(
    model.elements
      .filter(({ isVisible }) => isVisible)
      .flatMap(({ name, text }) => stemsOf(`${name} ${text}`)),
  );
  const isIt = names.length > 0 && !names.some((name) => shown.has(name));
  known.set(phrase, isIt);
  return isIt;
}

function kindOf(element: UiElement): Target['kind'] {
  if (element.role === 'link') return 'link';
  if (element.role === 'tab') return 'tab';
  if (isTicked(element)) return 'box';
  if (isField(element)) return element.tag === 'select' || element.role === 'combobox' ? 'menu' : 'field';
  return element.role === 'button' ? 'button' : '';
}

function sum(stems: Iterable<string>, weigh: (stem: string) => number): number {
  let all = 0;
  for (const stem of stems) all += weigh(stem);
  return all;
}

/** The field that the words mean, by its own label, its group and the row it stands in. */
export function fieldFor(model: PageModel, words: string): Match | null {
  const wanted = tellingStems(words.replace(/\b(?:field|box|input|value)\b/giu, ' '));
  if (wanted.length === 0) return null;
  const weigh = weigher(model);
  const total = sum(wanted, weigh);
  const scored = model.elements
    .filter((element) => isField(element))
    .map((element) => {
      const label = `${element.name} ${element.placeholder}`;
      const own = new Set(stemsOf(label));
      const inName = wanted.filter((stem) => own.has(stem));
      const left = wanted.filter((stem) => !inName.includes(stem));
      const near =
        left.length === 0
          ? new Set<string>()
          : new Set(stemsOf(`${element.group} ${element.hints} ${rowOf(model, element)?.text ?? ''}`));
      const inNear = left.filter((stem) => near.has(stem));
      const recall = (sum(inName, weigh) + 0.7 * sum(inNear, weigh)) / total;
      const exact = Math.max(similarity(element.name, words), similarity(element.placeholder, words));
      const score = inName.length === 0 ? 0.55 * recall : 0.7 * recall + 0.3 * exact;
      return { element, score: exact > 0.94 ? Math.max(0.95, score) : score };
    });
  const best = scored.sort(
    (one, other) => other.score - one.score || one.element.node - other.element.node,
  )[0];
  return best && best.score >= 0.45 ? best : null;
}

/** The rows that the words mean: those that hold most of what they tell. */
export function rowsFor(model: PageModel, words: string): Row[] {
  const weigh = weigher(model);
  const rows = rowsOf(model);
  const said = rows.map(({ text }) => new Set(stemsOf(text)));
  // Words that no row has, or every row, tell none from another.
  const telling = tellingStems(words).filter((stem) => {
    const count = said.filter((stems) => stems.has(stem)).length;
    return count > 0 && count < Math.max(2, 0.8 * rows.length);
  });
  if (telling.length === 0) return [];
  // Of a name of several words all must be there: "Esther Ferrer" is not the row of another Esther.
  const names = namesIn(`of ${words}`).filter((name) =>
    said.some((stems) => tellingStems(name).some((stem) => stems.has(stem))),
  );
  const isNamed = (text: string) => names.length === 0 || names.some((name) => holdsPhrase(text, name));
  const total = sum(telling, weigh);
  const scored = rows.map((row, index) => ({
    row,
    share:
      sum(
        telling.filter((stem) => said[index]?.has(stem)),
        weigh,
      ) / total,
  }));
  const best = Math.max(0, ...scored.filter(({ row }) => isNamed(row.text)).map(({ share }) => share));
  if (best < 0.5) return [];
  const top = scored
    .filter(({ share, row }) => share >= best - 0.001 && isNamed(row.text))
    .map(({ row }) => row);
  // Of rows within each other the innermost that still says it all.
  return top.filter((row) => !top.some((other) => other !== row && isInside(model, other.node, row.node)));
}

/** An element's name together with the text around it. */
export function contextOf(model: PageModel, element: UiElement): string {
  return `${element.name} ${element.group} ${rowOf(model, element)?.text ?? textOf(model, element.node)}`;
}
