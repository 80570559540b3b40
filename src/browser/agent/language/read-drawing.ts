import type { Intent } from './intent.ts';
import { restore } from './protect.ts';
import { listOf } from './read-choose.ts';
import { readTarget } from './read-target.ts';
import type { Reading, Rule } from './reading.ts';
import { COLOURS } from './target-words.ts';
import { canMean, isKind } from './thesaurus.ts';

/** Clauses about drawings, texts with a look, words with a meaning, games and terminals. */
export const DRAWING_RULES: readonly Rule[] = [
  [
    /^(?:click|tap|press|mark|find|locate)\s+(?:on\s+|at\s+|in\s+)?(.+)$/iu,
    (match, at) => readSpot(match[1] ?? '', at),
  ],
  [
    /^(?:draw|create|make|click|mark|place|add)\b.*\bangle\b/iu,
    (_match, at) => ({
      kind: 'spot',
      of: [],
      angle: /\bright angle\b|\b90\b|\bperpendicular\b/iu.test(at.text) ? 'right' : 'half',
      source: at.source,
    }),
  ],
  [
    /^(?:draw|create|make)\s+(?:an?\s+)?(?:(horizontal|vertical)\s+)?(line|circle)\b.*?\b(?:through|over|across|around|about|on|at)\s+(.+)$/iu,
    (match, at) => ({
      kind: 'draw',
      figure: match[2]?.toLowerCase() === 'circle' ? 'circle' : 'line',
      axis: match[1]?.toLowerCase() === 'vertical' ? 'vertical' : 'horizontal',
      through: readTarget(match[3] ?? '', at.tokens),
      source: at.source,
    }),
  ],
  [/^.*$/su, (_match, at) => readStyle(at)],
  [
    /^(?:select|choose|pick|check|tick|click|mark)\s+(?:on\s+)?(?:all\s+)?(?:the\s+)?(?:words?|options?|ones?|items?|terms?|box(?:es)?|check ?box(?:es)?)\s+(?:that\s+(?:are|is|mean)\s+|which\s+(?:are|is|mean)\s+|with\s+)?(?:(?:the\s+|an?\s+)?(?:most\s+)?(?:similar|same|closest|synonyms?|synonymous|alike)(?:\s+(?:in\s+)?meaning)?(?:\s+(?:to|as|of|with))?)\s*:?\s+(.+)$/iu,
    (match, at) => ({ kind: 'alike', words: listOf(match[1] ?? '', at.tokens), source: at.source }),
  ],
  [
    /^(?:click|tap|press|select|choose|pick)\s+(?:on\s+)?(?:the\s+|an?\s+)?(?:word|one|thing|item|option|name)s?\s+(?:that|which)\s+(?:is|are|means?|names?|describes?)\s+(?:the\s+same\s+as\s+)?(?:an?\s+)?(?:(?:kind|type|sort|example|synonym)s?\s+(?:of|for)\s+)?(?:an?\s+|the\s+)?([\p{Ll}\ue000-\uf8ff]+)$/iu,
    (match, at) => {
      const word = restore(match[1] ?? '', at.tokens);
      return canMean(word) ? { kind: 'alike', words: [word], source: at.source } : null;
    },
  ],
  [
    /^(?:select|choose|pick|check|tick|click|mark)\s+(?:on\s+)?(?:all|every|each)(?:\s+of)?(?:\s+the)?\s+(\p{Ll}+)(?:\s+(?:in|from|on)\s+the\s+\p{Ll}+)?$/iu,
    (match, at) =>
      isKind(match[1] ?? '') ? { kind: 'alike', words: [match[1] ?? ''], source: at.source } : null,
  ],
  [
    /\b(?:tic[- ]?tac[- ]?toe|noughts and crosses)\b|^(?:place|put|play|make|find)\b.*\b(?:[XO]|cross|nought|move)\b.*\b(?:win|wins|three in a row)\b/iu,
    (_match, at) => ({ kind: 'play', game: 'noughts', source: at.source }),
  ],
  [
    /^(?:find|match|uncover|reveal|turn over|flip)\b.*\b(?:matching|pairs?)\b/iu,
    (_match, at) => ({ kind: 'play', game: 'pairs', source: at.source }),
  ],
  [/^(?:turn over|flip|uncover)\s+(?:all\s+)?(?:the\s+)?cards?$/iu, () => []],
  [
    /^(?:click|tap|press)\s+(?:on\s+|in\s+)?(?:the\s+)?(?!text\b)(\S+)\s+(?:area|zone|region|spot)$/iu,
    (match, at) => ({
      kind: 'feel',
      word: restore(match[1] ?? '', at.tokens),
      target: readTarget(match[1] ?? '', at.tokens),
      source: at.source,
    }),
  ],
  [
    /^(delete|remove|rm|list|print|show|display|read)\s+(.*)$/iu,
    (match, at) => readShell(match[1] ?? '', match[2] ?? '', at),
  ],
];

