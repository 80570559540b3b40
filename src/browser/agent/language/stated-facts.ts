import type { PageModel, UiElement } from '../sight/page-model.ts';
import { readAddress } from './read-address.ts';
import { canonical, normalize, readCount } from './words.ts';

const WORD = "\\p{Lu}[\\p{L}'’-]+";
const NAME = `(${WORD}(?:\\s+(?:(?:van|von|de|der|da|di|la|le|bin|al)\\s+)*${WORD})*)`;
const DAY =
  '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August|September|October|November|December';
/** The clearest way of naming oneself first. */
const PERSONS = [
  `\\b(?:[Ff]rom|[Cc]ontact|[Ss]igned)(?:\\s+by)?:\\s*${NAME}`,
  `(?<!(?:[Ff]irst|[Ll]ast|[Uu]ser|[Ff]amily|[Gg]iven)\\s)\\b[Nn]ame(?:\\s+(?:is|of|will be)|:|['’]s)?\\s+${NAME}`,
  `\\b(?:I am|I['’]m|[Tt]his is|under|named|called)\\s+(?!(?:${DAY})\\b)${NAME}`,
  `\\b(?:[Dd]eliver|[Ss]end|[Ss]hip|[Pp]ost)(?:ed)?\\s+(?:(?:it|them|this|these|one|everything)\\s+)?to\\s+${NAME}(?=,)`,
  `\\b(?:[Rr]egister|[Ss]ign up(?: as)?|[Ii]nvite|[Ee]nrol|account for)\\s+(?!(?:${DAY})\\b)${NAME}`,
  `\\b[Ss]ign\\s+${NAME}(?=\\s+(?:\\(|up\\b))`,
  // "Get Maud a ticket"
  `\\b(?:[Gg]et|[Bb]uy|[Oo]rder|[Bb]ring|[Bb]ook|[Rr]eserve|[Ff]ind|[Mm]ake|[Ff]etch)\\s+(?!(?:${DAY})\\b)${NAME}(?=\\s+(?:an?|the|some|one|two|three|four|\\d+)\\s)`,
  `\\bfor\\s+(?!(?:${DAY})\\b)${NAME}`,
].map((pattern) => new RegExp(pattern, 'u'));
/** "Hall B" and "Room 4" are places as well as "Oslo". */
const PLACE = new RegExp(
  `\\b(?:from|in|at|to|near|of)\\s+(${NAME}(?:\\s+(?:[B-HJ-Z]\\b|\\d{1,3}\\b(?=\\s*(?:[,.;]|$)|\\s+(?:on|at|for|from)\\b)))?)`,
  'u',
);
const NUMBER = '(\\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)';
const HEADS = new RegExp(
  `\\b(?:for|party of|of)\\s+(?:us\\s+)?${NUMBER}\\b(?!\\s*(?:[ap]m\\b|:|o['’]clock|nights?|days?|hours?|weeks?|minutes?))|\\b${NUMBER}\\s+(?:of us|people|persons?|guests?|adults?|seats?|tickets?|places?|travell?ers?|visitors?|passengers?|children|kids|pupils|students|players|members|participants|friends)\\b`,
  'iu',
);

