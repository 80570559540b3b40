import { isCountry } from '../../../reading/values/country.ts';
import { normalize } from '../language/words.ts';
import type { Control } from './controls.ts';
import type { Fact } from './facts.ts';
import { rootsOf, type Talk } from './talk.ts';

const PERSON =
  /\b(?:name|names|nom|nombre|recipient|who|whom|passenger|patient|participant|guest|contact|rider|driver|owner|applicant|customer|client|vorname|prénom)\b/iu;
const OTHER_NAME = /\b(?:user|company|product|file|project|event|team|display|list|card|street|city)\b/iu;
const LAST = /^(?:last|family)\s*name|^surname|^nachname|^nom de famille|^apellidos?/iu;
const PLACE =
  /^(?:from|to|city|town|place|location|where|destination|departure|origin|ort|stadt|ville|ciudad|von|nach)\b/iu;
/** Every noun has a capital there. */
const GERMAN = /(?<!\p{L})(?:ich|und|bitte|einen?|ohne|für|zu|wir)(?!\p{L})/iu;
const COUNTRY = /^(?:country|land|pays|país|nation)\b/iu;
const STREET = /\b(?:street|address|straße|rue|calle)\b/iu;
const SAID =
  /\b(?:comment|message|text|note|remark|review|question|description|body|reason|nachricht|mensaje|commentaire)\b/iu;
const TITLE = /\b(?:title|subject|name|topic|headline|titel|titre|título)\b/iu;
const RECIPIENT = /^(?:to|cc|an|à|para|recipients?|send to|forward to|share with|invite)\b/iu;
const CODE = /\b(?:code|voucher|coupon|promo|discount|reference|number|gutschein)\b/iu;

/** How well something the task says fits a field for any text. */
export function textFit(
  control: Control,
  fact: Fact,
  talk: Talk,
  { controls, facts }: { controls: Control[]; facts: Fact[] },
): number {
  const { label, kind, element } = control;
  const near = nearness(control, fact, talk);
  switch (fact.kind) {
    case 'quote': {
      const texts = controls.filter((one) => one.kind === 'text' || one.kind === 'long');
      const isFor =
        kind === 'long' || SAID.test(label) ? 0.6 : TITLE.test(label) ? 0.5 : texts.length === 1 ? 0.4 : 0;
      return isFor + near > 0.3 ? isFor + near : 0;
    }
    case 'email':
      return RECIPIENT.test(label) ? 0.8 : 0;
    case 'street':
      return STREET.test(label) ? 0.9 : 0;
    case 'postcode':
      return /\b(?:post ?code|zip|postal|plz|code postal)\b/iu.test(label) ? 0.9 : 0;
    case 'town':
      return PLACE.test(label) && !STREET.test(label) ? 0.9 : 0;
    case 'number':
      return isCountOf(control, fact, talk) ? 0.9 : 0;
    case 'code':
      return CODE.test(label) ? 0.7 + near : 0;
    case 'name': {
      if (kind === 'long') return 0;
      if (COUNTRY.test(label)) return isCountry(fact.value) ? 0.95 : 0;
      if (element.value !== '' && holdsValue(talk, element.value)) return 0.9 + near;
      const isPlace = /^(?:in|to|from|at|near|leaving|leave|of|nach|von|aus|à|en|reach)$/iu.test(
        talk.words[fact.start - 1]?.raw ?? '',
      );
      const only = facts.filter(({ kind: other }) => other === 'name').length === 1 ? 0.2 : 0;
      if (PLACE.test(label) || STREET.test(label)) return (isPlace ? 0.6 : 0.2) + only + near;
      if (!PERSON.test(label) || OTHER_NAME.test(label)) return near > 0.25 ? 0.3 + near : 0;
      if (
        LAST.test(label) &&
        controls.some(
          (one) => /^(?:first|given)\s*name|^vorname|^prénom/iu.test(one.label) && one.element.value === '',
        )
      )
        return 0;
      const isAny = isPlace || GERMAN.test(talk.text) ? 0.1 : 0.4;
      return (isNamed(fact, talk) ? 0.8 : isAny) + only + 0.1 * near;
    }
    default:
      return 0;
  }
}

/** "My name is X", "X is the name", "under X", "for X". */
function isNamed({ start, end }: Fact, { words }: Talk): boolean {
  const said = (from: number, to: number) =>
    words
      .slice(Math.max(0, from), to)
      .map(({ raw }) => raw)
      .join(' ');
  const before = said(start - 5, start);
  const after = said(end + 1, end + 4);
  return (
    /\b(?:name|names|name's|name is|name ist|nom est|nombre es|i'm|i am|this is|called|under|for|name of|daughter|son|child|heiße|namen|für|m'appelle|nom de|nombre de|llamo|sent to|account for)$/iu.test(
      before,
    ) || /^(?:is|ist|est|es) (?:the|my|der|le|el|mein) (?:name|nom|nombre)/iu.test(after)
  );
}

/** "3 seats", "seats: 3", "number of seats is 3", "a reading of 48213" for the field of that name, of whatever kind it is. */
function isCountOf({ label }: Control, { start, end }: Fact, { words }: Talk): boolean {
  const own = rootsOf(label);
  const isOwn = (at: number) => own.includes(words[at]?.stem ?? '') && words[at]?.part === words[start]?.part;
  const before = /^(?:is|are|to|be|of|at)$/iu.test(words[start - 1]?.raw ?? '') ? start - 2 : start - 1;
  // "48213 as the meter reading".
  const isAs = /^as$/iu.test(words[end + 1]?.raw ?? '') && [2, 3, 4].some((gap) => isOwn(end + gap));
  return !PERSON.test(label) && (isOwn(end + 1) || isOwn(before) || isAs);
}

/** A field that holds something the task names is the one it wants changed. */
function holdsValue({ words }: Talk, value: string): boolean {
  const roots = rootsOf(value);
  return (
    roots.length > 0 &&
    roots.every((root) => words.some(({ stem }) => stem === root)) &&
    normalize(value).length > 2
  );
}

/** Up to 0.4: how close to the value the field's own words are said. */
function nearness({ label, row }: Control, { start, end }: Fact, { words }: Talk): number {
  const own = rootsOf(`${label} ${row}`);
  const distances = words.flatMap(({ stem, sentence }, at) => {
    if (!own.includes(stem) || (at >= start && at <= end)) return [];
    const gap = at < start ? start - at : at - end + 1;
    return [gap + (sentence === words[start]?.sentence ? 0 : 12)];
  });
  const best = Math.min(...distances);
  return Number.isFinite(best) ? Math.max(0, 0.4 - 0.03 * best) : 0;
}
