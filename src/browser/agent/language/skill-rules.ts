import { EDIT_RULES } from './edit-rules.ts';
import { numbersMeant, numbersTogether } from './number-kinds.ts';
import { restore } from './protect.ts';
import { readSort } from './read-act.ts';
import { readTick } from './read-choose.ts';
import { DRAWING_RULES } from './read-drawing.ts';
import { readResize } from './read-resize.ts';
import {
  readAdd,
  readAnswered,
  readEach,
  readEnsure,
  readInOrder,
  readLevel,
  readLink,
  readOnEach,
  readRate,
  readStep,
  readUntil,
  readWhen,
} from './read-skill.ts';
import { readTarget, strip } from './read-target.ts';
import type { Rule } from './reading.ts';
import { readCount } from './words.ts';

/** Clauses that ask for more than one act: repeating, waiting, comparing, bringing about a state. */
export const SKILL_RULES: readonly Rule[] = [
  ...DRAWING_RULES,
  [
    /^(?:click|tap|press|select|choose|pick|mark|check|tick|highlight)\s+(?:on\s+)?(?:all|every|each|the|only)\b.*$/iu,
    (match, at) =>
      /\b(?:all|every|each|only|numbers|multiples)\b/iu.test(match[0]) && numbersMeant(match[0])
        ? { kind: 'numbers', source: at.source }
        : null,
  ],
  [
    /^(?:click|tap|press|select|choose|pick|mark|find and click)\s.+$/iu,
    (match, at) => (numbersTogether(match[0]) ? { kind: 'numbers', source: at.source } : null),
  ],
  [
    /^tag\s+.+?\s+(?:with|as)\s+(?:the\s+(?:tags?|labels?)\s+)?(.+)$/iu,
    (match, at) => readAdd(`the tags ${match[1]}`, at),
  ],
  [
    /^(?:keep\s+)?(?:click|press|tap|hit|push)(?:ing)?\s+(?:on\s+)?(.+?)\s+until\s+(.+)$/iu,
    (match, at) => readUntil(match[1] ?? '', match[2] ?? '', at),
  ],
  [
    /^(?:do (?:this|so|that|it)|repeat(?: this| that| it)?|continue(?: (?:doing )?(?:this|so))?|keep (?:doing (?:this|so|that)|going))\s+until\s+(.+)$/iu,
    (match, at) => readUntil('', match[1] ?? '', at),
  ],
  [/^(generate)\s+(.*\bnumber\b.*)$/iu, (match, at) => readUntil(match[1] ?? '', match[2] ?? '', at)],
  [
    /^(?:click|press|tap|hit)\s+(?:on\s+)?(.+?)\s+(?:as soon as|when|whenever|once|each time|every time)\s+(?:it|one|they)\s+(?:lights?|appears?|shows?|pops?|comes?)\b.*$/iu,
    (match, at) => ({
      kind: 'click',
      target: readTarget(match[1] ?? '', at.tokens),
      times: 1,
      source: at.source,
    }),
  ],
  [
    /^(\p{L}.*?),?\s+(?:but\s+)?(?:only\s+)?(?:when|once|as soon as|after)\s+(.+)$/iu,
    (match, at) => readWhen(match[1] ?? '', match[2] ?? '', at),
  ],
  [
    /^(?:click|press|choose|select|pick)\s+(?:on\s+)?the\s+\p{L}+\s+(?:that|which)\s+(?:best\s+)?(?:describes|names|identifies|matches)\s+the\s+(?:figure|shape|drawing|picture)\b/iu,
    (_match, at) => ({ kind: 'name-figure', source: at.source }),
  ],
  [
    /^(?:click|tap|press|push|select|hit)\s+(?:on\s+)?(?:the\s+)?(.+?)\s+in\s+the\s+(?:(?:given|shown|displayed|listed|same|right|correct)\s+(?:order|sequence)|(?:order|sequence)\s+(?:displayed|shown|given|listed|below|above|that is .+))$/iu,
    (match, at) => ({ ...readInOrder(match[1] ?? '', '', at), order: 'shown' }),
  ],
  [
    /^(?:click|tap|press|select)\s+(?:on\s+)?(?:all\s+)?(?:the\s+)?(numbers|tiles|buttons|boxes|cells|squares|circles|cards)\s+(?:from\s+)?(\d+)\s+(?:to|through|up to|down to|-|–)\s+(\d+)(?:\s+in\s+(?:the\s+right\s+|numerical\s+)?order)?$/iu,
    (_match, at) => ({ kind: 'numbers', source: at.source }),
  ],
  [
    /^(?:click|tap|press|select)\s+(?:on\s+)?(?:the\s+)?(?!.*\b(?:comes?|is|stands?)\s+(?:first|last)\b)(.+?)\s+in\s+(ascending|increasing|descending|decreasing|reverse|alphabetical|numerical)(?:\s+\p{L}+)?\s+order$/iu,
    (match, at) => readInOrder(match[1] ?? '', match[2] ?? '', at),
  ],
  [
    /^(?:click|tap|press)\s+(?:on\s+)?(.+?)\s+(?:on|for|of|next to|beside|under)\s+(all|every|each|\d{1,2}|two|three|four|five)(?:\s+of)?(?:\s+the)?\s+(?:\p{L}+\s+)?(?:posts?|tweets?|items?|e-?mails?|messages?|comments?|entry|entries|rows?|products?|photos?)\s+(?:by|from|of|with|named|called)\s+(.+)$/iu,
    (match, at) => readOnEach(match[1] ?? '', match[2] ?? '', match[3] ?? '', at),
  ],
  [
    /^(?:resize|make|stretch|pull|drag)\s+(.+?)(?:\s+by\s+(?:dragging\s+)?(?:its|the)\s+(?:\p{L}+\s+)?(?:corner|edge|border|handle))?\s+(so that\s.+\b(?:width|height)\b.+|(?:(?:so that|until) it (?:is|becomes|gets)\s+|to\s+be\s+)?(?:wider|broader|taller|higher|narrower|shorter)\b.*)$/iu,
    (match, at) => readResize(match[1] ?? '', match[2] ?? '', at),
  ],
  [
    /^(?:drag|move|slide|turn|push|pull|adjust|set)\s+(?:the\s+)?(.*?)\s*\b(?:until|till|so that|so)\s+(?:it|the\s+.+?|its\s+value)\s*(?:reads|shows|says|is(?:\s+at)?|equals|reaches|displays|points\s+to|gets\s+to|takes)\s+(?:about\s+)?(-?\d+(?:\.\d+)?)(?:\s*%.*)?$/iu,
    (match, at) => readLevel(match[1] ?? '', match[2] ?? '', at),
  ],
  [
    /^(?:drag|move|set|adjust|change)\s+(?:the\s+)?(?:.*\b(?:slider|range|handles|thumbs)\b.*?)\s+(?:from|between|to)\s+[$€£]?(-?\d+)\s*[%€£$]?\s*(?:to|and|[-–])\s*[$€£]?(-?\d+)\s*[%€£$]?$/iu,
    (match, at) => ({
      kind: 'set',
      pairs: [match[1] ?? '', match[2] ?? ''].map((value) => ({ field: '', value })),
      hint: 'slider',
      source: at.source,
    }),
  ],
  [
    /^make\s+(.+?)\s+(?:be\s+|equal\s+(?:to\s+)?|read\s+|show\s+|say\s+)?(-?\d+(?:\.\d+)?)$/iu,
    (match, at) => readLevel(match[1] ?? '', match[2] ?? '', at),
  ],
  [
    /^(increase|decrease|raise|lower|reduce|turn up|turn down)\s+(.+?)\s+by\s+(\d{1,3}|\p{L}+)$/iu,
    (match, at) => readStep(match[1] ?? '', match[2] ?? '', match[3] ?? '', at),
  ],
  [
    /^(?:click|press|tap|choose|select|pick)\s+(?:on\s+)?the\s+(?:\p{L}+\s+)?(?:button|option|answer|number|choice|one|label|digit)\s+(?:that|which|with|showing|for)\s+(?:best\s+)?(?:matches|equals|shows|is(?: equal to)?|corresponds to|gives|represents|says|has)?\s*(the\s+(?:number|count|sum|total|result|product|difference|answer|length)\b.*)$/iu,
    (match, at) => readAnswered(match[1] ?? '', at),
  ],
  [
    /^(?:choose|select|pick)\s+(the\s+(?:right\s+|correct\s+)?number\s+of\s+.+?)\s+(?:from|in|with|using)\s+(?:the|a)\s+(?:drop-?\s?down|list|menu|select(?:\s+box)?|options|combo ?box)\b.*$/iu,
    (match, at) => [
      { kind: 'solve', phrase: restore(match[1] ?? '', at.tokens), source: at.source },
      {
        kind: 'choose',
        values: ['number'],
        target: readTarget('', []),
        field: '',
        hint: 'dropdown',
        source: at.source,
      },
    ],
  ],
  [
    /^(?:draw|make)\s+(?:a\s+|the\s+)?(?:straight\s+)?line\s+(?:from|between|connecting|joining)\s+(.+?)\s+(?:to|and|with)\s+(.+)$|^(?:connect|join|link)\s+(?!with\b|as\b|up\b)(.+?)\s+(?:to|and|with)\s+(.+?)(?:\s+(?:by|with)\s+.*)?$/iu,
    (match, at) => readLink(match[1] ?? match[3] ?? '', match[2] ?? match[4] ?? '', at),
  ],
  [
    /^(?:read|go\s+through|look\s+through)\s+.+?\s+(?:up\s+|down\s+|right\s+)*to\s+(?:the|its)\s+(?:very\s+)?(?:end|bottom)(?:\s+of\s.+)?$/iu,
    (_match, at) => ({ kind: 'scroll', to: 'bottom', target: readTarget('', []), source: at.source }),
  ],
  [
    /^(?:move|drag|shift|push|bring)\s+(.+?)\s+(up|down)(?:\s+(?:by\s+)?(one|two|three|four|\d)(?:\s+(?:places?|positions?|rows?|steps?|lines?|spots?|slots?))?)?(?:\s+in\s+the\s+list)?$/iu,
    (match, at) => ({
      kind: 'shift',
      name: strip(restore(match[1] ?? '', at.tokens)),
      by: (/^up$/iu.test(match[2] ?? '') ? -1 : 1) * (readCount(match[3] ?? 'one') ?? 1),
      source: at.source,
    }),
  ],
  [
    /^(?:move|drag|put|place|bring|drop)\s+(.+?)\s+(?:to\s+)?(?:directly\s+|right\s+|just\s+|immediately\s+)?(above|before|below|after)\s+(.+)$/iu,
    (match, at) => ({
      kind: 'beside',
      name: strip(restore(match[1] ?? '', at.tokens)),
      other: strip(restore(match[3] ?? '', at.tokens)),
      isAfter: !/^(?:above|before)$/iu.test(match[2] ?? ''),
      source: at.source,
    }),
  ],
  [
    /^(?:put|place|bring|line up)\s+(.+?\s+(?:(?:in|into)\s+(?:(?:the\s+)?(?:right|correct|proper)\s+|(?:an?\s+)?\p{L}+\s+)?order\b.*|from\s+(?:the\s+)?\p{L}+est\s+to\s+.+))$/iu,
    (match, at) => readSort(match[1] ?? '', at),
  ],
  [
    /^(?:open|unlock|crack)\s+(?:the\s+)?(.+?)\s+(?:with|using|by)\s+(?:(?:entering|setting|dialling|dialing)\s+)?(?:the\s+)?(combination|code|pin|number|digits)\s+(\d[\d\s,-]*\d)$/iu,
    (match, at) => [
      {
        kind: 'set',
        pairs: [{ field: match[2]?.toLowerCase() ?? '', value: match[3] ?? '' }],
        hint: null,
        source: at.source,
      },
      { kind: 'submit', verb: `unlock open ${match[1] ?? ''}`, source: '' },
    ],
  ],
  [
    /^(?:remember|memori[sz]e|note(?:\s+down)?|write\s+down|keep\s+in\s+mind)\s+(.+)$/iu,
    (match, at) => ({
      kind: 'find',
      target: readTarget(match[1] ?? '', at.tokens),
      phrase: strip(restore(match[1] ?? '', at.tokens)),
      source: at.source,
    }),
  ],
  [
    /^(?:send|give|leave|submit)\s+(?:the\s+|your\s+|my\s+|this\s+)?(?:feedback|ratings?|review|scores?)\s*:\s*(.+\d\s*\/\s*\d+)$/iu,
    (match, at) => {
      const rated = readRate(match[1] ?? '', { ...at, text: `rate ${match[1]}` });
      return rated && [...[rated].flat(), { kind: 'submit', verb: 'send', source: '' }];
    },
  ],
  [
    /^mark\s+(?:it|this|that|the\s+order)\s+as\s+(?:an?\s+)(\p{Ll}+)$/u,
    (match, at) => readTick(match[1] ?? '', true, at),
  ],
  // "Adults 2, children 4 and dogs 1": each number with its name.
  [
    /^(?!.*\b(?:to|at|from|by|of)\s+\d)(?=(?:\p{L}[\p{L} ]{1,20}?\s+\d{1,4}(?:\s*,\s*(?:and\s+)?|\s+and\s+|\s*[-–]?\s*$)){2,}$)(.+?)\s*[-–]?$/iu,
    (match, at) => ({
      kind: 'set',
      pairs: (match[1] ?? '').split(/\s*,\s*(?:and\s+)?|\s+and\s+/iu).map((part) => ({
        field: part.replace(/\s+\d+$/u, '').trim(),
        value: part.match(/\d+$/u)?.[0] ?? '',
      })),
      hint: null,
      source: at.source,
    }),
  ],
  // "Food: 3 stars, service: 4 stars"
  [
    /^\p{L}[\p{L} ]{1,30}:\s*\d{1,2}\s+stars?(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+)\p{L}[\p{L} ]{1,30}:\s*\d{1,2}\s+stars?)*$/iu,
    (match, at) => readRate(match[0].replaceAll(':', ''), { ...at, text: `rate ${match[0]}` }),
  ],
  [/^guess\b/iu, (_match, at) => ({ kind: 'guess', source: at.source })],
  [
    /^(?:give|rate|award|leave|set|select|choose|pick)\s+(.+)$/iu,
    (match, at) => readRate(match[1] ?? '', at),
  ],
  [
    /^(?:click|tap|press|select|choose|pick|mark|check)\s+(?:on\s+)?(?:all|every|each)(?:\s+of)?(?:\s+the)?\s+(.+)$/iu,
    (match, at) => readEach(match[1] ?? '', at),
  ],
  [/^(?:make sure|ensure|see to it)\s+(.+)$/iu, (match, at) => readEnsure(match[1] ?? '', at)],
  [
    /^(?:leave|keep)\s+(.+?)\s+(on|off|checked|unchecked)$/iu,
    (match, at) => readTick(match[1] ?? '', /^(?:on|checked)$/iu.test(match[2] ?? ''), at),
  ],
  [
    /^mark\s+(.+?)\s+as\s+(?:done|complete|completed|finished|bought|packed)$|^(?:(?:check|tick|cross)\s+off\s+(?:the\s+)?(?:(?:tasks?|to-?dos?|items?)\s+)?|(?:complete|finish)\s+(?:the\s+)?(?:tasks?|to-?dos?|items?|entry|entries|steps?|goals?)\s+)(.+)$/iu,
    (match, at) => readTick(match[1] ?? match[2] ?? '', true, at),
  ],
  ...EDIT_RULES,
  [/^add\s+(.+)$/iu, (match, at) => readAdd(match[1] ?? '', at)],
];
