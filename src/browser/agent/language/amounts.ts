import { holdsPhrase, normalize, readCount, stem, wordsOf } from './words.ts';

/** The asked quantity in a text: a price has a currency, a duration hours and minutes, anything else its label. */
export function amountOf(text: string, of: string): number | null {
  const asked = normalize(of);
  if (RATED.test(asked)) return ratingIn(text) ?? numberIn(text);
  if (/price|cost|cheap|fare/u.test(asked)) {
    // In "Lamp 2 $19" the sign belongs to what follows it, in "379 € 4.5" to what it follows.
    const price =
      text.match(/[$€£¥](\d[\d.,]*)/u) ??
      text.match(/(\d[\d.,]*)\s?€/u) ??
      text.match(/(?:[$€£¥]|\b(?:usd|eur|gbp)\b)\s*(\d[\d.,]*)/iu) ??
      text.match(/(\d[\d.,]*)\s*(?:[$€£¥]|\b(?:usd|eur|gbp)\b)/iu);
    return numberIn(price?.[1] ?? text);
  }
  if (/duration|time|length/u.test(asked)) {
    const parts =
      text.match(/(?:(\d+)\s*h(?:ours?|rs?)?\b)?\s*(?:(\d+)\s*m(?:in(?:utes?|s)?)?\b)/iu) ??
      text.match(/(\d+)\s*h(?:ours?|rs?)?\b/iu);
    if (parts && (parts[1] || parts[2])) return Number(parts[1] ?? 0) * 60 + Number(parts[2] ?? 0);
  }
  // "34 comments": a number may also stand before what it counts.
  const counted = asked === '' ? undefined : wordsOf(asked).map(stem)[0];
  const before = counted
    ? normalize(text).match(new RegExp(`(\\d[\\d,.]*)\\s+${counted.replace(/[^\p{L}]/gu, '')}`, 'u'))?.[1]
    : undefined;
  if (before !== undefined && !new RegExp(`${counted}\\p{L}*\\s*:`, 'u').test(normalize(text)))
    return numberIn(before);
  if (asked !== '' && holdsPhrase(text, asked)) {
    const after = normalize(text).split(asked)[1];
    const labelled = after === undefined ? null : numberIn(after);
    if (labelled !== null) return labelled;
  }
  return numberIn(text);
}

/**
 * The quantity that a limit is about. In a unit it is the one that stands beside its name, or the only one; of two
 * that nothing tells apart neither is known.
 */
export function limitedAmount(text: string, { of, unit }: { of: string; unit?: string }): number | null {
  if (unit === undefined) return amountOf(text, of);
  const amount = String.raw`(\d[\d.,]*)\s*(?:${unit.replace(/(?:es|s)$/u, '')}(?:e?s)?)(?!\p{L})`;
  const named =
    of === ''
      ? null
      : (text.match(new RegExp(String.raw`${amount}\s*(?:of\s+)?${of}(?!\p{L})`, 'iu')) ??
        text.match(new RegExp(String.raw`(?<!\p{L})${of}\s*:?\s*${amount}`, 'iu')));
  if (named?.[1]) return numberIn(named[1]);
  const [only, ...others] = [...text.matchAll(new RegExp(amount, 'giu'))].map((match) => match[1] ?? '');
  return only === undefined || others.length > 0 ? null : numberIn(only);
}

export const RATED = /^(?:stars?|ratings?|rated|customer rating|reviews? score)$/u;

/** "4.5 stars", "Rating: 4.5/5", "★ 4.5". */
function ratingIn(text: string): number | null {
  const plain = normalize(text);
  const told =
    plain.match(/(?<![\d.,$€£])(\d(?:[.,]\d+)?)\s*(?:\/\s*5|out of 5|of 5|stars?\b|★)/u) ??
    plain.match(/(?:rating|rated|score|★|⭐)[^\d$€£]{0,12}(\d(?:[.,]\d+)?)(?![\d.,])/u);
  return told?.[1] === undefined ? drawnStars(plain) : Number(told[1].replace(',', '.'));
}

/** "★★★★☆": those that are filled. */
function drawnStars(text: string): number | null {
  return text.match(/★{1,5}|(?:⭐\uFE0F?){1,5}/u)?.[0].match(/[★⭐]/gu)?.length ?? null;
}

export function numberIn(text: string): number | null {
  const match = text.replaceAll('−', '-').match(/-?\d[\d,]*(?:\.\d+)?/u)?.[0];
  if (match === undefined) return null;
  const number = Number(match.replaceAll(',', ''));
  return Number.isFinite(number) ? number : null;
}

/** How far something is to be turned: a number in figures or words; the ends of its range are without bounds. */
export function levelIn(text: string): number | null {
  const said = normalize(text).replace(/^(?:the|its)\s+/u, '');
  if (/^(?:max|maximum|highest|top|full)\b/u.test(said)) return Number.POSITIVE_INFINITY;
  if (/^(?:min|minimum|lowest|bottom)\b/u.test(said)) return Number.NEGATIVE_INFINITY;
  return numberIn(text) ?? (said === 'zero' ? 0 : readCount(said));
}

/** "°" of "23 °C" and of "23 degrees", "%" of "40 percent"; '' where a number stands without a unit. */
export function unitIn(text: string): string {
  const unit = normalize(text).match(/\d\s*(°|degrees?\b|%|percent\b|\p{L}{1,4}$)/u)?.[1] ?? '';
  return /^degree/u.test(unit) ? '°' : unit === 'percent' ? '%' : unit;
}
