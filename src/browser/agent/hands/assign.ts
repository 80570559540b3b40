import { type Agent, type Outcome, see } from '../agent-context.ts';
import type { Act } from '../language/intent.ts';
import { similarity } from '../language/words.ts';
import { isField } from '../sight/fields.ts';
import type { UiElement } from '../sight/page-model.ts';
import { inRowOf } from '../sight/row-of.ts';
import { setField } from './set-field.ts';

/** "Assign Ann to the ticket X", either way round: the list in the row of the one that offers the other. */
export async function assignInRow(agent: Agent, { verb, phrase }: Act): Promise<Outcome | null> {
  const [, one = '', other = ''] = phrase.match(/^(.+?)\s+to\s+(.+)$/iu) ?? [];
  if (!/^(?:assign|give|allocate)$/u.test(verb) || other === '') return null;
  const [first, second] = [one, other].map((part) =>
    part.replace(/^(?:the\s+)?(?:\p{Ll}+\s+)?(?=["“]|\S+$)/u, '').replace(/["“”]/gu, ''),
  ) as [string, string];
  const scene = await see(agent);
  for (const [thing, value] of [
    [first, second],
    [second, first],
  ] as const) {
    const offers = (element: UiElement) =>
      element.options.some(({ label }) => similarity(label, value) >= 0.95) && isField(element);
    const [list] = inRowOf(scene.model, thing, offers);
    if (list) return setField(agent, { scene, element: list }, value);
  }
  return null;
}
