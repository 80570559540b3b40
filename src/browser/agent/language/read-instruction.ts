import {
  mergeAnswers,
  mergeDetails,
  mergeFound,
  mergeGuesses,
  mergeNotes,
  mergePairs,
  mergePastes,
  mergeRepeats,
  mergeSpots,
  uploadsFirst,
  withSubmit,
} from './complete-plan.ts';
import { readCondition } from './condition.ts';
import { DETAIL, ERRAND_RULES, FRAGMENT, MANNER } from './errand-rules.ts';
import type { Intent } from './intent.ts';
import { resolvePronouns } from './pronouns.ts';
import { protect, restore, restoreQuoted, soleToken } from './protect.ts';
import {
  formVerb,
  keyName,
  readAct,
  readClick,
  readDrag,
  readLogin,
  readOneAct,
  readOpen,
  readScroll,
  readSort,
} from './read-act.ts';
import { readChoose, readPath, readSet, readTick } from './read-choose.ts';
import { GETTING_A_FILE, readDownload } from './read-download.ts';
import { readFork } from './read-if.ts';
import { PICTURE, readPicture } from './read-picture.ts';
import { readTarget, strip } from './read-target.ts';
import { fieldOf, readType, readValue, typeIntent } from './read-type.ts';
import { readUpload } from './read-upload.ts';
import type { Rule, Tokens } from './reading.ts';
import { isSendingForbidden, REFRAINING } from './refrained.ts';
import { compared } from './restate.ts';
import { SKILL_RULES } from './skill-rules.ts';
import { beginsWithVerb, type Clause, splitClauses } from './split-clauses.ts';
import { spoken } from './spoken.ts';
import { WIDGET_RULES } from './widget-rules.ts';
import { normalize } from './words.ts';

/** Reads an instruction in words as a list of intents, in order. Nothing here knows the page. */
export function readInstruction(instruction: string): Intent[] {
  if (FOLLOW.test(instruction.trim())) return [{ kind: 'follow', source: instruction.trim() }];
  const { text, tokens } = protect(compared(spoken(instruction)));
  const read = uploadsFirst(mergeFound(mergeSpots(mergeRepeats(mergeGuesses(readText(text, tokens))))));
  const plan = mergeDetails(mergePairs(mergeNotes(mergePastes(resolvePronouns(mergeAnswers(read))))));
  return isSendingForbidden(instruction) ? plan : withSubmit(plan);
}

function readText(text: string, tokens: Tokens): Intent[] {
  const fork = readFork(text, tokens, (part) => readText(part, tokens));
  if (fork) return [...readText(fork.before, tokens), fork.intent, ...readText(fork.after, tokens)];
  return splitClauses(text).flatMap((clause) => readClause(clause, tokens));
}

