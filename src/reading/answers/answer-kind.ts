import { amountsIn, isMoney, parseNumberWord } from '../values/number.ts';
import { contentStems, stem, wordsOf } from '../words/words.ts';
import type { Question } from './question.ts';
import { sentencesOf } from './sentences.ts';

interface Said {
  output: string;
  coverage: number;
}

/** Nothing rather than an answer of another kind: when wants a time, who a name, how much a number. */
export function ofKind<T extends Said>(answer: T | undefined, question: Question): T | undefined {
  const { text, form, expects } = question;
  if (!answer || form === 'yes-no') return answer;
  const { output } = answer;
  if (isNoReason(output, question)) return undefined;
  if (CALLED.test(text) && isSentence(output) && !NAMING.test(output)) return undefined;
  // When something comes to pass is not told by when it was made.
  if (/^when (?:do|does|will|can|is|are)\b/i.test(text) && MADE.test(output)) return undefined;
  if (/^when (?:do|does|will) the (?:first|last|next|earliest|latest)\b/i.test(text) && !CLOCK.test(output))
    return undefined;
  // What the question itself says is no answer to it.
  if (/^(?:when|how)\b/i.test(text) && text.toLowerCase().includes(output.toLowerCase())) return undefined;
  if (isFromWhich(text) && output.includes(' ') && text.toLowerCase().includes(output.toLowerCase()))
    return undefined;
  if (/\bdie[ds]? (?:of|from)\b/i.test(text) && !/\b(?:of|from|after|by|cause|due)\b/i.test(output))
    return undefined;
  // A day alone is no hour, and hours are not when something began.
  if (/^(?:at |until )?what time\b/i.test(text) && !TIME_OF_DAY.test(output)) return undefined;
  if (/^when (?:did|was|were)\b/i.test(text) && HOURS.test(output) && !/\b(?:1[5-9]|20)\d\d\b/.test(output))
    return undefined;
  // Hours alone are no day.
  if (/^(?:on )?(?:which|what) (?:days?|dates?)\b/i.test(text) && !/\p{L}{3}|\d[./-]\d/u.test(output))
    return undefined;
  if (
    /^(?:(?:(?:until|till|since|by|from) )?when|(?:(?:at|on|by|until|from) )?what (?:date|day|time)|(?:on|by) which (?:date|day))\b/i.test(
      text,
    )
  )
    return TIME.test(withoutSaid(output, text)) ? answer : undefined;
  if (/^where\b/i.test(text) && NOWHERE.test(output)) return undefined;
  if (/\b(?:phone|telephone|mobile|fax) number\b/i.test(text) && !/\d[\d\s()/-]{4,}\d/.test(output))
    return undefined;
  if (/^what\b.*\be-?mail(?: address)?\??$/i.test(text) && !output.includes('@')) return undefined;
  if (expects === 'money' && /^\d+\s\p{Ll}{3,}$/u.test(output)) return undefined;
  if (expects === 'money' && !COST.test(output)) return undefined;
  if (expects === 'money' && isSentence(output) && !tellsCost(output, text)) return undefined;
  if (/^(?:who|whom|whose|by whom)\b/i.test(text))
    return /\p{L}{2}/u.test(output) &&
      !isMoney(output) &&
      !/^\d[\d.,\s%]*$/.test(output) &&
      !STREET.test(output) &&
      !LANGUAGES.test(output) &&
      (MAY.test(text) || !isSentence(output) || SOMEBODY.test(output))
      ? answer
      : undefined;
  if (/\bnumber\b.*\b(?:call|ring|phone|dial)\b/i.test(text))
    return /\d{3}/.test(output) && !isMoney(output) ? answer : undefined;
  if (/^how early\b/i.test(text)) return isSpan(output) || TIME_OF_DAY.test(output) ? answer : undefined;
  if (/\binstead of\b/i.test(text) && !INSTEAD.test(output)) return undefined;
  if (LENGTH_OF.test(text) && /\b(?:until|till)\b/i.test(output) && !isMeasured(output)) return undefined;
  if (/^how long\b/i.test(text)) return isSpan(output) ? answer : undefined;
  if (/^how far (?:ahead|in advance|beforehand)\b/i.test(text)) return isSpan(output) ? answer : undefined;
  if (isOtherDimension(output, text)) return undefined;
  // A sum of money measures nothing but itself.
  if (/^how (?:high|tall|far|big|large|deep|wide|heavy|old|fast)\b/i.test(text) && isMoney(output))
    return undefined;
  if (/^how (?:tall|old)\b/i.test(text) && !AGE_OR_HEIGHT.test(output)) return undefined;
  if (/^how heavy\b/i.test(text) && !WEIGHT.test(output)) return undefined;
  if (
    /^how many (?:years?|months?|weeks?|days?|hours?|minutes?|people|persons?)\b/i.test(text) &&
    isMoney(output)
  )
    return undefined;
  if (/^how (?:high|tall|far|big|large|deep|wide)\b/i.test(text))
    return isMeasured(output) || (/^how far\b/i.test(text) && isSpan(output)) ? answer : undefined;
  if (/^how (?:often|frequently)\b/i.test(text)) return OFTEN.test(output) ? answer : undefined;
  if (/^how much (?!is|are|does|do|did|was|were|will|would|can|should|more|less|for\b)\p{L}+ /iu.test(text))
    return isMeasured(output) || QUANTITY.test(output) ? answer : undefined;
  if (/^how (?:many|much|old|heavy|fast)\b/i.test(text)) return isCounted(output) ? answer : undefined;
  return answer;
}

