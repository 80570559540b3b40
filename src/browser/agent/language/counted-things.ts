import { readCount } from './words.ts';

export interface CountedThing {
  name: string;
  count: number;
}

/** "2 Fish Soup, one Pie and 3x Tart": how many of what; empty unless every part says so. */
export function countedThings(phrase: string): CountedThing[] {
  const things = partsOf(phrase).map((part) => thingIn(part, COUNTED));
  return things.every(({ name, count }) => name !== '' && count > 0) ? things : [];
}

const NUMBER = String.raw`\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten`;
const OF = String.raw`(?:[x×]\s+)?(?:(?:portions?|pieces?|units?|orders?|helpings?|servings?|packs?|packets?|boxes|box|bags?|bottles?|cans?|jars?|cups?|copies|copy|pairs?)\s+of\s+|of\s+)?(?:the\s+)?`;
const COUNTED = new RegExp(String.raw`^(${NUMBER})\s*${OF}(\p{L}.*)$`, 'iu');
const NAMED = new RegExp(String.raw`^(?:(${NUMBER}|an?)\s*${OF})?(?:the\s+)?(\p{L}.*)$`, 'iu');

function partsOf(phrase: string): string[] {
  return phrase.replace(/[.!\s]+$/u, '').split(/\s*,\s*(?:and\s+)?|\s+and\s+(?=\d|\p{L}+\s|\p{L}+$)/iu);
}