/** "the centre of the circle", "halfway between the two dots". */
function readSpot(rest: string, at: Reading): Intent | null {
  const between = rest.match(
    /\b(?:half\s?way|mid-?\s?way|mid-?\s?point|middle|centre|center|point)\b.*?\bbetween\s+(?:the\s+)?(.+)$/iu,
  )?.[1];
  const of = rest.match(/^(?:the\s+)?(?:exact\s+)?(?:cent(?:re|er)|middle|mid-?point)\s+of\s+(.+)$/iu)?.[1];
  const parts = between
    ? between
        .replace(/^(?:both|two|three|\d)\s+(?:of\s+the\s+)?/iu, '')
        .split(/\s+and\s+(?=the\s|an?\s|\S+\s+(?:dot|circle|square))/iu)
    : of
      ? [of]
      : [];
  const targets = parts.map((part) => readTarget(part.replace(/\bpoints?\b/iu, 'dot'), at.tokens));
  return targets.length > 0 && targets.every(({ shape }) => shape !== null)
    ? { kind: 'spot', of: targets, angle: null, source: at.source }
    : null;
}

const STYLES = `bold|italics?|underlined?|strike(?:through)?|${COLOURS}`;
/** All that a text says: "everything", "all the text in the editor". */
const WHOLE =
  '(?:everything|all(?:\\s+of)?(?:\\s+the)?\\s+(?:text|words)|(?:the\\s+)?(?:whole|entire)\\s+(?:text|document|note|paragraph)|the\\s+text)(?:\\s+(?:in|of|inside)\\s+(?:the|this)\\s+(?:\\p{L}+\\s+)?(?:editor|document|note|box|field|text ?area|paragraph|page))?';
const WORDS = '(?:the\\s+)?(?:text|words?|phrase|sentence|string)?\\s*';

const IS_WHOLE = new RegExp(`^(?:all(?: of)?(?: the)?|${WHOLE})$`, 'iu');

/** "give the text X the colour red", "make the word X bold", "underline X". */
function readStyle(at: Reading): Intent | null {
  const patterns = [
    `^give\\s+${WORDS}(?<text>.+?)\\s+(?:the\\s+|an?\\s+)?(?:style|colou?r|format(?:ting)?|font)\\s+(?<style>${STYLES})$`,
    `^(?:make|format|turn|style|render|put|set)\\s+${WORDS}(?<text>.+?)\\s+(?:to\\s+|in\\s+|as\\s+)?(?<style>bold|italics?|underlined?|strikethrough)(?:\\s+(?:type|font|print|letters|style|text))?(?:,?\\s+(?:(?:and\\s+)?nothing\\s+else|only))?$`,
    `^(?:make|colou?r|turn|paint)\\s+(?<text>${WHOLE})\\s+(?:in\\s+|to\\s+)?(?<style>${COLOURS})$`,
    `^(?:change|set)\\s+the\\s+(?:(?:text|font)\\s+)?colou?r\\s+of\\s+(?<text>${WHOLE})\\s+to\\s+(?<style>${COLOURS})$`,
    `^(?:make|colou?r|turn|paint)\\s+the\\s+(?:text|words?|phrase)\\s+(?<text>.+?)\\s+(?:in\\s+)?(?<style>${COLOURS})$`,
    `^(?:change|set)\\s+the\\s+colou?r\\s+of\\s+the\\s+(?:text|words?|phrase)\\s+(?<text>.+?)\\s+to\\s+(?<style>${COLOURS})$`,
    `^(?<style>bold|italici[sz]e|underline)\\s+${WORDS}(?<text>.+)$`,
  ];
  const found = patterns.map((pattern) => new RegExp(pattern, 'iu').exec(at.text)?.groups).find(Boolean);
  if (!found?.text || !found.style) return null;
  const text = restore(found.text, at.tokens);
  return {
    kind: 'style',
    text: IS_WHOLE.test(text) ? '' : text,
    style: found.style
      .toLowerCase()
      .replace(/^italic.*$/u, 'italic')
      .replace(/^underlined$/u, 'underline'),
    source: at.source,
  };
}

function readShell(verb: string, rest: string, at: Reading): Intent | null {
  if (!/\b(?:terminal|console|shell|command line|prompt)\b/iu.test(`${at.means} ${at.text}`)) return null;
  const words = restore(rest, at.tokens);
  const ending = words.match(/\b(?:end(?:s|ing)?\s+(?:with|in)|extension)\b.*?(\.\w+|\w+)\s*$/iu)?.[1];
  const named = words.match(/\bfile\s+(?:named\s+|called\s+)?["']?([\w.-]+)/iu)?.[1];
  const isDelete = /^(?:delete|remove|rm)$/iu.test(verb);
  return {
    kind: 'shell',
    wish: {
      verb: isDelete ? 'delete' : /^list$/iu.test(verb) ? 'list' : 'print',
      file: ending ?? named ?? '',
      isEnding: ending !== undefined,
    },
    source: at.source,
  };
}
