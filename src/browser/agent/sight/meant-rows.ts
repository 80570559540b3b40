import { meets, takeRestrictions } from '../language/restrictions.ts';
import { holdsPhrase, normalize, readCount, wordsOf } from '../language/words.ts';

/** What a task tells of the one row it means, read against what the rows say. */
export interface MeantRows {
  /** The rows, by number, that say all of it. */
  rows: number[];
  /** What is told as a condition and no row says. */
  unsaid: string[];
  /** Names that no row says: whoever asks must find them elsewhere on the page. */
  names: string[];
}

/**
 * "Cheapest hotel with breakfast and free cancellation in Riga": of like rows those that say everything told of the
 * thing. A plain noun that no row says only tells what the rows are; so does one by which the page calls its whole list,
 * though one of the rows may bear it in its name.
 */
export function meantRows(texts: readonly string[], description: string, title = ''): MeantRows {
  const rows = texts.map(withParts);
  const { rest, restrictions } = takeRestrictions(` ${description}`);
  const limits = restrictions.filter(({ kind }) => kind !== 'text');
  const demanded = restrictions.flatMap((one) => (one.kind === 'text' && !one.isNot ? [one.text] : []));
  const banned = restrictions.filter((one) => one.kind === 'text' && one.isNot);
  const [plain = '', ...conditions] = rest.split(CONDITION);
  const kind = contentWords(plain.split(/\s(?:in|from|to|for|on|at|of|by)\s/u)[0] ?? '').at(-1) ?? '';
  const isOfAll = wordsOf(title).some((word) => isAlike(word, normalize(kind)));
  const told = contentWords(plain).filter((word) => word !== kind || !isOfAll);
  const asked = [...conditions, ...demanded].flatMap(contentWords);
  const holders = (word: string) => rows.flatMap((row, at) => (says(row, word) ? [at] : []));
  const said = [...told, ...asked].map((word) => holders(word)).filter((held) => held.length > 0);
  const unsaid = [...told, ...asked].filter((word) => holders(word).length === 0);
  return {
    rows: rows.flatMap((row, at) =>
      said.every((held) => held.includes(at)) && [...limits, ...banned].every((limit) => meets(row, limit))
        ? [at]
        : [],
    ),
    unsaid: unsaid.filter((word) => asked.includes(word) && !/^\p{Lu}/u.test(word)),
    names: unsaid.filter((word) => /^\p{Lu}/u.test(word)),
  };
}

/** Lines that are read as one run together: "Pro 179Espresso machine". */
function withParts(row: string): string {
  const parts = row.replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu}\p{Ll})/gu, ' ');
  return parts === row ? row : `${parts} ${row}`;
}

/** What follows is demanded of the thing, rather than what it is called. */
const CONDITION = /\b(?:with|including|offering|that|which|who|has|have)\b/iu;

/** The words that may tell rows apart: no figures, days, or what only joins others. */
function contentWords(text: string): string[] {
  const words = text.match(/[\p{L}\p{N}][\p{L}\p{N}'’+-]*/gu) ?? [];
  return words.filter(
    (word, at) =>
      word.length > 1 &&
      !/\d/u.test(word) &&
      !JOINING.has(normalize(word)) &&
      !MONTH.test(word) &&
      // "2 adults" counts who comes, and is said to the page elsewhere.
      !isCount(words[at - 1] ?? ''),
  );
}

function isCount(word: string): boolean {
  return /^\d/u.test(word) || (readCount(word) ?? 0) > 1;
}

const JOINING = new Set(
  'the an of in on at to for from by and or it its one ones as is are be can could may done made get got comes come offers offer includes include available possible needs need also only any some no not this there my me us our near around between until till than their his her please kind sort'.split(
    ' ',
  ),
);
const MONTH =
  /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec|january|february|march|april|june|july|august|september|october|november|december|mon|tues|wednes|thurs|fri|satur|sun)(?:day)?$/iu;

/** Whether a row says a word in whatever form, and does not say that there is none of it. */
function says(row: string, word: string): boolean {
  const parts = wordsOf(word);
  const text = wordsOf(row);
  if (!parts.every((part) => text.some((other) => isAlike(other, part)))) return false;
  return (
    parts.length > 1 ||
    meets(row, { kind: 'text', at: 'anywhere', text: word, isNot: false }) ||
    !holdsPhrase(row, word)
  );
}

/** "Remotely" and "remote", "machine" and "machines". */
function isAlike(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length > 3 && long.startsWith(short) && ENDING.test(long.slice(short.length));
}

const ENDING = /^(?:s|es|ly|d|ed|ing|al|able)$/u;
