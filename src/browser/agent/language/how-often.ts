/** How often something is done, by whatever word; null where a text says nothing of that, or more than one thing. */
export function howOften(text: string): string | null {
  const said = PERIODS.filter(([, pattern]) => pattern.test(text)).map(([period]) => period);
  if (said.length > 1) return null;
  return said[0] ?? (ONCE.test(text) ? 'once' : null);
}

const EACH = '(?:every|each|per|once an?|[$€£]\\s?[\\d.,]+ an?)';
const PERIODS: readonly (readonly [string, RegExp])[] = (
  [
    ['day', 'daily'],
    ['week', '(?<!bi-?)weekly'],
    ['month', 'monthly'],
    ['quarter', 'quarterly'],
    ['year', 'yearly|annual(?:ly)?'],
  ] as const
).map(([period, word]) => [period, new RegExp(`\\b(?:${word})\\b|(?<!\\p{L})${EACH}\\s+${period}\\b`, 'iu')]);
/** "Once a week" comes again. */
const ONCE =
  /\b(?:one[- ]?(?:off|time)|single (?:gift|donation|payment)|just (?:this )?once|once)\b(?!\s+(?:an?|per|every|each|you|it|the)\b)/iu;
