import { normalize } from '../language/words.ts';
import type { PageModel, UiElement } from './page-model.ts';
import { inRowOf } from './row-of.ts';

/** The star in the row of a named thing; null where the page has no such row. */
export function starOf(model: PageModel, stars: number, of: string): UiElement | null {
  return inRowOf(model, of, isStar).length > 0 ? starFor(model, stars, of) : null;
}

/** The choice, star or sign that stands for so many, in the row of what is rated where it has one. */
export function starFor(model: PageModel, stars: number, of: string): UiElement | null {
  // "the movie X" is mostly called X.
  const names = [of, of.replace(/^\p{Ll}+\s+(?=\S)/u, '')].filter((name) => name !== '');
  const inRow = names.map((name) => inRowOf(model, name, isStar)).find(({ length }) => length > 0) ?? [];
  const all = inRow.length > 0 ? inRow : model.elements.filter((element) => isStar(element));
  const exact = all.find((element) => starsSaid(element) === stars);
  if (exact) return exact;
  const signs = all.length > 0 || of === '' ? [] : inRowOf(model, of, isSign);
  const families = [
    ...Map.groupBy(signs.length > 0 ? signs : all, ({ tag, signature }) => `${tag} ${signature}`).values(),
  ].filter((family) => family.length >= Math.max(3, stars) && family.length <= 10);
  return families[0]?.[stars - 1] ?? null;
}

/** A small picture without words that answers a press. */
function isSign({ isVisible, isHeard, isClickable, isEditable, name, box }: UiElement): boolean {
  return (
    isVisible && isHeard && isClickable && !isEditable && name === '' && box.width < 60 && box.height < 60
  );
}

/** How many stars an element says it stands for. */
function starsSaid({ name, value, role }: UiElement): number | null {
  const said = normalize(name).match(
    /^(?:rate\s+|give\s+)?(?:it\s+)?(\d{1,2})(?:\s*(?:stars?|\/|out of|of)\b.*|\s*[★⭐].*)?$/u,
  )?.[1];
  return said ? Number(said) : role === 'radio' && /^\d{1,2}$/u.test(value) ? Number(value) : null;
}

function isStar(element: UiElement): boolean {
  if (element.isEditable || (!element.isVisible && element.role !== 'radio')) return false;
  // Stars that only their list listens for are told by their sign alone.
  if (!element.isClickable) return element.isHeard && /^[★☆⭐]$/u.test(element.text.trim());
  const words = `${normalize(element.name)} ${element.hints} ${normalize(element.group)} ${normalize(element.signature)}`;
  return (
    /^[★☆⭐♥♡❤●○◆◇👍🙂]$/u.test(element.name.trim()) ||
    /[★☆⭐]/u.test(element.name) ||
    /\b(?:stars?|rating|rate|score)\b/u.test(words.replace(/[.<]/gu, ' '))
  );
}
