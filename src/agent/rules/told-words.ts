/** The words of a task with their places, so that a label of the page can be found in them and the value that stands beside it. */
import { isFiller, plainWords } from '../words.ts';

interface Word {
  stem: string;
  start: number;
  end: number;
}

export interface Span {
  start: number;
  end: number;
}

export interface Told {
  text: string;
  words: Word[];
  quotes: (Span & { inner: string })[];
}

const QUOTED = /"([^"]*)"|“([^“”]*)”|«([^«»]*)»|(?<![\p{L}\p{N}])'([^'\n]+)'(?![\p{L}\p{N}])|‘([^‘’]*)’/gu;
const WORD =
  /(?<![\w.+-])[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+|\be-mail\b|[\p{L}\p{N}]+(?:[’'][\p{L}\p{N}]+)*/giu;

export function toldWords(text: string): Told {
  const quotes = [...text.matchAll(QUOTED)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    inner: match.slice(1).find((part) => part !== undefined) ?? '',
  }));
  let next = 0;
  const isQuoted = (at: number) => {
    while (at >= (quotes[next]?.end ?? Number.POSITIVE_INFINITY)) next += 1;
    return at >= (quotes[next]?.start ?? Number.POSITIVE_INFINITY);
  };
  const words = [...text.matchAll(WORD)]
    .filter(({ index }) => !isQuoted(index))
    .map((match) => ({
      stem: plainWords(match[0])[0] ?? '',
      start: match.index,
      end: match.index + match[0].length,
    }));
  return { text, words, quotes };
}

const ARTICLES = new Set(['the', 'a', 'an', 'my', 'your', 'our', 'please', 'enter']);

/** Where a label stands in the words, as a whole; the longest run of its words, at least the last one, else. */
export function mentionsOf({ words }: Told, label: string): Span[] {
  const wanted = plainWords(label.replace(/\(.*?\)/gu, ' ')).filter((stem) => !ARTICLES.has(stem));
  if (wanted.length === 0 || wanted.length > 6) return [];
  const found: Span[] = [];
  for (let at = 0; at < words.length; at += 1) {
    let to = at;
    const isHere = wanted.every((stem) => {
      while (isFiller(words[to]?.stem ?? '') && to > at && words[to]?.stem !== stem) to += 1;
      const fits = words[to]?.stem === stem;
      if (fits) to += 1;
      return fits;
    });
    const first = words[at];
    const last = words[to - 1];
    if (isHere && first && last) found.push({ start: first.start, end: last.end });
  }
  return found;
}

const LINK =
  /^\s*(?:field|box)?\s*(?:is|are|was|:|=|to|as|of|with|should be|must be|called|named|set to|→|->)?\s*(?:be\s+|to\s+)?/iu;
const STOP =
  /[,;\n]|\.(?=\s|$)|!|\?(?=\s|$)|\s(?:and|but|then|with|as|for|on|at|in|to|from|under|using|by|via|so|who|which|that|because|please|instead)\s|[()]/iu;
const LEADING = /^(?:the|an?|my|your|his|her|their|our|be|to|is|as|of)\s+/iu;

/** The value behind a mention: what is quoted there, else the words up to where something else begins. */
export function valueAfter({ text, quotes }: Told, { end }: Span, others: readonly Span[]): string | null {
  const link = LINK.exec(text.slice(end))?.[0] ?? '';
  const from = end + link.length;
  const quote = quotes.find(({ start }) => start === from);
  if (quote) return quote.inner;
  const next = Math.min(
    text.length,
    ...others.filter(({ start }) => start > from).map(({ start }) => start),
    ...quotes.filter(({ start }) => start > from).map(({ start }) => start),
  );
  const run = text.slice(from, next);
  const isMarked = /[:=]/u.test(link);
  const stop = run.search(
    isMarked ? /[,;\n]|\son\s(?=\d)|\.(?=\s|$)|\s(?:and|but)\s(?=(?:the\s|my\s)?$)/iu : STOP,
  );
  const told = (stop < 0 ? run : run.slice(0, stop)).trim();
  const code = /^\+?[A-Z0-9][A-Z0-9-]*\d[A-Z0-9-]*(?:\s[A-Z0-9-]*\d[A-Z0-9-]*)*(?=\s|$)/u.exec(told)?.[0];
  // Without a word that says so only what looks like a value is one.
  const isStated = /[:=]|\b(?:is|are|was|be|called|named)\b/iu.test(link);
  if (!isStated && !/^(?:[\p{Lu}\p{N}+#@€$£]|\S*[\d@#_])/u.test(told)) return null;
  const value = (code ?? told)
    .replace(LEADING, '')
    .replace(/[\s,;:.]+(?:and|the|with|my|an?)*$/iu, '')
    .replace(/\s+(?:and|the|with|my|a|an|its)$/iu, '');
  return value === '' ? null : value;
}

/** The value before a mention: `"Hi" as the title`, "Ann in the name field", "2 adults". */
export function valueBefore({ text, quotes }: Told, { start }: Span): string | null {
  const head = text.slice(0, start);
  const [join = ''] =
    /\s+(?:as|for|into|in|on|under)\s+(?:the\s+|my\s+|your\s+|an?\s+|its\s+)?$/iu.exec(head) ?? [];
  const at = start - join.length;
  const quote = join === '' ? undefined : quotes.find(({ end }) => end === at);
  if (quote) return quote.inner;
  if (join !== '') {
    const run = head.slice(0, at);
    const from = Math.max(run.lastIndexOf(','), run.lastIndexOf(';'), run.lastIndexOf(':'), lastVerb(run));
    const value = run
      .slice(from + 1)
      .trim()
      .replace(LEADING, '');
    return value === '' || value.split(/\s+/u).length > 5 ? null : value;
  }
  return (
    /(?:^|\s)(\d[\d.,]*|one|two|three|four|five|six|seven|eight|nine|ten)(?:\s*[x×])?\s+$/iu.exec(
      head,
    )?.[1] ?? null
  );
}

/** Behind the verb that the value is the object of. */
function lastVerb(run: string): number {
  const verbs = [
    ...run.matchAll(
      /\b(?:enter|type|write|put|use|set|choose|select|pick|with|and|give|add|insert|to|for|on|at|from)\s/giu,
    ),
  ];
  const last = verbs.at(-1);
  return last ? last.index + last[0].length - 1 : -1;
}

/** Whether the words right before deny what is named there. */
export function isDenied({ text }: Told, { start }: Span): boolean {
  return /\b(?:no|not|n['’]t|without|except|never|un(?:tick|check|select)\w*|but not|leave out|skip|nor)\b[^.,;:!?]{0,25}$/iu.test(
    text.slice(Math.max(0, start - 40), start),
  );
}