/** What prose says that only one kind of field can take: "for Maud" is a name, "from Lisbon" a place. */
export function factFor(element: UiElement, text: string): string | null {
  const label = normalize(`${element.name || element.placeholder}`)
    .replace(/[*:?]+$/u, '')
    .replace(/\s*\(.*?\)/gu, '')
    .trim();
  const person = personIn(text);
  if (/^(?:first|given) name$/u.test(label)) return person?.split(/\s+/u)[0] ?? null;
  if (/^(?:last|family) name$|^surname$/u.test(label))
    return person?.includes(' ') ? (person.split(/\s+/u).at(-1) ?? null) : null;
  if (
    /\bname$|^name\b|^(?:recipient|participant|attendee|passenger|patient|student|visitor|guest)$|^(?:for )?whom?$|^for whom?\b|^contact(?: person)?$|^signed(?: by)?$/u.test(
      label,
    ) &&
    !OTHER_NAME.test(label)
  )
    return person;
  if (WHO.test(label)) return person;
  if (/\bwho (?:wrote|made|directed|composed|is it by)\b|^(?:author|writer)\b|^by whom\b/u.test(label))
    return MADE_BY.exec(text)?.[1] ?? null;
  if (/\bwhat (?:is|'s) (?:it|the \p{L}+|that) called\b|^(?:the )?(?:\p{L}+ )?title$/u.test(label)) {
    const quotes = [...text.matchAll(/"([^"]+)"|“([^”]+)”/gu)];
    return quotes.length === 1 ? (quotes[0]?.[1] ?? quotes[0]?.[2] ?? null) : null;
  }
  if (/\bwhat (?:is (?:it|this) for|for)\b|^(?:purpose|occasion|reason)\b/u.test(label))
    return PURPOSE.exec(text)?.[1]?.trim() ?? null;
  const address = readAddress(text);
  if (
    /^(?:street|address|(?:\p{L}+ )?street address|street and (?:house )?number|(?:\p{L}+ )?address(?: line)?(?: 1)?)$/u.test(
      label,
    )
  )
    return address?.street ?? null;
  if (/\b(?:postcode|post code|zip|postal code)\b/u.test(label)) return address?.postcode || null;
  if (/^country\b/u.test(label) && address?.country) return address.country;
  if (
    /^(?:(?:your|home)\s+)?(?:city|town|country|location|place|place of residence|hometown|destination|where(?: to)?|where are you (?:going|travelling)(?: to)?)(?:\s*\/.*)?$/u.test(
      label,
    )
  )
    return (
      (label.startsWith('country') ? '' : address?.town) || (address ? null : (PLACE.exec(text)?.[1] ?? null))
    );
  if (/\b(?:amount|sum|donation|budget)\b/u.test(label)) {
    const money =
      /[$€£]\s*(\d[\d.,]*\d|\d)|\b(\d[\d.,]*)\s*(?:dollars?|euros?|pounds?|usd|eur|gbp|[$€£])/iu.exec(text);
    return money?.[1] ?? money?.[2] ?? null;
  }
  if (
    /\b(?:guests|people|persons|party|seats|adults|tickets|travell?ers|attendees|visitors|covers|places)\b/u.test(
      label,
    )
  ) {
    const heads = HEADS.exec(text);
    const count = readCount(heads?.[1] ?? heads?.[2] ?? '');
    return count === null ? null : String(count);
  }
  const heads =
    /^how many\b/u.test(label) && !/^how many (?:nights|days|weeks|hours|rooms|copies)\b/u.test(label);
  if (heads) {
    const told = HEADS.exec(text);
    const count = readCount(told?.[1] ?? told?.[2] ?? '');
    if (count !== null) return String(count);
  }
  if (/^(?:quantity|qty|amount|how many|pieces|count|number of (?:items|pieces))\b/u.test(label))
    return (
      /\b(\d{1,3})\s+(?:pieces?|items?|units?|copies|of\s+(?:them|it|these))\b/iu.exec(text)?.[1] ?? null
    );
  const age = /\b(?:aged?\s+|is\s+)?(\d{1,3})(?:\s+years?(?:\s+old)?)\b|\baged?\s+(\d{1,3})\b/iu.exec(text);
  return /^(?:your\s+)?age$/u.test(label) ? (age?.[1] ?? age?.[2] ?? null) : null;
}

/** A label that asks for the person who fills in the form. */
const WHO =
  /\bwho (?:are you|am i|is (?:this|it|booking|coming|asking|calling|writing|ordering|signing|travelling)|(?:may|shall) we)\b|\bwhat(?:'s| is) your name\b|\bhow (?:may|can|should) we (?:call|address) you\b/u;
const MADE_BY = new RegExp(`\\b(?:by|from)\\s+${NAME}`, 'u');
const PURPOSE =
  /\bfor\s+((?:our|my|an?|the)\s+(?!name\b|\p{L}+\s+(?:on|at|from|room)\b)[^,.;]{3,60}?)(?=[,.;]|\s+(?:on|at|from|under|with|for)\s|$)/iu;

const OTHER_NAME =
  /\b(?:user|company|business|product|file|project|event|team|pet|domain|display|list|card|item|title)\b/u;

export function personIn(text: string): string | null {
  const signed =
    /\b(?:sign(?:ed)?\b.*?\bas|under the name(?: of)?|in the name of)\s+(?:"([^"]+)"|“([^”]+)”)/iu.exec(text);
  if (signed) return signed[1] ?? signed[2] ?? null;
  for (const pattern of PERSONS) {
    const person = pattern.exec(text)?.[1];
    if (person) return person;
  }
  return null;
}

/** What somebody wants said in their own words: quoted, or after "saying", "message:", "because". */
export function saidIn(text: string): string | null {
  const quoted =
    /\b(?:say(?:ing|s)?|words?|text|message|body|comment|note|reply|review|content|description|that)\b[\s:]*(?:"([^"]+)"|“([^”]+)”)/iu.exec(
      text,
    );
  if (quoted) return quoted[1] ?? quoted[2] ?? null;
  const free =
    /\b(?:saying(?:\s+that)?|(?:message|text|note|comment|body)\s*(?::|is)|that says)\s+([^"“].+)$/iu.exec(
      text,
    )?.[1];
  return free?.replace(/[.\s]+$/u, '') ?? null;
}

/** Without what is named only to be left behind: "weekly instead of daily". */
export function meantWords(text: string): string {
  return text.replace(/\s+(?:instead of|rather than)\s+[\p{L}\p{N}-]+/giu, '');
}

interface BoxSaid {
  box: UiElement;
  isOn: boolean;
}

/** Boxes of a form that the words speak of: "accepting the terms", "terms accepted", "newsletter: no". */
export function boxesSaid(model: PageModel, text: string): BoxSaid[] {
  const agreed = [...text.matchAll(AGREEING)].map(([, subject = '']) => ({ subject, isOn: true }));
  const answered = [...text.matchAll(ANSWERED)].map(([, subject = '', answer = '']) => ({
    subject,
    isOn: !/^(?:no|off|declined|refused)$/iu.test(answer),
  }));
  return model.elements
    .filter(({ role, isDisabled }) => (role === 'checkbox' || role === 'switch') && !isDisabled)
    .flatMap((box) => {
      const said = [...agreed, ...answered].find(({ subject }) =>
        sharesWord(canonical(box.name), canonical(subject)),
      );
      return said && box.isChecked === !said.isOn ? [{ box, isOn: said.isOn }] : [];
    });
}

const AGREEING =
  /(?<!\b(?:not|without|never|don['’]t)\s+)\b(?:accept|agree|consent|subscrib)(?:e|ing|s)?\b(?:\s+(?:to|with|for))?\s+((?:\p{L}+\s*){1,6})/giu;

/** A part of a list that is a name and the answer to it. */
const ANSWERED =
  /(?<=[,;:]\s*(?:and\s+)?(?:the\s+)?)(\p{L}{4,}(?:\s\p{L}+)?)\s*:?\s+(yes|no|on|off|accepted|agreed|declined|refused)(?=[,;.!]|$|\s+and\b)/giu;

function sharesWord(one: string, other: string): boolean {
  const words = new Set(one.split(' ').filter((word) => word.length > 3));
  return other.split(' ').some((word) => words.has(word));
}
