import { type Agent, DONE, type Outcome, see, stuck } from '../agent-context.ts';
import type { Intent } from '../language/intent.ts';
import { normalize } from '../language/words.ts';
import { findField } from '../sight/fields.ts';
import { starFor } from '../sight/stars.ts';
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
  agent.filled.add(`rated ${normalize(of)}`);
  const isDone = ['radio', 'checkbox'].includes(star.role)
    ? await tick(agent, scene, star, true)
    : await click(agent, scene, star);
  return isDone ? DONE : stuck(`"${labelOf(star)}" could not be chosen`);
}
