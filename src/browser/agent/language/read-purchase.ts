import { COLOURS, EXTREMES, type Extreme } from './target-words.ts';
import { readCount } from './words.ts';

/** Something to be bought, or laid into the cart, as a task tells it. */
export interface Purchase {
  /** What it is called, or what kind of thing it is where the cheapest of them is meant. */
  thing: string;
  extreme: Extreme | null;
  count: number;
  /** What is to be chosen on its page: a size, a colour. */
  variants: string[];
  /** Whether it is to be ordered, not only laid into the cart. */
  isOrdered: boolean;
}

const POLITE =
  /^(?:(?:please|kindly|could you|can you|would you|i want (?:you )?to|i(?: would|['’]d) like (?:you )?to|i need (?:you )?to)[\s,]+)+/iu;
const CART = String.raw`(?:the|my|your|our)\s+(?:shopping\s+)?(?:cart|basket|bag|trolley)`;
const PUTTING = new RegExp(
  String.raw`^(?:add|put|place|lay)\s+(?<thing>[^.!?;]{3,120}?)\s+(?:in)?(?:to|in)\s+${CART}[\s.!]*$`,
  'iu',
);
const WANTING = new RegExp(
  String.raw`^i(?:['’]d\s+like|\s+(?:want|need|would\s+like))\s+(?<thing>[^.!?;]{3,120}?)[.,;]\s+(?:please\s+|so\s+|and\s+)*(?:add|put|place|lay)\s+(?:it|them)\s+(?:in)?(?:to|in)\s+${CART}[\s.!]*$`,
  'iu',
);
const BUYING = /^(?:buy|order|purchase)\s+(?<thing>[^.!?;]{3,200})/iu;

const SIZE =
  /[\s,(]+(?:in\s+)?(?:an?\s+|the\s+)?size\s+["“]?(?<value>[\p{L}\p{N}./]{1,6})["”]?(?=$|[\s,)])/iu;
const COLOURED = String.raw`(?:${COLOURS}|[\p{Ll}-]{3,20})`;
const IN_COLOUR = new RegExp(
  String.raw`[\s,]+in\s+(?:the\s+colou?r\s+)?["“]?(?<value>${COLOURED})["”]?(?=$|[,.)])|[\s,]+in\s+(?<known>${COLOURS})(?=\s)`,
  'iu',
);
const NUMBER = /^(\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|an?)\s+(?:[x×]\s+|of\s+the\s+)?/iu;
/** Where it is said for whom, and how it is paid: that is no part of its name. */
const BEHIND =
  /[\s,]+(?:for|to|with|at|from|under|which|that|delivered|shipped|and\s+(?:deliver|send|ship|pay|have|charge))\s.*$/iu;

/** Null for what tells of no purchase, or of several things. */
export function readPurchase(task: string): Purchase | null {
  const plain = task.trim().replace(POLITE, '');
  const put = plain.match(PUTTING)?.groups?.thing ?? plain.match(WANTING)?.groups?.thing;
  const bought = put === undefined ? plain.match(BUYING)?.groups?.thing : undefined;
  if (put === undefined && bought === undefined) return null;
  const variants: string[] = [];
  const take = (text: string, form: RegExp) => {
    const found = text.match(form);
    const value = found?.groups?.value ?? found?.groups?.known;
    if (!found || value === undefined) return text;
    variants.push(value);
    return text.replace(found[0], '');
  };
  const bare = take(take(put ?? bought ?? '', SIZE), IN_COLOUR)
    .replace(BEHIND, '')
    .replace(/[\s,]+$/u, '');
  const count = readCount(bare.match(NUMBER)?.[1]?.toLowerCase() ?? 'one') ?? 1;
  const named = bare.replace(NUMBER, '').replace(/^the\s+/iu, '');
  const [form, extreme] = EXTREMES.find(([pattern]) => pattern.test(named)) ?? [null, null];
  const kind = form ? named.replace(form, ' ').replace(/\s+/gu, ' ').trim() : named;
  const colour = extreme ? kind.match(new RegExp(String.raw`^(?:${COLOURS})(?=\s)`, 'iu'))?.[0] : undefined;
  if (colour !== undefined) variants.push(colour);
  const thing = kind.slice(colour?.length ?? 0).trim();
  if (thing === '' || OTHERWISE.test(thing)) return null;
  return { thing, extreme, count, variants, isOrdered: put === undefined };
}

/** Words that tell more than one thing, or tell it by something else than its name and kind. */
const OTHERWISE =
  /\b(?:and|or|not|all|every|each|any|it|them|first|second|third|last|than|under|over|below|above|between|tickets?|table|room)\b|[,:@]|^\d/iu;
