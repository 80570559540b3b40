/** Reads one clause as a command, in English and German. A clause that orders anything else is `unknown`. */
import {
  clauseKind,
  fileAsked,
  guard,
  loginInTask,
  quotesIn,
  unquoted,
  withoutQuotes,
} from '../../task/index.ts';
import { readCount } from '../words.ts';
import type { Command, Target } from './command.ts';

type Groups = Record<string, string | undefined>;
type Meaning = Command extends infer One ? (One extends Command ? Omit<One, 'source'> : never) : never;
type Rule = [pattern: RegExp, read: (groups: Groups) => Meaning];

const QUOTE = String.raw`"[^"]*"|“[^”]*”|„[^“”]*[“”]|'[^']*'|‘[^’]*’`;
const CART = String.raw`(?:(?:(?:the|my|your|our|a)\s+)?(?:shopping\s+)?(?:cart|basket|bag|trolley)|(?:den|meinen)\s+(?:Warenkorb|Einkaufswagen))`;
const THE = String.raw`(?:(?:the|an?|my|your|das|die|der|den|dem|ein|eine|einen|mein|meine|meinen)\s+)?(?:Feld\s+)?`;
const FIELD = String.raw`(?:\s+(?:text\s*|input\s*|search\s*)?(?:field|box|input|area|bar|textbox)|[- ]?Feld)?`;

const target = (what = ''): Target => readTarget(what);
const set = (field = '', value = ''): Meaning => {
  // The owner is asked for a code.
  if (/^(?:the|a|my|your|den|meinen)\s(?:\S+\s)?(?:code|passcode|otp|pin)$/iu.test(value.trim()))
    return { kind: 'set', field, value: '' };
  // "The total", "the code from the mail": a description of the value has to be worked out.
  if (/^(?:the|its|their|this|that|these|your|it|die|der|das|den)(?:\s|$)/iu.test(value.trim()))
    return { kind: 'unknown' };
  return { kind: 'set', field: unquoted(field), value: unquoted(value) };
};
const rule = (pattern: string, read: Rule[1]): Rule => [new RegExp(`^(?:${pattern})$`, 'isu'), read];

