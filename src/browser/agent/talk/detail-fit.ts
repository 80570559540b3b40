import { isCountry } from '../../../reading/values/country.ts';
import type { Control } from './controls.ts';
import type { Fact } from './facts.ts';
import type { Talk } from './talk.ts';

/** What somebody gives of themselves, their money or their people fits only fields that ask for that. Null where nothing is special about it. */
export function detailFit(control: Control, fact: Fact, talk: Talk, facts: Fact[]): number | null {
  const asked = wordsOf(control);
  if (PAYING[fact.kind] !== undefined) return PAYING[fact.kind]?.test(asked) ? 0.95 : 0;
  if (Object.values(PAYING).some((pattern) => pattern?.test(asked))) return 0;
  if (fact.kind === 'date') return dateFit(control, asked, fact, talk, facts);
  if (fact.kind === 'number') return moneyFit(asked, fact);
  if (fact.kind === 'name') return nameFit(control, asked, fact, talk, facts);
  return null;
}

const PAYING: Partial<Record<Fact['kind'], RegExp>> = {
  card: /\bcc-number\b|\b(?:card|kreditkarten?) ?(?:number|no|nummer)\b|\bcardnumber\b/iu,
  expiry: /\bcc-exp\b|\bexpir\p{L}*\b|\bvalid (?:until|thru|through)\b|\bgültig bis\b/iu,
  security: /\bcc-csc\b|\b(?:cvc|cvv2?|security code|card code|prüfnummer)\b/iu,
};
export const HOLDER = /\bcc-name\b|\b(?:card ?holder|name on (?:the )?card|karteninhaber)\b/iu;

function wordsOf({ label, element }: Control): string {
  return `${label} ${element.placeholder} ${element.autocomplete}`;
}

const BIRTH = /\b(?:birth|birthday|born|dob|bday|geburts\p{L}*|naissance|nacimiento)\b/iu;

/** A birthday is no day of arrival. */
function dateFit(control: Control, asked: string, fact: Fact, talk: Talk, facts: Fact[]): number | null {
  if (control.kind !== 'date' && !DATED.test(asked)) return control.kind === 'text' ? 0 : null;
  const isBirth = BIRTH.test(before(fact, talk, 4)) || BIRTH.test(after(fact, talk, 4));
  if (BIRTH.test(asked)) {
    const dates = facts.filter(({ kind }) => kind === 'date');
    return isBirth ? 1 : dates.length === 1 ? 0.5 : 0;
  }
  if (isBirth) return 0;
  return control.kind === 'date' ? null : 0.7;
}

const DATED = /\b(?:date|day|birthday|born|when|arriv\p{L}*|depart\p{L}*|datum|fecha)\b/iu;
const MONEY =
  /[$€£]|\b(?:amount|sum|budget|donation|price|rent|cost|fee|gift in|betrag|montant|importe|eur|usd|gbp)\b/iu;

function moneyFit(asked: string, { isMoney }: Fact): number | null {
  if (isMoney) return MONEY.test(asked) ? 0.95 : null;
  return MONEY.test(asked) ? 0.2 : null;
}

const COMPANY =
  /\b(?:company|organi[sz]ation|employer|business|school|institution|firm|firma|unternehmen|société|empresa)\b/iu;
const COMPANY_WORD =
  /&|\b(?:Ltd|Limited|GmbH|AG|Inc|LLC|School|College|University|Company|Co|Group|Club|Bank)\b/u;
/** Fields that ask for who something is for, or who gives it. */
const RECEIVER = /\b(?:recipient|who is it for|for whom?|to whom|their name|receiver|empfänger)\b/iu;
const GIVER = /^(?:from|your name|sender|given by|signed|who is it from)\b/iu;
/** Fields that ask for the name of something that is no person. */
const THING =
  /\b(?:pet|animal|dog|cat|horse|child|kid|baby|student|pupil|product|project|team|event|band|boat|tier|enfant|kind)\b/iu;
