import { howOften } from '../language/how-often.ts';
import { beginsWithVerb } from '../language/split-clauses.ts';
import { holdsPhrase, normalize, wordsOf } from '../language/words.ts';
import type { PageModel, UiElement } from './page-model.ts';

/** What a task says of a row of buttons of which one is chosen. */
export type ButtonChoice =
  | { kind: 'chosen'; row: UiElement[]; element: UiElement }
  /** The amount is not among them, and there is one for any other. */
  | { kind: 'other'; row: UiElement[]; element: UiElement; amount: string }
  | { kind: 'lacking'; row: UiElement[]; told: string };

/**
 * Amounts, colours, how often: rows of short buttons side by side that no list or radio stands for. Each row of which the
 * task names one button, or an amount or a rhythm that it lacks.
 */
export function buttonChoices(model: PageModel, task: string): ButtonChoice[] {
  const told = task.replace(/"[^"]*"|“[^”]*”/gu, ' ');
  return buttonRows(model).flatMap((row): ButtonChoice[] => {
    const choice = amountIn(row, told) ?? rhythmIn(row, told) ?? namedIn(row, told);
    return choice ? [choice] : [];
  });
}

const MOST_BUTTONS = 12;

/** Buttons of one parent, none of which does something by its name. */
function buttonRows({ elements, parents }: PageModel): UiElement[][] {
  const buttons = elements.filter(
    ({ isVisible, isDisabled, isFraming, isClickable, role, name }) =>
      isVisible &&
      !isDisabled &&
      !isFraming &&
      isClickable &&
      role === 'button' &&
      /[\p{L}\p{N}]/u.test(name) &&
      wordsOf(name).length <= 3,
  );
  // The chosen one looks other than the rest.
  const rows = Map.groupBy(buttons, ({ node, tag }) => `${parents[node]} ${tag}`);
  return [...rows.values()].filter(
    (row) =>
      row.length > 1 &&
      row.length <= MOST_BUTTONS &&
      new Set(row.map(({ name }) => normalize(name))).size === row.length &&
      !row.some(({ name }) => beginsWithVerb(name) || LEADING.test(name.trim())),
  );
}

/** What leads somewhere, or only shows something. */
const LEADING =
  /^(?:next|back|previous|prev|more|less|menu|home|help|details|cancel|ok|yes|no|today|all|sort|done|overview|profile|account)\b/iu;

const MONEY = /^[$€£]\s?(\d+(?:[.,]\d{1,2})?)$|^(\d+(?:[.,]\d{1,2})?)\s?[$€£]$/u;

function amountIn(row: UiElement[], task: string): ButtonChoice | null {
  const amounts = row.filter(({ name }) => MONEY.test(name.trim()));
  const said = [
    ...task.matchAll(/[$€£]\s?(\d+(?:[.,]\d{1,2})?)(?!\d)|(?<!\d)(\d+(?:[.,]\d{1,2})?)\s?[$€£]/gu),
  ];
  const amount = said[0]?.[1] ?? said[0]?.[2];
  if (amounts.length < 2 || amount === undefined || said.length > 1) return null;
  const own = amounts.find(({ name }) => numberOf(name) === Number(amount.replace(',', '.')));
  if (own) return { kind: 'chosen', row, element: own };
  const other = row.find(({ name }) => /\b(?:other|another|custom|different|own)\b/iu.test(name));
  return other ? { kind: 'other', row, element: other, amount } : { kind: 'lacking', row, told: amount };
}

function numberOf(name: string): number {
  return Number((name.match(/\d+(?:[.,]\d{1,2})?/u)?.[0] ?? '').replace(',', '.'));
}

function rhythmIn(row: UiElement[], task: string): ButtonChoice | null {
  const rhythms = row.filter(({ name }) => howOften(name) !== null);
  const told = howOften(task);
  if (rhythms.length < 2 || told === null) return null;
  const own = rhythms.find(({ name }) => howOften(name) === told);
  return own ? { kind: 'chosen', row, element: own } : { kind: 'lacking', row, told };
}

/** The one that the task calls by its whole name. */
function namedIn(row: UiElement[], task: string): ButtonChoice | null {
  const named = row.filter(({ name }) => name.length > 2 && holdsPhrase(task, name));
  const [own] = named;
  return own && named.length === 1 ? { kind: 'chosen', row, element: own } : null;
}
