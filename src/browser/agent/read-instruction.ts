import type { Entry, Intent, Value } from './intent.ts';
import { type Protected, protect, restore, restoreQuoted, soleToken } from './protect.ts';
import { readTarget, strip } from './read-target.ts';
import { type Clause, splitClauses } from './split-clauses.ts';
import { normalize, readCount } from './words.ts';

/** Reads an instruction in words as a list of intents, in order. Nothing here knows the page. */
export function readInstruction(instruction: string): Intent[] {
  if (FOLLOW.test(instruction.trim())) return [{ kind: 'follow', source: instruction.trim() }];
  const whole = protect(instruction);
  const intents = splitClauses(whole.text).flatMap((clause) => readClause(clause, whole.tokens));
  return withSubmit(mergePairs(mergePastes(intents)));
}

const FOLLOW =
  /^(?:please\s+)?(?:do|follow|complete|perform|carry out|solve|execute|read and follow)\s+(?:what|whatever|the|all|any)?\s*(?:the\s+)?(?:page|site|screen|instructions?|task|tasks|challenge|directions|steps|test|exercise)\b.{0,40}$/iu;

type Tokens = Protected['tokens'];

function readClause(clause: Clause, tokens: Tokens): Intent[] {
  const source = restoreQuoted(clause.text, tokens);
  for (const [pattern, read] of RULES) {
    const match = clause.text.match(pattern);
    const intents = match && read(match, { ...clause, tokens, source });
    if (intents) return [intents].flat();
  }
  return [];
}

interface Reading extends Clause {
  tokens: Tokens;
  source: string;
}

type Rule = readonly [RegExp, (match: RegExpMatchArray, at: Reading) => Intent | Intent[] | null];

const QUESTION =
  /^(?:what|who|whom|whose|which|when|where|why|how|is|are|was|were|does|do|did|has|have|tell|report|give me|return the|return all|list|extract|read|summari[sz]e|describe|show me|let me know|get (?:me )?(?:the|all|a list)|find out|print|count|say)\b/iu;