function thingIn(part: string, form: RegExp): CountedThing {
  const [, number = 'one', name = ''] = part.match(form) ?? [];
  return { name: name.replace(/["“”]/gu, '').trim(), count: readCount(number.toLowerCase()) ?? 0 };
}

export interface Order {
  things: CountedThing[];
  /** Whether they are to be ordered, not only put into the cart. */
  isSent: boolean;
}

const POLITE =
  /^(?:(?:please|kindly|could you|can you|would you|i want (?:you )?to|(?:i|we) would like (?:you )?to|(?:i|we)['’]d like (?:you )?to|i need (?:you )?to)[\s,]+)+/iu;
const CART = String.raw`(?:the|my|your|our)\s+(?:shopping\s+)?(?:cart|basket|bag|trolley)`;
const SENDING = String.raw`(?:(?:go|proceed)\s+to\s+(?:the\s+)?check-?\s?out|check-?\s?out|(?:place|complete|submit|confirm|finish|send)\s+(?:the|my|an|your)\s+(?:order|purchase)|(?:order|buy|purchase)\s+(?:it|them)(?:\s+for\s+(?:me|us))?)`;
const JOINED = String.raw`[\s,.;]+(?:(?:and|then|please)[\s,]+)*`;
const TAIL = new RegExp(`${JOINED}${SENDING}[.!\\s]*$`, 'iu');
const BUYING = /^(?:buy|order|purchase|get(?:\s+me|\s+us)?)\s+(.+)$/iu;
const PUTTING = new RegExp(String.raw`^(?:add|put|place)\s+(.+?)\s+(?:in)?(?:to|in)\s+${CART}$`, 'iu');
const WANTING = new RegExp(
  String.raw`^(?:i|we)(?:['’]d\s+like|\s+(?:want|need|would\s+like))\s+(?:to\s+have\s+)?(.+?)\s+in(?:to)?\s+${CART}$`,
  'iu',
);
/** "The lamp for the kitchen" is the kitchen lamp. */
const FOR_A_PLACE = /(\p{Ll}+)\s+for\s+the\s+(\p{Ll}+)(?=$|,|\s+and\b)/iu;
const NOTHING_ELSE =
  /(?:,|\s+and|\s+but)*\s+(?:nothing|no(?:t)?\s+(?:anything|more|other\s+\p{L}+))(?:\s+else)?$/iu;
const GOING = new RegExp(String.raw`^(?:go\s+to|open|view|see|show)\s+${CART}$`, 'iu');

/** Words that tell a thing by something else than its name, or tell what goes into a form. */
const OTHERWISE =
  /\b(?:with|without|for|from|under|over|below|above|between|than|cheapest|most|least|best|first|second|third|last|all|every|each|any|it|them|in|on|at|to|by|if|which|that|size|colou?r)\b|[:@]|\d/iu;

/** "Put a mug and two candles in the basket, then check out": what is to be bought; null for what tells more than that. */
export function readOrder(task: string): Order | null {
  const lines = task
    .split(/\n/u)
    .map((line) => line.replace(/^\s*(?:\d{1,2}[.)]|[-•*])\s+/u, '').trim())
    .filter(Boolean);
  const order: Order = { things: [], isSent: false };
  for (const line of lines) {
    const plain = line
      .replace(/[.!?\s]+$/u, '')
      .replace(NOTHING_ELSE, '')
      .replace(POLITE, '');
    if (GOING.test(plain)) continue;
    if (new RegExp(`^${SENDING}$`, 'iu').test(plain)) {
      order.isSent = true;
      continue;
    }
    const said = plain.replace(TAIL, '');
    const bought = said.match(BUYING)?.[1];
    const phrase = (said.match(PUTTING)?.[1] ?? said.match(WANTING)?.[1] ?? bought)?.replace(
      FOR_A_PLACE,
      '$2 $1',
    );
    const things = phrase === undefined ? [] : partsOf(phrase).map((part) => thingIn(part, NAMED));
    if (
      things.length === 0 ||
      things.some(({ name, count }) => name === '' || count < 1 || OTHERWISE.test(name))
    )
      return null;
    order.things.push(...things);
    order.isSent ||= bought !== undefined || said !== plain;
  }
  return order.things.length > 0 ? order : null;
}

const AMOUNT = '(?:quantity|qty|amount|number|count)';
const COUNTS: readonly RegExp[] = [
  new RegExp(
    String.raw`^(?:change|set|update|adjust|increase|decrease|raise|reduce|lower|put|make|switch|bring)\s+(?:the\s+)?${AMOUNT}\s+(?:of|for)\s+(?<name>.+?)\s+(?:from\s+\d+\s+)?(?:up\s+|down\s+)?to\s+(?<count>${NUMBER})$`,
    'iu',
  ),
  new RegExp(
    String.raw`^(?:the\s+)?${AMOUNT}\s+(?:of|for)\s+(?<name>.+?)\s+(?:should|must|has\s+to|needs\s+to|is\s+to)\s+be(?:\s+(?:set|changed)\s+to)?\s+(?<count>${NUMBER})$`,
    'iu',
  ),
  new RegExp(
    String.raw`^(?:make\s+(?:it|that)|(?:i|we)(?:['’]d\s+like|\s+(?:want|need|would\s+like))|change\s+(?:it\s+)?to|(?:update|change)\s+${CART}\s*(?::|to))\s+(?<count>${NUMBER})\s*${OF}(?<name>\p{L}.+?)(?:\s+(?:instead\s+of|rather\s+than)\s+\S+|\s+in\s+${CART})*$`,
    'iu',
  ),
];

/** "Change the quantity of the mug to 3", "I want four candles instead of one": how many of one thing there are to be. */
export function readThingCount(task: string): CountedThing | null {
  const plain = task
    .trim()
    .replace(/^(?:please\s+|could you\s+|can you\s+)+/iu, '')
    .replace(/(?:[\s,]+(?:please|thanks))*[.!?\s]*$/iu, '');
  const { name = '', count = '' } =
    COUNTS.map((form) => plain.match(form)?.groups).find((groups) => groups !== undefined) ?? {};
  const thing = {
    name: name.replace(/^the\s+|["“”]/giu, '').trim(),
    count: readCount(count.toLowerCase()) ?? 0,
  };
  return thing.name === '' || thing.count < 1 || OTHERWISE.test(thing.name) ? null : thing;
}
