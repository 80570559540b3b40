import { strip } from './read-target.ts';

/** Things that go into one place. */
export interface Putting {
  names: string[];
  place: string;
}

const VERB = String.raw`(?:put|place|drop|throw|stick|toss|pack|stow|move|bring|drag(?:\s+and\s+drop)?|sort|load|lay)`;
const INTO = String.raw`(?:in(?:to|side)?|on(?:to)?|to|over\s+to)`;
const PUT = new RegExp(String.raw`^(?:please\s+)?${VERB}\s+(.+)$`, 'iu');
const FOLLOWING = new RegExp(
  String.raw`^(?:(?:the\s+following|these)(?:\s+\p{L}+)?|everything\s+named\s+here)\s+${INTO}\s+([^:]{2,40}):\s+(.+)$`,
  'iu',
);
const ONE = new RegExp(String.raw`^(.+?)\s+${INTO}\s+(.{2,40})$`, 'iu');

/** "Put the jacket and the hat into the suitcase, and the book into the bag": what goes where. Empty for anything else. */
export function readPutting(sentence: string): Putting[] {
  const [, said = ''] = sentence.replace(/[.!]+$/u, '').match(PUT) ?? [];
  const following = said.match(FOLLOWING);
  if (following) return [puttingOf(following[2] ?? '', following[1] ?? '')];
  const puttings: Putting[] = [];
  let waiting: string[] = [];
  for (const part of said.split(SEPARATORS)) {
    const [, name = part, place] = part.match(ONE) ?? [];
    waiting.push(name);
    if (place === undefined) continue;
    puttings.push(puttingOf(waiting.join(', '), place));
    waiting = [];
  }
  return waiting.length > 0 ? [] : puttings;
}

const SEPARATORS = /\s*,\s*(?:and\s+)?|\s+and\s+|\s+&\s+/iu;

function puttingOf(names: string, place: string): Putting {
  return {
    names: names
      .replace(/^(?:both|just|only)\s+/iu, '')
      .split(SEPARATORS)
      .map((name) => bare(name))
      .filter(Boolean),
    place: bare(place),
  };
}

function bare(name: string): string {
  return strip(name).replace(/^["“'‘](.*)["”'’]$/u, '$1');
}
