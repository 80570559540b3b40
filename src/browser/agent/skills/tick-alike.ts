import { type Agent, DONE, type Outcome, see, stuck } from '../agent-context.ts';
import { click, tick } from '../hands/hands.ts';
import { tickBoxes } from '../hands/tick-boxes.ts';
import type { Intent } from '../language/intent.ts';
import { isKind, kinship } from '../language/thesaurus.ts';
import { wordsOf } from '../language/words.ts';
import { isTitle } from '../sight/offered.ts';
import type { UiElement } from '../sight/page-model.ts';

/** "Select words similar to big and fast": for each asked word the choice that means most nearly the same. */
export async function tickAlike(
  agent: Agent,
  { words, source }: Extract<Intent, { kind: 'alike' }>,
): Promise<Outcome> {
  const [only = ''] = words;
  // What the page calls so is all of that kind, known or not.
  if (words.length === 1 && isKind(only) && isTitle((await see(agent)).model, only))
    return tickBoxes(agent, {
      kind: 'tick',
      names: [],
      target: null,
      isAll: true,
      isOn: true,
      except: [],
      restrictions: [],
      source,
    });
  const taken = new Set<string>();
  for (const word of words) {
    const scene = await see(agent);
    const choices = scene.model.elements.filter(isChoice).filter(({ name }) => !taken.has(name));
    const alike = choices
      .map((element) => ({ element, fit: kinship(element.name, word) }))
      .filter(({ fit }) => fit > 0)
      .toSorted((one, other) => other.fit - one.fit);
    const best = alike[0];
    if (!best) continue;
    for (const { element, fit } of alike) {
      // All that are of a kind are meant, those that could also be called so too.
      if (fit < (isKind(word) ? Math.min(best.fit, OF_KIND) : best.fit)) break;
      taken.add(element.name);
      await (['checkbox', 'radio', 'switch'].includes(element.role)
        ? tick(agent, await see(agent), element, true)
        : click(agent, await see(agent), element));
    }
  }
  return taken.size > 0 ? DONE : stuck('no choice means the same');
}

const OF_KIND = 0.8;

function isChoice({ isVisible, role, isEditable, name, tag }: UiElement): boolean {
  if (!isVisible || name === '') return false;
  if (['checkbox', 'radio', 'switch', 'option'].includes(role)) return true;
  return !isEditable && tag !== 'label' && role !== 'button' && wordsOf(name).length === 1;
}
