import { beginsWithVerb } from './split-clauses.ts';

interface Filled {
  field: string;
  value: string;
}

/**
 * `Fill in the name with Bo Ek`, `Fill in E-mail: bo@mail.example`: one value for one field, which says nothing of
 * sending it. `Fill in Street with "1 Elm Road" and Town with York`: a form, told as a list of fields and values.
 */
export function filledFields(text: string): string {
  return text.replace(FILLED, (whole, told: string) => {
    const { pairs, after } = pairsOf(told);
    const [first, ...more] = pairs;
    if (!first || NOT_A_FIELD.test(first.field) || POINTING.test(first.value)) return whole;
    if (more.length === 0) return `type ${quoted(first.value)} into the ${first.field} field${after}`;
    return `Fill in the form with ${pairs.map(({ field, value }) => `${field}: ${value}`).join(', ')}${after}`;
  });
}

const ARTICLE = String.raw`(?:(?:the|your|my|our|an?)\s+)?`;
const NAME = String.raw`\p{L}[\p{L}\p{N} '’/-]{0,40}?`;
const BETWEEN = String.raw`(?:\s+(?:field|box))?(?:\s+in)?(?:\s+with\s+|\s*:\s+)(?=\S)`;
/** One sentence; a stop within an address ends none. */
const FILLED = new RegExp(
  String.raw`\bfill\s+(?:(?:in|out)\s+)?(${ARTICLE}${NAME}${BETWEEN}(?:"[^"]*"|“[^”]*”|[^.!;\n"“]|[.!](?!\s|$))+)`,
  'giu',
);
const NEXT_PAIR = new RegExp(String.raw`^(?:\s*,)?\s*(?:and\s+)?${ARTICLE}(${NAME})${BETWEEN}`, 'iu');

/** More than one field, or none. */
const NOT_A_FIELD =
  /\b(?:forms?|fields|boxes|blanks?|gaps?|details?|data|information|values|survey|questionnaire|application|page|registration|profile|booking|reservation|order|request|table|sheet|template|settings|credentials|login|check-?\s?out|wizard|steps?|sections?|it|them|this|that|these|those|everything|anything|each|every|all|both|rest|following|cart|with|and)\b/iu;
/** What is to go in is told elsewhere. */
const POINTING =
  /^(?:(?:the\s+)?following|these|those|this|that|it|them|(?:the|my|our|your|any|some|random|valid)\s+(?:\p{L}+\s+)?(?:details|data|values|information|answers?|contents?|words?|things?|texts?))\b/iu;

function pairsOf(told: string): { pairs: Filled[]; after: string } {
  const pairs: Filled[] = [];
  let rest = told;
  for (let next = NEXT_PAIR.exec(rest); next?.[1]; next = NEXT_PAIR.exec(rest)) {
    rest = rest.slice(next[0].length);
    const value = valueIn(rest);
    pairs.push({ field: next[1].trim(), value });
    rest = rest.slice(value.length);
  }
  return { pairs, after: rest };
}

/** Up to the next thing to do, or the next field. */
function valueIn(rest: string): string {
  const marked = /^(?:"[^"]*"|“[^”]*”)/u.exec(rest)?.[0];
  if (marked !== undefined) return marked;
  for (const cut of rest.matchAll(/\s*,\s*(?:and\s+)?(?:then\s+)?|\s+(?:and|then)\s+(?:then\s+)?/giu)) {
    const next = rest.slice(cut.index + cut[0].length);
    if (beginsWithVerb(next) || NEXT_PAIR.test(rest.slice(cut.index))) return rest.slice(0, cut.index);
  }
  return rest.trimEnd();
}

/** What the page is to tell ("the total") is no words to be typed. */
function quoted(value: string): string {
  return /^(?:["“]|(?:the|your|its|their)\s+\p{Ll})/u.test(value) ? value : `"${value}"`;
}

/** "Provide Bo Ek as the name", "fill in Bo Ek for the name": said like that it is entered. */
export function provided(text: string): string {
  return text.replace(PROVIDED, 'enter $1');
}

const GIVEN = String.raw`(?:"[^"]*"|“[^”]*”|[\w.+-]+@[\w.-]+\w|[\p{Lu}\d][^\s,;:"]*(?:\s+[\p{Lu}\d][^\s,;:"]*){0,4})`;
const PROVIDED = new RegExp(
  String.raw`(?<=^|[.;,]\s+|\b(?:and|then|[Pp]lease)\s+)(?:(?:[Ff]ill\s+in|[Pp]rovide|[Ss]upply|[Ss]pecify|[Gg]ive)(?=.{1,80}\s(?:as|for)\s)|[Uu]se(?=.{1,80}\sas\s))\s+(${GIVEN}\s+(?:as|for)\s+(?:(?:the|your|my)\s+)?(?=\p{L}))`,
  'gu',
);
