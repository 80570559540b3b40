import type { Change, Intent } from './intent.ts';
import { restore } from './protect.ts';
import { readTarget } from './read-target.ts';
import { fieldOf, typeIntent } from './read-type.ts';
import type { Reading, Rule, Tokens } from './reading.ts';

const TOKEN = '[\\ue000-\\uf8ff]';
/** "the word X", "the sentence X": X alone. */
const CALLED = '(?:the\\s+)?(?:(?:words?|text|phrase|sentence|line|letters?)\\s+)?';
const WHERE = '(?:\\s+(?:in|from|of)\\s+(.+?))?';

/** Clauses that change a text which a field already holds, and leave the rest of it. */
export const EDIT_RULES: readonly Rule[] = [
  [
    new RegExp(
      `^(?:replace|change|correct|turn|swap)\\s+(?:(?:every|all|each)\\s+(?:occurrences?\\s+of\\s+|instances?\\s+of\\s+)?)?${CALLED}(${TOKEN})\\s+(?:with|by|to|into|for)\\s+${CALLED}(${TOKEN})${WHERE}(?:\\s+(?:everywhere|throughout)\\b.*)?$`,
      'iu',
    ),
    (match, at) => readReplace(match[1] ?? '', match[2] ?? '', match[3] ?? '', at),
  ],
  [
    /^(?:delete|remove|erase|clear|empty)\s+(?:all\s+)?(?:(?:of\s+)?the\s+)?(?:text|contents?|value|words|everything)\s+(?:(?:that\s+is\s+)?in|of|from|inside)\s+(.+)$/iu,
    (match, at) =>
      typeIntent(
        [{ value: { kind: 'literal', text: '' }, ...fieldOf(match[1] ?? '', at.tokens) }],
        at.source,
      ),
  ],
  [
    new RegExp(
      `^(?:delete|remove|erase|cut)\\s+the\\s+(?:word|text|phrase|sentence)\\s+(${TOKEN}|\\S+)${WHERE}$`,
      'iu',
    ),
    (match, at) => readReplace(match[1] ?? '', '', match[2] ?? '', at),
  ],
  [
    new RegExp(
      `^(?:add|append|put|insert|write|type)\\s+${CALLED}(${TOKEN})\\s+(?:at|to)\\s+the\\s+(end|start|beginning)\\s+of\\s+(.+)$`,
      'iu',
    ),
    (match, at) =>
      readJoin(match[1] ?? '', /^end$/iu.test(match[2] ?? '') ? 'end' : 'start', match[3] ?? '', at),
  ],
  [
    new RegExp(`^append\\s+${CALLED}(${TOKEN}|.+?)(?:\\s+to\\s+(.+))?$`, 'iu'),
    (match, at) => readJoin(match[1] ?? '', 'end', match[2] ?? '', at),
  ],
  [
    /^(?:make|turn|convert|change|put|set)\s+(the\s+.+?)\s+(?:(?:in|into|to)\s+)?(?:all\s+)?(?:(upper|lower)[\s-]?case|capitals?)(?:\s+letters)?$/iu,
    (match, at) =>
      editOf(
        match[1] ?? '',
        { kind: 'letters', to: /^lower$/iu.test(match[2] ?? '') ? 'lower' : 'upper' },
        at,
      ),
  ],
];

function readReplace(was: string, now: string, where: string, at: Reading): Intent {
  const isAll = /\b(?:every|all|each|everywhere|throughout)\b/iu.test(at.text);
  const change = {
    kind: 'replace',
    was: restore(was, at.tokens),
    now: restore(now, at.tokens),
    isAll,
  } as const;
  return editOf(where, change, at);
}

function readJoin(text: string, end: 'start' | 'end', where: string, at: Reading): Intent {
  return editOf(where, { kind: 'join', text: restore(text, at.tokens), end }, at);
}

function editOf(where: string, change: Change, { tokens, source }: Reading): Intent {
  return { kind: 'edit', field: holderOf(where, tokens), change, source };
}

/** "the text", "the document" name no field: whatever has such a text is meant. */
function holderOf(where: string, tokens: Tokens): string {
  const { text } = readTarget(where, tokens);
  return /^(?:(?:whole\s+|entire\s+)?(?:text|line|sentence|note|document|paragraph|editor|page|text ?area)|it)?$/iu.test(
    text,
  )
    ? ''
    : text;
}