const FOLLOW =
  /^(?:please\s+)?(?:do|follow|complete|perform|carry out|solve|execute|read and follow)\s+(?:what|whatever|the|all|any)?\s*(?:the\s+)?(?:page|site|screen|instructions?|task|tasks|challenge|directions|steps|test|exercise)\b[^"“]{0,40}$/iu;

function readClause(clause: Clause, tokens: Tokens): Intent[] {
  const source = restoreQuoted(clause.text, tokens);
  for (const [pattern, read] of RULES) {
    const match = clause.text.match(pattern);
    const intents = match && read(match, { ...clause, tokens, source });
    if (intents) return [intents].flat();
  }
  if (beginsWithVerb(clause.text)) return [{ kind: 'unknown', source }];
  return FRAGMENT.test(clause.text)
    ? [{ kind: 'detail', source }]
    : readStatement(clause.text, source, tokens);
}

/** "The task X is finished": nothing to do, but what the next clause may call "it". */
function readStatement(text: string, source: string, tokens: Tokens): Intent[] {
  const subject = text.match(
    /^((?:the|one\s+of|this|that|an?)\s+.+?)\s+(?:is|are|was|has|needs|should|must|does)\b/iu,
  )?.[1];
  if (subject === undefined) return [];
  const whole = readTarget(text, tokens);
  const target = whole.isOdd ? whole : readTarget(subject, tokens);
  return [{ kind: 'find', target, phrase: '', source }];
}

const QUESTION =
  /^(?:(?:in|on|at|from|for|to|by|with|since|until|of)\s+(?:what|which|when|whom|where)\b|what|who|whom|whose|which|when|where|why|how|is|are|was|were|does|do|did|has|have|tell|report|give me|return (?:the|all|its|their|only|every)|list|extract|read|summari[sz]e|describe|show me|let me know|state (?:the|its|their)|get (?:me )?(?:the|all|its|their|a list)|find out|print|count|say)\b/iu;

/** The first rule whose pattern fits and which makes sense of the clause wins. */
const RULES: readonly Rule[] = [
  [MANNER, (_match, at) => ({ kind: 'detail', source: at.source })],
  [REFRAINING, () => []],
  [PICTURE, (match, at) => readPicture(match[1] ?? match[2] ?? '', at)],
  ...WIDGET_RULES,
  [
    /^(?:how many|count)\b(.*)$/iu,
    (_match, at) => [
      { kind: 'solve', phrase: at.source, source: at.source },
      { kind: 'ask', source: at.source },
    ],
  ],
  [
    /^(?:answer|complete|fill in|fill out|take)\s+(?:the\s+|this\s+)?(?:survey|questionnaire|form|poll|questions)\s*[:,]/iu,
    (_match, at) => ({ kind: 'fill', verb: 'send', source: at.source }),
  ],
  [
    /^(?:how much\s+(?:do|does|is|are|would|will)\b.*\b(?:cost|costs|together|altogether|in total)\b|how much\s+is\s+the\s+(?:(?:whole|entire|total|complete|full)\s+)?(?:bill|invoice|receipt|order)\b|what\s+(?:do|does|would|will)\s+(?:\d|an?\s|one\s|two\s|three\s).*\bcost\b)/iu,
    (_match, at) => [
      { kind: 'solve', phrase: at.source, source: at.source },
      { kind: 'ask', source: at.source },
    ],
  ],
  [
    /^(?:what|which)\s+(?:number\s+)?(?:comes|is)\s+(?:the\s+)?next\b/iu,
    (_match, at) => ({ kind: 'solve', phrase: at.source, source: at.source }),
  ],
  [
    /^(?:confirm|finish|end|close|answer|submit|send|approve|agree)\s+(?:it\s+|this\s+)?(?:with|by\s+(?:pressing|clicking|choosing|hitting))\s+(?:on\s+)?(?:the\s+)?([\ue000-\uf8ff]|\p{Lu}\p{L}*|\p{L}+\s+button)$/u,
    (match, at) => readClick(match[1] ?? '', at, 1),
  ],
  [
    /^(?:answer|respond)\s+((?:with\s+)?(?:[\ue000-\uf8ff]|yes|no|true|false)\s+(?:to|for)\s+.+)$/iu,
    (match, at) => readChoose((match[1] ?? '').replace(/\bto\b/giu, 'for'), at),
  ],
  [
    /^(?:answer)\s+(?:to\s+)?((?:the|this|that|my|\p{L}[\p{L} -]{0,40}?['’]s)\s+(?:(?:last|latest|new|first)\s+)?(?:e-?mail|message|mail|post|comment|letter|thread|review)\b.*)$/iu,
    (match, at) => readAct({ ...at, text: `reply to ${match[1]}` }),
  ],
  [
    /^(?:solve|calculate|compute|work out|evaluate|add up|multiply|divide|subtract|sum(?: up)?|answer)\b(.*)$/iu,
    (_match, at) => ({ kind: 'solve', phrase: at.source, source: at.source }),
  ],
  [
    /^(?:click|select|choose|pick|open|navigate(?:\s+to)?|go(?:\s+to)?|follow|use|press)\s+(?:on\s+|through\s+)?(.+)$/iu,
    (match, at) => readPath(match[1] ?? '', at),
  ],
  [/^\p{Lu}[^>→»]*(?:->|[>→»]).+$/u, (match, at) => readPath(match[0], at)],
  ...SKILL_RULES,
  [GETTING_A_FILE, (match, at) => readDownload(match[1] ?? '', at)],
  // "Where: Oslo" tells it.
  [/^(?:where|when|who|what)\s*:\s/iu, (_match, at) => ({ kind: 'fill', verb: '', source: at.source })],
  [QUESTION, (_match, at) => ({ kind: 'ask', source: at.source })],
  [
    /^(?:mark|label|classify|decide|determine|choose|select|state|indicate)\b.*\bodd\b.*\beven\b/iu,
    (_match, at) => ({ kind: 'classify', source: at.source }),
  ],
  [
    /^(?:go|navigate|browse|visit|open|return)\s+(?:to\s+|back\s+to\s+)?([\ue000-\uf8ff])$/iu,
    (match, at) => {
      const token = soleToken(match[1] ?? '', at.tokens);
      return token?.kind === 'url' ? { kind: 'goto', url: token.text, source: at.source } : null;
    },
  ],
  [/^(?:go|navigate)\s+back$/iu, (_match, at) => ({ kind: 'back', source: at.source })],
  [
    /^(?:wait|pause)\b(?:.*?\b(?:until|for|till)\s+(.+))?/iu,
    (match, at) => ({
      kind: 'wait',
      until: match[1] ? readCondition(restore(match[1], at.tokens)) : null,
      source: at.source,
    }),
  ],
  [
    /^(?:press|hit|push)\s+(?:the\s+)?(enter|return|escape|esc|tab|space(?:bar)?|backspace|delete|arrow ?(?:up|down|left|right)|(?:up|down|left|right) arrow|page ?(?:up|down))(?:\s+key)?$/iu,
    (match, at) => ({ kind: 'key', key: keyName(match[1] ?? ''), source: at.source }),
  ],
  [
    /^(?:sign|put)\s+(?!up\b|in\b|on\b|out\b).+?\s+up\s+(?:for|to|as)\b|^(?:enrol|enroll)\s/iu,
    (_match, at) => ({ kind: 'fill', verb: 'sign up', source: at.source }),
  ],
  [
    /^(?:log|sign)[\s-]*(?:in|on)\b(.*)$|^(?:login)\b(.*)$/iu,
    (match, at) => readLogin(match[1] ?? match[2] ?? '', at),
  ],
  [
    /^(?:log|sign)[\s-]*(?:out|off)\b|^logout\b/iu,
    (_match, at) => ({
      kind: 'click',
      target: { ...readTarget('', []), text: 'log out' },
      times: 1,
      source: at.source,
    }),
  ],
  [
    /^(?:double[- ]click|click|tap)\b(?:\s+(?:on|in|inside))?\s+(.+)$/iu,
    (match, at) => {
      const clicks = [readClick(match[1] ?? '', at, 1)].flat();
      return /^double/iu.test(at.text)
        ? clicks.map((one) => (one.kind === 'click' ? { ...one, isDouble: true } : one))
        : clicks;
    },
  ],
  [/^(?:collapse|fold(?:\s+up)?)\s+(.+)$/iu, (match, at) => readClick(match[1] ?? '', at, 1)],
  [/^follow\s+(.+\blinks?\b.*|the links?\b.*)$/iu, (match, at) => readClick(match[1] ?? '', at, 1)],
  [/^(?:press|hit|push)\s+(.+)$/iu, (match, at) => readClick(match[1] ?? '', at, 1)],
  [
    /^(?:focus|put the cursor|place the cursor|set focus)\b(?:\s+(?:on|in|into|inside))?\s+(.+)$/iu,
    (match, at) => ({ kind: 'focus', target: readTarget(match[1] ?? '', at.tokens), source: at.source }),
  ],
  [
    /^(?:highlight|select all(?: of)? the text|select the text)\b\s*(.*)$/iu,
    (match, at) => ({
      kind: 'highlight',
      target: readTarget((match[1] ?? '').replace(/^(?:the\s+)?text\s+(?:in|of)\s+/iu, ''), at.tokens),
      source: at.source,
    }),
  ],
  [
    /^(?:un-?check|untick|un-?select|deselect|disable|deactivate|turn off|switch off|toggle off|opt out of)\s+(.+)$/iu,
    (match, at) => readTick(match[1] ?? '', false, at),
  ],
  [
    /^(?:turn|switch|toggle)\s+(.+?)\s+(on|off)(\s+(?:\(.+\)|(?:under|(?:in|on|within|inside)\s+the)\s+(?-i:\p{Lu}).*))?$/iu,
    (match, at) => readTick(`${match[1]}${match[3] ?? ''}`, match[2]?.toLowerCase() === 'on', at),
  ],
  [
    /^(?:tick|enable|activate|turn on|switch on|toggle(?: on)?|opt in to)\s+(.+)$/iu,
    (match, at) => readTick(match[1] ?? '', true, at),
  ],
  // "Check in Ann Lee", "clock out Omar": a verb of two words, done to whoever is named.
  [
    /^([Cc]heck\s+in|[Cc]lock\s+(?:in|out))\s+(?!(?:on|at|in|from|for|by|to|with|until)\b)((?:the\s+)?(?:\p{Ll}+\s+)?(?:\p{Lu}|[\ue000-\uf8ff]).*)$/u,
    (match, at) => ({ ...readOneAct({ ...at, text: `do ${match[2]}` }), verb: normalize(match[1] ?? '') }),
  ],
  [
    /^check\s+(?!out\b)(.+)$/iu,
    (match, at) =>
      /^(?:the\s+)?(?:price|availability|status|weather|balance|whether|if|that)\b/iu.test(match[1] ?? '')
        ? {
            kind: 'fill',
            verb: strip(at.source.split(/\s(?:for|of|from|with)\s/iu)[0] ?? ''),
            source: at.source,
          }
        : readTick(match[1] ?? '', true, at),
  ],
  [
    /^(?:put|place|drop|throw|stick)\s+(.+?)\s+(?:in|into|to)\s+(?:the|my|your)\s+((?:shopping\s+)?(?:cart|basket|bag|trolley)|wish ?list)$/iu,
    (match, at) => readAct({ ...at, text: `add ${match[1]} to the ${match[2]}` }),
  ],
  // What the clause before spoke of has been opened by it.
  [/^(?:open|visit|go\s+to|show)\s+(?:that|this|its)\s+(?:page|section|article|tab)$/iu, () => []],
  [/^(?:leave|keep)\s+(?:all\s+)?(?:the\s+)?(?:others?|rest|everything else)\b/iu, () => []],
  [/^(?:leave|keep)\s+.+\s+(?:the\s+same|unchanged|as\s+(?:it|they)\s+(?:is|are|was|were))$/iu, () => []],
  [
    /^copy\s+(?:all\s+)?the\s+(?:values|data|details|information)\b.*\b(?:in)?to\s+the\s+(?:form|fields)$/iu,
    (_match, at) => ({ kind: 'fill', verb: 'submit', source: at.source }),
  ],
  [
    /^copy\s+(.+?)(?:\s+(?:in)?to\s+(the\s+.+))?$/iu,
    (match, at) => {
      const copy: Intent = {
        kind: 'copy',
        from: readTarget(
          (match[1] ?? '').replace(/^(?:all\s+)?(?:the\s+)?text\s+(?:in|of|from|inside)\s+/iu, ''),
          at.tokens,
        ),
        phrase: strip(restore(match[1] ?? '', at.tokens)),
        source: at.source,
      };
      return match[2]
        ? [copy, typeIntent([{ value: { kind: 'remembered' }, ...fieldOf(match[2], at.tokens) }], at.source)]
        : copy;
    },
  ],
  [
    /^(?:select|choose|pick)\s+(?:all|every|each)(?:\s+of)?(?:\s+the)?\s*(?:(?:check ?box(?:es)?|box(?:es)?|options|items)\b|(?:\p{Ll}+\s+)?rows?\b)/iu,
    (_match, at) => readTick(at.text.replace(/^\S+\s+/u, ''), true, at),
  ],
  [/^(?:select|choose|pick)\s+(?:out\s+)?(.+)$/iu, (match, at) => readChoose(match[1] ?? '', at)],
  [
    /^(?:clear|erase|empty)\s+(.+)$/iu,
    (match, at) =>
      typeIntent(
        [{ value: { kind: 'literal', text: '' }, ...fieldOf(match[1] ?? '', at.tokens) }],
        at.source,
      ),
  ],
  [
    /^replace\s+(?:the\s+text\s+(?:in|of)\s+)?(.+?)\s+(?:with|by)\s+(.+)$/iu,
    (match, at) =>
      typeIntent(
        [{ value: readValue(match[2] ?? '', at.tokens), ...fieldOf(match[1] ?? '', at.tokens) }],
        at.source,
      ),
  ],
  // "Change the city from A to B": what it was is said for clearness only; a range has two ends.
  [
    /^(?:change|update|edit|correct|switch)\s+((?!.*\b(?:range|period|span|dates|hours|between)\b).+?)\s+from\s+(?:[\ue000-\uf8ff]|\S+(?:\s\S+){0,3}?)\s+to\s+(.+)$/iu,
    (match, at) => readSet(`${match[1]} to ${match[2]}`, at),
  ],
  [
    /^(?:set|change|adjust|update|edit|rename|increase|decrease|move|switch(?!\s+(?:to|from|between|over)\b))\s+(.+\s(?:to|as|=)\s.+)$/iu,
    (match, at) => readSet(match[1] ?? '', at),
  ],
  ...ERRAND_RULES,
  [
    /^(?:type|enter|input|write|put|insert|paste)\b\s*(?:in\s+)?(.*)$/iu,
    (match, at) => readType(match[1] ?? '', at),
  ],
  [
    /^(?:dial|key in|punch in|call)\s+(?:the\s+)?(?:(?:phone\s+)?number\s+)?([+\d][\d\s().-]+\d)(?:\s+(?:on|with|using)\s+.*)?$/iu,
    (match, at) => [
      typeIntent(
        [{ value: { kind: 'literal', text: match[1] ?? '' }, field: '', target: null, isEverywhere: false }],
        at.source,
      ),
      ...(/^call\b/iu.test(at.text) ? [{ kind: 'submit', verb: 'call', source: at.source } as const] : []),
    ],
  ],
  [/^scroll\b(.*)$/iu, (match, at) => readScroll(match[1] ?? '', at)],
  [
    /^(?:hover|move the (?:mouse|cursor|pointer))\b(?:\s+(?:over|on|above|onto|to))?\s+(.+)$/iu,
    (match, at) => ({ kind: 'hover', target: readTarget(match[1] ?? '', at.tokens), source: at.source }),
  ],
  [
    /^(?:drag|move)\s+(?:and\s+drop\s+)?(.+?)\s+(?:in)?(?:to|onto|inside|within|over|on top of|into)\s+(.+?)(?:\s+with the mouse)?$/iu,
    (match, at) => readDrag(match[1] ?? '', match[2] ?? '', at),
  ],
  [
    /^(?:sort|order|rearrange|arrange)\s+(?=.*\b(?:by|order|alphabetically|numerically|ascending|descending|increasing|decreasing|from\s+(?:the\s+)?\S+(?:\s+\S+)?\s+to)\b)(.+)$/iu,
    (match, at) => readSort(match[1] ?? '', at),
  ],
  [
    /^(?:expand|unfold|open|show|view|go to|navigate to|visit|switch to|switch|proceed to|continue to|go|browse to)\s+(.+)$/iu,
    (match, at) => readOpen(match[1] ?? '', at),
  ],
  [/^(?:navigate|look(?!\s+(?:for|up)\b)|browse|switch|go)\b/iu, () => []],
  [
    /^(?:close|dismiss)\b\s*(.*)$/iu,
    (match, at) => ({
      kind: 'close',
      target: readTarget(
        (match[1] ?? '').replace(/\s+(?:by|using|with|via|through)\s+(?!.*\btitled?\b).*$/iu, ''),
        at.tokens,
      ),
      source: at.source,
    }),
  ],
  [
    /^search\b(?:\s+(?:the\s+\w+\s+)?for)?\s+(.+)$/iu,
    (match, at) => ({ kind: 'search', query: strip(restore(match[1] ?? '', at.tokens)), source: at.source }),
  ],
  [/^(?:download|save a copy of)\s+(.+)$/iu, (match, at) => readDownload(match[1] ?? '', at)],
  [/^(?:upload|attach)\s+(.+)$/iu, (match, at) => readUpload(match[1] ?? '', at)],
  [
    /^(?:find|locate|look for|look up)\s+(.+)$/iu,
    (match, at) => {
      const phrase = strip(restore(match[1] ?? '', at.tokens));
      const found: Intent = {
        kind: 'find',
        target: readTarget(match[1] ?? '', at.tokens),
        phrase,
        source: at.source,
      };
      return /\b(?:filter|search)\b/iu.test(at.means)
        ? [{ kind: 'search', query: phrase, source: at.source }, found]
        : found;
    },
  ],
  [
    /^(?:finish|complete)(?:\s+(?:it|this|that|up))?$/iu,
    (_match, at) => ({ kind: 'submit', verb: 'finish', source: at.source }),
  ],
  [
    /^(?:fill|complete|finish|register|create|checkout|check out|sign up|book|schedule|place)\b(.*)$/iu,
    (_match, at) =>
      /^(?:book|place)\b|^create\b(?!.*(?:account|\bwith\b|:))/iu.test(at.text)
        ? readAct(at)
        : { kind: 'fill', verb: formVerb(at.source), source: at.source },
  ],
  [/^search$/iu, (_match, at) => ({ kind: 'submit', verb: 'search', source: at.source })],
  [/^submit\b(.*)$/iu, (_match, at) => ({ kind: 'submit', verb: 'submit', source: at.source })],
  // `Nickname is "ann"`: a field and its value.
  [
    /^(?!(?:the|an?|this|that|it|my|our|his|her|its|their|there|what|who)\b)(\p{Lu}[\p{L} '-]{1,30}?)\s+(?:is|should be|must be)\s+([\ue000-\uf8ff])$/iu,
    (match, at) => ({
      kind: 'fill',
      verb: '',
      source: `${match[1]}: "${restore(match[2] ?? '', at.tokens)}"`,
    }),
  ],
  [
    /^[\p{L}][\p{L}\p{N} '-]{0,40}\s*[:=]\s*\S/u,
    (_match, at) => ({ kind: 'fill', verb: '', source: at.source }),
  ],
  [DETAIL, (_match, at) => ({ kind: 'detail', source: at.source })],
  [
    /^\p{L}[\p{L}-]+/iu,
    (_match, at) => (KNOWN_ACTS.test(at.text) || UNKNOWN_ACT.test(at.text) ? readAct(at) : null),
  ],
];

/** Any other word that is told to be done to something: "Ban the user". */
const UNKNOWN_ACT =
  /^(?!(?:the|an?|this|that|these|there|it|its|you|your|he|she|they|we|i|in|on|at|of|for|with|and|or|but|not|no|all|each|every|some|any|when|while|after|before|because|so|as|by|from|to|is|are|was|were|be|may|can|will|must|should|here|now|note|remember)\b)\p{L}\p{Ll}+\s+(?:the|this|that|these|those|all|every|each|my|your|an?|its|[\ue000-\uf8ff@#])/iu;

const KNOWN_ACTS =
  /^(?:save|apply|confirm|send|order|buy|purchase|add|remove|delete|forward|reply|respond|accept|agree|subscribe|unsubscribe|mark|star|like|share|retweet|archive|follow|unfollow|view|edit|update|cancel|proceed|continue|filter|post|publish|comment|rate|increase|decrease|answer|reset|refresh|reload|play|start|stop|print|export|import|install|join|leave|invite|assign|approve|reject|merge|resolve|reopen|suspend|zoom|undo|redo|use|get|show|rename|log out|sign out|logout|mute|unmute|block|unblock|report|pin|unpin|snooze|hide|unhide|favou?rite|bookmark|unlike|unstar|upvote|downvote|vote|flag|duplicate|restore|pause|resume|call|dial|reserve|withdraw|transfer|pay|donate|skip|shuffle|lock|unlock|connect|disconnect|repost|claim|redeem|request|convert|exchange|translate)\b/iu;
