import { isMoney, parseNumberWord } from '../values/number.ts';
import { wordsOf } from '../words/words.ts';
import type { Question } from './question.ts';

interface Said {
  output: string;
  coverage: number;
}

/** Nothing rather than an answer of another kind: when wants a time, who a name, how much a number. */
export function ofKind(answer: Said | undefined, { text, form }: Question): Said | undefined {
  if (!answer || form === 'yes-no') return answer;
  const { output } = answer;
  // What the question itself says is no answer to it.
  if (/^(?:when|how)\b/i.test(text) && text.toLowerCase().includes(output.toLowerCase())) return undefined;
  if (/^(?:when|(?:at |on )?what (?:date|day|time)|on which (?:date|day))\b/i.test(text))
    return TIME.test(output) ? answer : undefined;
  if (/^(?:who|whom|whose|by whom)\b/i.test(text))
    return /\p{L}{2}/u.test(output) && !isMoney(output) && !/^\d[\d.,\s%]*$/.test(output)
      ? answer
      : undefined;
  if (/^how long\b/i.test(text)) return isSpan(output) ? answer : undefined;
  if (/^how (?:high|tall|far|big|large|deep|wide)\b/i.test(text))
    return isMeasured(output) || (/^how far\b/i.test(text) && isSpan(output)) ? answer : undefined;
  if (/^how (?:often|frequently)\b/i.test(text)) return OFTEN.test(output) ? answer : undefined;
  if (/^how (?:many|much|old|heavy|fast)\b/i.test(text)) return isCounted(output) ? answer : undefined;
  return answer;
}

/** Whether a text tells how long. */
export function isSpan(text: string): boolean {
  return SPAN.test(text);
}

const OFTEN =
  /\b(?:every|each|per|once|twice|times?|daily|hourly|weekly|monthly|quarterly|yearly|annual(?:ly)?|always|never|regularly|constantly|rarely)\b|\ba (?:day|week|month|year)\b|(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b/i;

/** Whether a text tells a size or a way: a number with its unit, or nothing but a number. */
export function isMeasured(text: string): boolean {
  return MEASURE.test(text) || /^[^\p{L}]*\d[^\p{L}]*$/u.test(text);
}

const MEASURE =
  /(?:\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|a|an|half|few)\b)[\s-]?(?:square |sq\.? ?|cubic )?(?:mm|cm|m|km|met(?:re|er)s?|kilomet(?:re|er)s?|centimet(?:re|er)s?|in|inch(?:es)?|ft|foot|feet|yd|yards?|mi|miles?|nm|nautical|acres?|ha|hectares?|m2|m²|㎡|km2|km²|qm|sqm|sqft|l|lit(?:re|er)s?|gal|[kmgt]i?b|bytes?|pages?|people|seats?|min(?:ute)?s?|hours?|blocks?|stops?|bar|px|mp|storeys?|stor(?:y|ies)|floors?|employees|members)(?!\p{L})|\d\s?[²"″′'%×x°]|\b(?:XX?S|XX?L|small|medium|large)\b/iu;

const TIME =
  /\d|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:January|February|March|April|May|June|July|August|September|October|November|December|today|tomorrow|yesterday|noon|midnight|spring|summer|autumn|fall|winter|morning|evening|afternoon|night|daily|weekly|monthly|every|always|never|now|immediately|soon|year|month|week|day|hour|after|before|during|once|until|while|when)\b/i;

const SPAN =
  /(?:\d[\s-]?|\b(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|half|several|few)[\s-])(?:[\p{L}-]+\s)?(?:s|[mn]s|secs?|(?:milli|micro|nano)?seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|nights?|weeks?|months?|years?|decades?|km|cm|mm|mi|miles?|met(?:re|er)s?|ft|foot|feet|inch(?:es)?|in|yards?|pages?|words)\b|\d[:′'’"]\d|^\d[\d.,]*$|\b(?:unlimited|forever|lifetime|always)\b|\d\s?[–-]\s?\d|\buntil\b/iu;

function isCounted(text: string): boolean {
  return (
    /\d|\b(?:free|none|no|not|unlimited|all|every|once|twice|daily|weekly|monthly|yearly|annually|half|several|few|many|an?|each|never|always|regularly|often)\b/i.test(
      text,
    ) || wordsOf(text).some((word) => parseNumberWord(word) !== undefined)
  );
}

/** "said Councillor Denise Okafor, who chairs the committee": where a sentence has one name, that is who. */
export function cutToName({ output, coverage }: Said, { text, stems }: Question): Said {
  const isWhole = output.length <= 60 || output.length > 400 || /\band\b|\bwho were\b/i.test(text);
  if (isWhole || !/^who\b/i.test(text)) return { output, coverage };
  const names = new Set(
    [...output.matchAll(FULL_NAME)]
      .map(([name]) => name)
      .filter((name) => !wordsOf(name).some((word) => stems.has(word))),
  );
  const [name] = names;
  return names.size === 1 && name ? { output: name, coverage } : { output, coverage };
}

const FULL_NAME =
  /(?:(?:Dr|Prof|Sir|Dame|Mr|Mrs|Ms)\.?\s)?(?<!\p{L})\p{Lu}[\p{Ll}'’-]+(?:\s\p{Lu}\.)?(?:\s(?:de|van|von|der|la|bin|al))?(?:\s\p{Lu}[\p{Ll}'’-]+)+/gu;
