/** "All boxes except A", "the invoices whose status is late": which of many are meant. */
import { isTicked, type PageModel, type UiElement } from '../sight/page-model.ts';
import { rowOf } from '../sight/rows.ts';
import { holdsPhrase, normalize, stemsOf, tellingStems } from '../words.ts';

const EXCEPT = /\b(?:except(?:\s+for)?|but(?:\s+not)?|other\s+than|apart\s+from)\s+(.+)$/iu;
const WHICH =
  /\b(?:whose|that|which|who|with|containing|marked|labell?ed|from|in|by)\s+(?:(?:\p{L}+\s+){0,2}?(?:is|are|has|have|does|do|contains?|says?)\s+)?(?<not>not\s+(?:contain\s+)?)?(?<what>.+)$/iu;

/** The boxes that the words mean by what they have in common; null where they name single ones. */
export function boxesMeant(model: PageModel, words: string): UiElement[] | null {
  const boxes = model.elements.filter(
    (one) =>
      isTicked(one) && !one.isDisabled && !/radio/u.test(one.role) && !/^all\b/u.test(normalize(one.name)),
  );
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
