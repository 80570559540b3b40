import { holdsPhrase, normalize, readOrdinal, similarity } from '../language/words.ts';
import { comparedInRows } from './compare-rows.ts';
import { elementsIn, type PageModel, wholeTextOf } from './page-model.ts';
import { lookUpCell } from './read-tables.ts';

/** The value a task names by description ("the age of Bob", "the last word of the text", "the code shown"), from the page. */
export function lookUp(model: PageModel, pageText: string, phrase: string): string | null {
  const turned = phrase.match(
    /^(.+?)\s+(?:(?:spell?ed\s+|written\s+)?(backwards?|reversed|in reverse(?: order)?)|in\s+(?:all\s+)?(upper|lower|capital)[\s-]?(?:case)?(?:\s+letters)?|(without)\s+(?:the\s+|any\s+)?spaces)$/iu,
  );
  if (turned?.[1])
    return written(lookUp(model, pageText, turned[1]), turned[2], turned[4] ? 'without' : turned[3]);
  const counted = phrase.match(
    /^(?:number|count)\s+of\s+(?:letters|characters)\s+(?:of|in)\s+(?:the\s+)?(.+)$/iu,
  );
  if (counted?.[1]) {
    const word = lookUp(model, pageText, counted[1]);
    return word === null ? null : String([...word].length);
  }
  const wording =
    letterIn(model, pageText, phrase) ?? lineIn(model, pageText, phrase) ?? wordIn(model, phrase);
  if (wording !== null) return wording;
  const compared = comparedInRows(model, phrase);
  if (compared !== null) return compared;
  const of = phrase.match(/^(?:value|content|text)\s+(?:of|for|in)\s+(.+)$/iu)?.[1] ?? null;
  if (of)
    return textOfLook(model, of) ?? lookUpCell(model, clean(of), clean(of)) ?? labelled(pageText, clean(of));
  const pair = phrase.match(/^(.+?)\s+(?:of|for|from|belonging to)\s+(.+)$/iu);
  if (pair?.[1] && pair[2]) {
    const cell = lookUpCell(model, clean(pair[1]), clean(pair[2]));
    const told =
      cell ?? inPartAbout(model, clean(pair[1]), clean(pair[2])) ?? ofNamed(model, pair[1], pair[2]);
    if (told !== null) return told;
    // What other things have of the same name is not meant.
    if (NAMED_LAST.test(pair[2]) && holdsPhrase(pageText, pair[2].match(NAMED_LAST)?.[1] ?? '')) return null;
  }
  const named =
    phrase.match(/^(?:name|number|title|amount)\s+of\s+(?:the\s+)?(.+)$/iu)?.[1] ??
    phrase.match(/^(?:the\s+)?(.+?)['’]s\s+(?:full\s+)?(?:name|number|title|amount)$/iu)?.[1];
  const told = named === undefined ? null : labelled(pageText, clean(named));
  const stated = told ?? yearOf(pageText, phrase);
  if (stated !== null) return stated;
  const name = clean(pair?.[1] ?? phrase);
  const found = lookUpCell(model, name, name) ?? fieldValue(model, name) ?? labelled(pageText, name);
  return found ?? (/^(?:text|word|letters|characters)$/iu.test(name) ? shownText(model) : null);
}

/** "the tracking number of the parcel from Nordic Tea": the part that speaks of the name says it. */
function ofNamed(model: PageModel, what: string, of: string): string | null {
  const name = of.match(NAMED_LAST)?.[1];
  return name === undefined ? null : inPartAbout(model, clean(what), name);
}

/** A kind of thing, and the name that tells it from others. */
const NAMED_LAST =
  /^(?:the\s+|my\s+|our\s+)?(?:\p{Ll}+\s+){1,3}?(?:(?:from|by|of|for|to|with|called|named)\s+)?(?:the\s+)?["“]?(\p{Lu}[^"”]*?)["”]?$/u;

/** "the text in the dashed box", "the word in the red box": told by the look of what it stands in. */
function textOfLook(model: PageModel, of: string): string | null {
  const look = normalize(of).match(
    /^(?:the\s+)?(\p{L}+)\s+(?:box|frame|area|panel|rectangle|square|field|card)$/u,
  )?.[1];
  if (look === undefined) return null;
  const holder = model.elements.find(
    ({ isVisible, isEditable, text, hints, colour }) =>
      isVisible && !isEditable && text !== '' && `${hints} ${colour}`.split(' ').includes(look),
  );
  return holder?.text ?? null;
}

/** "the founding year": the year that stands after a word of that root. */
function yearOf(pageText: string, phrase: string): string | null {
  const root = phrase.match(/^(?:year\s+of\s+(?:the\s+)?)?(\p{L}{4,})(?:\s+year)?$/iu)?.[1];
  if (root === undefined || !/\byear\b/iu.test(phrase)) return null;
  const start = root.replace(/(?:ing|ation|ed|al)$/iu, '');
  return (
    pageText.match(new RegExp(`\\b${start}\\p{L}*[^.\\n\\d]{0,30}((?:1[5-9]|20)\\d{2})\\b`, 'iu'))?.[1] ??
    null
  );
}

/** "the code of the Turin deal": what the smallest part of the page that speaks of the one says of the other. */
function inPartAbout(model: PageModel, what: string, of: string): string | null {
  const heads = model.elements.filter(
    ({ isVisible, text, isEditable }) =>
      isVisible && !isEditable && text.length < 160 && holdsPhrase(text, of),
  );
  for (let level = 0; level < 4; level += 1) {
    for (const head of heads) {
      let node = head.node;
      for (let up = 0; up < level; up += 1) node = model.parents[node] ?? node;
      const value = labelled(wholeTextOf(model, node), what);
      if (value !== null) return firstIn(model, node, value);
    }
  }
  return null;
}

/** What stands behind a label ends where its own part of the page does. */
function firstIn(model: PageModel, node: number, value: string): string {
  const own = elementsIn(model, node).filter(({ text }) => text !== '' && value.startsWith(`${text} `));
  return own.at(-1)?.text ?? value;
}

function written(value: string | null, isBackwards: string | undefined, letters: string | undefined) {
  if (value === null) return null;
  if (letters === 'without') return value.replace(/\s+/gu, '');
  if (isBackwards) return [...value].toReversed().join('');
  return letters?.toLowerCase() === 'lower' ? value.toLowerCase() : value.toUpperCase();
}

/** "the first letter of the secret word": of a value the page shows under that name. */
function letterIn(model: PageModel, pageText: string, phrase: string): string | null {
  const match = phrase.match(/\b(\S+)\s+(?:letter|character|digit)\s+(?:of|in)\s+(?:the\s+)?(.+)$/iu);
  const ordinal = match?.[1] ? readOrdinal(match[1]) : null;
  if (!match?.[2] || ordinal === null || /^(?:text|paragraph|passage|text ?area)\b/iu.test(match[2]))
    return null;
  const value = lookUp(model, pageText, match[2]);
  return value === null ? null : ([...value].at(ordinal > 0 ? ordinal - 1 : ordinal) ?? null);
}

/** "the third line", "the second word of the third line": lines as they are shown. */
function lineIn(model: PageModel, pageText: string, phrase: string): string | null {
  const match = phrase.match(/^(?:(\S+)\s+word\s+(?:of|in|on)\s+(?:the\s+)?)?(\S+)\s+line\b/iu);
  const [word, line] = [readOrdinal(match?.[1] ?? ''), readOrdinal(match?.[2] ?? '')];
  if (!match || line === null || /\b(?:text ?area|field|box|input)\b/iu.test(phrase)) return null;
  const longest = model.elements
    .filter(({ isVisible, isEditable }) => isVisible && !isEditable)
    .reduce((most, { text }) => (text.length > most.length ? text : most), '');
  const lines = pageText
    .split('\n')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const own = lines.filter((part) => longest.includes(part.replace(/\s+/gu, ' ')));
  const shown = (own.length > 1 ? own : lines).at(line > 0 ? line - 1 : line);
  if (shown === undefined || !match[1]) return shown ?? null;
  return word === null ? null : (shown.split(/\s+/u).at(word > 0 ? word - 1 : word) ?? null);
}

/** "the text below": the first words of the page that are neither a control nor its label. */
function shownText(model: PageModel): string | null {
  const texts = model.elements.filter(
    ({ isVisible, isClickable, isEditable, role, text }) =>
      isVisible && !isClickable && !isEditable && role !== 'heading' && text !== '' && !text.endsWith(':'),
  );
  const [first] = texts;
  if (!first) return null;
  // Letters that each have a part of their own are one word.
  const letters = texts.filter(
    ({ node, text }) => text.length === 1 && model.parents[node] === model.parents[first.node],
  );
  return letters.length > 1 && first.text.length === 1
    ? letters.map(({ text }) => text).join('')
    : first.text;
}

/** "the code it shows", "the number that appears" */
const SHOWN_BY_IT =
  /\s+(?:(?:that\s+|which\s+)?(?:it|he|she|they|this|that)\s+(?:shows?|says?|displays?|gives?|has|mentions?|contains?|tells?|reads?)|(?:that|which)\s+(?:appears?|shows\s+up|pops\s+up|is\s+(?:shown|displayed)|comes\s+up))$/iu;

function clean(text: string): string {
  return text
    .replace(SHOWN_BY_IT, '')
    .replace(
      /\b(?:the|shown|displayed|given|in the (?:text|table|page|paragraph)|on the page|from the (?:text|page|table)|above|below)\b/giu,
      ' ',
    )
    .replace(/\s+/gu, ' ')
    .trim();
}

/** "the 3rd word in the paragraph", "the last word in the text area". */
function wordIn(model: PageModel, phrase: string): string | null {
  const match = phrase.match(/\b(\S+)\s+(word|line|sentence|character|letter)\b/iu);
  const ordinal = match?.[1] ? readOrdinal(match[1]) : null;
  if (!match || ordinal === null) return null;
  const isField = /\b(?:text ?area|field|box|input)\b/iu.test(phrase);
  const texts = model.elements
    .filter((element) => element.isVisible)
    .map((element) =>
      element.isEditable
        ? isField || element.tag === 'textarea'
          ? element.value
          : ''
        : isField
          ? ''
          : element.text,
    );
  const text =
    paragraphIn(model, phrase) ??
    texts.reduce((longest, candidate) => (candidate.length > longest.length ? candidate : longest), '');
  const cut: Record<string, RegExp> = {
    word: /\s+/u,
    line: /\n+/u,
    sentence: /(?<=[.!?])\s+/u,
    character: /(?:)/u,
    letter: /(?:)/u,
  };
  const parts = text
    .trim()
    .split(cut[match[2]?.toLowerCase() ?? 'word'] ?? /\s+/u)
    .map((part) => part.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
    .filter(Boolean);
  return (ordinal < 0 ? parts.at(-1) : parts[ordinal - 1]) ?? null;
}

/** "in the second paragraph", "of paragraph 3"; '' where there is no such one, null where none is told. */
function paragraphIn({ elements }: PageModel, phrase: string): string | null {
  const told = phrase.match(
    /\b(?:of|in|from|on)\s+(?:the\s+)?(?:(\S+)\s+(paragraph|sentence)|(paragraph|sentence)\s+(?:number\s+)?(\d{1,2}))\b/iu,
  );
  const ordinal = told?.[4] ? Number(told[4]) : readOrdinal(told?.[1] ?? '');
  if (!told || ordinal === null) return null;
  const paragraphs = elements
    .filter(({ isVisible, tag, text }) => isVisible && tag === 'p' && /\s/u.test(text))
    .map(({ flow, text }) => flow || text);
  const longest = elements
    .filter(({ isVisible, isEditable }) => isVisible && !isEditable)
    .reduce((most, { text }) => (text.length > most.length ? text : most), '');
  const isSentence = /^sentence$/iu.test(told[2] ?? told[3] ?? '');
  const parts = isSentence
    ? (paragraphs.length > 0 ? paragraphs.join(' ') : longest).split(/(?<=[.!?])\s+/u)
    : paragraphs;
  return parts.at(ordinal > 0 ? ordinal - 1 : ordinal) ?? '';
}

function fieldValue(model: PageModel, name: string): string | null {
  const fields = model.elements.filter(
    (element) => element.value !== '' && element.isVisible && element.type !== 'password',
  );
  const best = fields
    .map((element) => ({ element, score: similarity(element.name, name) }))
    .sort((one, other) => other.score - one.score)[0];
  return best && best.score > 0.8 ? best.element.value : null;
}

/** "Your voucher code is V-123", "Reference: R 77", or the label on one line and its value on the next. */
function labelled(pageText: string, name: string): string | null {
  const words = normalize(name)
    .split(' ')
    .filter((word) => word.length > 1);
  if (words.length === 0) return null;
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')).join('\\s+');
  const gap = '[^\\S\\n]*';
  // Alone in its line, or in its cell, it has its value in the next.
  const next = pageText.match(
    new RegExp(
      `(?<![^\\n\\t])${gap}${escaped}${gap}:?${gap}[\\n\\t]+${gap}([^\\n\\t]{1,80})(?![^\\n\\t])`,
      'iu',
    ),
  )?.[1];
  // "The password of this part is": whose it is may stand between.
  const owned = pageText.match(
    new RegExp(
      `\\b${escaped}\\s+(?:of|for|to|in)\\s+(?:this|the|that|your)\\s+(?:\\p{L}+\\s+){1,3}?(?:is|are|was|reads)\\s*:?\\s*["“]?([\\p{L}\\p{N}][^\\s,;"”]*)`,
      'iu',
    ),
  )?.[1];
  const inline = [gap, '\\s*']
    .map(
      (space) =>
        pageText.match(
          new RegExp(
            `\\b${escaped}\\b${space}(?:is|are|was|:|=|-|–)?${space}:?${space}["“]?([\\p{L}\\p{N}][^\\s,;"”]*)`,
            'iu',
          ),
        )?.[1],
    )
    .find((value) => value !== undefined);
  const line = pageText.match(new RegExp(`\\b${escaped}\\b${gap}:${gap}([^\\n]{1,80})`, 'iu'))?.[1];
  return (
    (line ?? (next?.endsWith(':') ? undefined : next) ?? owned ?? inline)
      ?.trim()
      .replace(/(?<=\p{L}{3})\.\s+(?=\p{Lu}).*$/u, '')
      .replace(/[.,;]+$/u, '') ?? null
  );
}
