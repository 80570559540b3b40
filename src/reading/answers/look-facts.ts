import type { Block, ExtractedPage } from '../page/page.ts';
import { parseDate } from '../values/date.ts';
import { parseDayHours } from '../values/day-hours.ts';
import { amountsIn, currencyOf, isMoney } from '../values/number.ts';
import { saidName } from '../words/said-name.ts';
import { nameWords } from '../words/words.ts';
import { IN_STOCK, OUT_OF_STOCK } from '../words/yes-words.ts';
import { type Fact, plain } from './fact.ts';

/** Values without a name that are known by their looks: a price, a rating, an address, a request line. */
export function lookFacts(page: ExtractedPage): Fact[] {
  const blocks = page.blocks.filter(({ isAside }) => !isAside);
  return [
    ...amounts(page, blocks),
    ...only(blocks, 'discount', DISCOUNT, 80),
    ...first(blocks, 'availability', STOCK, 100),
    ...firstOf([
      only(blocks, 'rating', RATING, 160),
      only(blocks, 'rating', RATED, 160),
      only(blocks, 'rating', SCORED, 160),
    ]),
    ...firstOf([only(blocks, 'reference', REFERENCE, 200), only(blocks, 'reference', NUMBERED, 200)]),
    ...hours(blocks),
    ...since(page, blocks),
    ...published(page, blocks),
    ...only(blocks, 'salary', SALARY, 120),
    ...firstOf([address(page, blocks), only(page.blocks, 'address', POSTAL_ADDRESS, 140)]),
    ...requestLine(blocks),
    ...employer(page),
    ...only(blocks, 'company', COMPANY, 60),
    ...only(blocks, 'closed on', CLOSED, 80),
    ...employment(blocks),
    ...founded(blocks),
    ...version(page),
    ...maker(page, blocks),
    ...place(page, blocks),
    ...rents(blocks),
    ...quote(page, blocks),
    ...said(blocks),
  ];
}

/** "Posted 3 May 2025", "3 bedrooms": short pieces that say what they are, each name once. */
function said(blocks: Block[]): Fact[] {
  const found = blocks
    .slice(0, 400)
    .flatMap(({ text, pieces = [text] }) => pieces.map(saidName))
    .filter((each) => each !== undefined);
  const byName = Map.groupBy(found, ({ name }) => name.toLowerCase());
  return [...byName.values()].flatMap((all) => {
    const [first] = all;
    const isOne = new Set(all.map(({ value }) => value)).size === 1;
    return first && isOne ? [plain(nameWords(first.name), first.value, 0.6)] : [];
  });
}

const DISCOUNT =
  /(?<=\b(?:save|discount:?|rabatt:?)\s)\d{1,2}\s?%|\d{1,2}\s?%(?=\soff\b)|(?<=(?:^|\s)[-−–])\d{1,2}\s?%(?=$|\s)/iu;
