import { isSameThing, isThing } from './concepts.ts';
import { nameWords } from './words.ts';

/** A short text that says itself what it is. */
export interface SaidName {
  name: string;
  value: string;
}

const MAX_CHARS = 60;

/** "Posted 3 May 2025", "By Ines Marlow", "3 bedrooms", "€48 million revenue": a name that we know, and its value. */
export function saidName(text: string): SaidName | undefined {
  if (text.length > MAX_CHARS || /[.!?:]$/.test(text)) return undefined;
  return namedBefore(text) ?? namedBehind(text);
}

function namedBefore(text: string): SaidName | undefined {
  const [, lead = '', rest = ''] = BEFORE.exec(text) ?? [];
  const words = lead.split(' ');
  for (let size = Math.min(3, words.length); size > 0; size -= 1) {
    const name = words.slice(0, size).join(' ');
    const between = words.slice(size).join(' ');
    const isLinked = between === '' || LINKS.test(between);
    // "Price Waterhouse" is a name; "By Ann Price" and "CEO Ann Price" say whose.
    const isSaid = /^[^\p{L}]*\d/u.test(rest) || LEADING.test(lead) || /^[A-Z]{3}$/.test(lead);
    if (isLinked && isSaid && isNameOf(name)) return { name, value: rest };
  }
  return undefined;
}

function namedBehind(text: string): SaidName | undefined {
  const [, value = '', tail = ''] = BEHIND.exec(text) ?? [];
  const words = tail.split(' ');
  for (let at = 0; at < words.length && at < 3; at += 1) {
    const name = words.slice(at).join(' ');
    const unit = words.slice(0, at).join(' ');
    if (isNameOf(name) && (at === 0 || UNIT.test(unit)))
      return { name, value: at === 0 ? value : `${value} ${unit}` };
  }
  return undefined;
}

function isNameOf(name: string): boolean {
  const words = nameWords(name);
  return words.length > 0 && isSameThing(words, words) && !isThing(words, 'title');
}

const BEFORE =
  /^((?:\p{Lu}\p{L}*|[A-Z]{2,4})(?:\s\p{Ll}+){0,3})\s([\p{Lu}\d$€£¥#~][^,;]*(?:,\s[\p{Lu}\d][^,;]*)?)$/u;
const BEHIND = /^((?:[$€£¥]\s?)?\d[\d.,]*\+?)\s(\p{Ll}[\p{L} ]+)$/u;
const LINKS = /^(?:in|on|at|by|from|for|since|of|until|to)$/i;
const LEADING = /(?:^|\s)(?:by|in|at|from|to|with|requires|needs)$/i;
const UNIT =
  /^(?:million|billion|thousand|years?|months?|weeks?|days?|hours?|minutes?|mins?|kg|g|km|m|cm|mm|lbs?|kcal)$/i;
