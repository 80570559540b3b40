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
  return life.length > 0 ? [...life, ...callingIn(lead.text)] : speciesIn(brackets);
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
  const isDay = (text: string) => parseDate(text, language) !== undefined || /^\d{3,4}$/.test(text);
  const [, from = '', to = ''] = LIFE.exec(brackets) ?? [];
  if (isDay(from) && isDay(to))
    return [plain(nameWords('birth date'), from, 0.8), plain(nameWords('death date'), to, 0.8)];
  const [, born = ''] = BORN.exec(brackets) ?? [];
  return isDay(born) ? [plain(nameWords('birth date'), born, 0.8)] : [];
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
const LIFE = new RegExp(`(${DAY})\\s*[–—-]\\s*(${DAY})`, 'u');
const BORN = new RegExp(`\\b(?:born|b\\.|geboren|n[ée]e?)\\s(?:on\\s)?(${DAY})`, 'iu');