/** The plainer first. */
const RULES: Rule[] = [
  [/^(?:if|unless|until|once|whenever|wenn|falls|sobald)\b/iu, () => ({ kind: 'unknown' })],
  [
    /^(?:do not|don['’]t|never|without|avoid|nicht|ohne)\b|^(?:leave|keep)\s+(?:the\s+)?(?:rest|others?|everything|anything)\b|^(?:wait|pause|scroll|warte)\b/iu,
    () => ({ kind: 'say' }),
  ],
  [
    /^(?:what|whats|what['’]s|which|who|whose|whom|when|where|why|how|whether|was|welche\p{L}*|wer|wann|wo|warum|wie|wieviel|ob)\b|^(?:is|are|was|were|does|did|has|have)\s|^(?!(?:can|could|would|will) you\b).*\?$|^(?:tell|give|show|send|get|find|let)\s+(?:me|us)\b|^(?:sag|nenn|zeig|gib)\p{L}*\s+mir\b|^(?:find|nenn|lies|lese|liste)\p{L}*\b|^(?:find out|find|locate|look up|get|fetch|return|read|list|print|describe|summari[sz]e|explain|extract|output|provide|count|compare|report|check (?:if|whether|how|what))\b/isu,
    () => ({ kind: 'ask' }),
  ],
  rule(
    String.raw`(?:go|navigate|browse)?\s*(?:to|open|visit|load|öffne\p{L}*|besuche\p{L}*)\s+(?<url>https?:\/\/\S+?)[.,]?`,
    ({ url = '' }) => ({ kind: 'goto', url }),
  ),
  rule(String.raw`(?:go|navigate|return)\s+back|back|geh\p{L}*\s+zurück`, () => ({ kind: 'back' })),
  rule(
    String.raw`(?:log|sign)[\s-]*(?:me\s+|us\s+)?(?:in|on)\b(?<rest>.*)|log\s*into\b(?<more>.*)|login\b(?<last>.*)|melde\p{L}*\s+(?:dich|sie sich|mich)\s*(?<wie>.*?)\s*an|logge?\p{L}*\s+(?:dich|sie sich|mich)\s*(?<so>.*?)\s*ein`,
    (groups) => ({ kind: 'login', ...loginOf(Object.values(groups).find(Boolean) ?? '') }),
  ),
  rule(
    String.raw`(?:download|export|save (?:as|a copy of)|fetch the file)\s*(?<what>.*)|lad\p{L}*\s+(?<was>.+?)\s+(?:herunter|runter)`,
    ({ what, was = '' }) => ({
      kind: 'download',
      target: target((what ?? was).replace(/\s+(?:as|in|to|als) (?:an? )?(?=pdf|csv|xlsx?|json)/iu, ' ')),
    }),
  ),
  rule(
    String.raw`(?:upload|attach)\s+(?<what>.+?)(?:\s+(?:that|which)\s+says\s+(?<text>.+))?|lad\p{L}*\s+(?<was>.+?)\s+hoch`,
    ({ what, was = '', text }) => uploadOf(what ?? was, text),
  ),
  rule(
    String.raw`(?:add|put|place)\s+(?<what>.+?)\s+(?:to|in|into)\s+${CART}|leg\p{L}*\s+(?<was>.+?)\s+in\s+${CART}`,
    ({ what, was = '' }) => ({ kind: 'basket', ...counted(what ?? was) }),
  ),
  rule(
    String.raw`(?:un-?check|un-?tick|deselect|turn off|switch off|disable)\s+(?<what>.+)|(?:deaktivier|entferne das Häkchen bei)\p{L}*\s+(?<was>.+)`,
    ({ what, was = '' }) => ({ kind: 'tick', targets: listed(what ?? was), isOn: false }),
  ),
  rule(
    String.raw`(?:tick|check|turn on|switch on|enable)\s+(?!out\b|in\b)(?<what>.+)|(?:hak\p{L}*\s+(?<was>.+?)\s+an|aktivier\p{L}*\s+(?<das>.+))`,
    ({ what, was, das = '' }) => ({ kind: 'tick', targets: listed(what ?? was ?? das), isOn: true }),
  ),
  rule(
    String.raw`(?:click|press|tap|hit|push|klick\p{L}*|drück\p{L}*)\s+(?:(?:on|auf)\s+)?(?<what>.+)`,
    ({ what }) => ({ kind: 'click', target: target(what) }),
  ),
  rule(
    String.raw`search\s+(?:(?:the\s+)?(?:site|shop|store|page|catalogu?e|website)\s+)?(?:for\s+)?(?<query>.+)|such\p{L}*\s+nach\s+(?<nach>.+)`,
    ({ query, nach = '' }) => ({
      kind: 'search',
      query: unquoted(
        (query ?? nach)
          .replace(/^(?:for|the (?:word|term|product|item)|an?|einem|einer)\s+/iu, '')
          .replace(/\s+(?:in|using|with|on) the (?:search|site|shop)\b.*$/iu, ''),
      ),
    }),
  ),
  rule(
    String.raw`(?:type|enter|write|input|put|insert)\s+(?:in\s+)?(?<value>${QUOTE}|.+?)\s+(?:into|in|on|to|for|as|at)\s+${THE}(?<field>.+?)${FIELD}|gib\p{L}*\s+(?<wert>${QUOTE}|.+?)\s+(?:in|bei|als)\s+${THE}(?<feld>.+?)${FIELD}\s+ein|trag\p{L}*\s+(?<text>${QUOTE}|.+?)\s+(?:in|bei|als)\s+${THE}(?<ins>.+?)${FIELD}\s+ein`,
    ({ value, wert, text, field, feld, ins }) =>
      set(field ?? feld ?? ins, valueIn(value ?? wert ?? text ?? '')),
  ),
  rule(
    String.raw`fill\s+(?:in\s+|out\s+)?(?:the\s+)?(?<field>(?!.*\bform\b)[^:,]{1,60}?)${FIELD}\s+with\s+(?<value>${QUOTE}|[^,:]+)`,
    ({ value, field }) => set(field, value),
  ),
  [/^(?:fill|complete)\b|^füll\p{L}*\s.*\baus\b/isu, () => ({ kind: 'fill' })],
  rule(
    String.raw`(?:set|change|update)\s+(?:the\s+|my\s+|its\s+)?(?<field>.+?)\s+to\s+(?:be\s+)?(?<value>.+)|(?:setz|änder|stell)\p{L}*\s+${THE}(?<feld>.+?)\s+(?:auf|in|zu)\s+(?<wert>.+)`,
    ({ field, feld, value, wert }) => set(field ?? feld, value ?? wert),
  ),
  rule(
    String.raw`(?:choose|select|pick)\s+(?<value>.+?)\s+(?:as|for|from|in|under)\s+(?:the\s+|my\s+|your\s+)?(?<field>.+?)|wähl\p{L}*\s+(?<wert>.+?)\s+(?:als|für|bei|unter)\s+${THE}(?<feld>.+?)(?:\s+aus)?`,
    ({ value, wert = '', field, feld = '' }) => ({
      kind: 'choose',
      values: listed(value ?? wert),
      field: unquoted(
        (field ?? feld).replace(/\s+(?:drop-?down|list|menu|field|options?)(?:\s+(?:list|menu|box))?$/iu, ''),
      ),
    }),
  ),
  rule(
    String.raw`(?:choose|select|pick)\s+(?<value>.+)|wähl\p{L}*\s+(?<wert>.+?)(?:\s+aus)?`,
    ({ value, wert = '' }) => ({
      kind: 'choose',
      values: listed(value ?? wert),
      field: '',
    }),
  ),
  rule(
    String.raw`(?:type|enter|write|input)\s+(?:in\s+)?(?:the\s+|my\s+|your\s+)?(?<field>\p{L}[\p{L} -]{1,30}?)(?:\s*[:=]\s*|\s(?=["“'‘]|(?-i:\p{Lu})|\p{N}))(?<value>.+)`,
    ({ value, field }) => set(field, value),
  ),
  rule(String.raw`(?:type|enter|write|input)\s+(?<value>.+)`, ({ value }) => set('', value)),
  rule(
    String.raw`(?:open|follow|view|visit|show|go\s+(?:to|into)|navigate\s+to|switch\s+to|head\s+to|öffne\p{L}*|folge\p{L}*|geh\p{L}*\s+(?:zu|zur|zum|auf))\s+(?<what>.+)`,
    ({ what }) => ({ kind: 'open', target: target(what) }),
  ),
  rule(
    String.raw`(?<verb>submit|save|send|confirm|apply|continue|proceed|finish|log out|sign out|check ?out|speicher\p{L}*|send\p{L}*|bestätig\p{L}*)(?:\s+(?:it|this|them|that|(?:the|my|das|die) \p{L}+|everything|es|ab))*`,
    ({ verb = '' }) => ({ kind: 'submit', verb }),
  ),
];

const FETCHING = /^(?:get|fetch|save|send|give|bring|hol|besorg)\p{L}*\s+(?:(?:me|us|mir)\s+)?/iu;

/** Comparing, counting and conditions need a language model; so does a choice among all of a kind. */
const BEYOND =
  /\b(?:except|unless|if|until|whichever|random|most|least|best|worst|(?:larg|small|bigg?|cheap|long|short|low|high|new|old|late|earli|fast|slow)(?:e?st|er)|every|all|each|both|any|same|others?|rest|first|second|third|fourth|fifth|last|\d+(?:st|nd|rd|th)|außer|wenn|falls|alle|jede[nrs]?|(?:günstig|billig|teuer|neu|ält|größ|klein|höch|niedrig)e?ste[nrs]?|erste[nrs]?|letzte[nrs]?|right[- ]click|double[- ]click|hover)\b/iu;
const NAMING = new Set(['click', 'open', 'download', 'basket', 'tick', 'choose']);

/** "Enter Ann in Name and Oslo in Town" is two commands. */
const PAIRED: [verb: RegExp, between: RegExp][] = [
  [/^(?:set|change|update)$/iu, /\S\s+to\s+\S/iu],
  [/^(?:choose|select|pick)$/iu, /\S\s+(?:as|for|in|from)\s+\S/iu],
  [/^(?:type|enter|write|input|put|insert)$/iu, /\S\s+(?:in|into|as|for)\s+\S/iu],
];

export function readCommands(clause: string): Command[] {
  const [, verb = '', rest = ''] = /^(\p{L}+)\s+(.+)$/isu.exec(clause) ?? [];
  const between = PAIRED.find(([verbs]) => verbs.test(verb))?.[1];
  const parts = guard(rest);
  const pairs = parts.text.split(/,\s*(?:and\s+)?|\s+and\s+/u);
  if (!between || pairs.length < 2 || !pairs.every((pair) => between.test(pair)))
    return [readCommand(clause)];
  return pairs.map((pair) => readCommand(`${verb} ${parts.restore(pair)}`));
}

function readCommand(clause: string): Command {
  // "Get me the invoices of May as PDF".
  if (FETCHING.test(clause) && fileAsked(clause) !== null)
    return { kind: 'download', target: readTarget(clause.replace(FETCHING, '')), source: clause };
  for (const [pattern, read] of RULES) {
    const match = pattern.exec(clause);
    if (!match) continue;
    const meaning = read({ ...match.groups });
    const isBeyond = NAMING.has(meaning.kind) && BEYOND.test(withoutQuotes(clause));
    return { ...(isBeyond ? { kind: 'unknown' } : meaning), source: clause } as Command;
  }
  return { kind: clauseKind(clause) === 'act' ? 'unknown' : 'say', source: clause };
}

const KINDS: [RegExp, Target['kind']][] = [
  [/\b(?:button|icon|knopf|schaltfläche)\b/iu, 'button'],
  [/\b(?:hyper)?links?\b/iu, 'link'],
  [/\b(?:tab|reiter)\b/iu, 'tab'],
  [/\b(?:(?:text|input|search) ?(?:field|box|area|bar)|field|textbox|textarea|input|feld)\b/iu, 'field'],
  [/\b(?:check ?box|radio button|switch|toggle)\b/iu, 'box'],
  [/\b(?:drop-?down|menu|list box|menü)\b/iu, 'menu'],
];

export function readTarget(words: string): Target {
  const whole = words.trim().replace(/[.,;!?]+$/u, '');
  const quotes = quotesIn(whole);
  const unnamed = quotes.length > 0 ? withoutQuotes(whole) : whole;
  const [pattern, kind = ''] = KINDS.find(([named]) => named.test(unnamed)) ?? [];
  const bare = pattern ? unnamed.replace(new RegExp(pattern, 'giu'), ' ') : unnamed;
  // The word for its kind may be all there is of a name.
  const hasMore = quotes.length > 0 || /[\p{L}\p{N}]/u.test(bare.replace(/\b(?:the|an?|this|that)\b/iu, ' '));
  const phrase = `${hasMore ? bare : unnamed} ${quotes.join(' ')}`.replace(/\s+/gu, ' ').trim();
  return { phrase, quoted: quotes[0] ?? null, kind };
}

/** 'the password "x"' is "x". */
function valueIn(words: string): string {
  const [, quote] =
    new RegExp(`^(?:(?:the|an?|my|this)\\s+)?(?:\\p{L}+\\s+){0,3}(${QUOTE})$`, 'iu').exec(words.trim()) ?? [];
  return quote ?? words;
}

function loginOf(words: string): { username: string; password: string } {
  const told = loginInTask(`Log in ${words}`);
  return { username: told?.username ?? '', password: told?.password ?? '' };
}

function uploadOf(what: string, text: string | undefined): Meaning {
  const [, file = what, field = ''] =
    /^(.+?)\s+(?:to|into|in|as|for|on|bei|unter)\s+(?:the\s+)?(.+)$/isu.exec(what) ?? [];
  const name = file
    .replace(/^(?:an?|the|my|this|die|meine?n?)\s+/iu, '')
    .replace(/^(?:attached\s+)?(?:file|document|picture|image|photo|datei)\b\s*(?:named|called)?\s*/iu, '');
  return { kind: 'upload', field: unquoted(field), name: unquoted(name), text: text ? unquoted(text) : null };
}

/** "two Tin Mugs", "3 x the red lamp". */
function counted(what: string): { target: Target; count: number } {
  const [, word = '', rest = ''] =
    /^(?:the\s+)?(\d{1,2}|two|three|four|five|six|zwei|drei|vier)\s*(?:x|×|pieces of|of the|of)?\s+(.+)$/iu.exec(
      what.trim(),
    ) ?? [];
  return { target: readTarget(word === '' ? what : rest), count: word === '' ? 1 : (readCount(word) ?? 1) };
}

/** "Red, Green and Blue" are three; a quoted text is one. */
function listed(what: string): string[] {
  const quotes = quotesIn(what);
  if (quotes.length > 0) return quotes;
  return what
    .replace(/[.;]+$/u, '')
    .split(/\s*,(?!\s*\d{4}\b)\s*(?:and\s+|or\s+|und\s+)?|\s+(?:and|und)\s+(?:also\s+)?|\s*&\s*/u)
    .map((part) =>
      part
        .trim()
        .replace(/^(?:(?:the|only|just|den|die|das)\s+)+/iu, '')
        .replace(/\s+(?:check ?box(?:es)?|box(?:es)?|options?|radio buttons?|switch(?:es)?)$/iu, ''),
    )
    .filter(Boolean);
}
