import { type Agent, DONE, isSpent, type Outcome, rest, see, stuck } from '../agent-context.ts';
import { readStepped, type SteppedOrder } from '../language/stepped-order.ts';
import { holdsPhrase, normalize, stem, wordsOf } from '../language/words.ts';
import { isField } from '../sight/fields.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';
import type { Scene } from '../sight/scene.ts';
import { soleCounter } from '../sight/stepper.ts';
import { fillFrom } from './fill-form.ts';
import { click, labelOf, tick } from './hands.ts';
import { stepTo } from './step-to.ts';

const ONWARD = /^(?:next|continue|proceed|next step)(?:\s*[›→>»]+)?$/u;
const LAST =
  /^(?:finish|submit|confirm|done|place order|order|order now|book|book now|create|send|complete)\b/u;
const MOST_STEPS = 10;

/**
 * "Order 3 small pizzas, gluten free, with ham" where a page asks for one thing after the other, each with choices to press:
 * on every step what the words name is chosen, and the last one is sent. Nothing is sent where a step was missing for
 * something that was told. Null where the page is no such thing.
 */
export async function walkSteps(agent: Agent, task: string): Promise<Outcome | null> {
  const order = readStepped(task);
  const start = await see(agent);
  if (!order || !controlCalled(start.model, ONWARD) || namedOn(start.model, order).length === 0) return null;
  if (start.model.elements.some((element) => element.isVisible && isField(element))) return null;
  const taken: string[] = [];
  for (let step = 0; step < MOST_STEPS && !isSpent(agent); step += 1) {
    const chosen = await takeNamed(agent, order, taken);
    if (!chosen.ok) return chosen;
    const scene = await see(agent);
    const next = controlCalled(scene.model, ONWARD);
    const last = next ? null : controlCalled(scene.model, LAST);
    const control = next ?? last;
    if (!control) return stuck('there is no way on from this step');
    const missing = order.parts.find((part) => !taken.some((name) => isSaidIn(part, name)));
    if (last && missing !== undefined) return stuck(`no step asked for "${missing}"`);
    if (!(await click(agent, scene, control))) return stuck(`"${labelOf(control)}" could not be pressed`);
    await rest(agent, 2_000);
    if (last) return DONE;
    if (isSameStep(scene, await see(agent))) return stuck(`"${labelOf(control)}" did not lead on`);
  }
  return stuck('the steps did not come to an end');
}

/** Everything on this step that the words name, each once, and how many are wanted where it counts them. */
async function takeNamed(agent: Agent, order: SteppedOrder, taken: string[]): Promise<Outcome> {
  for (const { name } of namedOn((await see(agent)).model, order)) {
    const scene = await see(agent);
    const choice = namedOn(scene.model, order).find((one) => one.name === name);
    if (!choice) continue;
    if (!isChosen(choice) && !(await press(agent, scene, choice)))
      return stuck(`"${name}" could not be chosen`);
    taken.push(name);
  }
  const { model } = await see(agent);
  const counter = order.count === null ? null : soleCounter(model, 'count');
  if (counter && order.count !== null) {
    taken.push(String(order.count));
    return stepTo(agent, counter, String(order.count));
  }
  await fillFrom(agent, order.said);
  return DONE;
}

function press(agent: Agent, scene: Scene, choice: UiElement): Promise<boolean> {
  return ['radio', 'checkbox'].includes(choice.role)
    ? tick(agent, scene, choice, true)
    : click(agent, scene, choice);
}

/** Pressable things of one kind, several of them, whose name stands among the words. */
function namedOn({ elements }: PageModel, { parts }: SteppedOrder): UiElement[] {
  const choices = elements.filter(
    ({ isVisible, isDisabled, isClickable, isEditable, role, href, name }) =>
      isVisible &&
      !isDisabled &&
      isClickable &&
      !isEditable &&
      href === '' &&
      ['', 'button', 'radio', 'checkbox', 'option', 'listitem'].includes(role) &&
      /\p{L}{3}/u.test(name) &&
      wordsOf(name).length < 5 &&
      !ONWARD.test(normalize(name)) &&
      !LAST.test(normalize(name)),
  );
  return choices.filter(
    (choice) =>
      parts.some((part) => isSaidIn(part, choice.name)) &&
      choices.some((other) => other !== choice && other.tag === choice.tag),
  );
}

function isSaidIn(part: string, name: string): boolean {
  return (
    holdsPhrase(part, name) ||
    holdsPhrase(wordsOf(part).map(stem).join(' '), wordsOf(name).map(stem).join(' '))
  );
}

function isChosen({ isChecked, isSelected, hints }: UiElement): boolean {
  return (
    isChecked === true ||
    isSelected === true ||
    /\b(?:sel|selected|chosen|active|checked|on|picked)\b/u.test(hints)
  );
}

function controlCalled({ elements }: PageModel, called: RegExp): UiElement | null {
  return (
    elements.find(
      ({ isVisible, isDisabled, isClickable, isEditable, name }) =>
        isVisible && !isDisabled && isClickable && !isEditable && called.test(normalize(name)),
    ) ?? null
  );
}

function isSameStep(before: Scene, after: Scene): boolean {
  const heads = ({ model }: Scene) =>
    model.elements
      .filter(({ isVisible, isClickable }) => isVisible && isClickable)
      .map(({ name }) => name)
      .join();
  return heads(before) === heads(after) && before.model.url === after.model.url;
}
