import { normalize, readCount } from './words.ts';

export interface Counted {
  noun: string;
  count: number;
}

const NUMBER = String.raw`\d{1,2}|an?|one|two|three|four|five|six|seven|eight|nine|ten`;

/** "4 adults and one child", "adults: 4": what a text counts, each in the plural. */
export function countedIn(text: string): Counted[] {
  const before = [
    ...text.matchAll(new RegExp(String.raw`(?<![\p{L}\p{N}.,$€£-])(${NUMBER})\s+(\p{L}{3,})`, 'giu')),
  ].map(([, count = '', noun = '']) => ({ noun, count }));
  const after = [...text.matchAll(/(\p{L}{3,})\s*[:=]\s*(\d{1,2})(?![\d.,:-]*\d)/gu)].map(
    ([, noun = '', count = '']) => ({ noun, count }),
  );
  return [...before, ...after].flatMap(({ noun, count }) => {
    const number = /^an?$/iu.test(count) ? 1 : readCount(count);
    return number === null ? [] : [{ noun: pluralOf(normalize(noun)), count: number }];
  });
}

function pluralOf(noun: string): string {
  if (noun === 'child' || noun === 'kids' || noun === 'kid') return 'children';
  if (noun === 'person') return 'people';
  return noun.endsWith('s') || noun === 'children' || noun === 'people' ? noun : `${noun}s`;
}

/** "Guests", "travellers": all who come, whatever they are called. */
export function isWholeParty(noun: string): boolean {
  return /^(?:guests|people|persons|travell?ers|passengers|visitors|participants|attendees|heads|pax)$/u.test(
    noun,
  );
}

/** Those of whom a party consists. */
export function isOfParty(noun: string): boolean {
  return (
    isWholeParty(noun) || /^(?:adults|children|infants|babies|seniors|students|teenagers|youths)$/u.test(noun)
  );
}
