import { elementsIn, type PageModel, type UiElement } from '../sight/page-model.ts';
import { numberIn } from './amounts.ts';
import { COLOURS } from './target-words.ts';
import { holdsPhrase, normalize } from './words.ts';

/** What a task wants to be true of a number the page shows, or of its words. */
export type Condition =
  | { kind: 'below' | 'above' | 'equal'; subject: string; amount: number }
  | { kind: 'even' | 'odd'; subject: string }
  | { kind: 'colour'; subject: string; colour: string }
  | { kind: 'says'; text: string };

const LESS = 'less than|lower than|smaller than|below|under|at most|fewer than|drops? to|falls? to';
const MORE =
  'greater than|more than|larger than|bigger than|higher than|above|over|at least|rises? to|exceeds';

export function readCondition(text: string): Condition | null {
  const compared = new RegExp(
    `^(.*?)\\b(?:(${LESS})|(${MORE})|equals?(?: to)?)\\s+[$€£]?(-?[\\d.,]*\\d)`,
    'iu',
  ).exec(text);
  const amount = compared?.[4] ? numberIn(compared[4]) : null;
  if (compared && amount !== null) {
    const kind = compared[2] ? 'below' : compared[3] ? 'above' : 'equal';
    const isInclusive = /^(?:at|drop|fall|rise)/iu.test(compared[2] ?? compared[3] ?? '');
    return {
      kind,
      subject: subjectOf(compared[1] ?? '') || countedIn(text.slice(compared[0].length)),
      amount: isInclusive ? amount + (kind === 'below' ? 1e-6 : -1e-6) : amount,
    };
  }
  const parity = /^(.*?)\b(even|odd)\b/iu.exec(text);
  if (parity)
    return { kind: parity[2]?.toLowerCase() === 'odd' ? 'odd' : 'even', subject: subjectOf(parity[1] ?? '') };
  const look = new RegExp(
    `^(.*?)\\s*\\b(?:is|are|turns?|becomes?|goes|changes to|lights up)\\s+(${COLOURS})$`,
    'iu',
  ).exec(text);
  if (look?.[2])
    return {
      kind: 'colour',
      subject: subjectOf(look[1] ?? ''),
      colour: normalize(look[2]).replace('gray', 'grey'),
    };
  const there = /^there\s+(?:is|are)\s+(?:an?\s+|any\s+|some\s+)?"?([^"]+?)"?(?:\s+(?:button|link))?$/iu.exec(
    text,
  )?.[1];
  if (there) return { kind: 'says', text: there };
  const said =
    SHOWN.exec(text)?.[1] ??
    /\b(?:says?|shows?|reads?|is|becomes?|displays?)\s+"?([^"]+?)"?$/iu.exec(text)?.[1];
  const number = said?.match(/^[$€£]?(-?\d+(?:\.\d+)?)%?$/u)?.[1];
  if (number !== undefined)
    return {
      kind: 'equal',
      subject: subjectOf(text.replace(/\b(?:says?|shows?|reads?|becomes?|displays?)\b.*$/iu, '')),
      amount: Number(number),
    };
  return said ? { kind: 'says', text: said } : null;
}

/** "fewer than 5 kettles are left", "there are at least 5 kettles in stock": the number of what is counted. */
function countedIn(words: string): string {
  return normalize(words)
    .replace(
      /\s+(?:(?:is|are)\b.*|left|in stock|available|remaining|on (?:the|this) .*|in (?:the|this) .*)$/u,
      '',
    )
    .trim();
}

/** "the Go button appears", "Go to appear", "until Go is shown". */
const SHOWN =
  /^(?:the\s+|an?\s+)?"?([^"]+?)"?(?:\s+(?:button|link|text|message|word|field|icon))?\s+(?:to\s+)?(?:appears?|(?:is|are|be|becomes?)\s+(?:shown|visible|displayed|there)|(?:shows?|pops?|comes?)\s+up|loads?)$/iu;

function subjectOf(words: string): string {
  return normalize(words)
    .replace(/\b(?:the|its?|a|an|is|are|goes|that|there|until|shown|displayed|number|value|random)\b/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
}

export function holds(model: PageModel, text: string, condition: Condition): boolean {
  // Buttons side by side run together in the text of the page.
  if (condition.kind === 'says')
    return (
      holdsPhrase(text, condition.text) ||
      model.elements.some(({ isVisible, name }) => isVisible && normalize(name) === normalize(condition.text))
    );
  if (condition.kind === 'colour') return hasColour(model, condition);
  const shown = numberFor(model, condition.subject);
  const now = shown && numberIn(shownBy(shown));
  if (now === null) return false;
  switch (condition.kind) {
    case 'below':
      return now < condition.amount;
    case 'above':
      return now > condition.amount;
    case 'equal':
      return now === condition.amount;
    case 'even':
      return now % 2 === 0;
    case 'odd':
      return Math.abs(now % 2) === 1;
  }
}

/** What is called so has the colour; where nothing is called so, any patch has it. */
function hasColour(model: PageModel, { subject, colour }: Extract<Condition, { kind: 'colour' }>): boolean {
  const painted = model.elements.filter(({ isVisible, colour: own }) => isVisible && own !== '');
  const named = painted.filter(
    ({ name, hints }) => subject !== '' && holdsPhrase(`${name} ${hints}`, subject),
  );
  return (named.length > 0 ? named : painted).some(({ colour: own }) => own.split(' ').includes(colour));
}

/** What shows the number meant: by its label or its own words, else the first there is. */
export function numberFor(model: PageModel, subject: string): UiElement | null {
  const numbers = model.elements.filter(
    (element) =>
      element.isVisible &&
      /^\D{0,20}-?\d[\d.,]*\D{0,4}$/u.test(shownBy(element)) &&
      element.role !== 'button',
  );
  const named =
    subject === ''
      ? undefined
      : numbers.find((element) =>
          [subject, subject.replace(/s$/u, '')].some((one) =>
            holdsPhrase(`${element.name} ${element.hints} ${labelBefore(model, element)}`, one),
          ),
        );
  const owner = subject.match(/\bof\s+(.+)$/u)?.[1];
  const owned = owner && numbers.find((element) => holdsPhrase(labelBefore(model, element), owner));
  if (named || owned) return named ?? (owned || null);
  // The number of something the page speaks of, and does not show yet.
  const isSpoken =
    owner && model.elements.some(({ isVisible, text }) => isVisible && holdsPhrase(text, owner));
  return isSpoken ? null : (numbers[0] ?? null);
}

function shownBy({ text, value, isEditable }: UiElement): string {
  return isEditable ? value : text;
}

function labelBefore(model: PageModel, element: UiElement): string {
  const around = model.parents[element.node] ?? -1;
  return elementsIn(model, around)
    .filter(({ node }) => node < element.node)
    .map(({ text }) => text)
    .join(' ');
}