/** "Disponible" by itself; "Disponible en trois tailles" speaks of sizes, but "In stock and ready to go" of what is there. */
const STOCKED = [...OUT_OF_STOCK, ...IN_STOCK].sort((one, other) => other.length - one.length);
const STOCK = new RegExp(
  [
    `^(?:${STOCKED.filter((phrase) => phrase.includes(' ')).join('|')}|only \\d+ left)(?!\\p{L}).*$`,
    `^(?:${STOCKED.filter((phrase) => !phrase.includes(' ')).join('|')})(?:\\s*[^\\p{L}\\s].*)?$`,
  ].join('|'),
  'iu',
);
const RATING = /(?<![\d.,])\d{1,2}(?:[.,]\d{1,2})?\s*(?:\/|out of|von|van|sur)\s*(?:5|10)(?![\d.,/])/i;
const RATED = /(?<=^(?:評価|rating|rated|bewertung|note|valoraci[óo]n)\s?[:：]?\s?)\d[.,]\d{1,2}(?!\d)/i;
const SCORED =
  /(?<![\d.,])(?:10|\d)[.,]\d(?=\s?★|\s(?:\p{L}+\s|·\s)?\(?\d[\d.,]*\s(?:reviews|ratings|bewertungen|avis|opiniones))/iu;
const REFERENCE = /(?<![\p{L}\d/-])[A-Z]{2,5}[/-](?:\d{2,4}[/-])?\d{2,6}(?![\p{L}\d/-])/u;
const NUMBERED =
  /(?<=(?:^|[\s(])(?:R[ée]f(?:[ée]rence)?|Ref(?:erence|erenz)?|Kennziffer|Aktenzeichen)(?:\s(?:no|nr|n°))?[.:]?\s{0,2}[:#]?\s?)[A-Z]{0,4}[-/]?\d[\w/-]{2,15}/u;
const SALARY =
  /(?:[$€£]\s?\d[\d.,]*k?|\d[\d.,]*k?\s?(?:€|EUR|USD|GBP|CHF))\s?(?:-|–|—|to|bis)\s?(?:[$€£]\s?)?\d[\d.,]*k?\s?(?:€|EUR|USD|GBP|CHF)?(?=.{0,20}(?:year|annum|month|hour|p\.?a\.?|salary|jahr|monat))/i;
const ADDRESS =
  /^(?:(?:Rua|Calle|C\/|Rue|Via|Viale|Avenida|Av\.|Plaza|Paseo|Praça|Piazza|Corso|ul\.)\s.{2,60}\d.*|\d{1,5}[a-z]?\s+(?:\p{Lu}[\p{L}'’.-]*\s+){1,4}(?:Street|St|Road|Rd|Lane|Ln|Avenue|Ave|Drive|Dr|Close|Way|Place|Pl|Court|Ct|Square|Sq|Terrace|Boulevard|Blvd|Crescent|Row|Hill|Gardens|Park|Parade)\b.*|\p{Lu}[\p{L} .-]*(?:straße|strasse|str\.|weg|platz|allee|gasse|gata|gatan|straat|laan)\s+\d{1,4}[a-z]?\b.*)$/u;

const POSTAL_ADDRESS =
  /^(?=.*\d)\p{L}*[^.!?:]{6,110}(?:\b[A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2}|,\s[A-Z]{2}\s\d{5}(?:-\d{4})?|,\s\d{5}\s\p{Lu}[\p{L} .-]+)(?:,\s\p{Lu}[\p{L} ]+)?$/u;
const COMPANY =
  /^\p{Lu}[^.!?,:|©]{1,50}\s(?:GmbH(?: & Co\. KG)?|AG|KG|SE|Inc\.?|Ltd\.?|Limited|LLC|plc|PLC|SAS|SARL|B\.?V\.?|NV|Oy|AB|S\.?L\.?|S\.?r\.?l\.?|Corp\.?)$/u;

const DAY_NAME = '(?:Mon|Tues?|Wed(?:nes)?|Thur?s?|Fri|Sat(?:ur)?|Sun)(?:day)?s?';
const CLOSED = new RegExp(
  `(?<=^Closed:?\\s(?:on\\s)?)${DAY_NAME}(?:(?:\\sand\\s|,\\s|\\s?[–-]\\s?)${DAY_NAME})*$`,
  'i',
);

/** "Permanent", "Part-time", by itself or before a comma. */
function employment(blocks: Block[]): Fact[] {
  const [kind] = [CONTRACT, HOURS].map(
    (look) =>
      blocks
        .filter(({ text }) => text.length <= 60)
        .flatMap(({ text, pieces = [text] }) => pieces)
        .map((piece) => look.exec(piece)?.[0])
        .find((found) => found !== undefined) ?? '',
  );
  return kind ? ['employment type', 'contract type'].map((name) => plain(nameWords(name), kind, 0.5)) : [];
}

const CONTRACT =
  /^(?:permanent|temporary|fixed[- ]term|internship|freelance|apprenticeship|seasonal)(?=$|,|\s?[·(]|\scontract)/i;
const HOURS = /^(?:full|part)[- ]time(?=$|,|\s?[·(])/i;

/** "on Alberta Street since 2016", where the page names one such year; "founded in 1987" says it outright. */
function founded(blocks: Block[]): Fact[] {
  const yearsBy = (look: RegExp) =>
    new Set(blocks.flatMap(({ text }) => [...text.matchAll(look)].map((match) => match[1] ?? '')));
  const years = FOUNDED.map(yearsBy).find((found) => found.size > 0) ?? new Set<string>();
  const [year] = years;
  return years.size === 1 && year
    ? ['founded', 'opened', 'opened year', 'since'].map((name) => plain(nameWords(name), year, 0.4))
    : [];
}

/** The surest words first. */
const FOUNDED = [
  'est(?:ablished|\\.)?(?: in)?|founded in|set up in',
  '(?:started|formed|incorporated|begun) in',
  'since',
].map((words) => new RegExp(`\\b(?:${words})\\s((?:1[6-9]|20)\\d\\d)(?!\\d)`, 'gi'));

/** "tidegrid 3.4.1" as the first heading: a name and its version. */
function version({ headings }: ExtractedPage): Fact[] {
  const heading = headings.find(({ level }) => level === 1)?.text ?? '';
  const [, name, number] =
    heading.match(/^(\S+(?:\s\S+)?)\s(?:v|version\s)?(\d+\.\d+(?:\.\d+)*(?:[-.]?(?:alpha|beta|rc)\S*)?)$/i) ??
    [];
  return name && number
    ? [
        plain(nameWords('version'), number, 0.9),
        plain(nameWords('latest version'), number, 0.8),
        plain(nameWords('name'), name, 0.97),
        plain(nameWords('package name'), name, 0.97),
      ]
    : [];
}

/** On a page that sells one thing, a name right above its heading or right below it is whose it is. */
function maker(page: ExtractedPage, blocks: Block[]): Fact[] {
  const heading = page.headings.find(({ level }) => level === 1)?.text ?? '';
  const at = blocks.findIndex(({ text }) => text === heading);
  if (at < 0 || pricedRow(page, blocks) === undefined) return [];
  const near = [blocks[at - 1], blocks[at + 1]].find(
    (block) =>
      block && !block.pieces && /^\p{Lu}[\p{L}&'’.-]+(?:\s[\p{Lu}&][\p{L}&'’.-]*){0,2}$/u.test(block.text),
  );
  return near && !/^(?:new|sale|sold out|bestseller|for sale|home)$/i.test(near.text)
    ? [plain(nameWords('brand'), near.text, 0.5)]
    : [];
}

/** A line that is a place to write to. */
export function isAddress(text: string): boolean {
  return ADDRESS.test(text) || POSTAL_ADDRESS.test(text);
}

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

/** One line that gives the hours of days. */
function hours(blocks: Block[]): Fact[] {
  const lines = blocks.filter(
    ({ text }) => text.length <= 120 && (parseDayHours(text)?.spans.length ?? 0) > 0,
  );
  const [line] = lines;
  if (!line || new Set(lines.map(({ text }) => text)).size > 1) return [];
  const box = new Set(line.box?.flatMap(nameWords));
  const context = new Set(line.under.slice(-2).flatMap(nameWords));
  return [{ ...plain(nameWords('opening hours'), line.text, 0.5), box, context }];
}

/** "Rates from 1 November 2026": the only day from which something on the page holds. */
function since({ language }: ExtractedPage, blocks: Block[]): Fact[] {
  const days = new Set(
    blocks.flatMap(({ text }) => {
      const at = text.length <= 300 ? text.search(SINCE) : -1;
      const rest = at < 0 ? '' : text.slice(at).replace(SINCE, '');
      const day = /^[^.,;]{0,3}\d|^\p{L}+ \d/u.test(rest)
        ? parseDate(rest.slice(0, 40), language)?.date
        : undefined;
      return day === undefined ? [] : [day];
    }),
  );
  const [day] = days;
  return days.size === 1 && day
    ? ['valid from date', 'effective from date', 'effective date'].map((name) =>
        plain(nameWords(name), day, 0.5),
      )
    : [];
}

/** "Mise en ligne le 28 octobre 2026", wherever it stands, when nothing else is dated so. */
function published({ language }: ExtractedPage, blocks: Block[]): Fact[] {
  const days = new Set(
    blocks.flatMap(({ text }) => {
      const said = text.length <= 300 ? PUBLISHED.exec(text) : null;
      const day =
        said &&
        parseDate(text.slice(said.index + said[0].length, said.index + said[0].length + 30), language);
      return day ? [day.date] : [];
    }),
  );
  const [day] = days;
  return days.size === 1 && day
    ? ['date published', 'date de publication', 'published'].map((name) => plain(nameWords(name), day, 0.5))
    : [];
}

const PUBLISHED =
  /(?<!\p{L})(?:published|posted|listed|mise? en ligne|publiée?|veröffentlicht|online seit|publicado|pubblicato|opublikowano|dodano)(?:\s(?:on|le|am|el|il|dnia|since|depuis))?\s?:?\s(?=\p{L}{0,12},?\s?\d)/iu;
const SINCE =
  /(?<!\p{L})(?:(?:valid |effective |applies |timetable |rates |prices |in force |with effect |operative )from|in force since|effective|gültig ab|gültig vom|valable (?:du|à partir du)|válid[oa] desde|obowiązuje od)\s+(?:the\s)?/iu;

/** A page headed by an address is about that place, whoever else's address stands on it. */
function address({ headings }: ExtractedPage, blocks: Block[]): Fact[] {
  const heading = headings.find(({ level }) => level === 1)?.text ?? '';
  return ADDRESS.test(heading)
    ? [plain(nameWords('address'), heading, 0.6)]
    : firstOf([
        twoLines(blocks),
        ledTo(blocks),
        only(blocks, 'address', ADDRESS, 140),
        only(blocks, 'address', POSTAL_ADDRESS, 140),
      ]);
}

/** "Visit us at 14 Mill Lane, Ludlow SY8 1AA.": the address behind the words that lead there. */
function ledTo(blocks: Block[]): Fact[] {
  const found = new Set(
    blocks.flatMap(({ text }) =>
      text.length > 300
        ? []
        : text
            .split(/(?<=[\p{L}\d]{2}[.!])\s+(?=\p{Lu})/u)
            .flatMap((sentence) => LED_TO.exec(sentence)?.[1] ?? [])
            .filter(isAddress),
    ),
  );
  const [value] = found;
  return found.size === 1 && value ? [plain(nameWords('address'), value, 0.6)] : [];
}

const LED_TO = /^\p{Lu}\p{Ll}*\s(?:\p{L}+\s){0,5}at\s(?=[\p{Lu}\d])(.{8,110}?)[.!]?$/u;

/** A street, and the town on the line below it. */
function twoLines(blocks: Block[]): Fact[] {
  const found = new Set(
    blocks.flatMap(({ text }, at) => {
      const town = blocks[at + 1]?.text ?? '';
      return STREET.test(text) && TOWN.test(town) ? [`${text}, ${town}`] : [];
    }),
  );
  const [value] = found;
  return found.size === 1 && value ? [plain(nameWords('address'), value, 0.65)] : [];
}

const STREET = /^\d{1,5}[a-z]?\s\p{Lu}[^,.!?:]{3,50}$|^\p{Lu}[^,.!?:]{3,40}\s\d{1,4}[a-z]?$/u;
const TOWN =
  /^\p{Lu}[\p{L} .'’-]{1,30},?\s(?:[A-Z]{2}\s\d{5}(?:-\d{4})?|[A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2})$|^\d{4,5}\s\p{Lu}[\p{L} .'’-]{2,30}$/u;

function firstOf(found: Fact[][]): Fact[] {
  return found.find((facts) => facts.length > 0) ?? [];
}

/** "Lift engineer in Kassel", where the town stands on the page by itself too. */
function place({ title, headings }: ExtractedPage, blocks: Block[]): Fact[] {
  const said = [title ?? '', headings[0]?.text ?? ''];
  const town = blocks.find(
    ({ text }) =>
      /^\p{Lu}[\p{L} .'’-]{2,30}$/u.test(text) &&
      said.some((line) =>
        line
          .split(text)
          .some((before, at, all) => at < all.length - 1 && /\s(?:in|à|en|near|bei) $/.test(before)),
      ),
  )?.text;
  return town === undefined ? [] : [plain(nameWords('location'), town, 0.5)];
}

/** "£1,450 pcm", "980 € / Monat": what is paid every month or week. */
function rents(blocks: Block[]): Fact[] {
  const facts: Fact[] = [];
  for (const [name, unit] of RENTS) {
    const look = new RegExp(`(${AMOUNT})\\s*\\(?(?:${unit})(?!\\p{L})`, 'iu');
    const found = new Set(
      blocks.flatMap(({ text }) => (text.length <= 120 ? (text.match(look)?.[1] ?? []) : [])),
    );
    const [value] = found;
    if (found.size === 1 && value)
      for (const each of name.split('|')) facts.push(plain(nameWords(each), value, 0.6));
  }
  return facts;
}

const AMOUNT = '[$€£]\\s?\\d[\\d.,]*|\\d[\\d.,]*\\s?(?:€|EUR|CHF)';
const RENTS = [
  [
    'rent|rent per month|monthly rent',
    'pcm|p\\.?m\\.?|per calendar month|(?:/|per|a|pro|par|al)\\s?(?:month|monat|mois|mes)',
  ],
  ['rent per week|weekly rent', 'pw|p\\.w\\.|(?:/|per|a)\\s?week'],
] as const;

/** "412.60p −5.40p (−1.29%)": what a share costs, and how that changed. */
function quote({ title }: ExtractedPage, blocks: Block[]): Fact[] {
  const facts: Fact[] = [];
  const lines = blocks.slice(0, 40).map(({ text }, at) => [
    text,
    blocks
      .slice(at, at + 3)
      .map((block) => block.text)
      .join(' '),
  ]);
  const [, price, change, percent] =
    lines
      .flat()
      .map((line) => line.match(QUOTE))
      .find(Boolean) ?? [];
  if (!price || !change || !percent) return facts;
  for (const [names, value] of [
    ['price|share price|stock price|last price', price],
    ['change|price change', change],
    ['change percent|percent change|change pct', percent],
  ] as const)
    for (const name of names.split('|')) facts.push(plain(nameWords(name), value, 0.9));
  const symbol = title?.match(/\(?\b(?:[A-Z]{2,6}:\s?)?([A-Z]{1,5}(?:\.[A-Z]{1,2})?)\)/)?.[1];
  if (symbol) facts.push(plain(nameWords('ticker'), symbol, 0.8));
  return facts;
}

const QUOTE =
  /^([^\d\s]{0,4}\d[\d.,]*\s?(?:\p{L}{1,3})?)\s+([+−–-]\s?[^\d\s]{0,2}\d[\d.,]*\p{L}{0,3})\s*\(?([+−–-]?\s?\d[\d.,]*\s?%)\)?/u;

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
  const old = page.labels.filter(({ label }) => label === 'original price').map(({ value }) => value);
  const short = blocks
    .filter(({ text }) => text.length < 40)
    .map(({ text }) => old.reduce((rest, value) => rest.replace(value, '').trim(), text))
    .filter(isSum);
  const values = new Set([...named.map(({ value }) => value), ...short]);
  const [value] = values;
  const facts: Fact[] = [];
  const beside = pricedRow(page, blocks);
  if (beside !== undefined) facts.push(plain(nameWords('price'), beside, 0.65));
  else if (value !== undefined && (values.size === 1 || (short.length === 1 && short[0] === value)))
    facts.push(plain(nameWords('price'), value, 0.6));
  const inCurrency = (sum: string) => currencyOf(sum, page.language);
  const signs = new Set([...values].map(inCurrency));
  const [sign] = signs;
  if (signs.size === 1 && sign) facts.push(plain(nameWords('currency'), sign, 0.6));
  if (values.size > 0) return facts;
  const said = new Set(blocks.slice(0, 400).flatMap(({ text }) => amountsIn(text).map(inCurrency)));
  const [only] = said;
  return said.size === 1 && only ? [...facts, plain(nameWords('currency'), only, 0.4)] : facts;
}

/** "$139.95 $189.95 Save 26%" by the first heading: the first sum of the row that is not from before. */
function pricedRow({ labels, headings, collections }: ExtractedPage, blocks: Block[]): string | undefined {
  const heading = headings.find(({ level }) => level === 1)?.text;
  const at = blocks.findIndex(({ text }) => text === heading);
  if (at < 0) return undefined;
  const old = new Set(labels.filter(({ label }) => label === 'original price').map(({ value }) => value));
  for (const { pieces = [] } of blocks.slice(Math.max(0, at - 4), at + 12)) {
    const sums = pieces.filter((piece) => isSum(piece) && !old.has(piece));
    const [sum] = sums;
    if (sums.length !== 1 || sum === undefined) continue;
    // One of several things with a price each is not what the page is about.
    const isListed = collections.some(
      ({ kind, items }) =>
        (kind === 'cards' || kind === 'list') &&
        items.some(({ text }) => text.includes(sum)) &&
        items.filter(({ fields }) => fields.some(({ value }) => isSum(value))).length > 1,
    );
    return isListed ? undefined : sum;
  }
  return undefined;
}

/** An amount of money, and no words around it. */
function isSum(text: string): boolean {
  return text.length < 20 && isMoney(text) && !NO_PRICE.test(text) && !/\p{L}{4}/u.test(text);
}

const NO_PRICE =
  /(?:bn|million|billion|mrd|mio)\b|^(?:save|spare|from|over|under|up to|free|you save|-|–|was|instead of|statt|shipping|\+)|\boff\b|\/|\bper\b/i;

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
function employer({ title, headings, labels, blocks }: ExtractedPage): Fact[] {
  const said = [title ?? '', headings[0]?.text ?? '']
    .join(' | ')
    .match(/\bat (\p{Lu}[^|—–-]{1,40}?)\s*(?:[|—–-]|$)/u)?.[1];
  const isNamed =
    said !== undefined &&
    (labels.some(({ value }) => value.startsWith(said)) ||
      blocks.some(({ text, isAside }) => !isAside && text.startsWith(`${said} `)));
  return isNamed ? [plain(nameWords('company'), said, 0.5)] : [];
}