/** "The pool is 33 metres long" does not say how deep it is. */
function isOtherDimension(output: string, text: string): boolean {
  const [, asked = ''] = /^how (deep|wide|tall|high|heavy|thick)\b/i.exec(text) ?? [];
  const said = DIMENSIONS[asked.toLowerCase()];
  return said !== undefined && isSentence(output) && !said.test(output);
}

const HIGH = /\b(?:tall|high|height|stands?|rises?|above|headroom|clearance|up to)\b/i;
const DIMENSIONS: Readonly<Record<string, RegExp>> = {
  deep: /\b(?:deep|depth|draught|bottom|below|down)\b/i,
  wide: /\b(?:wide|width|broad|breadth|across|narrow|span)\b/i,
  tall: HIGH,
  high: HIGH,
  heavy: /\b(?:heavy|weigh\w*|weight|load|kg|kilos?|pounds?|lbs?|tonn?es?|tons?)\b/i,
  thick: /\b(?:thick\w*|deep|depth|gauge|plies|ply)\b/i,
};

function isSentence(output: string): boolean {
  return /[.!]["”’)]?$/.test(output.trim()) && wordsOf(output).length > 4;
}

/** Why is told by a reason: never by a number or a name, nor by a sentence that only says that it is so. */
function isNoReason(output: string, { implied, text }: Question): boolean {
  if (!implied.includes(REASON)) return false;
  if ((output.match(/\p{L}{2,}/gu) ?? []).length < 3) return true;
  return /^why\b/i.test(text) && sentencesOf(output).length === 1 && !GROUND.test(output);
}

/** What a reason is given with, loosely: it may stand behind "for", "after" or "if" too. */
const GROUND =
  /\b(?:because|since|as|so|due|owing|thanks|therefore|hence|thus|reasons?|causes?|caused|after|following|for \p{L}+ing|for (?:safety|health|lack|fear|the sake)|to (?:be|avoid|keep|prevent|protect|save|make|let|help|reduce|stop|give|allow|ensure|fund|raise|honou?r|mark|celebrate|meet|cut|improve)|in order|if|when|otherwise|would|could|cannot|not|too|only|means?|needs?|needed|wants?|wanted|until|without|more|less|fewer|better)\b|n['’]t\b/iu;

const REASON = stem('reason');
const CALLED = /^what (?:is|was|are|were|will|would|should) .{1,60}\b(?:called|named)\s*\?*$/i;
const NAMING =
  /\b(?:called|calls?|named?|names|known as|dubbed|christened|titled|entitled|nicknamed?)\b|["“‘«]\p{Lu}/u;
const MADE = /^(?:founded|established|est\.?|built|born|since|launched|started)\s/i;
const CLOCK = /\d|\b(?:noon|midnight)\b/i;

/** "Leave the A1 and follow the B145" holds numbers, and none that is paid. */
function tellsCost(output: string, text: string): boolean {
  if (amountsIn(output).length > 0 || PAID.test(output)) return true;
  return !/\b(?:cost|costs|price|pay|charge|charges|fee|fare)\b/i.test(text) && isMeasured(output);
}

const PAID =
  /\d\s?(?:%|percent|per cent|euros?|dollars?|pounds?|pence|cents?|francs?|yen|kron(?:or|er|e)|zł|EUR|USD|GBP|CHF|kr|p)(?!\p{L})|\d\s?(?:millions?|billions?|m|bn)(?!\p{L})|\b(?:free|gratis|included?|includes|nothing|donations?|half|double|twice|(?:no|on|without|by|extra) \p{L}*(?:charge|cost|fee|request|quote|arrangement|payment))|kosten(?:los|frei)|gratuit|inclu|enthalten|inbegriffen|無料/iu;
/** Who may or must is told by what they are, and not by a name. */
const MAY = /^who (?:can|could|may|must|should|needs?|has to|have to|would|is (?:it|this) for)\b/i;
/** A name within a sentence, or a word for people. */
const SOMEBODY =
  /(?<!^)(?<![.!?:]\s)(?<!\p{L})\p{Lu}\p{Ll}+|\b(?:volunteers?|staff|teams?|members?|parents?|students?|pupils?|owners?|famil(?:y|ies)|sisters?|brothers?|compan(?:y|ies)|councils?|groups?|committees?|charit(?:y|ies)|clubs?|tenants?|landlords?|buyers?|sellers?|customers?|guests?|anyone|everyone|nobody|children|adults|people|residents|visitors|teachers?|trustees?|board|engineers?|managers?|nurses?|doctors?|we|you|he|she|they)\b(?!['’])/u;

/** Without sums of money, and without the numbers that the question says itself. */
function withoutSaid(output: string, text: string): string {
  const rest = amountsIn(output).reduce((left, sum) => left.replace(sum, ''), output);
  const said = new Set(text.match(/\d+/g));
  return rest.replace(/\d+/g, (number) => (said.has(number) ? '' : number));
}

/** "Which account charges least for a transfer": none of them is called what the question is about. */
function isFromWhich(text: string): boolean {
  return /^(?:which|what)\b/i.test(text) && !/\bor\b|["“‘]/i.test(text);
}

/** "How long is the pool?": of a thing, not of something that goes on. */
const LENGTH_OF = /^how long (?:is|are|was|were) (?:the|an?|this|its) [\p{L} -]+\?*$/iu;

/** Nobody's name: "Mill Lane", "Deutsch Français English". */
const STREET =
  /^(?:\d+[a-z]?\s)?(?:\p{L}[\p{L}'’-]*\s){1,3}(?:street|st|lane|road|rd|avenue|ave|square|drive|close|way)\.?$/iu;
const LANGUAGES =
  /^(?:(?:english|deutsch|fran[çc]ais|español|italiano|nederlands|português|svenska|polski|日本語)[\s,|·]*){2,}$/iu;
/** How old is told in years or by when it began, how tall by a length. */
const AGE_OR_HEIGHT =
  /\d\s?(?:mm|cm|m|km|ft|feet|foot|in|inch(?:es)?|met(?:re|er)s?|years?|yrs?|months?|weeks?|days?|centur(?:y|ies))(?!\p{L})|\d\s?[′'’"″]|\b(?:aged?|ages|old|born|built|founded|established|opened|dates? (?:from|back)|since|from|under|over|minimum|years?)\b|\d\s?\+|^\d{1,3}$|^(?:1[5-9]|20)\d\d$/iu;
const WEIGHT =
  /\d\s?(?:k?g|mg|t|lbs?|oz|ounces?|pounds?|grams?|grammes?|kilos?|kilograms?|tonn?es?|tons?|stone)(?!\p{L})|^[\d.,]+$/iu;

/** A number, so many of something, a day, a sum, an address to write to: no place. */
const NOWHERE =
  /^[\d.,\s]+(?:\p{Ll}+(?:\s\p{Ll}+)?)?$|^\d{1,2}\s\p{L}+\s\d{4}$|^[$€£¥]\s?\d|^\S+@\S+$|^(?:full|part)[- ]time$/iu;
const TIME_OF_DAY = /(?<![\d$€£¥.,])\d{1,2}[:.]\d{2}(?!\d)|\d\s?[ap]\.?m\b|\bnoon\b/i;
const HOURS =
  /\d\s?(?:[ap]m)?\s?(?:[–-]|to)\s?\d{1,2}(?:[:.]\d{2})?\s?(?:[ap]m)\b|\d[:.]\d{2}\s?[–-]\s?\d{1,2}[:.]\d{2}/i;
/** A line that only names what is to be replaced says nothing of what replaces it. */
const INSTEAD =
  /\b(?:instead|in place of|replac\p{L}*|substitut\p{L}*|alternativ\p{L}*|swap\p{L}*|use[ds]?|works?|or|rather)\b|→/iu;

/** "A desk with two drawers" tells of two, and not what it costs. */
const COST =
  /\d|\b(?:free|gratis|included|nothing|donations?|pence|cents?|dollars?|euros?|pounds?|half|double|twice|(?:no|on|without|by|extra) \p{L}*(?:charge|cost|fee|request|quote|arrangement|payment))|kosten(?:los|frei)|gratuit|inclu|enthalten|inbegriffen|無料/iu;

/** Whether a text tells how long. */
export function isSpan(text: string): boolean {
  return SPAN.test(text);
}

const QUANTITY =
  /\d|\b(?:free|none|no|not|unlimited|half)\b|\b(?:an?|one|two|three|four|five|six|ten) (?:\p{L}+ )?(?:pinch|cup|handful|spoon|teaspoon|tablespoon|dash|glass|bottle|tin|clove|slice|lot|little|bit)/iu;
const OFTEN =
  /\b(?:every|each|per|once|twice|times?|daily|hourly|weekly|monthly|quarterly|yearly|annual(?:ly)?|always|never|regularly|constantly|rarely)\b|\ba (?:day|week|month|year)\b|\bin (?:two|three|four|five|six|seven|eight|nine|ten|\d+)\b|(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b/i;

/** Whether a text tells a size or a way: a number with its unit, or nothing but a number. */
export function isMeasured(text: string): boolean {
  return MEASURE.test(text) || SIZE_NAME.test(text) || /^[^\p{L}]*\d[^\p{L}]*$/u.test(text);
}

const MEASURE =
  /(?:\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|a|an|half|few)\b)[\s-]?(?:square |sq\.? ?|cubic )?(?:mm|cm|m|km|met(?:re|er)s?|kilomet(?:re|er)s?|centimet(?:re|er)s?|in|inch(?:es)?|ft|foot|feet|yd|yards?|mi|miles?|nm|nautical|acres?|ha|hectares?|m2|m²|㎡|km2|km²|qm|sqm|sqft|l|lit(?:re|er)s?|gal|[kmgt]i?b|bytes?|pages?|people|seats?|min(?:ute)?s?|hours?|blocks?|stops?|bar|px|mp|storeys?|stor(?:y|ies)|floors?|employees|members)(?!\p{L})|\d\s?[²"″′'%×x°]/iu;
const SIZE_NAME =
  /^(?:(?:size )?(?:XX?S|[SML]|XX?L|small|medium|large)(?:,? (?:to|or|and) |, ?|[–-]| )?){1,6}$/i;

const TIME =
  /\d|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:January|February|March|April|May|June|July|August|September|October|November|December|today|tomorrow|yesterday|noon|midnight|spring|summer|autumn|fall|winter|morning|evening|afternoon|night|daily|weekly|monthly|every|always|never|now|immediately|soon|year|month|week|day|hour|after|before|during|once|until|while|when)\b/i;

const SPAN =
  /(?:\d[\s-]?|\b(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|half|several|few)[\s-])(?:[\p{L}-]+\s)?(?:s|[mn]s|secs?|(?:milli|micro|nano)?seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|nights?|weeks?|months?|years?|decades?|km|cm|mm|mi|miles?|met(?:re|er)s?|ft|foot|feet|inch(?:es)?|in|yards?|pages?|words)\b|\d[:′'’"]\d|^\d[\d.,]*$|\b(?:unlimited|forever|lifetime|always)\b|\d\s?[–-]\s?\d|\buntil\b/iu;

function isCounted(text: string): boolean {
  return (
    /\d|\b(?:free|included|complimentary|none|no|not|unlimited|all|every|once|twice|daily|weekly|monthly|yearly|annually|half|several|few|many|an?|each|never|always|regularly|often)\b/i.test(
      text,
    ) || wordsOf(text).some((word) => parseNumberWord(word) !== undefined)
  );
}

/** "said Councillor Denise Okafor, who chairs the committee": where a sentence has one name, that is who. */
export function cutToName({ output, coverage }: Said, { text, stems }: Question): Said {
  const isWhole = output.length <= 60 || output.length > 400 || /\band\b|\bwho were\b/i.test(text);
  if (!/^who\b/i.test(text)) return { output, coverage };
  const [beside, ...others] = [...output.matchAll(BESIDE)].filter(([, , said]) =>
    contentStems(said ?? '').every((word) => stems.has(word)),
  );
  if (beside?.[1] && others.length === 0) return { output: beside[1], coverage };
  if (isWhole) return { output, coverage };
  const names = new Set(
    [...output.matchAll(FULL_NAME)]
      .map(([name]) => name)
      .filter((name) => !wordsOf(name).some((word) => stems.has(word))),
  );
  const [name] = names;
  return names.size === 1 && name ? { output: name, coverage } : { output, coverage };
}

/** "Low Tide Orchestra (Saturday)": what is asked for stands in brackets behind the name. */
const BESIDE = /((?:\p{Lu}[\p{L}'’.-]*\s?){1,5}) \(([\p{L} ]{3,30})\)/gu;

const FULL_NAME =
  /(?:(?:Dr|Prof|Sir|Dame|Mr|Mrs|Ms)\.?\s)?(?<!\p{L})\p{Lu}[\p{Ll}'’-]+(?:\s\p{Lu}\.)?(?:\s(?:de|van|von|der|la|bin|al))?(?:\s\p{Lu}[\p{Ll}'’-]+)+/gu;
