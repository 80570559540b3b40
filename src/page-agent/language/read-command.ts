import { guard, isVerb, quotesIn, toldLogin, unquoted } from '../../task/index.ts';
import { readCount } from '../words.ts';
import type { Command } from './command.ts';
import { readTarget } from './target.ts';

type Groups = Record<string, string>;
type Meaning = Command extends infer One ? (One extends Command ? Omit<One, 'source'> : never) : never;
type Rule = [pattern: RegExp, read: (groups: Groups) => Meaning | null];

const IN = '(?:into|in|on|to|inside|for|at)';
const FIELD_WORD = String.raw`(?:\s+(?:text\s*|input\s*|search\s*)?(?:field|box|input|area|bar|textbox))`;
const CART = String.raw`(?:the|my|your|our|a)?\s*(?:shopping\s+)?(?:cart|basket|bag|trolley)`;

const SAY: Meaning = { kind: 'say' };
const ASK: Meaning = { kind: 'ask' };
const deed = (verb: string, what = ''): Meaning => ({ kind: 'do', verb, target: readTarget(what) });
const clicked = (what = '', way: Extract<Command, { kind: 'click' }>['way'], times = 1): Meaning => ({
  kind: 'click',
  target: readTarget(what),
  times,
  way,
});
const ticked = (what = '', isOn: boolean): Meaning => ({ kind: 'tick', targets: listed(what), isOn });
const given = (field = '', value = ''): Meaning => ({ kind: 'set', field: unquoted(field), value });

