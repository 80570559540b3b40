import { type Agent, DONE, type Outcome, see, stuck } from '../agent-context.ts';
import type { Intent } from '../language/intent.ts';
import { normalize } from '../language/words.ts';
import { findField } from '../sight/fields.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';
import { inRowOf } from '../sight/row-of.ts';
import { click, labelOf, tick } from './hands.ts';
import { setField } from './set-field.ts';
import { setPairs } from './set-pairs.ts';

/** "Give it 4 stars": a choice that says so, a field for it, or the fourth of a row of stars. */
export async function rate(
  agent: Agent,
  { stars, of, source }: Extract<Intent, { kind: 'rate' }>,
): Promise<Outcome> {
  const scene = await see(agent);
  const star = starFor(scene.model, stars, of);
  if (!star) {
    const field = findField(scene.model, 'rating', null) ?? findField(scene.model, 'stars', null);
    if (field) return setField(agent, { scene, element: field }, String(stars));
    return of === ''
      ? stuck('there is nothing to rate with')
      : setPairs(agent, { kind: 'set', pairs: [{ field: of, value: String(stars) }], hint: null, source });
  }
  const isDone = ['radio', 'checkbox'].includes(star.role)
    ? await tick(agent, scene, star, true)
    : await click(agent, scene, star);
  return isDone ? DONE : stuck(`"${labelOf(star)}" could not be chosen`);
}

function starFor(model: PageModel, stars: number, of: string): UiElement | null {
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
  if (!element.isClickable || element.isEditable || (!element.isVisible && element.role !== 'radio'))
    return false;
  const words = `${normalize(element.name)} ${element.hints} ${normalize(element.group)} ${normalize(element.signature)}`;
  return (
    /^[★☆⭐♥♡❤●○◆◇👍🙂]$/u.test(element.name.trim()) ||
    /[★☆⭐]/u.test(element.name) ||
    /\b(?:stars?|rating|rate|score)\b/u.test(words.replace(/[.<]/gu, ' '))
  );
}