/** The first rule whose pattern fits and which makes sense of the clause wins. */
const RULES: readonly Rule[] = [
  [/^(?:how many|count)\b(.*)$/iu, (match, at) => [{ kind: 'solve', phrase: at.source, source: at.source }, { kind: 'ask', source: at.source }]],
  [/^(?:solve|calculate|compute|work out|evaluate|add up|sum(?: up)?|answer)\b(.*)$/iu, (_match, at) => ({ kind: 'solve', phrase: at.source, source: at.source })],
  [QUESTION, (_match, at) => ({ kind: 'ask', source: at.source })],
  [/^(?:mark|label|classify)\b.*\bodd\b.*\beven\b/iu, (_match, at) => ({ kind: 'classify', source: at.source })],
  [/^(?:go|navigate|browse|visit|open|return)\s+(?:to\s+|back\s+to\s+)?([\ue000-\uf8ff])$/iu, (match, at) => {
    const token = soleToken(match[1] ?? '', at.tokens);
    return token?.kind === 'url' ? { kind: 'goto', url: token.text, source: at.source } : null;
  }],
  [/^(?:go|navigate)\s+back$/iu, (_match, at) => ({ kind: 'back', source: at.source })],
  [/^(?:wait|pause)\b/iu, (_match, at) => ({ kind: 'wait', source: at.source })],
  [/^(?:press|hit|push)\s+(?:the\s+)?(enter|return|escape|esc|tab|space(?:bar)?|backspace|delete|arrow ?(?:up|down|left|right)|(?:up|down|left|right) arrow|page ?(?:up|down))(?:\s+key)?$/iu, (match, at) => ({ kind: 'key', key: keyName(match[1] ?? ''), source: at.source })],
  [/^(?:log|sign)[\s-]*(?:in|on)\b(.*)$|^(?:login)\b(.*)$/iu, (match, at) => readLogin(match[1] ?? match[2] ?? '', at)],
  [/^(?:double[- ]click|click|tap)\b(?:\s+(?:on|in|inside))?\s+(.+)$/iu, (match, at) => readClick(match[1] ?? '', at, /^double/iu.test(at.text) ? 2 : 1)],
  [/^follow\s+(.+\blinks?\b.*|the links?\b.*)$/iu, (match, at) => readClick(match[1] ?? '', at, 1)],
  [/^(?:press|hit|push)\s+(.+)$/iu, (match, at) => readClick(match[1] ?? '', at, 1)],
  [/^(?:focus|put the cursor|place the cursor|set focus)\b(?:\s+(?:on|in|into|inside))?\s+(.+)$/iu, (match, at) => ({ kind: 'focus', target: readTarget(match[1] ?? '', at.tokens), source: at.source })],
  [/^(?:highlight|select all(?: of)? the text|select the text)\b\s*(.*)$/iu, (match, at) => ({ kind: 'highlight', target: readTarget((match[1] ?? '').replace(/^(?:the\s+)?text\s+(?:in|of)\s+/iu, ''), at.tokens), source: at.source })],
  [/^(?:un-?check|untick|un-?select|deselect|disable|deactivate|turn off|switch off|toggle off|opt out of)\s+(.+)$/iu, (match, at) => readTick(match[1] ?? '', false, at)],
  [/^(?:turn|switch|toggle)\s+(.+?)\s+(on|off)$/iu, (match, at) => readTick(match[1] ?? '', match[2]?.toLowerCase() === 'on', at)],
  [/^(?:tick|enable|activate|turn on|switch on|toggle(?: on)?|opt in to)\s+(.+)$/iu, (match, at) => readTick(match[1] ?? '', true, at)],
  [/^check\s+(?!out\b)(.+)$/iu, (match, at) => (/^(?:the\s+)?(?:price|availability|status|weather|balance|whether|if|that)\b/iu.test(match[1] ?? '') ? { kind: 'fill', verb: strip(at.source.split(/\s(?:for|of|from|with)\s/iu)[0] ?? ''), source: at.source } : readTick(match[1] ?? '', true, at))],
  [/^copy\s+(.+?)(?:\s+(?:in)?to\s+(the\s+.+))?$/iu, (match, at) => {
    const copy: Intent = { kind: 'copy', from: readTarget((match[1] ?? '').replace(/^(?:all\s+)?(?:the\s+)?text\s+(?:in|of|from|inside)\s+/iu, ''), at.tokens), source: at.source };
    return match[2] ? [copy, typeIntent([{ value: { kind: 'remembered' }, ...fieldOf(match[2], at.tokens) }], at.source)] : copy;
  }],
  [/^(?:select|choose|pick)\s+(?:all|every|each)(?:\s+of)?(?:\s+the)?\s*(?:check ?box(?:es)?|box(?:es)?|options|items)\b/iu, (_match, at) => ({ kind: 'tick', names: [], isAll: true, isOn: true, source: at.source })],
  [/^(?:select|choose|pick)\s+(?:out\s+)?(.+)$/iu, (match, at) => readChoose(match[1] ?? '', at)],
  [/^(?:clear|erase|empty)\s+(.+)$/iu, (match, at) => typeIntent([{ value: { kind: 'literal', text: '' }, ...fieldOf(match[1] ?? '', at.tokens) }], at.source)],
  [/^replace\s+(?:the\s+text\s+(?:in|of)\s+)?(.+?)\s+(?:with|by)\s+(.+)$/iu, (match, at) => typeIntent([{ value: valueOf(match[2] ?? '', at.tokens), ...fieldOf(match[1] ?? '', at.tokens) }], at.source)],
  [/^(?:set|change|adjust|update|edit|rename|increase|decrease|move)\s+(.+\s(?:to|as|=)\s.+)$/iu, (match, at) => readSet(match[1] ?? '', at)],
  [/^(?:type|enter|input|write|put|insert|paste)\b\s*(?:in\s+)?(.*)$/iu, (match, at) => readType(match[1] ?? '', at)],
  [/^scroll\b(.*)$/iu, (match, at) => readScroll(match[1] ?? '', at)],
  [/^(?:hover|move the (?:mouse|cursor|pointer))\b(?:\s+(?:over|on|above|onto|to))?\s+(.+)$/iu, (match, at) => ({ kind: 'hover', target: readTarget(match[1] ?? '', at.tokens), source: at.source })],
  [/^(?:drag|move)\s+(?:and\s+drop\s+)?(.+?)\s+(?:in)?(?:to|onto|inside|over|on top of|into)\s+(.+?)(?:\s+with the mouse)?$/iu, (match, at) => readDrag(match[1] ?? '', match[2] ?? '', at)],
  [/^(?:sort|order|rearrange|arrange)\s+(?=.*\b(?:by|order|ascending|descending|increasing|decreasing)\b)(.+)$/iu, (match, at) => readSort(match[1] ?? '', at)],
  [/^(?:expand|unfold|open|show|view|go to|navigate to|visit|switch to|switch|proceed to|continue to|go|browse to|collapse)\s+(.+)$/iu, (match, at) => readOpen(match[1] ?? '', at)],
  [/^(?:navigate|look|browse|switch|go)\b/iu, () => []],
  [/^(?:close|dismiss)\b\s*(.*)$/iu, (match, at) => ({ kind: 'close', target: readTarget((match[1] ?? '').replace(/\s+by clicking.*$/iu, ''), at.tokens), source: at.source })],
  [/^search\b(?:\s+(?:the\s+\w+\s+)?for)?\s+(.+)$/iu, (match, at) => ({ kind: 'search', query: strip(restore(match[1] ?? '', at.tokens)), source: at.source })],
  [/^(?:download|save a copy of)\s+(.+)$/iu, (match, at) => ({ kind: 'download', target: readTarget(match[1] ?? '', at.tokens), source: at.source })],
  [/^(?:upload|attach)\s+(.+)$/iu, (match, at) => readUpload(match[1] ?? '', at)],
  [/^(?:find|locate|look for|look up)\s+(.+)$/iu, (match, at) => ({ kind: 'find', target: readTarget(match[1] ?? '', at.tokens), phrase: strip(restore(match[1] ?? '', at.tokens)), source: at.source })],
  [/^(?:fill|complete|finish|register|create|checkout|check out|sign up|book|schedule|place)\b(.*)$/iu, (_match, at) => (/^(?:book|place)\b|^create\b(?!.*(?:account|\bwith\b|:))/iu.test(at.text) ? readAct(at) : { kind: 'fill', verb: formVerb(at.source), source: at.source })],
  [/^submit\b(.*)$/iu, (_match, at) => ({ kind: 'submit', verb: 'submit', source: at.source })],
  [/^[\p{L}][\p{L}\p{N} '-]{0,40}\s*[:=]\s*\S/u, (_match, at) => ({ kind: 'fill', verb: '', source: at.source })],
  [/^\p{L}[\p{L}-]+/iu, (_match, at) => (KNOWN_ACTS.test(at.text) ? readAct(at) : null)],
];

const KNOWN_ACTS =
  /^(?:save|apply|confirm|send|order|buy|purchase|add|remove|delete|forward|reply|respond|accept|agree|subscribe|unsubscribe|mark|star|like|share|retweet|archive|follow|unfollow|view|edit|update|cancel|proceed|continue|filter|post|publish|comment|rate|increase|decrease|answer|reset|refresh|reload|play|start|stop|print|export|import|install|join|leave|invite|assign|approve|reject|zoom|undo|redo|use|get|show|rename|log out|sign out|logout)\b/iu;

function readAct(at: Reading): Intent {
  const [, verb = '', rest = ''] = at.text.match(/^(\S+)\s*(.*)$/su) ?? [];
  const object = readTarget(rest.replace(/^(?:to|with|for)\s+/iu, ''), at.tokens);
  if (at.about !== '') object.near ??= restore(at.about, at.tokens);
  return { kind: 'act', verb: normalize(verb), object, phrase: restoreQuoted(rest, at.tokens), source: at.source };
}

function readClick(rest: string, at: Reading, times: number): Intent | Intent[] {
  const words = rest.match(/^(.+?)\s+(\d+|twice|two|three|four|five|six|seven|eight|nine|ten)(?:\s+times)?$/iu);
  const count = words && /times|twice/iu.test(rest) ? (readCount(words[2] ?? '') ?? 1) : times;
  const phrase = count > 1 && words && /times|twice/iu.test(rest) ? (words[1] ?? rest) : rest;
  // "Click ALPHA and BETA"
  const several = phrase.match(/^(?:the\s+)?(?:buttons?\s+|links?\s+)?([\ue000-\uf8ff])(?:\s*,\s*[\ue000-\uf8ff])*\s*(?:,|and)\s*[\ue000-\uf8ff](?:\s+(?:buttons|links))?$/iu);
  if (several) {
    return [...phrase.matchAll(/[\ue000-\uf8ff]/gu)].map(([mark]) => ({ kind: 'click', target: readTarget(mark, at.tokens), times: 1, source: at.source }));
  }
  const target = readTarget(phrase.replace(/\s+(?:when|once|after|if|while)\s+.*$/iu, ''), at.tokens);
  if (at.about !== '') target.near ??= restore(at.about, at.tokens);
  return { kind: 'click', target, times: count, source: at.source };
}

function readTick(rest: string, isOn: boolean, at: Reading): Intent {
  if (/^(?:all|every|each|both)\b/iu.test(rest)) return { kind: 'tick', names: [], isAll: true, isOn, source: at.source };
  const bare = rest.replace(/\b(?:the\s+)?(?:check ?box(?:es)?|tick ?box(?:es)?|box(?:es)?|options?|items?|switch|toggle|numbers?)\b(?:\s+(?:labell?ed|named|called|for))?/giu, ' ');
  return { kind: 'tick', names: listOf(bare, at.tokens), isAll: false, isOn, source: at.source };
}

/** "a, b and c", restored and without the words around them. */
function listOf(text: string, tokens: Tokens): string[] {
  return text
    .split(/\s*,\s*(?:and\s+|or\s+)?|\s+and\s+|\s*;\s*|\s+&\s+/iu)
    .map((part) => strip(restore(part, tokens)))
    .filter((part) => part !== '');
}

function readChoose(rest: string, at: Reading): Intent {
  const hintWords = `${at.means} ${rest}`;
  let body = rest.replace(/\s+(?:when|once)\s+.*$/iu, '');
  let field = '';
  const from = body.match(/\s+(?:from|in|with|on|using|of|under|within|inside)\s+(?:the\s+|a\s+)?([^\ue000-\uf8ff]*?\b(?:drop-?\s?down|list|menu|slider|spinner|calendar|options?|suggestions?|combo ?box|scroll list|radio(?: ?buttons?)?|date ?picker|select(?: box)?|box|field|table|tabs?|section)\b.*)$/iu);
  if (from?.index !== undefined) {
    field = strip(restore(from[1] ?? '', at.tokens)).replace(/\b(?:scroll|drop-?\s?down|list|menu|slider|spinner|calendar|options?|suggestions?|combo ?box|box|field|date ?picker|below|above|given|following|native)\b/giu, ' ').replace(/\s+/gu, ' ').trim();
    if (/\boptions?\b/iu.test(from[1] ?? '') && field !== '') field = strip(restore(from[1] ?? '', at.tokens));
    body = body.slice(0, from.index);
  }
  const as = body.match(/^(.+?)\s+(?:as|for)\s+(?:the\s+|your\s+)?(.+)$/iu);
  if (as?.[1] && as[2] && !/[\ue000-\uf8ff]/u.test(as[2])) {
    field = strip(restore(as[2], at.tokens));
    body = as[1];
  }
  const isPath = />|→|»/u.test(body);
  const target = readTarget(body, at.tokens);
  const bare = body.replace(/^(?:the\s+)?(?:options?|items?|values?|entry|entries|radio ?buttons?|check ?boxes|day|date|choices?)\s+(?:labell?ed|named|called|with the label)?\s*/iu, '');
  const labelled = bare.match(/^(?:the\s+|an?\s+)?(\p{Ll}[\p{Ll} ]{1,30}?)\s+((?:[\ue000-\uf8ff]|[\p{Lu}\p{N}-]).*|(?:red|green|blue|yellow|purple|orange|black|cyan|white|pink|brown|gr[ae]y|magenta)\b.*)$/u);
  const values = isPath
    ? bare.split(/\s*(?:>|→|»)\s*/u).map((part) => strip(restore(part, at.tokens)))
    : listOf(labelled && !field && !/,|\band\b/u.test(bare) ? (labelled[2] ?? bare) : bare, at.tokens);
  if (labelled?.[1] && field === '' && !/,|\band\b/u.test(bare)) field = strip(labelled[1]);
  const hint = isPath ? 'menuitem' : hintOf(hintWords, at.tokens);
  return { kind: 'choose', values, target, field, hint, source: at.source };
}

function hintOf(text: string, tokens: Tokens): Extract<Intent, { kind: 'choose' }>['hint'] {
  if (/\bslider\b/iu.test(text)) return 'slider';
  if (/\bspinner|stepper\b/iu.test(text)) return 'spinner';
  if (/\bradio\b/iu.test(text)) return 'radio';
  if (/\bcheck ?box(?:es)?\b/iu.test(text)) return 'checkbox';
  if (/\b(?:drop-?\s?down|combo ?box)\b/iu.test(text)) return 'dropdown';
  if (/\b(?:calendar|date ?picker)\b/iu.test(text)) return 'date';
  if ([...text].some((mark) => soleToken(mark, tokens)?.kind === 'date')) return 'date';
  return /\b(?:list)\b/iu.test(text) ? 'list' : null;
}

function readSet(rest: string, at: Reading): Intent | null {
  const list = soleToken(rest.match(/[\ue000-\uf8ff]/u)?.[0] ?? '', at.tokens);
  if (list?.kind === 'list') {
    const values = list.text.slice(1, -1).split(/\s*,\s*/u);
    return { kind: 'set', pairs: values.map((value) => ({ field: '', value })), hint: 'slider', source: at.source };
  }
  const pairs = rest
    .split(/\s*,\s*(?:and\s+)?(?=[^,]*\s(?:to|as|=)\s)|\s+and\s+(?=[^,]*?\s(?:to|as|=)\s)/iu)
    .map((part) => part.match(/^(.+?)\s+(?:to|as|=)\s+(.+)$/iu))
    .filter((match) => match !== null)
    .map((match) => ({ field: strip(restore(match[1] ?? '', at.tokens)), value: strip(restore(match[2] ?? '', at.tokens)) }));
  const hint = hintOf(`${at.means} ${rest}`, at.tokens);
  return pairs.length === 0 ? null : { kind: 'set', pairs, hint: hint === 'date' ? null : hint, source: at.source };
}

function typeIntent(entries: Entry[], source: string): Intent {
  return { kind: 'type', entries, source };
}

const FIELD_WORD = /\b(?:fields?|box(?:es)?|inputs?|text ?areas?|textbox(?:es)?|editor|text ?field|area|form|search bar|bar|page|document)\b/iu;

function readType(rest: string, at: Reading): Intent | Intent[] {
  if (at.means !== '' && !/\s(?:in|into)\s/iu.test(rest)) return typeIntent([{ value: valueOf(rest, at.tokens), ...fieldOf(at.means, at.tokens) }], at.source);
  const pattern = rest.match(/^(?:an?|any|the)\s+(?:\w+\s+)?(?:item|word|value|entry|name|option|country|one)s?\s+(?:that|which)\s+(.+)$/iu);
  if (pattern?.[1]) {
    const part = (word: string) => restore(pattern[1]?.match(new RegExp(`${word}s?(?:\\s+with)?\\s+([\\ue000-\\uf8ff]|\\S+)`, 'iu'))?.[1] ?? '', at.tokens);
    return typeIntent([{ value: { kind: 'pattern', starts: part('start') || part('begin'), ends: part('end'), contains: part('contain') }, field: '', target: null, isEverywhere: false }], at.source);
  }
  // Each part may have its own field ("X in the name field and Y in the town field"), or all share the last one.
  const parts = rest.split(/\s*,\s*(?:and\s+)?(?=\S)|\s+and\s+/iu);
  const entries: Entry[] = [];
  let pending: string[] = [];
  for (const part of parts) {
    const split = part.match(/^(.*?)\s*(?:\b(?:in|into|inside|to|on)\s+(?!all\b|upper|lower|capital)((?:the|both|each|all|a|an|its|your)?\s*.+)|\b(?:as|for)\s+((?:the|your|a)\s+.+|[\p{L}\s]+))$/iu);
    const where = split?.[2] ?? split?.[3];
    const isField = where !== undefined && (split?.[3] !== undefined || FIELD_WORD.test(restore(where, [])) || /^(?:the|both|each)\b/iu.test(where) || /^\p{Lu}/u.test(where));
    if (!isField) {
      pending.push(part);
      continue;
    }
    const value = split?.[1] ?? '';
    const shared = fieldOf(where ?? '', at.tokens);
    const all = [...pending, value].filter((text) => text.trim() !== '');
    const isList = all.length > 1 && all.every((text) => labelledValue(text, at.tokens) !== null);
    if (isList) entries.push(...all.map((text) => labelledEntry(text, at.tokens)));
    else if (pending.length > 0 && entries.length === 0 && all.length > 1 && all.some((text) => labelledValue(text, at.tokens))) entries.push(...all.map((text) => labelledEntry(text, at.tokens)));
    else entries.push({ value: valueOf(all.join(' and '), at.tokens), ...(labelledValue(value, at.tokens) && shared.field === '' ? { ...shared, field: labelledValue(value, at.tokens)?.label ?? '' } : shared), ...(labelledValue(value, at.tokens) ? { value: valueOf(labelledValue(value, at.tokens)?.value ?? '', at.tokens) } : {}) });
    pending = [];
  }
  if (pending.length > 0) {
    const isLabelled = pending.every((text) => labelledValue(text, at.tokens) !== null);
    if (isLabelled) entries.push(...pending.map((text) => labelledEntry(text, at.tokens)));
    else entries.push({ value: valueOf(pending.join(', '), at.tokens), field: '', target: null, isEverywhere: false });
  }
  return typeIntent(entries, at.source);
}

/** "the username X", "phone number 555": words in small letters, then something that can only be a value. */
function labelledValue(text: string, tokens: Tokens): { label: string; value: string } | null {
  const plain = text.trim();
  const match = plain.match(/^(?:the\s+|a\s+|an\s+|your\s+)?([\p{L}][\p{Ll} -]{1,40}?)(?:\s*[:=]\s*|\s+(?:is\s+|of\s+)?)([\ue000-\uf8ff]|[\p{N}+$(-][^\s]*|\p{Lu}\S*(?:\s+\p{Lu}\S*)*)$/u);
  if (!match?.[1] || !match[2] || /\b(?:of|for)$/iu.test(match[1].trim()) || /\s(?:of|for)\s+[\p{Lu}\ue000-\uf8ff]/u.test(plain)) return null;
  if (/^(?:text|word|words|value|string|number|following|phrase|letters?)$/iu.test(match[1].trim())) return null;
  return { label: strip(match[1]), value: restore(match[2], tokens) === '' ? '' : match[2] };
}

function labelledEntry(text: string, tokens: Tokens): Entry {
  const labelled = labelledValue(text, tokens);
  return { value: valueOf(labelled?.value ?? text, tokens), field: labelled?.label ?? '', target: null, isEverywhere: false };
}

function fieldOf(phrase: string, tokens: Tokens): Omit<Entry, 'value'> {
  const target = readTarget(phrase, tokens);
  const isEverywhere = /^(?:both|all|each|every)\b/iu.test(phrase.trim());
  const field = isEverywhere ? '' : target.text;
  const isPlain = /^(?:text|input|textbox|answer|it|given|blank|empty|provided|page|document|following)?$/iu.test(field);
  return { field: isPlain && !/^answer$/iu.test(field) ? '' : field, target, isEverywhere };
}

function valueOf(phrase: string, tokens: Tokens): Value {
  let text = phrase.trim();
  const letters = text.match(/\s*,?\s*(?:\bin\s+)?(?:\ball\s+)?(upper|lower|capital)[\s-]?(?:case)?(?:\s+letters)?\s*(?:letters)?$/iu);
  if (letters?.index !== undefined) text = text.slice(0, letters.index).trim().replace(/\s+in(?:\s+all)?$/iu, '');
  if (/^(?:it|them|that|this|(?:your|the)\s+(?:answer|result|solution|sum)|the (?:right|correct) answer|the copied text|the text|that (?:word|number|value))?$/iu.test(text)) return text === '' ? { kind: 'literal', text: '' } : { kind: 'remembered' };
  const word = text.match(/^(?:the\s+|following\s+)*(?:text|word|words|value|string|number|phrase|name|item|query|term|following)?\s*:?\s*([\ue000-\uf8ff])$/iu)?.[1];
  const literal = restore(word ?? text, tokens);
  if (!word && /^the\s+\p{Ll}/u.test(text) && !/[\ue000-\uf8ff]$/u.test(text)) return { kind: 'lookup', phrase: strip(literal) };
  if (letters) return { kind: 'literal', text: letters[1]?.toLowerCase() === 'lower' ? literal.toLowerCase() : literal.toUpperCase() };
  return { kind: 'literal', text: literal.replace(/^(?:the\s+)?(?:text|word|value)\s+(?=\S)/iu, '') };
}

function readLogin(rest: string, at: Reading): Intent {
  const text = rest.trim();
  const value = '([\\ue000-\\uf8ff]|[^\\s,;]+)';
  const pick = (pattern: string) => restore(text.match(new RegExp(pattern, 'iu'))?.[1] ?? '', at.tokens).replace(/[.,;]+$/u, '');
  const password = pick(`\\b(?:password|passphrase|pass(?:word)?|pwd)\\b\\s*(?:is|of|:|=|as)?\\s*${value}`);
  const username = pick(`\\b(?:user ?-?name|user(?: ?id)?|login|e-?mail(?: address)?|account(?: name)?|name)\\b\\s*(?:is|of|:|=|as)?\\s*${value}`) || pick(`\\bas\\s+(?:the\\s+user\\s+|user\\s+)?${value}`);
  const pair = !username && !password ? text.match(/\b(?:with|using)\s+([^\s/]+)\s*\/\s*(\S+)/iu) : null;
  return { kind: 'login', username: username || restore(pair?.[1] ?? '', at.tokens), password: password || restore(pair?.[2] ?? '', at.tokens), source: at.source };
}

function readScroll(rest: string, at: Reading): Intent | Intent[] {
  if (/\b(?:through|around)\b/iu.test(rest)) return [];
  const to = /\b(?:top|up|start|beginning)\b/iu.test(rest) ? 'top' : 'bottom';
  const what = rest.replace(/\b(?:to\s+the\s+)?(?:top|bottom|end|start|beginning)(?:\s+of)?|\bdown\b|\bup\b|\bto\b(?=\s*$)|\bof the text\b/giu, ' ').replace(/\s+/gu, ' ').trim();
  return { kind: 'scroll', to, target: readTarget(what.replace(/^of\s+/iu, ''), at.tokens), source: at.source };
}

function readDrag(from: string, to: string, at: Reading): Intent | null {
  if (/^(?:the\s+)?(?:slider|handle)/iu.test(from) && /^[-+]?\d+(?:\.\d+)?$/u.test(to.trim())) return { kind: 'set', pairs: [{ field: '', value: to.trim() }], hint: 'slider', source: at.source };
  return { kind: 'drag', from: readTarget(from, at.tokens), to: readTarget(to.replace(/^(?:the\s+)?(?:inside|middle|centre|center)\s+of\s+/iu, ''), at.tokens), source: at.source };
}

function readSort(rest: string, at: Reading): Intent {
  const isDescending = /\b(?:descending|decreasing|reverse|highest (?:to|first)|high to low|newest|largest first)\b/iu.test(rest);
  const by = strip(restore(rest.match(/\bby\s+(?:the\s+)?(.+?)(?:\s+(?:in\s+)?(?:ascending|descending|increasing|decreasing|column).*)?$/iu)?.[1] ?? '', at.tokens));
  return { kind: 'sort', by, isDescending, isDrag: by === '' || /\bnumbers?\b/iu.test(rest.split(/\bin\b/iu)[0] ?? ''), source: at.source };
}

function readOpen(rest: string, at: Reading): Intent | Intent[] {
  if (/^(?:through|around|between)\b/iu.test(rest)) return [];
  const on = rest.match(/^(.+?)\s+(on|off)$/iu);
  if (/^switch/iu.test(at.text) && on) return readTick(on[1] ?? '', on[2]?.toLowerCase() === 'on', at);
  const bare = rest.replace(/^(?:to\s+)?(?:the\s+)?(?:page|view|screen)\s+(?:called|named|for|of)?\s*/iu, '');
  return { kind: 'open', target: readTarget(bare.replace(/^to\s+/iu, ''), at.tokens), source: at.source };
}

function readUpload(rest: string, at: Reading): Intent {
  const quoted = rest.match(/[\ue000-\uf8ff]/u)?.[0];
  const field = rest.match(/\b(?:in|into|to|as|for)\s+(?:the\s+)?(.+)$/iu)?.[1] ?? '';
  return { kind: 'upload', content: quoted ? restore(quoted, at.tokens) : '', field: strip(restore(field, at.tokens)), source: at.source };
}

function formVerb(source: string): string {
  const start = source.split(/\s(?:with|for|using|by|as|:|from|of)\s|:/iu)[0] ?? source;
  return strip(start).split(' ').slice(0, 4).join(' ');
}

function keyName(words: string): string {
  const plain = normalize(words).replace(/\s+/gu, '');
  const arrow = plain.match(/up|down|left|right/u)?.[0];
  if (plain.includes('arrow') && arrow) return `Arrow${arrow[0]?.toUpperCase()}${arrow.slice(1)}`;
  if (plain.startsWith('page') && arrow) return `Page${arrow[0]?.toUpperCase()}${arrow.slice(1)}`;
  const names: Record<string, string> = { enter: 'Enter', return: 'Enter', escape: 'Escape', esc: 'Escape', tab: 'Tab', space: 'Space', spacebar: 'Space', backspace: 'Backspace', delete: 'Delete' };
  return names[plain] ?? 'Enter';
}

/** "Copy X, paste it into Y": pasting is typing what was copied. */
function mergePastes(intents: Intent[]): Intent[] {
  return intents.map((intent, index) => {
    if (intent.kind !== 'type' || intents[index - 1]?.kind !== 'copy') return intent;
    const entries = intent.entries.map((entry) => (entry.value.kind === 'literal' && entry.value.text === '' ? { ...entry, value: { kind: 'remembered' } as const } : entry));
    return { ...intent, entries };
  });
}

/** "Order a coffee. Size: large, milk: oat.": the pairs belong to what was asked for before them. */
function mergePairs(intents: Intent[]): Intent[] {
  const merged: Intent[] = [];
  for (const intent of intents) {
    const last = merged.at(-1);
    const isPairs = intent.kind === 'fill' && intent.verb === '';
    if (isPairs && last?.kind === 'act') merged[merged.length - 1] = { ...last, phrase: `${last.phrase}. ${intent.source}`, source: `${last.source}. ${intent.source}` };
    else if (isPairs && last?.kind === 'fill') merged[merged.length - 1] = { ...last, source: `${last.source}. ${intent.source}` };
    else merged.push(intent);
  }
  return merged;
}

/** A form that is filled in wants to be sent, also when the task does not say so. */
function withSubmit(intents: Intent[]): Intent[] {
  const last = intents.findLastIndex(({ kind }) => kind === 'fill' || kind === 'login');
  if (last < 0) return intents;
  const hasPress = intents.slice(last + 1).some(({ kind }) => ['click', 'submit', 'key', 'act'].includes(kind) && !isConsent(intents));
  const form = intents[last];
  if (hasPress || !form || (form.kind !== 'fill' && form.kind !== 'login')) return intents;
  const end = intents.findLastIndex(({ kind }) => kind !== 'ask' && kind !== 'solve') + 1;
  const at = form.kind === 'login' ? last + 1 : Math.max(end, last + 1);
  const submit: Intent = { kind: 'submit', verb: form.kind === 'login' ? 'log in' : form.verb, source: form.source };
  return [...intents.slice(0, at), submit, ...intents.slice(at)];
}

/** Agreeing and subscribing are boxes of the form, not its button. */
function isConsent(intents: Intent[]): boolean {
  return intents.every((intent) => intent.kind !== 'click' && intent.kind !== 'submit' && intent.kind !== 'key' && (intent.kind !== 'act' || /^(?:accept|agree|subscribe|confirm)$/u.test(intent.verb)));
}
