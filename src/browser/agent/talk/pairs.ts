import type { Talk } from './talk.ts';

/** "Guests: 6": what the task calls something, and what that is to be. */
export interface Pair {
  name: string;
  /** In the words the task was written in. */
  value: string;
  /** The words it is called by, and all of them with the value. */
  label: { start: number; end: number };
  start: number;
  end: number;
}

const NAME = "\\p{L}[\\p{L}\\p{N}'’/()-]*(?: [\\p{L}\\p{N}'’/()-]+){0,4}";
const PAIR = new RegExp(
  `(?:^|[,;.\\n]\\s*(?:and\\s+)?)[-*•\\s]*(${NAME})\\s*[:=]\\s*(?!//)("[^"]*"|“[^”]*”|[^\\n]+?)(?=\\s*(?:[,;.]\\s*(?:and\\s+)?[-*•\\s]*${NAME}\\s*[:=]\\s|\\n|$))`,
  'gu',
);

/** The details of a task that are told as a list; none when there are fewer than two. */
export function pairsIn({ text, goal, words }: Talk): Pair[] {
  const plain = [...text.matchAll(PAIR)];
  const written = [...goal.matchAll(PAIR)];
  if (plain.length < 2 || plain.length !== written.length) return [];
  return plain.flatMap((match, index) => {
    const name = match[1] ?? '';
    const from = match.index + match[0].indexOf(name);
    const valueAt = match.index + match[0].lastIndexOf(match[2] ?? '');
    const at = (place: number) => words.findIndex(({ end }) => end > place);
    const start = at(from);
    const label = { start, end: words.findLastIndex((word) => word.at < from + name.length) };
    const end = words.findLastIndex((word) => word.at < valueAt + (match[2]?.length ?? 0));
    const value = (written[index]?.[2] ?? '')
      .replace(/^["“]|["”]$/gu, '')
      .replace(/[.,;]$/u, '')
      .trim();
    return start >= 0 && value !== '' ? [{ name, value, label, start, end }] : [];
  });
}