const ASKS_NAME = /\b(?:name|names|called|who|whom|for which|which|nom|nombre)\b/iu;
const KIN =
  /\b(?:my|our|his|her) (?:\p{L}+ )?(?:sister|brother|mother|mum|mom|father|dad|wife|husband|partner|friend|colleague|boss|aunt|uncle|daughter|son|cousin|grand\p{L}+|neighbour|neighbor)$/iu;
const OWN =
  /\b(?:i'm|i am|my name is|name is|name|name of|names?:?|under|this is|contact(?: is)?|owner(?: is)?|person is|call me|called|signed|from)$/iu;

const PLACE =
  /\b(?:country|nation|nationality|land|pays|from|to|where|place|destination|location|region|address)\b/iu;

function nameFit(control: Control, asked: string, fact: Fact, talk: Talk, facts: Fact[]): number | null {
  if (control.kind !== 'text') return null;
  if (isCountry(fact.value)) return PLACE.test(asked) ? null : 0;
  const lead = before(fact, talk, 5);
  const names = facts.filter(({ kind }) => kind === 'name');
  const isFirm =
    COMPANY_WORD.test(fact.value) || (/\b(?:from|at|of)$/iu.test(lead) && isAfterName(fact, names, talk));
  if (COMPANY.test(asked)) return isFirm ? 0.95 : 0;
  if (isFirm && COMPANY_WORD.test(fact.value)) return 0.1;
  const isThing = thingBefore(lead) && !KIN.test(lead);
  if (THING.test(asked)) {
    if (!ASKS_NAME.test(asked)) return null;
    return isThing ? 0.95 : isSelf(fact, talk, lead) ? 0 : 0.6;
  }
  if (isThing) return 0;
  if (HOLDER.test(asked)) return isSelf(fact, talk, lead) ? 0.95 : 0.6;
  const isFor = KIN.test(lead) || /\b(?:for|to)$/iu.test(lead);
  if (RECEIVER.test(asked)) return isFor ? 0.95 : names.length === 1 ? 0.5 : 0.2;
  if (GIVER.test(asked) && names.length > 1) return isSelf(fact, talk, lead) ? 0.97 : isFor ? 0.1 : 0.4;
  if (/\b(?:name|rider|who)\b/iu.test(asked) && names.length > 1 && isSelf(fact, talk, lead)) return 0.93;
  return null;
}

/** "my dog Bruno", "our cat Olive": a common word before a name says what bears it. */
function thingBefore(lead: string): boolean {
  return /\b(?:my|our|the|his|her|a|an) (?:\p{Ll}+ )?(?:dog|cat|rabbit|horse|bird|pet|puppy|kitten|hamster|parrot|tortoise|pony|child|son|daughter|baby|boat|band|team)$/iu.test(
    lead,
  );
}

/** The task tells who is speaking: "I'm X", "name X", or X alone beside an address or a number. */
function isSelf({ start, end }: Fact, { words, text }: Talk, lead: string): boolean {
  if (OWN.test(lead)) return true;
  const [first, last] = [words[start], words[end]];
  if (!first || !last) return false;
  const isAlone = !words.some(({ part }, at) => part === first.part && (at < start || at > end));
  return isAlone && /^\s*[,.;(]/u.test(text.slice(last.end));
}

/** "Joanna Pike from Harrow & Stone". */
function isAfterName({ start }: Fact, names: Fact[], { words }: Talk): boolean {
  return names.some(({ end }) => end === start - 2 && words[end]?.sentence === words[start]?.sentence);
}

function before({ start }: Fact, { words }: Talk, count: number): string {
  return words
    .slice(Math.max(0, start - count), start)
    .filter(({ sentence }) => sentence === words[start]?.sentence)
    .map(({ raw }) => raw)
    .join(' ');
}

function after({ end }: Fact, { words }: Talk, count: number): string {
  return words
    .slice(end + 1, end + 1 + count)
    .filter(({ part }) => part === words[end]?.part)
    .map(({ raw }) => raw)
    .join(' ');
}
