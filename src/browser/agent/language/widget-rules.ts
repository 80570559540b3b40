import type { Intent } from './intent.ts';
import { restore } from './protect.ts';
import { readClick } from './read-act.ts';
import { listOf } from './read-choose.ts';
import { readTarget } from './read-target.ts';
import type { Reading, Rule } from './reading.ts';

/** Clauses that only widgets of the page answer: context menus, orders told one by one, sizes, commands. */
export const WIDGET_RULES: readonly Rule[] = [
  [
    /^(?:right|secondary)[- ]?click\s+(?:on\s+)?(.+)$|^(?:open|show|bring\s+up)\s+the\s+(?:context|right[- ]click)\s+menu\s+(?:of|for|on|at)\s+(.+)$/iu,
    (match, at) => ({
      kind: 'context',
      target: readTarget(match[1] ?? match[2] ?? '', at.tokens),
      source: at.source,
    }),
  ],
  [
    /^(?:answer|rate|score|mark)\s+(?!.*\bas\s+(?:done|completed?|finished|read|unread|important|bought|packed)$)((?:the\s+question\s+)?[\ue000-\uf8ff]\s+(?:with|by|as)\s+.+)$/iu,
    (match, at) => readAnswers(match[1] ?? '', at),
  ],
  [
    /^(?:arrange|order|reorder|rearrange|put|sort|place|drag|bring|move)\s+(?:all\s+)?(?:the\s+)?(?:\p{L}+\s+){0,3}?(?:(?:items?|rows?|entries|list|cards?|words?|songs?|tasks?|steps?|names?|lines?|tiles?|letters|numbers|things|blocks|elements|layers|they|them)\s+)(?:as|like\s+this|(?:so\s+that|so)\s+(?:it|they|the\s+\p{L}+)\s+(?:reads?|is|are|stands?)|(?:in|into)\s+(?:the|this)\s+(?:following\s+)?order)(?:\s*:|\s+as)?\s+(.+)$/iu,
    (match, at) => readArrangement(match[1] ?? '', at),
  ],
  [
    /^(?:resize|scale|drag|make|set)\s+(.+?)\s+(?:to\s+(?:be\s+)?|so\s+that\s+it\s+is\s+)?(?:a\s+size\s+of\s+)?(\d{2,4})\s*(?:px|pixels)?\s*(?:[x×]|by)\s*(\d{2,4})(?:\s*(?:px|pixels?))?$/iu,
    (match, at) => ({
      kind: 'size',
      target: readTarget((match[1] ?? '').replace(/^(?:the\s+)?(?:corner|size)\s+of\s+/iu, ''), at.tokens),
      width: Number(match[2]),
      height: Number(match[3]),
      source: at.source,
    }),
  ],
  // "Make the panel about 340 pixels wide": the other side stays.
  [
    /^(?:resize|scale|drag|make|set)\s+(.+?)\s+(?:to\s+(?:be\s+)?|so\s+that\s+it\s+is\s+)?(?:about\s+|around\s+|roughly\s+|approximately\s+|exactly\s+)?(\d{2,4})\s*(?:px|pixels?)\s+(wide|high|tall|in\s+width|in\s+height)$/iu,
    (match, at) => {
      const isWidth = /wid/iu.test(match[3] ?? '');
      const length = Number(match[2]);
      return {
        kind: 'size',
        target: readTarget(match[1] ?? '', at.tokens),
        width: isWidth ? length : null,
        height: isWidth ? null : length,
        source: at.source,
      };
    },
  ],
  [
    /^(rename|move|copy|create|make|run|execute|type|enter)\s+(.+)$/iu,
    (match, at) => readCommand(match[1] ?? '', match[2] ?? '', at),
  ],
  [
    /^(?:run|execute|launch|trigger)\s+((?:the\s+)?(?:command\s+|action\s+)?[\ue000-\uf8ff])$/iu,
    (match, at) => readClick((match[1] ?? '').replace(/\b(?:command|action)\b/iu, ''), at, 1),
  ],
];

/** "Q with 3 and R with 5": a choice for each question. */
function readAnswers(rest: string, at: Reading): Intent[] | null {
  const pairs = [...rest.matchAll(/([\ue000-\uf8ff])\s+(?:with|by|as)\s+([\ue000-\uf8ff]|[^\s,]+)/gu)];
  return pairs.length === 0
    ? null
    : pairs.flatMap(([, question = '', answer = '']) => ({
        kind: 'choose' as const,
        values: [restore(answer, at.tokens)],
        target: readTarget(answer, at.tokens),
        field: restore(question, at.tokens),
        hint: null,
        source: at.source,
      }));
}

function readArrangement(rest: string, at: Reading): Intent | null {
  const names = listOf(
    rest.replace(/,?\s+from\s+(?:the\s+)?(?:top|left|first)\s+to\s+(?:the\s+)?(?:bottom|right|last)$/iu, ''),
    at.tokens,
  );
  return names.length > 1 ? { kind: 'arrange', names, source: at.source } : null;
}

const TERMINAL = /\b(?:terminal|console|shell|command\s+(?:line|prompt))\b/iu;

/** What a terminal is to be told, where the task names one. */
function readCommand(verb: string, rest: string, at: Reading): Intent | null {
  const words = restore(rest, at.tokens).replace(/["“”']/gu, '');
  const isShell = TERMINAL.test(`${at.means} ${at.text}`);
  const line = isShell
    ? commandFor(verb.toLowerCase(), words.replace(/\s+(?:in|into|on|using)\s+the\s+\S+$/iu, ''))
    : null;
  return line === null ? null : { kind: 'command', line, source: at.source };
}

function commandFor(verb: string, words: string): string | null {
  const pair = words.match(
    /^(?:the\s+)?(?:file|folder|directory)?\s*(\S+)\s+(?:to|as|into)\s+(?:the\s+)?(?:file|folder|directory)?\s*(\S+)$/iu,
  );
  if (pair && /^(?:rename|move)$/u.test(verb)) return `mv ${pair[1]} ${pair[2]}`;
  if (pair && verb === 'copy') return `cp ${pair[1]} ${pair[2]}`;
  const made = words.match(
    /^(?:an?|the)\s+(?:new\s+|empty\s+)*(file|folder|directory)\s+(?:called|named|with\s+the\s+name)?\s*(\S+)$/iu,
  );
  if (made && /^(?:create|make)$/u.test(verb))
    return `${/^file$/iu.test(made[1] ?? '') ? 'touch' : 'mkdir'} ${made[2]}`;
  return /^(?:run|execute|type|enter)$/u.test(verb)
    ? words.replace(/^(?:the\s+)?command\s+/iu, '').trim()
    : null;
}
