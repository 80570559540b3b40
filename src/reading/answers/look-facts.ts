import type { Block, ExtractedPage } from '../page/page.ts';
import { currencyOf, isMoney } from '../values/number.ts';
import { nameWords } from '../words/words.ts';
import { type Fact, plain } from './fact.ts';

/** Values without a name that are known by their looks: a price, a rating, an address, a request line. */
export function lookFacts(page: ExtractedPage): Fact[] {
  const blocks = page.blocks.filter(({ isAside }) => !isAside);
  return [
    ...amounts(page, blocks),
    ...first(blocks, 'availability', STOCK, 100),
    ...only(blocks, 'rating', RATING, 160),
    ...only(blocks, 'salary', SALARY, 120),
    ...address(page, blocks),
    ...requestLine(blocks),
    ...employer(page),
  ];
}

const STOCK =
  /^(?:in stock|out of stock|sold out|currently unavailable|available now|auf lager|sofort lieferbar|ausverkauft|en stock|agotado|op voorraad|only \d+ left)(?!\p{L}).*$/iu;
const RATING = /(?<![\d.,])\d{1,2}(?:[.,]\d{1,2})?\s*(?:\/|out of|von|van|sur)\s*(?:5|10)(?![\d.,/])/i;
const SALARY =
  /(?:[$€£]\s?\d[\d.,]*k?|\d[\d.,]*k?\s?(?:€|EUR|USD|GBP|CHF))\s?(?:-|–|—|to|bis)\s?(?:[$€£]\s?)?\d[\d.,]*k?\s?(?:€|EUR|USD|GBP|CHF)?(?=.{0,20}(?:year|annum|month|hour|p\.?a\.?|salary|jahr|monat))/i;
const ADDRESS =
  /^(?:\d{1,5}[a-z]?\s+(?:\p{Lu}[\p{L}'’.-]*\s+){1,4}(?:Street|St|Road|Rd|Lane|Ln|Avenue|Ave|Drive|Dr|Close|Way|Place|Pl|Court|Ct|Square|Sq|Terrace|Boulevard|Blvd|Crescent|Row|Hill|Gardens|Park|Parade)\b.*|\p{Lu}[\p{L} .-]*(?:straße|strasse|str\.|weg|platz|allee|gasse|gata|gatan|straat|laan)\s+\d{1,4}[a-z]?\b.*)$/u;

/** What only one short piece of the page looks like; the same said twice is said once. */
function only(blocks: Block[], name: string, look: RegExp, longest: number): Fact[] {
  const found = new Set(
    blocks.flatMap(({ text }) => (text.length <= longest ? (text.match(look)?.[0] ?? []) : [])),
  );
  const [value] = found;
  return found.size === 1 && value ? [plain(nameWords(name), value, 0.6)] : [];
}

function first(blocks: Block[], name: string, look: RegExp, longest: number): Fact[] {
  const value = blocks.find(({ text }) => text.length <= longest && look.test(text))?.text;
  return value === undefined ? [] : [plain(nameWords(name), value, 0.6)];
}

/** A page headed by an address is about that place, whoever else's address stands on it. */
function address({ headings }: ExtractedPage, blocks: Block[]): Fact[] {
  const heading = headings.find(({ level }) => level === 1)?.text ?? '';
  return ADDRESS.test(heading)
    ? [plain(nameWords('address'), heading, 0.6)]
    : only(blocks, 'address', ADDRESS, 140);
}

/** On a page about one thing its price is the first amount that is not struck out, no saving and no limit. */
function amounts(page: ExtractedPage, blocks: Block[]): Fact[] {
  const named = page.labels.filter(
    ({ isOfItem, source, value, label }) =>
      !isOfItem &&
      source === 'name' &&
      label !== 'original price' &&
      value.length < 20 &&
      isMoney(value) &&
      !NO_PRICE.test(value),
  );
  const short = blocks.filter(({ text }) => text.length < 20 && isMoney(text) && !NO_PRICE.test(text));
  const values = new Set([...named.map(({ value }) => value), ...short.map(({ text }) => text)]);
  const [value] = values;
  const facts: Fact[] = [];
  if (value !== undefined && (values.size === 1 || (short.length === 1 && short[0]?.text === value)))
    facts.push(plain(nameWords('price'), value, 0.6));
  const signs = new Set([...values].map(currencyOf));
  const [sign] = signs;
  if (signs.size === 1 && sign) facts.push(plain(nameWords('currency'), sign, 0.6));
  return facts;
}

const NO_PRICE =
  /^(?:save|spare|from|over|under|up to|free|you save|-|–|was|instead of|statt|shipping|\+)|\boff\b|\/|\bper\b/i;

/** `POST /v2/shipments` in the documentation of an interface. */
function requestLine(blocks: Block[]): Fact[] {
  const [, method, path] =
    blocks
      .map(({ text }) => text.match(/^(GET|POST|PUT|PATCH|DELETE|HEAD)\s+((?:https?:\/)?\/\S+)$/))
      .find(Boolean) ?? [];
  if (!method || !path) return [];
  return [
    plain(nameWords('method'), method, 0.8),
    ...['path', 'endpoint'].map((name) => plain(nameWords(name), path, 0.8)),
  ];
}

/** "Backend Engineer at Cobalt Ferry", where the name stands on the page by itself too. */
function employer({ title, headings, labels }: ExtractedPage): Fact[] {
  const said = [title ?? '', headings[0]?.text ?? '']
    .join(' | ')
    .match(/\bat (\p{Lu}[^|—–-]{1,40}?)\s*(?:[|—–-]|$)/u)?.[1];
  const isNamed = said !== undefined && labels.some(({ value }) => value.startsWith(said));
  return isNamed ? [plain(nameWords('company'), said, 0.5)] : [];
}
