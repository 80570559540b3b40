import { isInline, isUnseen, squeeze, take, textOf } from './dom.ts';
import { isStruck, trimLabel } from './item-fields.ts';
import type { Item } from './page.ts';

interface Pair {
  label: string;
  value: string;
}

/** Boxes with a name and a value each: `<div>Length</div><div>180 m</div>`, or the number above its name. */
export function boxPairs(items: readonly Item[]): (Pair & { under: string })[] {
  const pairs = items.map(({ text, fields, under }) => {
    const [name, value] = [fields[0]?.value ?? '', fields.at(-1)?.value ?? ''];
    const isPair = name.length <= 60 && value.length <= 200 && text === `${name} ${value}`;
    return { label: name, value, under, isPair };
  });
  if (!pairs.every(({ isPair }) => isPair)) return [];
  const isTile = pairs.every(({ label, value }) => NUMBER.test(label) && NAMED.test(value));
  const named = isTile
    ? pairs.map(({ label, value, under }) => ({ label: value, value: label, under }))
    : pairs.map(({ label, value, under }) => ({ label, value, under }));
  return new Set(named.map(({ label }) => label)).size < named.length ? [] : named.slice(0, 200);
}

const NUMBER = /^[^\d\s]{0,3}\d[\d.,\s]*(?:[KkMB]|bn|%|\+){0,2}$/u;
const NAMED = /^\p{L}[^\d:]{1,40}$/u;

/**
 * `<div><div>Shipping:</div><div>9.85</div></div>`: the colon says that the first is the name of the second. So does a
 * measure behind words ("Feels like", "8°"), and a word that leads on ("Ships from").
 */
export function namedBox(element: Element): Pair | null {
  if (element.childElementCount !== 2) return null;
  const [name, value] = [...element.children].filter((child) => !isUnseen(child));
  if (!name || !value || isStruck(name) || isStruck(value)) return null;
  const label = textOf(name, 80);
  const said = textOf(value, 300);
  if (said === '' || said.length >= 300) return null;
  const isInLine = isInline(name) && isInline(value);
  if (!isInLine && /^\p{L}[^:：.!?]{1,50}[:：]$/u.test(label))
    return { label: trimLabel(label), value: said };
  const isLoose = textOf(element, 400) !== squeeze(`${label} ${said}`);
  if (isLoose || name.localName === 'a' || !/^\p{Lu}\p{L}+(?:\s\p{L}+){0,3}$/u.test(label)) return null;
  return MEASURE.test(said) || (LEADING.test(label) && said.length <= 60) ? { label, value: said } : null;
}

const MEASURE = /^[+–-]?\d[\d.,]*\s?(?:°[CF]?|%|[\p{L}²³/]{1,6})$/u;
const LEADING = /\s(?:by|from|to|in|at|for|on|with)$/i;

/** A line that is nothing but inline parts side by side: each says something of its own. */
export function isRow(element: Element): boolean {
  if (element.childElementCount < 2 || element.childElementCount > 12) return false;
  return take(element.childNodes, 60).every((node) =>
    node.nodeType === 1
      ? isInline(node as Element)
      : node.nodeType !== 3 || /^[\s·•|/,–—-]*$/u.test(node.textContent ?? ''),
  );
}

/** "37 watchers", "(312 reviews)", "19 days on market", "Season 7": a number and what it counts. */
export function countPair(piece: string): Pair | null {
  const text = squeeze(piece.replace(/^\(|\)$/g, ''));
  const [, minutes] = text.match(/^(\d{1,3}\s?min(?:ute)?s?)\sread$/i) ?? [];
  if (minutes) return { label: 'reading time', value: minutes };
  const [, number, noun] = text.match(COUNTED) ?? [];
  if (number && noun && /^(?:global\s|customer\s)?ratings?$/i.test(noun))
    return { label: 'rating count', value: number };
  if (number && noun && !UNIT.test(noun)) return { label: noun, value: number };
  const [, name, figure] = text.match(NUMBERED) ?? [];
  return name && figure && !CALENDAR.test(name) ? { label: name, value: figure } : null;
}

const COUNTED = /^(\d[\d.,]*\s?[KkM]?\+?)\s+(\p{L}[\p{Ll}-]{2,}(?:\s\p{Ll}+){0,3})$/u;
const NUMBERED = /^(\p{Lu}\p{Ll}{2,15})\s(\d{1,4}(?:\.\d+)?)$/u;
/** With these a number is a measure, and no count of anything. */
const UNIT =
  /^(?:(?:cup|teaspoon|tablespoon|tsp|tbsp|clove|can|slice|ear|stick|sprig|bunch|piece|pound|ounce|gram|large|small|medium)s?\s.*|[ap]m|(?:min|minute|hr?|hour|day|week|month|year|sec|second|mile|met(?:er|re)|foot|inch|pound|ounce|gram|kilo|litre|liter|point|percent|cent|euro|dollar|st|nd|rd|th)s?|ft|km|cm|mm|kg|lb|oz|ml|feet|inches|mph|kcal|(?:min|minute|hour|day|week|month|year)s?\s(?:ago|old|left|long|away|later|before|after|to|per|a|an|of)\b.*)$/iu;
const CALENDAR =
  /^(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun|page|step|figure|fig|table|part|tel|phone)/i;
