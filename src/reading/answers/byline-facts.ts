import type { ExtractedPage } from '../page/page.ts';
import { parseDate } from '../values/date.ts';
import { nameWords } from '../words/words.ts';
import { type Fact, plain } from './fact.ts';

/** Who wrote it, when, how long it is: what stands in short pieces around a page's first heading. */
export function bylineFacts(page: ExtractedPage): Fact[] {
  const facts: Fact[] = [];
  const pieces = headPieces(page);
  const days = new Set(pieces.filter((piece) => isDay(piece, page)));
  const [day] = days;
  const isDated = days.size === 1 && day !== undefined;
  const byline = findByline(page) ?? (isDated ? personNear(pieces, day) : null);
  if (byline) facts.push(plain(nameWords('author'), byline, 0.8));
  const dateline = findDateline(page);
  if (isDated) facts.push(plain(nameWords('date'), day, 0.65));
  else if (dateline) facts.push(plain(nameWords('date'), dateline, 0.6));
  const spans = new Set(pieces.filter((piece) => SPAN.test(piece)));
  const [span] = spans;
  if (spans.size === 1 && span) facts.push(plain(nameWords('duration'), span, 0.6));
  return facts;
}

const BEFORE = 4;
const BEHIND = 9;

/** The short pieces right before the first heading and behind it, up to the first text. */
function headPieces({ blocks, headings }: ExtractedPage): string[] {
  const heading = headings.find(({ level }) => level === 1)?.text;
  const main = blocks.filter(({ isAside }) => !isAside);
  const at = main.findIndex(({ text }) => text === heading);
  if (at < 0) return [];
  const behind = main.slice(at + 1, at + 1 + BEHIND);
  const text = behind.findIndex((block) => block.text.length > 160);
  return [...main.slice(Math.max(0, at - BEFORE), at), ...behind.slice(0, text < 0 ? BEHIND : text)].flatMap(
    (block) => block.pieces ?? block.text.split(/\s[·•|]\s/u),
  );
}

/** Nothing but a day, and perhaps a time. */
function isDay(piece: string, { language }: ExtractedPage): boolean {
  return piece.length <= 40 && DAY.test(piece) && parseDate(piece, language) !== undefined;
}

const DAY =
  /^(?:\p{L}{3,10},?\s)?(?:\d{1,2}(?:st|nd|rd|th|\.)?\s\p{L}{3,10}\.?,?\s\d{4}|\p{L}{3,10}\.?\s\d{1,2}(?:st|nd|rd|th)?,\s\d{4}|\d{4}-\d\d-\d\d)(?:[\s,]+(?:at\s)?\d{1,2}[:.]\d\d.{0,8})?$/u;
const SPAN = /^(?:\d{1,2}\s?(?:h|hr|hrs|hours?)\s?)?\d{1,3}\s?(?:m|min|mins|minutes|h|hrs?|hours?)$/i;

/** A name by itself, right before the day or with one more piece between. */
function personNear(pieces: string[], day: string): string | null {
  const at = pieces.indexOf(day);
  const near = pieces.slice(Math.max(0, at - 4), at + 3);
  const names = new Set(near.filter((piece) => PERSON.test(piece) && !NOBODY.test(piece)));
  const [name] = names;
  return names.size === 1 && name ? name : null;
}

const PERSON = /^\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}\.?)?(?:\s(?:de|van|von|der|la|bin|al))?\s\p{Lu}[\p{L}'’-]+$/u;
const NOBODY =
  /\b(?:hall|cent(?:er|re)|park|street|road|arena|stadium|theatre|theater|university|museum|club|trust|hotel|team|studio|press|news|cup|league|city|town|united|group|house|school|college|church|library|open|access|article|free|part|full|time|release|notes|how|the|new)\b/i;

/** "By Ann Lee" near the top. */
function findByline(page: ExtractedPage): string | null {
  for (const { text, isAside } of page.blocks.slice(0, 60)) {
    if (isAside || /powered by/i.test(text)) continue;
    const match = text.match(
      /(?:^|[\s,·|])(?:[Bb]y|[Vv]on|[Pp]ar|[Pp]or|[Dd]i|posted by|written by|answered by)\s+(\p{Lu}[\p{L}.'’-]+(?:(?<!\p{Ll}{4}\.)\s+(?:\p{Lu}[\p{L}.'’-]*|de|van|von|der|la|el|bin|al)){1,4})/u,
    );
    if (match?.[1] && text.length < 200) return match[1].replace(WEEKDAY_OR_MONTH, '').replace(/[.,]$/, '');
  }
  return null;
}

const WEEKDAY_OR_MONTH =
  /\s(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?$/i;

/** "Published on 12 February 2025", or a day alone, near the top. */
function findDateline(page: ExtractedPage): string | null {
  const line = page.blocks
    .slice(0, 25)
    .find(
      ({ text, isAside }) =>
        !isAside &&
        text.length < 150 &&
        (DATELINE.test(text) || BYLINE.test(text)) &&
        parseDate(text, page.language),
    );
  return line?.text ?? null;
}

const BYLINE = /(?:^|[·|]\s)(?:by|von|par|por|di|door)\s\p{Lu}/iu;
const DATELINE =
  /^(?:published|posted|written|publi[eé]|publicado|ver[oö]ffentlicht|erschienen|pubblicato|\p{L}+day,?\s|\d)/iu;
