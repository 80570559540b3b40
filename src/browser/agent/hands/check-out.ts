import { type Agent, DONE, isSpent, type Outcome, rest, see, stuck } from '../agent-context.ts';
import { normalize } from '../language/words.ts';
import { isField } from '../sight/fields.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';
import { fillFrom, submitForm } from './fill-form.ts';
import { click, labelOf } from './hands.ts';

const MOST_PAGES = 6;

/** Goes from what lies in the cart to the form that orders it, and sends that with what the words say. */
export async function checkOut(agent: Agent, words: string): Promise<Outcome> {
  const tried = new Set<string>();
  for (let page = 0; page < MOST_PAGES && !isSpent(agent); page += 1) {
    const scene = await see(agent);
    const hasForm = scene.model.elements.some(isBlank);
    if (hasForm && words !== '' && (await fillFrom(agent, words)) > 0)
      return submitForm(agent, 'place order', words);
    const way = wayOn(scene.model, tried);
    if (!way && hasForm && tried.size > 0) return stuck('the order asks for what the task does not tell');
    if (!way) return tried.size > 0 ? DONE : stuck('there is no way to the checkout');
    tried.add(normalize(way.name));
    if (!(await click(agent, scene, way))) return stuck(`"${labelOf(way)}" could not be pressed`);
  }
  return DONE;
}

/** Goes from the cart to the first page that asks for something. */
export async function goToTill(agent: Agent): Promise<Outcome> {
  const tried = new Set<string>();
  for (let page = 0; page < MOST_PAGES && !isSpent(agent); page += 1) {
    const scene = await see(agent);
    if (tried.size > 0 && scene.model.elements.some(isBlank)) return DONE;
    const way = wayOn(scene.model, tried);
    if (!way) return stuck('there is no way to the checkout');
    tried.add(normalize(way.name));
    if (!(await click(agent, scene, way))) return stuck(`"${labelOf(way)}" could not be pressed`);
    await rest(agent);
  }
  return stuck('there is no way to the checkout');
}

function isBlank(element: UiElement): boolean {
  return isField(element) && !element.isFraming && element.isEditable && element.type !== 'number';
}

const WAYS = [
  /^(?:place|confirm|complete|submit|send)(?: (?:my|your|the|an))? (?:order|purchase)\b|^(?:order|buy|pay)(?: now)?$/u,
  /\bcheck ?out\b|\bto (?:the )?(?:till|payment)\b/u,
  /^(?:proceed|continue|go on|next)\b/u,
  /^(?:view|go to|see|open)?\s*(?:my|your|the|shopping)?\s*(?:cart|basket|bag|trolley)\b/u,
];

/** The nearest step to the order that the page offers, each once. */
function wayOn({ elements }: PageModel, tried: ReadonlySet<string>): UiElement | null {
  const controls = elements.filter(
    ({ isVisible, isClickable, isDisabled, isEditable, name }) =>
      isVisible && isClickable && !isDisabled && !isEditable && !tried.has(normalize(name)),
  );
  for (const way of WAYS) {
    const control = controls.find(({ name }) => way.test(normalize(name).replace(/^[^\p{L}]+/u, '')));
    if (control) return control;
  }
  return null;
}
