import { stem } from '../words/words.ts';

/** One of those below, `age`, or the stem of what is counted. */
export type Measure = string;

/** Each measure in one unit: hours, megabytes, grams, centimetres. */
const UNITS: readonly (readonly [RegExp, Measure, number])[] = [
  [/^min(?:ut[eo]?n?)?s?$/i, 'time', 1 / 60],
  [/^(?:h(?:ours?|rs?)?|stunden?|heures?|horas?|ore|uur|godzin\p{L}*)$/iu, 'time', 1],
  [
    /^(?:(?:working |business |calendar )?days?|nights?|(?:werk|arbeits|kalender)?tage?n?|jours?|d[ií]as?|giorn[io]|dias?|dagen|dni)$/i,
    'time',
    24,
  ],
  [/^(?:weeks?|wochen?|semaines?|semanas?|settiman[ae]|we(?:ek|ken)|tygodni\p{L}*)$/iu, 'time', 168],
  [/^(?:months?|monate?n?|mois|mes(?:es)?|mes[ei]|m[eê]s(?:es)?|maanden|miesi[ęa]c\p{L}*)$/iu, 'time', 730],
  [/^(?:years?|jahre?n?|ans?|ann[ée]es?|años?|ann[io]|anos?|jaren?|lata?)$/i, 'time', 8760],
  [/^kb$/i, 'data', 0.001],
  [/^(?:mb|megabytes?)$/i, 'data', 1],
  [/^(?:gb|gigabytes?)$/i, 'data', 1000],
  [/^(?:g|grams?)$/i, 'weight', 1],
  [/^(?:kg|kilos?|kilograms?)$/i, 'weight', 1000],
  [/^mm$/i, 'length', 0.1],
  [/^(?:cm|centimet(?:re|er)s?)$/i, 'length', 1],
  [/^(?:m|met(?:re|er)s?)$/i, 'length', 100],
  [
    /^(?:people|persons?|guests?|participants?|users?|seats?|items?|books?|children|adults|players?)$/i,
    'people',
    1,
  ],
];
const NUMBERS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
export const NUMBER = `(\\d+(?:[.,]\\d+)?|${NUMBERS.join('|')})`;
export const AMOUNT = `${NUMBER}[\\s-]?((?:working |business |calendar )?(?:[hgm]|\\p{L}{2,}))(?!\\p{L})`;

export function measured(number: string, unit: string): { amount: number; measure: Measure } {
  const known = UNITS.find(([look]) => look.test(unit));
  const word = NUMBERS.indexOf(number.toLowerCase());
  const value = word >= 0 ? word + 1 : Number(number.replace(',', '.'));
  return known ? { amount: value * known[2], measure: known[1] } : { amount: value, measure: stem(unit) };
}

/** The amount that the question is about; it may stand in the sentence before. */
export function amountIn(goal: string, text: string): { amount: number; measure: Measure } | null {
  const [, old] =
    goal.match(/\b(\d{1,2})[\s-]years?[\s-]olds?\b/i) ??
    goal.match(/\b(?:is|am|are|turns?|aged?|of age)\s+(\d{1,2})(?=\s*[.,?!]|\s+(?:and|but|may|can)\b|$)/i) ??
    [];
  if (old) return { amount: Number(old), measure: 'age' };
  for (const words of [text, goal]) {
    const [, number, unit] = words.match(new RegExp(AMOUNT, 'iu')) ?? [];
    const found = number && unit ? measured(number, unit) : null;
    if (found) return found;
  }
  return null;
}
