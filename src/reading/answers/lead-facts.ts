import type { Block, ExtractedPage } from '../page/page.ts';
import { parseDate } from '../values/date.ts';
import { nameWords, stemsOf } from '../words/words.ts';
import { type Fact, plain } from './fact.ts';

/** What the first sentence about the page's subject says of it: "Ada Lovelace (10 December 1815 – ...) was a mathematician". */
export function leadFacts(page: ExtractedPage): Fact[] {
  const lead = leadOf(page);
  if (!lead) return [];
  const [, brackets = ''] = /^[^(]{2,100}\(([^()]{4,160})\)/u.exec(lead.text) ?? [];
  const life = lifeIn(brackets, page.language);
  if (life.length > 0) return [...life, ...callingIn(lead.text)];
  const born = bornIn(lead.text, page.language);
  return born.length > 0 ? born : speciesIn(brackets);
}

/** "The marsh tit (Poecile palustris) is a bird": a Latin name of genus and species. */
function speciesIn(brackets: string): Fact[] {
  const [, name] =
    /^(?:[^,;]*\b(?:name|Latin):?\s)?(\p{Lu}\p{Ll}{2,}\s\p{Ll}{3,}(?:\s\p{Ll}{3,})?)(?=[,;]|$)/u.exec(
      brackets,
    ) ?? [];
  return name ? SPECIES.map((each) => plain(nameWords(each), name, 0.8)) : [];
}

const SPECIES = ['scientific name', 'latin name', 'botanical name', 'species'];

/** The first text that begins with the name of what the page is about. */
function leadOf({ blocks, headings, title }: ExtractedPage): Block | undefined {
  const subject = headings.find(({ level }) => level === 1)?.text ?? title ?? '';
  const names = stemsOf(subject);
  if (names.length === 0 || names.length > 8) return undefined;
  return blocks
    .filter(({ isAside, text }) => !isAside && text.length > subject.length + 20)
    .slice(0, 8)
    .find(({ text }) => {
      const start = stemsOf(text.slice(0, 100).split('(')[0] ?? '');
      return (
        start.length > 0 &&
        (start.every((word) => names.includes(word)) || names.every((word) => start.includes(word)))
      );
    });
}

function lifeIn(brackets: string, language: string | null): Fact[] {
  const { from, home, to, end } = LIFE.exec(brackets)?.groups ?? {};
  if (isDay(from, language) && isDay(to, language))
    return said({ 'birth date': from, 'birth place': home, 'death date': to, 'death place': end });
  const born = bornIn(brackets, language);
  const { on: died, at } = DIED.exec(brackets)?.groups ?? {};
  return isDay(died, language) ? [...born, ...said({ 'death date': died, 'death place': at })] : born;
}

/** "born 4 May 1961 in Lund", "was born in Lund on 4 May 1961". */
function bornIn(text: string, language: string | null): Fact[] {
  const { on, day = on, at, place = at } = (BORN.exec(text) ?? BORN_IN.exec(text))?.groups ?? {};
  return isDay(day, language) ? said({ 'birth date': day, 'birth place': place }) : [];
}

function isDay(text: string | undefined, language: string | null): boolean {
  return text !== undefined && (parseDate(text, language) !== undefined || /^\d{3,4}$/.test(text));
}

function said(told: Record<string, string | undefined>): Fact[] {
  return Object.entries(told).flatMap(([name, value]) =>
    value === undefined ? [] : [plain(nameWords(name), value, 0.8)],
  );
}

/** "was a Polish-French physicist and chemist who ...": up to where the sentence says more. */
function callingIn(text: string): Fact[] {
  const said =
    /\)\s+(?:is|was)\s+(?:an?|the)\s+([^.;,]{3,120}?)(?=\s+(?:who|whose|that|which|known|best|from|and (?:the|one))\b|[.;,]|$)/iu.exec(
      text,
    )?.[1];
  return said ? [plain(nameWords('occupation'), said, 0.7)] : [];
}

const DAY = String.raw`(?:\d{1,2}(?:st|nd|rd|th|\.)?\s\p{L}+\.?\s\d{3,4}|\p{L}+\s\d{1,2},\s\d{3,4}|\d{3,4})`;
const PLACE = String.raw`(?:St\.\s)?\p{Lu}[\p{L}'’-]+(?:[\s-](?:(?:de|la|am|an der|upon|on|sur|del|di)\s)?\p{Lu}[\p{L}'’-]+){0,3}`;
const LIFE = new RegExp(
  `(?<from>${DAY})(?:(?:,|\\sin)\\s(?<home>${PLACE}))?\\s*[–—-]\\s*(?<to>${DAY})(?:(?:,|\\sin)\\s(?<end>${PLACE}))?`,
  'u',
);
const BEARING = String.raw`(?<!\p{L})(?:[Bb]orn|b\.|[Gg]eboren|[Nn][ée]e?)\s`;
const BORN = new RegExp(
  `${BEARING}(?:on\\s|in\\s(?=\\d))?(?<on>${DAY})(?:(?:,|\\sin|\\sat)\\s(?<at>${PLACE}))?`,
  'u',
);
const BORN_IN = new RegExp(`${BEARING}in\\s(?<place>${PLACE})(?:,|\\son|\\sin)\\s(?<day>${DAY})`, 'u');
const DIED = new RegExp(
  `(?<!\\p{L})(?:[Dd]ied|d\\.)\\s(?:on\\s|in\\s(?=\\d))?(?<on>${DAY})(?:(?:,|\\sin|\\sat)\\s(?<at>${PLACE}))?`,
  'u',
);
