/** Finds the element that a phrase of the task means, by the words its name and its surroundings share with the phrase. */
import {
  isField,
  isInside,
  isPressable,
  isTicked,
  type PageModel,
  type UiElement,
} from '../observation/page-model.ts';
import { type Row, rowOf, rowsOf } from '../observation/rows.ts';
import { holdsPhrase, isFiller, namesIn, normalize, similarity, stemsOf, tellingStems } from '../words.ts';
import type { Target } from './command.ts';

export interface Match {
  element: UiElement;
  /** From 0 to 1. */
  score: number;
}

/** Taken at once; and taken when the page has nothing better. */
export const SURE = 0.72;
export const LIKELY = 0.5;
const LEAST = 0.25;

type Weigh = (stem: string) => number;
const weights = new WeakMap<PageModel, Weigh>();

/** The weight of a word: small where the whole page uses it. */
function weigher(model: PageModel): Weigh {
  const known = weights.get(model);
  if (known) return known;
  const named = model.elements.filter(({ isVisible }) => isVisible);
  const counts = new Map<string, number>();
  for (const { name } of named)
    for (const stem of new Set(stemsOf(name))) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const weigh = (stem: string) =>
    isFiller(stem) ? 0.1 : Math.log(1 + named.length / (1 + (counts.get(stem) ?? 0))) + 0.5;
  weights.set(model, weigh);
  return weigh;
}

/** Elements to press that fit the target, the best first. */
export function matches(model: PageModel, target: Target, pool = pressables(model)): Match[] {
  const wanted = tellingStems(target.phrase);
  if (wanted.length === 0) return [];
  return pool
    .map((element) => ({ element, score: scoreOf(model, element, target, wanted) }))
    .filter(({ score }) => score > LEAST)
    .sort((one, other) => other.score - one.score || sizeOf(model, one) - sizeOf(model, other));
}

/** The field of that label, with its group and row. */
export function fieldFor(model: PageModel, label: string): Match | null {
  const phrase = label.replace(/\b(?:field|box|input|value)\b/giu, ' ');
  const fields = model.elements.filter(isField);
  const [best] = matches(model, { phrase, quoted: null, kind: '' }, fields);
  return best && best.score >= 0.45 ? best : null;
}

function sizeOf({ ends }: PageModel, { element: { node } }: Match): number {
  return (ends[node] ?? node) - node;
}

const FRAMES = /^(?:row|list|listitem|table|dialog|main|form|navigation|region)$/u;

function pressables({ elements }: PageModel): UiElement[] {
  return elements.filter((element) => isPressable(element) && !FRAMES.test(element.role));
}

function scoreOf(
  model: PageModel,
  element: UiElement,
  { phrase, quoted, kind }: Target,
  wanted: string[],
): number {
  const weigh = weigher(model);
  const name = (
    isField(element) ? `${element.name} ${element.placeholder}` : element.name || element.text
  ).trim();
  const own = new Set(stemsOf(/[\p{L}\p{N}]/u.test(name) ? name : element.hints));
  const inName = wanted.filter((stem) => own.has(stem));
  const left = wanted.filter((stem) => !own.has(stem));
  if (inName.length === 0) return 0;
  const around =
    left.length === 0 ? '' : `${element.group} ${rowOf(model, element)?.text ?? ''} ${element.href}`;
  const near = new Set(stemsOf(around));
  const inNear = left.filter((stem) => near.has(stem));
  const recall = (sum(inName, weigh) + 0.8 * sum(inNear, weigh)) / sum(wanted, weigh);
  const precision = inName.length / Math.max(1, [...own].filter((stem) => !isFiller(stem)).length);
  const exact = Math.max(
    ...[element.name, name].flatMap((one) => [similarity(one, phrase), similarity(one, quoted ?? phrase)]),
  );
  const isNamed =
    quoted === null || normalize(name).includes(normalize(quoted)) || holdsPhrase(around, quoted);
  const byKind = kind !== '' && kindOf(element) === kind ? 0.08 : 0;
  const isVague = isField(element) || element.isClickable || element.isHeard ? 0 : 0.1;
  const score = 0.6 * recall + 0.25 * precision + 0.15 * exact + byKind - isVague;
  return Math.min(1, (isNamed ? 1 : 0.5) * (exact > 0.94 ? Math.max(score, 0.8 + 0.2 * recall) : score));
}

function kindOf(element: UiElement): Target['kind'] {
  if (element.role === 'link') return 'link';
  if (element.role === 'tab') return 'tab';
  if (isTicked(element)) return 'box';
  if (isField(element)) return element.tag === 'select' || element.role === 'combobox' ? 'menu' : 'field';
  return element.role === 'button' ? 'button' : '';
}

function sum(stems: readonly string[], weigh: Weigh): number {
  return stems.reduce((all, stem) => all + weigh(stem), 0);
}

/** The innermost rows with the most of the words that tell rows apart, and with a whole name of the task. */
export function rowsFor(model: PageModel, phrase: string): Row[] {
  const rows = rowsOf(model).map((row) => ({ row, stems: new Set(stemsOf(row.text)) }));
  const telling = tellingStems(phrase).filter((stem) => rows.some(({ stems }) => stems.has(stem)));
  const names = namesIn(`of ${phrase}`).filter((name) => rows.some(({ row }) => holdsPhrase(row.text, name)));
  const held = rows
    .filter(({ row }) => names.length === 0 || names.some((name) => holdsPhrase(row.text, name)))
    .map(({ row, stems }) => ({ row, count: telling.filter((stem) => stems.has(stem)).length }));
  const most = Math.max(1, telling.length / 2, ...held.map(({ count }) => count));
  const best = held.filter(({ count }) => count >= most).map(({ row }) => row);
  return best.filter((row) => !best.some((other) => other !== row && isInside(model, other.node, row.node)));
}

/** An element's name together with the text around it. */
export function contextOf(model: PageModel, element: UiElement): string {
  return `${element.name} ${element.group} ${rowOf(model, element)?.text ?? ''}`;
}
