/** "All boxes except A", "every word that begins with M", "the invoices whose status is late": which of many are meant. */
import { isTicked, type PageModel, type UiElement } from '../sight/page-model.ts';
import { rowOf } from '../sight/rows.ts';
import { holdsPhrase, normalize, stemsOf, tellingStems } from '../words.ts';

const STARTS = /\b(?:start|begin)\w*\s+with\s+(?:the\s+letters?\s+)?["“‘']?([\p{L}\p{N}]+)/iu;
const ENDS = /\bend\w*\s+(?:with|in|on)\s+(?:the\s+letters?\s+)?["“‘']?([\p{L}\p{N}]+)/iu;
const EXCEPT = /\b(?:except(?:\s+for)?|but(?:\s+not)?|other\s+than|apart\s+from)\s+(.+)$/iu;
const WHICH =
  /\b(?:whose|that|which|who|with|containing|marked|labell?ed|from|in|by)\s+(?:(?:\p{L}+\s+){0,2}?(?:is|are|has|have|does|do|contains?|says?)\s+)?(?<not>not\s+(?:contain\s+)?)?(?<what>.+)$/iu;

/** What a name is to begin and end with; null where the words say nothing of that. */
export function spelling(words: string): { start: string; end: string } | null {
  const [start, end] = [STARTS.exec(words)?.[1] ?? '', ENDS.exec(words)?.[1] ?? ''];
  return start === '' && end === '' ? null : { start: normalize(start), end: normalize(end) };
}

export function isSpelt(name: string, { start, end }: { start: string; end: string }): boolean {
  const plain = normalize(name);
  return plain.startsWith(start) && plain.endsWith(end);
}

/** The boxes that the words mean by what they have in common; null where they name single ones. */
export function boxesMeant(model: PageModel, words: string): UiElement[] | null {
  const boxes = model.elements.filter(
    (one) =>
      isTicked(one) && !one.isDisabled && !/radio/u.test(one.role) && !/^all\b/u.test(normalize(one.name)),
  );
  const spelt = spelling(words);
  if (spelt) return boxes.filter(({ name }) => isSpelt(name, spelt));
  if (!/^(?:all|every|each)\b|\ball of\b/iu.test(words.trim())) return null;
  const [, left = ''] = EXCEPT.exec(words) ?? [];
  const context = (one: UiElement) => `${one.name} ${rowOf(model, one)?.text ?? ''}`;
  if (left !== '') {
    const names = left.split(/,\s*(?:and\s+)?|\s+and\s+/u);
    return boxes.filter((one) => !names.some((name) => holdsPhrase(one.name || context(one), name)));
  }
  const { not, what: condition = '' } = WHICH.exec(words)?.groups ?? {};
  const wanted = tellingStems(/["“]([^"”]+)["”]/u.exec(condition)?.[1] ?? condition);
  const held = boxes.filter(
    (one) => wanted.every((stem) => stemsOf(context(one)).includes(stem)) === (not === undefined),
  );
  if (wanted.length === 0) return boxes;
  return held.length > 0 && held.length < boxes.length ? held : null;
}
