import { type Agent, isSpent, see } from '../agent-context.ts';
import { hover } from '../hands/hands.ts';
import type { Target } from '../language/read-target.ts';
import { similarity } from '../language/words.ts';
import { keyOf, type Located } from '../sight/locate.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';

const MOST_SIGNS = 16;
const LARGEST_PX = 90;
const WORDLESS = /^[^\p{L}\p{N}]{0,3}$/u;

/** Signs without words of their own may say what they are under the pointer. */
export async function byTooltip(agent: Agent, { text }: Target): Promise<Located | null> {
  if (text === '') return null;
  const signs = signsOn((await see(agent)).model);
  if (signs.length > MOST_SIGNS) return null;
  for (const sign of signs) {
    if (isSpent(agent)) return null;
    const before = await see(agent);
    const known = new Set(before.model.elements.filter((element) => says(element, text)).map(keyOf));
    const now = before.model.elements.find(({ node, tag }) => node === sign.node && tag === sign.tag);
    if (!now || !(await hover(agent, before, now))) continue;
    const scene = await see(agent);
    if (scene.model.elements.some((element) => says(element, text) && !known.has(keyOf(element))))
      return { scene, element: now };
  }
  return null;
}

function says({ isVisible, text, name }: UiElement, wanted: string): boolean {
  return isVisible && Math.max(similarity(text, wanted), similarity(name, wanted)) >= 0.95;
}

function signsOn({ elements }: PageModel): UiElement[] {
  const signs = elements.filter(
    ({ isVisible, isClickable, isHeard, isEditable, text, name, box }) =>
      isVisible &&
      (isClickable || isHeard) &&
      !isEditable &&
      WORDLESS.test(text) &&
      WORDLESS.test(name) &&
      box.width <= LARGEST_PX &&
      box.height <= LARGEST_PX,
  );
  const families = [...Map.groupBy(signs, ({ signature }) => signature).values()];
  return families.sort((one, other) => other.length - one.length).find((family) => family.length > 1) ?? [];
}
