import { normalize, patternOf } from '../language/words.ts';
import type { UiElement } from './page-model.ts';

export interface Found {
  value: string;
  at: number;
  length: number;
}

/** The value that the words give behind the name of a field: "Town: Oslo", "name Ann Lee". */
export function valueAfter(text: string, label: string, labels: string[]): Found | null {
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}])${patternOf(label)}s?(?![\\p{L}\\p{N}])\\s*(?<mark>[:=]|\\b(?:is|to|of|named|called|equal to)\\b(?=\\s))?\\s*(?:the\\s+)?(?<value>"[^"]*"|“[^”]*”|'[^']*'|[^,;\\n"“]+)`,
    'iu',
  );
  const match = pattern.exec(text);
  if (!match?.groups?.value) return null;
  const isMarked = Boolean(match.groups.mark);
  let value = match.groups.value;
  if (/^["“']/u.test(value)) return { value: value.slice(1, -1), at: match.index, length: match[0].length };
  const secret = SECRET.test(label) ? SECRET_VALUE.exec(value)?.[0] : undefined;
  if (secret) return { value: secret, at: match.index, length: match[0].indexOf(secret) + secret.length };
  // The next field's name ends the value, so does the next thing to do.
  for (const other of labels) {
    const at =
      other === label
        ? -1
        : value.search(
            new RegExp(
              `(?:\\s+and)?\\s+(?:the\\s+|with\\s+|my\\s+)*(?<![\\p{L}\\p{N}])${patternOf(other)}(?![\\p{L}\\p{N}])`,
              'iu',
            ),
          );
    if (at > 0) value = value.slice(0, at);
  }
  value = value
    .replace(
      /\s+(?:and|then)\s+(?:press|click|submit|save|send|choose|select|tick|check|accept|agree|subscribe|search|hit|then|go|the|enter|set)\b.*$/iu,
      '',
    )
    .replace(/\s+(?:and|then|with)$/iu, '');
  value = value.replace(
    /\s+(?:on|at|by|from|until|for)\s+(?:the\s+)?(?:\d{1,4}[-/.]\d|\d{1,2}(?:st|nd|rd|th)?\s+\p{L}|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*\s+\d).*$/iu,
    '',
  );
  if (!isMarked)
    value =
      value.match(
        /^(?:[\p{Lu}\p{N}@+$-][^\s]*)(?:\s+(?:[\p{Lu}\p{N}][^\s]*|(?:de|van|von|of|the|la|del)(?=\s+\p{Lu})))*/u,
      )?.[0] ?? (/@|\d/u.test(value) ? (value.split(/\s/u)[0] ?? '') : (PLAIN_VALUE.exec(value)?.[1] ?? ''));
  value = value.split(/\s+and\s+(?:my|our|the|his|her|i|we|it|you|they|please)\s/iu)[0] ?? value;
  value = value.split(/\s+(?:and|then)\s+(?=[\p{Ll}]+\s+(?:[\p{Lu}\p{N}]|is\b|to\b))/u)[0] ?? value;
  value = value.replace(/(?<!\d)\.(?:\s.*)?$|[.!?]\s+.*$|[.!?]$/su, '').trim();
  return value === '' ? null : { value, at: match.index, length: match[0].indexOf(value) + value.length };
}

const SECRET = /\bpass(?:word|code|phrase)?\b/u;
/** Any signs may stand in it and at its end; only what ends a sentence does not belong to it. */
const SECRET_VALUE = /^(?=\S*[\d\p{P}\p{S}])\S+?(?=[.,;]?(?:\s|$))/u;

/** "genre drama from 1986": one plain word that ends where something else begins. */
const PLAIN_VALUE =
  /^(?!(?:field|box|below|above|and|or|is|list|page|tab|section|menu|button|here|input|form|column|first|it|them|then|please|information|details)\b)(\p{Ll}{3,})(?=\s+(?:from|by|in|with|directed|released|and)\s|[,.]|$)/u;

/** An address for mail is nothing but that, whatever the sentence says after it. */
export function fitting({ type, name }: UiElement, found: Found): Found | null {
  if (type !== 'email' && !/\be-?mail\b/u.test(normalize(name))) return found;
  const value = found.value.match(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/u)?.[0];
  return value === undefined ? null : { ...found, value };
}

/** "4 guests", "Oslo as the town". */
export function valueBefore(text: string, label: string): Found | null {
  const single = label.replace(/s$/u, '');
  const count = new RegExp(
    `(?<![\\p{L}\\p{N}.,])(\\d+)\\s+(?:x\\s+)?${patternOf(single)}(?:e?s)?(?![\\p{L}\\p{N}])`,
    'iu',
  ).exec(text);
  if (count?.[1]) return { value: count[1], at: count.index, length: count[0].length };
  const as = new RegExp(
    `("[^"]+"|“[^”]+”|[\\p{Lu}\\p{N}][^\\s,;]*)\\s+(?:as|for|in|into)\\s+(?:the\\s+|your\\s+)?${patternOf(label)}(?![\\p{L}\\p{N}])`,
    'iu',
  ).exec(text);
  return as?.[1] ? { value: as[1].replace(/^["“]|["”]$/gu, ''), at: as.index, length: as[0].length } : null;
}