/** What a clause may say, the plainer first. */
const RULES: Rule[] = [
  [
    /^(?:do not|don['’]t|never|make sure not to|be careful not to|without|avoid)\b|^(?:leave|keep)\s+(?:all\s+)?(?:the\s+)?(?:rest|others?|everything|anything|all)\b|^(?:change|touch|do|give|make|add)\s+(?:nothing|no)\b/iu,
    () => SAY,
  ],
  [
    /^(?:what|whats|what['’]s|which|who|whose|whom|when|where|why|how|whether)\b|^(?:is|are|was|were|does|do(?!\s+the\b)|did|has|have|can|will)\s+(?:the|an?|this|that|there|it|i|we|they|you|he|she|my|our|any|all)\b(?! please)/iu,
    () => ASK,
  ],
  [/^(?!(?:can|could|would|will) you\b).*\?$/isu, () => ASK],
  [
    /^(?:tell|give|show|send|get|find|fetch|let|bring|teach|write)\s+(?:me|us)\b(?!\s+(?:an?|some|\d+|two|three)\s+(?:appointment|ticket|table|room|seat|place|slot|taxi|copy|refund)s?\b)/iu,
    () => ASK,
  ],
  [
    /^(?:find out|find|locate|look up|get|fetch|return|read|list|print|write down|describe|summari[sz]e|explain|extract|collect|output|provide|count|compare|answer with|identify|determine|retrieve|report(?!\s+(?:the\s+|this\s+)?(?:user|member|post|comment|review|message|listing|seller|video|photo)\b)|(?:check|confirm|verify|see)\s+(?:if|whether|how|what|which|that|when|who|where))\b(?!\s+rid\b)/iu,
    () => ASK,
  ],
  [
    /^(?:go|navigate|browse|head)?\s*(?:to|open|visit|load)\s+(?<url>https?:\/\/\S+?)[.,]?$/iu,
    ({ url = '' }) => ({ kind: 'goto', url }),
  ],
  [
    /^(?:take|make|capture|get|grab)\s+(?:me\s+)?an?\s+(?<whole>full[- ]?page\s+|whole[- ]page\s+)?(?:screen-?shot|picture of the (?:page|screen))/iu,
    ({ whole = '' }) => ({ kind: 'picture', isWhole: whole !== '' }),
  ],
  [/^screen-?shot\b/iu, () => ({ kind: 'picture', isWhole: false })],
  [/^(?:go|navigate|return)\s+back\b(?!\s+(?:up|down)\b)|^back$/iu, () => ({ kind: 'back' })],
  [/^(?:wait|pause)\b(?!\s+(?:the|my|this)\b)/iu, () => ({ kind: 'wait' })],
  [/^(?:navigate|browse|look|go|explore|search)\s+(?:through|around)\b/iu, () => ({ kind: 'wait' })],
  [
    /^(?:go|turn|move|click|press|open|show|proceed|continue|switch)\s*(?:on\s+)?(?:to\s+)?(?:the\s+)?(?<to>next|previous|following)\s+page\b/iu,
    ({ to = '' }) => ({ kind: 'turn', to: /^prev/iu.test(to) ? 'previous' : 'next' }),
  ],
  [
    /^(?:go|turn|open|show|switch|navigate)\s+(?:to\s+)?(?:the\s+)?page\s+(?<to>\d+|\p{L}+)$/iu,
    ({ to = '' }) => {
      const page = readCount(to);
      return page === null ? null : { kind: 'turn', to: page };
    },
  ],
  [
    /^scroll\b(?<where>.*)$/iu,
    ({ where = '' }) => ({
      kind: 'scroll',
      to: /\btop\b|\bup\b/iu.test(where) ? 'top' : /\b(?:bottom|end)\b/iu.test(where) ? 'bottom' : 'down',
      target: /\bto (?:the )?(?!the\b|top|bottom|end)\p{L}/iu.test(where)
        ? readTarget(where.replace(/^.*?\bto (?:the )?/iu, ''))
        : null,
    }),
  ],
  [
    /^(?:log|sign)[\s-]*(?:me\s+|us\s+)?(?:in|on)\b(?!\s*(?:sheet|book))(?<rest>.*)$|^log\s*into\b(?<more>.*)$|^login\b(?<last>.*)$/isu,
    (groups) => ({ kind: 'login', ...loginOf(Object.values(groups).find(Boolean) ?? '') }),
  ],
  [/^sign\s+(?:me|us|\S+)\s+up\b(?<what>.*)$/isu, ({ what }) => deed('sign up', what)],
  [
    /^(?:download|export|save (?:as|a copy of)|get the file|fetch the file)\s*(?<what>.*)$/isu,
    ({ what = '' }) => ({
      kind: 'download',
      target: readTarget(what.replace(/\s+(?:as|in|to) (?:an? )?(?=pdf|csv|xlsx?|json)/iu, ' ')),
    }),
  ],
  [
    /^(?:upload|attach)\s+(?<what>.+?)(?:\s+(?:that|which)\s+says\s+(?<text>.+))?$/isu,
    ({ what = '', text }) => {
      const [, file = what, field = ''] =
        /^(.+?)\s+(?:to|into|in|as|for|on)\s+(?:the\s+)?(.+)$/isu.exec(what) ?? [];
      const name = file
        .replace(/^(?:an?|the|my|this)\s+/iu, '')
        .replace(/^(?:attached\s+)?(?:file|document|picture|image|photo)\b\s*(?:named|called)?\s*/iu, '');
      return {
        kind: 'upload',
        field: unquoted(field),
        name: unquoted(name),
        text: text ? unquoted(text) : null,
      };
    },
  ],
  [/^(?:double[- ]?click)\s*(?:on\s+)?(?<what>.+)$/isu, ({ what }) => clicked(what, 'double')],
  [/^(?:right[- ]?click)\s*(?:on\s+)?(?<what>.+)$/isu, ({ what }) => clicked(what, 'right')],
  [/^(?:hover|move the mouse)\s*(?:over\s+|on\s+)?(?<what>.+)$/isu, ({ what }) => clicked(what, 'hover')],
  [
    /^(?:move|put|send|throw|drop)\s+(?<what>.+?)\s+(?:to|in|into)\s+(?:the\s+|my\s+)?(?:trash|bin|recycle bin|junk)(?:\s+can|\s+folder)?$/isu,
    ({ what }) => deed('delete', what),
  ],
  [
    /^(?:get rid of|take (?:out|away|off)|throw (?:out|away))\s+(?<what>.+)$/isu,
    ({ what }) => deed('delete', what),
  ],
  [
    /^(?:drag|drop)\s+(?<from>.+?)\s+(?:on\s?to|in\s?to|to|over|on|in)\s+(?<to>.+)$/isu,
    ({ from = '', to = '' }) => ({ kind: 'drag', from: readTarget(from), to: readTarget(to) }),
  ],
  [
    /^(?:un-?check|un-?tick|deselect|unselect|untoggle|turn off|switch off|disable|deactivate)\s+(?<what>.+)$/isu,
    ({ what }) => ticked(what, false),
  ],
  [
    /^(?:tick(?: off)?|check(?: off)?|toggle|turn on|switch on|enable|activate)\s+(?!out\b|in\b)(?<what>.+)$/isu,
    ({ what }) => ticked(what, true),
  ],
  [
    /^(?:turn|switch)\s+(?<what>.+?)\s+(?<on>on|off)$/isu,
    ({ what, on }) => ticked(what, on?.toLowerCase() === 'on'),
  ],
  [
    /^(?:click|press|tap|hit|push)\s+(?:on\s+)?(?<what>.+?)(?:\s+(?<times>twice|\w+\s+times))?$/isu,
    ({ what, times = 'once' }) => clicked(what, 'once', readCount(times.replace(/\s+times$/iu, '')) ?? 1),
  ],
  [
    new RegExp(String.raw`^(?:add|put|place)\s+(?<what>.+?)\s+(?:to|in|into)\s+${CART}$`, 'isu'),
    ({ what = '' }) => ({ kind: 'basket', ...counted(what) }),
  ],
  [
    /^(?:sort|order|arrange)\s+(?:(?!by\b).*?\s)??by\s+(?<by>.+?)(?:[,\s]+(?<how>(?:in\s+)?(?:ascending|descending|(?:from\s+)?(?:low|high|lowest|highest|cheapest|newest|oldest|a|z)\b.*)|(?:lowest|highest|cheapest|newest|oldest)\s+first).*)?$/isu,
    ({ by = '', how = '' }) => ({
      kind: 'sort',
      by: unquoted(by.replace(/^(?:the|its|their)\s+/iu, '')),
      isDescending: /^(?:in\s+)?desc|^(?:from\s+)?(?:high|newest|z\b)|highest first|newest first/iu.test(
        how.trim(),
      ),
    }),
  ],
  [
    /^search\s+(?:(?:the\s+)?(?:site|shop|store|page|list|catalogu?e|web|website)\s+)?(?:for\s+)?(?<query>.+)$/isu,
    ({ query = '' }) => ({
      kind: 'search',
      query: unquoted(
        query
          .replace(/^(?:for|the (?:word|term|product|item)|an?)\s+/iu, '')
          .replace(/\s+(?:in|using|with|on) the (?:search|site|shop)\b.*$/iu, ''),
      ),
    }),
  ],
  [
    new RegExp(
      String.raw`^(?:type|enter|write|input|put|insert|paste)\s+(?:in\s+)?(?<value>"[^"]*"|“[^”]*”|'[^']*'|‘[^’]*’|.+?)\s+${IN}\s+(?:the\s+|an?\s+|my\s+|your\s+)?(?<field>.+?)${FIELD_WORD}?$`,
      'isu',
    ),
    ({ value = '', field }) => given(field, valueIn(value)),
  ],
  [
    new RegExp(
      String.raw`^(?:fill)\s+(?:in\s+|out\s+)?(?:the\s+)?(?<field>[^:,]{1,60}?)${FIELD_WORD}?\s+with\s+(?<value>"[^"]*"|“[^”]*”|'[^']*'|[^,:]+)$`,
      'isu',
    ),
    ({ value = '', field = '' }) => (/\bform\b/iu.test(field) ? null : given(field, unquoted(value))),
  ],
  [
    /^(?:move|drag|slide|raise|lower|increase|decrease|reduce|bring|turn)\s+(?:the\s+)?(?<field>.+?)(?:\s+slider)?\s+(?:up\s+|down\s+)?to\s+(?<value>-?\d[\d.,]*\s*\S{0,8})$/isu,
    ({ value, field }) => given(field, value),
  ],
  [
    /^(?:choose|select|pick|set)\s+(?:the\s+(?:value|number)\s+)?(?<value>-?\d[\d.,]*)\s+(?:with|using|on)\s+(?:the\s+)?(?<field>slider|spinner|knob|dial|arrows)$|^use\s+the\s+(?<tool>slider|spinner|knob|dial|arrows)\s+to\s+(?:choose|select|pick|set|make|get|show|reach)\s+(?:it\s+)?(?:to\s+)?(?:the\s+(?:value|number)\s+)?(?<level>-?\d[\d.,]*)$/iu,
    ({ value, field, tool, level }) => given(field ?? tool, value ?? level),
  ],
  [/^(?:fill|complete)\b/iu, () => ({ kind: 'fill' })],
  [
    /^(?:set|change|update|adjust|switch|turn)\s+(?:the\s+|my\s+|its\s+)?(?<field>.+?)\s+to\s+(?:be\s+)?(?<value>.+)$/isu,
    ({ value = '', field }) => given(field, unquoted(value)),
  ],
  [
    /^(?:(?:choose|select|pick)\s+(?<value>.+?)\s+(?:as|for|from|in|under|on)|answer\s+(?<said>.+?)\s+(?:to|for))\s+(?:the\s+|my\s+|your\s+)?(?<field>.+?)$/isu,
    ({ value, said = '', field = '' }) => ({
      kind: 'choose',
      values: listed(value ?? said),
      field: unquoted(
        field.replace(/\s+(?:drop-?down|list|menu|field|options?|select)(?:\s+(?:list|menu|box))?$/iu, ''),
      ),
    }),
  ],
  [
    /^(?:choose|select|pick)\s+(?<value>.+)$/isu,
    ({ value = '' }) => ({ kind: 'choose', values: listed(value), field: '' }),
  ],
  [
    /^(?:[Tt]ype|[Ee]nter|[Ww]rite|[Ii]nput)\s+(?:in\s+)?(?:the\s+|my\s+|your\s+)?(?<field>\p{L}[\p{L} -]{1,30}?)\s*(?::|=|\s(?=["“'‘\p{Lu}\p{N}]))\s*(?<value>.+)$/su,
    ({ value = '', field }) => given(field, unquoted(value)),
  ],
  [/^(?:type|enter|write|input)\s+(?<value>.+)$/isu, ({ value = '' }) => given('', unquoted(value))],
  [
    /^(?:open|follow|view|visit|show|expand|go\s+(?:to|into)|navigate\s+to|switch\s+to|browse\s+to|head\s+to|look\s+at|close|collapse)\s+(?<what>.+)$/isu,
    ({ what = '' }) => ({ kind: 'open', target: readTarget(what) }),
  ],
  [
    /^(?<verb>submit|save|send|confirm|apply|continue|proceed|finish|log out|sign out|log off|check ?out)(?:\s+(?:it|this|them|that|the (?:form|changes?|order|message|page|settings?)|my changes|everything|with (?:ok|yes)|on|all))*$/iu,
    ({ verb = '' }) => ({ kind: 'submit', verb }),
  ],
  [
    /^(?<verb>(?:un)?\p{L}+(?:\s+(?:up|out|in|off|on|down|away))?)\b\s*(?<what>.*)$/isu,
    ({ verb = '', what = '' }) =>
      isVerb(verb.split(/\s/u)[0]?.toLowerCase() ?? '')
        ? { kind: 'do', verb: verb.toLowerCase(), target: readTarget(what) }
        : null,
  ],
];

/** Verbs whose clause may tell several pairs at once, and what stands between the two of a pair. */
const PAIRED: [verb: RegExp, between: RegExp][] = [
  [/^(?:set|change|update|adjust|switch|turn|bring)$/iu, /\S\s+to\s+\S/iu],
  [/^(?:move|drag|drop|rename)$/iu, /\S\s+(?:to|into|onto|in)\s+\S/iu],
  [/^(?:choose|select|pick)$/iu, /\S\s+(?:as|for|in|from)\s+\S/iu],
  [/^(?:type|enter|write|input|put|insert|paste)$/iu, /\S\s+(?:in|into|as|for)\s+\S/iu],
  [/^(?:answer)$/iu, /\S\s+(?:to|for)\s+\S/iu],
];

/** A clause may tell several things at once: "set the speed to 2 and the quality to high", "File > New". */
export function readCommands(clause: string): Command[] {
  const path =
    /^(?:choose|select|pick|click|open|go to|press)\s+(?:on\s+)?(?<path>.+?)(?:\s+(?:from|in)\s+(?:the\s+)?menu)?$/isu.exec(
      clause,
    )?.groups?.path ?? '';
  const steps = guard(path).text.split(/\s*(?:>|→|»|›)\s*/u);
  if (steps.length > 1) return steps.map((step) => readCommand(`click ${guard(path).restore(step)}`));
  const states = statesIn(clause);
  if (states) return states.map((state) => ({ ...state, source: clause }));
  const [, verb = '', rest = ''] = /^(\p{L}+)\s+(.+)$/isu.exec(clause) ?? [];
  const between = PAIRED.find(([verbs]) => verbs.test(verb))?.[1];
  const parts = guard(rest);
  const pairs = parts.text.split(/,\s*(?:and\s+)?|\s+and\s+/u);
  if (!between || pairs.length < 2 || !pairs.every((pair) => between.test(pair)))
    return [readCommand(clause)];
  return pairs.map((pair) => readCommand(`${verb} ${parts.restore(pair)}`));
}

const ON = /^(?:on|enabled|checked|ticked|selected|active|activated|open)$/iu;
const STATE = 'on|off|enabled|disabled|checked|unchecked|ticked|unticked|selected|unselected|active|inactive';

/** "Make sure A and B are on", "A must be off and B on": what is to be so in the end. */
function statesIn(clause: string): Omit<Extract<Command, { kind: 'tick' }>, 'source'>[] | null {
  const [, told = ''] =
    /^(?:make sure|ensure|see to it)\s+(?:that\s+)?(.+)$/isu.exec(clause) ??
    /^((?!.*\?).+\b(?:must|should)\s+be\s.+)$/isu.exec(clause) ??
    [];
  const { text, restore } = guard(told);
  const found = [
    ...text.matchAll(
      new RegExp(
        String.raw`(?:^|,\s*(?:and\s+)?|\s+and\s+)(?<names>(?:(?!\s(?:is|are|must|should)\s).)+?)(?:\s+(?:is|are|(?:must|should)\s+be))?\s+(?<not>not\s+)?(?:switched\s+|turned\s+)?(?<state>${STATE})(?=$|[.,]|\s+and\s)`,
        'gisu',
      ),
    ),
  ];
  if (found.length === 0) return null;
  return found.map(({ groups = {} }) => ({
    kind: 'tick',
    targets: listed(restore(groups.names ?? '')),
    isOn: ON.test(groups.state ?? '') !== (groups.not !== undefined),
  }));
}

function readCommand(clause: string): Command {
  for (const [pattern, read] of RULES) {
    const match = pattern.exec(clause);
    const meaning = match && read({ ...match.groups });
    if (meaning) return { ...meaning, source: clause } as Command;
  }
  return { ...SAY, source: clause } as Command;
}

/** 'the password "x"' is "x". */
function valueIn(words: string): string {
  const [, quote] =
    /^(?:(?:the|an?|my|this)\s+)?(?:\p{L}+\s+){0,3}("[^"]+"|“[^”]+”|'[^']+')$/iu.exec(words.trim()) ?? [];
  return unquoted(quote ?? words);
}

function loginOf(words: string): { username: string; password: string } {
  const told = toldLogin(`Log in ${words}`);
  return told ? { username: told.username, password: told.password } : { username: '', password: '' };
}

/** "two Tin Mugs", "3 x the red lamp". */
function counted(what: string): { target: ReturnType<typeof readTarget>; count: number } {
  const [, word = '', rest = ''] =
    /^(?:the\s+)?(\d{1,2}|two|three|four|five|six)\s*(?:x|×|pieces of|of the|of)?\s+(.+)$/iu.exec(
      what.trim(),
    ) ?? [];
  const count = word === '' ? 1 : (readCount(word) ?? 1);
  return { target: { ...readTarget(word === '' ? what : rest), many: null }, count };
}

/** "Red, Green and Blue" are three; a quoted text is one. */
function listed(what: string): string[] {
  const quotes = quotesIn(what);
  if (quotes.length > 0) return quotes;
  return what
    .replace(/[.;]+$/u, '')
    .split(/\s*,(?!\s*\d{4}\b)\s*(?:and\s+|or\s+)?|\s+and\s+(?:also\s+)?|\s*&\s*/u)
    .map((part) =>
      part
        .trim()
        .replace(/^(?:(?:the|both|exactly|only|just)\s+)+/iu, '')
        .replace(/\s+(?:check ?box(?:es)?|box(?:es)?|options?|radio buttons?|switch(?:es)?)$/iu, ''),
    )
    .filter(Boolean);
}
