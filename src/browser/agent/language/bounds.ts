/** "Between 200 and 700 euros", "no more than 1200", "at least 3 bedrooms": how little and how much of something. */
export interface Bounds {
  min: number | null;
  max: number | null;
  /** What is counted, in the task's word; '' for money and for what is not said. */
  of: string;
}

const NUMBER = String.raw`[$€£]?\s?(\d[\d,]*(?:\.\d+)?)(?![\d:]|\s?[ap]m\b)`;
const MONEY = String.raw`\s?(?:[$€£]|euros?|eur|dollars?|usd|pounds?|gbp|quid)(?!\p{L})`;
const LEAST =
  'at least|no less than|not less than|no fewer than|a minimum of|minimum(?: of)?|more than|over|above|starting at';
const MOST =
  'at most|no more than|not more than|up to|a maximum of|maximum(?: of)?|max|less than|fewer than|cheaper than|under|below|a budget of|not exceeding';
const COUNTED = String.raw`(?:(${MONEY})|\s+(\p{Ll}{3,})\b)?`;

const FORMS: readonly (readonly [RegExp, (numbers: number[]) => Pick<Bounds, 'min' | 'max'>])[] = [
  [
    new RegExp(
      String.raw`\b(?:between|from)\s+${NUMBER}${COUNTED}\s+(?:and|to)\s+${NUMBER}${COUNTED}`,
      'giu',
    ),
    ([min = null, max = null]) => ({ min, max }),
  ],
  [
    new RegExp(String.raw`\b(?:${MOST})\s+${NUMBER}${COUNTED}`, 'giu'),
    ([max = null]) => ({ min: null, max }),
  ],
  [
    new RegExp(String.raw`\b(?:${LEAST})\s+${NUMBER}${COUNTED}`, 'giu'),
    ([min = null]) => ({ min, max: null }),
  ],
];

/** The bounds that a task sets, in its order; what it quotes sets none. */
export function boundsIn(task: string): Bounds[] {
  let rest = task.replace(/"[^"]*"|“[^”]*”/gu, (quote) => ' '.repeat(quote.length));
  const found: (Bounds & { at: number })[] = [];
  for (const [form, read] of FORMS)
    rest = rest.replace(form, (whole, ...groups: (string | number | undefined)[]) => {
      const said = groups.slice(0, form.source.startsWith('\\b(?:between') ? 6 : 3);
      const numbers = said.filter((part) => typeof part === 'string' && /^\d/u.test(part));
      const noun = said.findLast((part) => typeof part === 'string' && /^\p{Ll}/u.test(part));
      const at = groups.find((part) => typeof part === 'number');
      found.push({
        ...read(numbers.map((number) => Number(String(number).replaceAll(',', '')))),
        of: nounOf(String(noun ?? '')),
        at: Number(at),
      });
      return ' '.repeat(whole.length);
    });
  return found.toSorted((one, other) => one.at - other.at).map(({ min, max, of }) => ({ min, max, of }));
}

/** Joining words and money are no things that are counted. */
function nounOf(word: string): string {
  return /^(?:and|for|per|that|which|with|from|the|each|euros?|eur|dollars?|usd|pounds?|gbp|quid|month|year|night|please|then|but|who|when|where|total|altogether)$/iu.test(
    word.trim(),
  )
    ? ''
    : word.trim();
}
