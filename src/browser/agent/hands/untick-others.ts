import { type Agent, isSpent, see } from '../agent-context.ts';
import { similarity } from '../language/words.ts';
import type { UiElement } from '../sight/page-model.ts';
import { tick } from './hands.ts';

/** "Select only X": what was ticked before and is not named goes off. */
export async function untickOthers(agent: Agent, source: string, names: string[]): Promise<void> {
  if (!/^\p{L}+\s+(?:only|just|nothing\s+but)\b/iu.test(source)) return;
  const isOther = ({ role, isChecked, isDisabled, isVisible, name }: UiElement) =>
    isVisible &&
    !isDisabled &&
    isChecked === true &&
    ['checkbox', 'switch', 'menuitemcheckbox'].includes(role) &&
    !names.some((wanted) => similarity(name, wanted) > 0.7);
  for (let round = 0; round < 40 && !isSpent(agent); round += 1) {
    const scene = await see(agent);
    const other = scene.model.elements.find(isOther);
    if (!other || !(await tick(agent, scene, other, false))) return;
  }
}
