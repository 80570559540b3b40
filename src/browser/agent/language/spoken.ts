import { allBut } from './all-but.ts';
import { resumed } from './antecedent.ts';
import { filledFields, provided } from './filled-fields.ts';
import { spelledSpan } from './read-date.ts';
import { refrained } from './refrained.ts';
import { remarks } from './remarks.ts';
import { onRows } from './row-talk.ts';
import { sameThing } from './same-thing.ts';
import { loginFirst } from './told-login.ts';
import { enteredInto, parted } from './told-values.ts';
import { ordered } from './wishes.ts';

/** What is to be said or written after a colon is a quotation, also where it has no marks; data is told as a list. */
export function spoken(text: string): string {
  return STEPS.reduce((said, step) => step(said), text).replace(
    /\b(with|saying|says?|reading|(?:the|this)\s+(?:text|message|words?|reply|comment|answer))\s*:\s+([^"“'‘«\n:]{1,200})$/iu,
    (whole, lead: string, words: string) =>
      /[,.;]\s+(?:then|and|press|click|hit|submit|send)\b|\band\s+(?:press|click|hit|submit|send)\b|=/iu.test(
        words,
      )
        ? whole
        : `${lead} "${words.trim()}"`,
  );
}

/** "Country: Ireland. Enter only these two in the card and press Save": what is told above goes in anyway. */
function referred(text: string): string {
  return text.replace(
    /(?<=[.;]\s+)(?:please\s+)?(?:enter|fill\s+in|type|write|put|use)\s+(?:only|just|exactly)\s+(?:these|those|this|that)(?:\s+(?:two|three|four|five|values?|details?|data|entries|fields?))*(?:\s+(?:in|into|on|to)\s+[^.,]{2,40}?)?(?:,?\s+(?:and|then)\s+(?:then\s+)?(\p{Ll})|[.]\s*|$)/iu,
    (_whole, next: string | undefined) => next?.toUpperCase() ?? '',
  );
}

/** What somebody tells or wants, as the order it means. */
function heard(text: string): string {
  return HEARD.reduce((said, [look, order]) => said.replace(look, order), text);
}

const DEGREES = String.raw`\d{1,3}(?:[.,]\d{1,2})?\s*(?:°\s?[CFK]?|degrees)(?:\s+(?:celsius|fahrenheit))?`;

/** What stays as it is needs no deed: "and leave the contrast where it is", "but keep the other ones". */
const STAYING =
  /,?\s+(?:and|but)\s+(?:please\s+)?(?:leave|keep)\s+(?:(?:the|all|my)\s+)*(?:[^.,;:"“]{2,40}?\s+(?:(?:where|as|how)\s+(?:it|they)\s+(?:is|are|was|were)|alone|unchanged|untouched)|(?:others?(?:\s+\p{L}+)?|rest))(?=[.,;!]|$)/giu;

const HEARD: readonly (readonly [RegExp, string])[] = [
  // How it is done the page shows itself: "(press Enter to add it)", ": choose both from the suggestions".
  [/\s*\((?:(?:just|simply)\s+)?(?:press|hit|click|use|tap)\s[^()]*\)/giu, ''],
  // Why, or which of two is meant, is said besides the order: "(there are two of them, I mean the first)".
  [/\s*\((?:there|it|this|that|they|he|she|we|I|you)(?:['’]|\s)[^()"“\d:=]{2,160}\)/giu, ''],
  // A reply goes to its addressee anyway.
  [/\s*\((?:only|just)\s+to\s+[^()]{2,40}\)/giu, ''],
  [STAYING, ''],
  // "Find the member Ann Lee and block her account": the member is what is blocked.
  [
    /\b(?:[Ff]ind|[Ll]ook\s+up|[Ll]ocate|[Ll]ook\s+for|[Ss]earch\s+for)\s+(?:the\s+)?((?:\p{Ll}+\s+)?(?:"[^"]+"|\p{Lu}[\p{L}'’-]*(?:\s\p{Lu}[\p{L}'’-]*)*))(?:\s+(?:in|on)\s+the\s+(?:list|table))?,?\s+(?:and|then)\s+(?:then\s+)?(\p{Ll}+)\s+(?:his|her|its|their)\s+(?:record|entry|row|line|account|profile|listing)(?=[.!]?$)/u,
    '$2 the $1',
  ],
  [
    /\s*[:,]\s+(?:choose|pick|select)\s+(?:it|them|both|each)\s+from\s+the\s+(?:suggestions?|suggested\s+\p{L}+|drop-?down|list)(?=\s+and\b|[,.]|$)/giu,
    '',
  ],
  [
    /\b(?:put|place|move|bring|get|drop)\s+([^.,;]{2,60}?)\s+(?:in|into|onto|on|to)\s+([^.,;]{2,60}?)\s+(?:by\s+(?:dragging(?:\s+(?:it|them)(?:\s+there)?)?|drag[\s-]and[\s-]drop)|with\s+the\s+mouse)/giu,
    'drag $1 to $2',
  ],
  [
    /\bscroll(?:\s+down)?\s+(?:to|until\s+you\s+(?:see|find))\s+("[^"]+"|[^",.]{2,40}?)(?:,\s+(?:and\s+|then\s+)?|\s+and\s+(?:then\s+)?)(select|choose|click|pick|press|tap|open)\s+(?:on\s+)?it\b/giu,
    '$2 $1',
  ],
  [/\bsearch\s+(results?\b)/giu, '$1'],
  // "The item we have the most of" is the one with the highest number.
  [
    /\b(the\s+\p{Ll}+)\s+(?:that\s+|which\s+)?(?:we|you|they|I)\s+have\s+the\s+(most|least|fewest)\s+of\b/giu,
    '$1 with the $2 quantity',
  ],
  // Whom it is for is who gives the order.
  [
    /\b(order|buy|book|reserve|purchase|rent|grab)\s+(?:me|us)\s+(?=(?:the|an?|some|two|three|four|five|\d+)\s)/giu,
    '$1 ',
  ],
  // A part of an area takes what is dragged there.
  [
    /\b(?:move|put|place|bring)\s+([^.,;]{2,60}?)\s+(?:in|into|to)\s+(?=the\s+(?:(?:top|bottom|upper|lower|left|right)[\s-]){1,2}(?:quarter|quadrant|half|corner)\s+of\b)/giu,
    'drag $1 to ',
  ],
  // How warm it should be somewhere.
  [
    new RegExp(String.raw`\bmake\s+it\s+(${DEGREES})(\s+in\s+the\s+[\p{L} ]{2,30}?)?(?=[.,;]|$)`, 'giu'),
    'set the temperature$2 to $1',
  ],
  [
    new RegExp(String.raw`\bmake\s+(the\s+[\p{L} ]{2,30}?)\s+(${DEGREES})(?=[.,;]|$|\s+and\b)`, 'giu'),
    'set $1 to $2',
  ],
  [
    /\bset\s+(?:an?|the|my)\s+alarm\s+(?:for|at|to)\s+(\d{1,2}(?::\d{2})?(?:\s*(?:[ap]m\b|[ap]\.m\.))?)(?=[.!]?$)/giu,
    'set the time to $1, then save the alarm',
  ],
  [
    /\bwake\s+(?:me|us)(?:\s+up)?\s+at\s+(\d{1,2}(?::\d{2})?(?:\s*(?:[ap]m\b|[ap]\.m\.))?)(?:\s*[:,;.]\s*(?:please\s+)?set\s+(?:an?|the|my)\s+alarm)?(?=[.!]?$)/giu,
    'set the time to $1, then save the alarm',
  ],
  // What goes from one place to another is asked for with a form.
  [
    /\bfind(?:\s+me)?\s+((?:all\s+|the\s+|some\s+)?(?:direct\s+)?(?:trains?|flights?|bus(?:es)?|ferr(?:y|ies)|connections?|journeys?|routes?)\s+from\s+\S)/giu,
    'search for $1',
  ],
  [
    /\b(?:put|enter|type|write|insert)\s+("[^"]+"|[^".;,]{1,60}?)\s+(?:in|into|to)\s+(?:the\s+)?(cell\s+[a-z]{1,2}\d{1,3})\b/giu,
    'set $2 to $1',
  ],
  // How it is confirmed the page says itself.
  [
    /,?\s+(?:and\s+)?confirm(?:\s+(?:it|this|that))?\s+by\s+typing\s+(?:in\s+)?(?:its|the)\s+(?:\p{L}+\s+)?name(?=[.,]|$|\s+and\b)/giu,
    '',
  ],
  // "How many …? See the annual report.": where the answer stands.
  [
    /(?<=\?\s+)(?:please\s+)?(?:see|consult|refer\s+to|have\s+a\s+look\s+at|look\s+at|look\s+in|look\s+under)\s+((?:the|our|your|their)\s+[^.,;"?]{3,40})(?=[.]?$)/iu,
    'Open $1',
  ],
  [
    /\b(update|change|edit|set|correct)\s+(the|my)\s+([\p{L} '-]{2,30}?)\s+(?:in|on|of)\s+my\s+(?:account|profile|settings|details)\s+to\b/giu,
    '$1 $2 $3 to',
  ],
  [
    /\b([Bb])ook\s+(\p{Lu}[\p{L}'-]+(?:\s\p{Lu}[\p{L}'-]+)*)\s+in\s+(?:for|on)\s+(?=\S)/gu,
    '$1ook an appointment for $2 on ',
  ],
  // "Find her extension in the directory, enter it …": where it stands is where one looks anyway.
  [
    /\bfind\s+([^.,;"]{3,60}?)\s+in\s+the\s+(?:directory|table|list|text|article|chart|document)(?=,\s|\s+and\b)/giu,
    'find $1',
  ],
  [
    /\b(?:apply|use|redeem)\s+the\s+((?:\p{L}+\s+)?(?:code|coupon|voucher))\s+(?:(?:that|which)\s+is\s+)?(?:shown|displayed|printed|given|written)\s+([^.,;]{2,40}?)(?=[.,;]|$)/giu,
    'enter the $1 shown $2 in the $1 field and press apply',
  ],
  [/^(please\s+)?(?:take|bring|lead|get)\s+(?:me|us)\s+(?:over\s+)?to\s+(?=\S)/iu, '$1Open '],
  [
    /(?<=^|[.!]\s+)(?:I|we)(?:\s+have|['’]ve)\s+(?:already\s+|just\s+)?(?:done|finished|completed)(?:\s+(?:this|that)\s+one)?:?\s+(?!it\b|that\b|this\b|so\b|my\b|all\b)("[^"]+"|\p{Lu}[^.!?"]{1,60})(?=[.!])/u,
    'Mark $1 as done',
  ],
  [/^(please\s+)?(log|sign)\s+(?:me|us)\s+(in|out|off)\b/iu, '$1$2 $3'],
  // What opened last is where the next is done.
  [
    /(\b(?:enter|type|write|fill|put|press|click|choose|select)\b[^.;]*?)\s+in\s+the\s+(?:new|opened)\s+(?:window|tab|page|pop-?up)\b/giu,
    '$1',
  ],
  // `"Ship it" belongs in the Review column now. Please update the board.`
  [
    /^(.{2,60}?)\s+(?:now\s+)?belongs?\s+(?:in|under|to)\s+(the\s+[^.]{2,30}?\s(?:column|list|lane|folder|section))(?:\s+now)?(?:\.\s*(?:please\s+)?(?:update|fix|correct|change|move)\b[^.]*)?\.?$/iu,
    'Move $1 to $2.',
  ],
  // "Otto wants the email you got from Lorenzo."
  [
    /^(\p{Lu}\p{L}+)\s+(?:wants|needs|asks\s+for|asked\s+for|would\s+like)\s+(?:to\s+(?:see|have|read)\s+)?the\s+(e-?mail|message|mail)\s+(?:(?:that\s+)?you\s+(?:got|received|had)\s+)?from\s+(\p{Lu}\p{L}+)\.?$/u,
    'Forward the $2 from $3 to $1.',
  ],
  // `Open "Rent the hall", which you will find on the Rooms tab.`
  [
    /^(open|click(?:\s+on)?|press|choose|select)\s+([^,]{2,60}?),?\s+(?:which|that)\s+(?:you\s+(?:will\s+|can\s+|['’]ll\s+)?find|is(?:\s+(?:found|located))?|stands|sits)\s+(?:on|in|under)\s+the\s+([^.,]{2,30}?)\s+(tab|menu|section)\.?$/iu,
    'Open the $3 $4, then click $2.',
  ],
];

/** "Open src/pages/Home.vue": by its folders. */
function byFolders(text: string): string {
  return text.replace(
    /(?<=^|\b(?:and|then|please)\s)(?:in\s+the\s+(?:\p{L}+\s+)?(?:tree|explorer|browser),?\s+)?(?:open|show|select)\s+(?:the\s+)?(?:file\s+)?((?:[\p{L}\p{N}_.@-]+\/)+[\p{L}\p{N}_-]+\.\p{L}[\p{L}\p{N}]{0,5})(?=[.,]?$|,?\s+(?:and|then)\b)/giu,
    (_whole, path: string) => `choose ${path.replaceAll('/', ' > ')}`,
  );
}

/** "Choose Export (it is part of Sales, in Commercial)": by that way. */
function situated(text: string): string {
  return text.replace(
    /\b(choose|select|pick|open|click)\s+([^(),.]{2,40}?)\s+\((?:(?:it|which)\s+(?:is|belongs)\s+)?(?:part\s+of|under|in|inside|within|to)\s+([^(),]{2,40}?)(?:,\s+(?:which\s+is\s+)?(?:part\s+of|under|in|inside|within)\s+([^(),]{2,40}?))?\)/iu,
    (_whole, verb: string, name: string, above: string, top?: string) =>
      `${verb} ${[top, above, name].filter(Boolean).join(' > ')}`,
  );
}

/** "Show me the rakes this store has (menu Tools)": by that menu. */
function placed(text: string): string {
  return text.replace(
    /^(?:please\s+)?(?:show\s+me|open|go\s+to|find|take\s+me\s+to)\s+(?:the\s+)?([^().]{2,40}?)(?:\s+(?:that\s+)?(?:this|the)\s+(?:store|shop|site|page)\s+(?:has|sells|offers))?\s*\((?:(?:in|under|from)\s+)?(?:the\s+)?menu\s+([^()]{2,40})\)/iu,
    'Choose $2 > $1',
  );
}

/** "Update my profile (First name = Ann; Last name = Lee)": what stands in the brackets goes into its form. */
function bracketed(text: string): string {
  return text.replace(
    /\b(?:update|edit|change|fill\s+in|fill\s+out|complete|set|enter)\s+([^().:=]{2,40}?)\s*\((\p{L}[\p{L} '-]{0,40}\s*[:=][^()]*[:=][^()]*)\)/iu,
    'fill in $1: $2.\n',
  );
}

/** `{"firstName": "Kim"}` is "first Name: "Kim"". */
function listed(text: string): string {
  return text.replace(/:?\s*(\{[^{}]*:[^{}]*\})/gu, (whole, data: string) => {
    try {
      const pairs = Object.entries(JSON.parse(data)).map(
        ([key, value]) => `${key.replace(/([a-z])(?=[A-Z])|[_-]+/gu, '$1 ')}: ${told(value)}`,
      );
      return `: ${pairs.join(', ')}`;
    } catch {
      return whole;
    }
  });
}

function told(value: unknown): string {
  if (typeof value !== 'string') return String(value);
  return `"${value.replaceAll('"', "'")}"`;
}

/** Each restates what the one before it has left. */
const STEPS: readonly ((text: string) => string)[] = [
  remarks,
  loginFirst,
  refrained,
  onRows,
  resumed,
  sameThing,
  spelledSpan,
  referred,
  enteredInto,
  parted,
  filledFields,
  provided,
  listed,
  bracketed,
  placed,
  situated,
  byFolders,
  allBut,
  heard,
  ordered,
];
