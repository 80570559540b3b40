import { patternOf } from './words.ts';

/**
 * What a task tells to press by its whole name on the page is a name, whatever words are in it: "press Save and close" is one
 * press. Such names get the quotation marks that the task does without.
 */
export function quoteNames(task: string, names: readonly string[]): string {
  const told = task.toLowerCase();
  const known = [...new Set(names.map((name) => name.replace(/\s+/gu, ' ').trim()))].filter(
    (name) => isTelling(name) && told.includes(name.toLowerCase()),
  );
  if (known.length === 0) return task;
  const any = known
    .toSorted((one, other) => other.length - one.length)
    .map(patternOf)
    .join('|');
  const after = String.raw`(?![\p{L}\p{N}"”’'])(?!\s*(?:>|→|»|->|/))`;
  const quoted = (_whole: string, lead: string, name: string) =>
    name.includes(' ') || known.includes(name) ? `${lead}"${name}"` : `${lead}${name}`;
  const first = task.replace(new RegExp(`${PRESSING}(${any})${after}`, 'giu'), quoted);
  const further = new RegExp(
    `(${AND_THEN})(${any})${after}(?=\\s*(?:[,.;]|$|\\s${COUNTED}|and\\b|then\\b))`,
    'giu',
  );
  // One after the other, as each may be the one before the next.
  let [before, text] = ['', first];
  while (before !== text)
    [before, text] = [
      text,
      text.replace(further, (whole, lead: string, name: string, at: number, all: string) =>
        LED.test(all.slice(0, at)) ? quoted(whole, lead, name) : whole,
      ),
    ];
  return text;
}

/** One word may be any word; as a name it has a capital, as on the page. */
function isTelling(name: string): boolean {
  return /^\p{L}/u.test(name) && name.length <= 80 && (name.includes(' ') || /^\p{Lu}\p{L}+$/u.test(name));
}

const KIND = String.raw`(?:\p{Ll}+s\s+in\s+(?:the|this)\s+(?:following\s+)?order\s*:?\s+|(?:button|link|tab|item|option|entry|section|control|menu\s+item)\s+(?:(?:labell?ed|called|named|titled|marked|that\s+says|saying)\s+)?)?`;
const PRESSING = String.raw`(\b(?:click(?:ing)?|press(?:ing)?|hit|tap|push|choose|select|pick|follow|find)\s+(?:on\s+)?(?:the\s+)?${KIND})`;
const COUNTED = String.raw`(?:twice|once|(?:\d|two|three|four|five|six)\d*\s+times)\b`;
const AND_THEN = String.raw`"[^"]{1,80}"(?:\s+${COUNTED})?(?:\s*,)?(?:\s+(?:and|then|next|after\s+that|there|followed\s+by))*\s+`;
/** `check "Stay" and sign in`: what goes on after another verb is no further press. */
const LED = new RegExp(`${PRESSING}(?:${AND_THEN})*$`, 'iu');
