import { ordered } from './wishes.ts';

/** What is to be said or written after a colon is a quotation, also where it has no marks; data is told as a list. */
export function spoken(text: string): string {
  return ordered(bracketed(listed(text))).replace(
    /\b(with|saying|says?|reading|(?:the|this)\s+(?:text|message|words?|reply|comment|answer))\s*:\s+([^"“'‘«\n:]{1,200})$/iu,
    (whole, lead: string, words: string) =>
      /[,.;]\s+(?:then|and|press|click|hit|submit|send)\b|\band\s+(?:press|click|hit|submit|send)\b|=/iu.test(
        words,
      )
        ? whole
        : `${lead} "${words.trim()}"`,
  );
}

/** "Update my profile (First name = Ann; Last name = Lee)": what stands in the brackets goes into its form. */
function bracketed(text: string): string {
  return text.replace(
    /\b(?:update|edit|change|fill\s+in|fill\s+out|complete|set|enter)\s+([^().:=]{2,40}?)\s*\((\p{L}[\p{L} '-]{0,40}\s*[:=][^()]*[:=][^()]*)\)/iu,
    'fill in $1: $2.\n',
  );
}

/** `{"firstName": "Kim"}` is "first Name: "Kim"". */
function listed(text: string): string {
  return text.replace(/:?\s*(\{[^{}]*:[^{}]*\})/gu, (whole, data: string) => {
    try {
      const pairs = Object.entries(JSON.parse(data)).map(
        ([key, value]) => `${key.replace(/([a-z])(?=[A-Z])|[_-]+/gu, '$1 ')}: ${told(value)}`,
      );
      return `: ${pairs.join(', ')}`;
    } catch {
      return whole;
    }
  });
}

function told(value: unknown): string {
  if (typeof value !== 'string') return String(value);
  return `"${value.replaceAll('"', "'")}"`;
}
