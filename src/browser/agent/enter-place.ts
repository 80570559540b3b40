import { type Agent, DONE, type Outcome, see, stuck } from './agent-context.ts';
import { click } from './hands/hands.ts';
import { doubleClick } from './hands/other-clicks.ts';
import { readTarget } from './language/read-target.ts';
import { toldPlace } from './language/told-place.ts';
import { holdsPhrase, normalize } from './language/words.ts';
import { questionOf } from './plan.ts';
import { tryElsewhere } from './reach.ts';
import { type Located, locate } from './sight/locate.ts';
import { partNamed } from './sight/named-part.ts';
import type { PageModel, UiElement } from './sight/page-model.ts';
import type { Scene } from './sight/scene.ts';

interface Entered {
  outcome: Outcome;
  /** What is left of the task there. */
  rest: string;
}

/** Goes to where the task says that it is to be done. Null where it says nothing of that, or nothing the page knows of. */
export async function enterPlace(agent: Agent, task: string): Promise<Entered | null> {
  const place = toldPlace(task);
  // What a part says of a question is asked of the page as a whole.
  if (!place || questionOf({ goal: place.rest, steps: [] }) !== '') return null;
  const { steps, rest, isSure } = place;
  // A name that is written like a way.
  const written = new RegExp(
    steps.map((step) => step.replace(/[^\p{L}\p{N}]+/gu, '.{1,3}')).join(SIGN),
    'iu',
  );
  if (steps.length > 1 && written.test((await see(agent)).text)) return null;
  for (const [index, step] of steps.entries()) {
    const enter = () => enterStep(agent, step, steps[index - 1] ?? null);
    if ((await enter()) || (index === 0 && (await enterElsewhere(agent, step, enter)))) continue;
    if (!isSure && (index > 0 || speaksOf(await see(agent), step))) return null;
    return { outcome: stuck(`the page has no part "${step}"`), rest };
  }
  for (const step of steps)
    for (const name of agent.unheeded) if (holdsPhrase(step, name)) agent.unheeded.delete(name);
  return { outcome: DONE, rest };
}

/** On whichever page of the site has it. */
async function enterElsewhere(agent: Agent, step: string, enter: () => Promise<boolean>): Promise<boolean> {
  if (speaksOf(await see(agent), step)) return false;
  const attempt = async () => ((await enter()) ? DONE : stuck(step));
  return (await tryElsewhere(agent, step, attempt))?.ok === true;
}

function speaksOf({ model, text }: Scene, step: string): boolean {
  return (
    holdsPhrase(text, step) || model.elements.some(({ name, hints }) => holdsPhrase(`${name} ${hints}`, step))
  );
}

const SIGN = String.raw`\s*(?:[>›»→/]|->)\s*`;

/** Into a part that is shown, or through what is called so. */
async function enterStep(agent: Agent, step: string, before: string | null): Promise<boolean> {
  const scene = await see(agent);
  if (partNamed(scene.model, step)) return narrow(agent, step);
  const way = wayInto(scene.model, step, before);
  const at: Located | null = way ? { scene, element: way } : await found(agent, step);
  if (!at) return false;
  const isOpen = at.element.isExpanded === true || at.element.isSelected === true;
  if (!isOpen) {
    if (!(await click(agent, at.scene, at.element))) return false;
    if ((await see(agent)).text === at.scene.text && agent.run.front.url() === at.scene.model.url)
      await doubleClick(agent, at.scene, at.element);
  }
  if (partNamed((await see(agent)).model, step)) narrow(agent, step);
  return true;
}

function narrow(agent: Agent, step: string): true {
  agent.parts.push(step);
  agent.glance = null;
  return true;
}

/** Of several that are called so the next one inwards: behind the step before it. */
function wayInto(model: PageModel, step: string, before: string | null): UiElement | null {
  const ways = model.elements.filter((element) => isWay(element) && isCalled(element, step));
  const last = model.elements.findLast(
    (element) => before !== null && isWay(element) && isCalled(element, before),
  );
  return ways.find(({ node }) => node > (last?.node ?? -1)) ?? ways[0] ?? null;
}

async function found(agent: Agent, step: string): Promise<Located | null> {
  const at = await locate(agent, { ...readTarget('', []), text: step });
  return at && isWay(at.element) && isCalled(at.element, step) ? at : null;
}

function isWay({ isVisible, isClickable, isHeard, isEditable, isDisabled, role }: UiElement): boolean {
  return isVisible && (isClickable || isHeard) && !isEditable && !isDisabled && !BOXES.has(role);
}

const BOXES = new Set(['checkbox', 'switch', 'radio', 'option']);

/** Its own words, whatever sign stands before or behind them. */
function isCalled({ name, text }: UiElement, step: string): boolean {
  const bare = (words: string) => normalize(words).replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  return [name, text].some((words) => bare(words) === bare(step));
}
