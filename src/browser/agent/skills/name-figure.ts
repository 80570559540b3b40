import { type Agent, DONE, type Outcome, see, stuck } from '../agent-context.ts';
import { click, labelOf } from '../hands/hands.ts';
import { similarity } from '../language/words.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';

/** "Click the button that describes the figure": the choice that names the drawn shape. */
export async function nameFigure(agent: Agent): Promise<Outcome> {
  const scene = await see(agent);
  const figure = figureIn(scene.model);
  const words = figure?.shape.split(' ') ?? [];
  const choices = scene.model.elements
    .filter((element) => element.isVisible && element.isClickable && element.name !== '')
    .map((element) => ({
      element,
      score: Math.max(0, ...words.map((word) => similarity(element.name, word))),
    }))
    .sort((one, other) => other.score - one.score);
  const best = choices[0];
  if (!best || best.score < 0.6) return stuck('no choice names the figure');
  return (await click(agent, scene, best.element))
    ? DONE
    : stuck(`"${labelOf(best.element)}" could not be clicked`);
}

function figureIn(model: PageModel): UiElement | null {
  const drawn = model.elements.filter(
    ({ isVisible, shape, isClickable, colour, tag }) =>
      isVisible && shape !== '' && !isClickable && (colour !== '' || tag === 'text'),
  );
  return drawn.toSorted((one, other) => area(other) - area(one))[0] ?? null;
}

function area({ box }: UiElement): number {
  return box.width * box.height;
}
