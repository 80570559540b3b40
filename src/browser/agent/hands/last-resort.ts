import { type Agent, see } from '../agent-context.ts';
import type { Act } from '../language/intent.ts';
import { holdsPhrase, normalize } from '../language/words.ts';
import type { Located } from '../sight/locate.ts';
import { looksOf } from '../sight/looks.ts';
import { allowedBy } from '../sight/match-target.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';
import { pickExtreme } from '../sight/pick-extreme.ts';
import { comparedWith, controlIn, verbScore } from '../sight/verb-control.ts';
import { click } from './hands.ts';

/** The one control named like the verb, whatever it is for; with what is told by comparing chosen before. */
export async function lastResort(agent: Agent, wanted: Act): Promise<Located | null> {
  const scene = await see(agent);
  const object = { ...wanted.object, extreme: null, restrictions: [] };
  const bare = controlIn(scene.model, { ...wanted, object, phrase: '' });
  const isOne =
    scene.model.elements.filter(({ name, isVisible }) => isVisible && name === bare?.element.name).length ===
    1;
  if (!bare || !isOne || bare.score < 0.9) return entryOnShow(agent, wanted.verb);
  const isCompared = wanted.object.extreme !== null || wanted.object.restrictions.length > 0;
  if (isCompared && !(await pickCompared(agent, wanted, bare.element))) return null;
  const now = await see(agent);
  const element = controlIn(now.model, { ...wanted, object, phrase: '' })?.element;
  return element ? { scene: now, element } : null;
}

/** "Order the cheapest main": the card that is meant is chosen before the one button for all of them is pressed. */
async function pickCompared(agent: Agent, { object }: Act, control: UiElement): Promise<boolean> {
  const scene = await see(agent);
  const others = scene.model.elements.filter(({ node }) => node !== control.node);
  const cards = cardsOn({ ...scene.model, elements: others });
  const allowed = object.restrictions.length > 0 ? allowedBy(scene.model, cards, object.restrictions) : cards;
  const meant = comparedWith(scene.model, allowed, object, '');
  const thing = object.extreme ? pickExtreme(scene.model, meant, object.extreme) : meant[0];
  if (!thing || !(await click(agent, scene, thing))) return false;
  return looksOf(await see(agent)) !== looksOf(scene);
}

/** The largest family of like things that answer a press, the outer ones of those that stand in each other. */
function cardsOn(model: PageModel): UiElement[] {
  const heard = model.elements.filter(
    ({ isVisible, isHeard, isEditable, role }) => isVisible && isHeard && !isEditable && role !== 'button',
  );
  const families = [...Map.groupBy(heard, ({ tag, signature }) => `${tag} ${signature}`).values()];
  const most = Math.max(0, ...families.map(({ length }) => length));
  return most < 2 ? [] : (families.find(({ length }) => length === most) ?? []);
}

/** The one thing on show that is called like the deed: the entry of a menu that stands open. */
export async function entryOnShow(agent: Agent, verb: string): Promise<Located | null> {
  const scene = await see(agent);
  const called = scene.model.elements.filter(
    ({ isVisible, isDisabled, isEditable, role, name }) =>
      isVisible &&
      !isDisabled &&
      !isEditable &&
      role !== 'heading' &&
      normalize(name).replace(/[.…]+$/u, '') === verb,
  );
  const heard = called.filter(({ isHeard }) => isHeard);
  // Entries that only the page as a whole listens for look like any other text.
  const [entry, ...more] = heard.length > 0 ? heard : called;
  return entry && more.length === 0 ? { scene, element: entry } : null;
}

/** "Save the alarm" where the only button that speaks of it is called "Set alarm". Null where it is not one. */
export async function keeperOf(agent: Agent, { verb, object }: Act): Promise<Located | null> {
  if (!/^(?:save|submit|confirm|apply|keep)$/u.test(verb) || object.text === '') return null;
  const scene = await see(agent);
  const buttons = scene.model.elements.filter(
    ({ isVisible, isDisabled, role }) => isVisible && !isDisabled && role === 'button',
  );
  const [keeper, ...more] = buttons.filter(
    (button) =>
      holdsPhrase(button.name, object.text) && MAKES.some((make) => verbScore(button, make, '') >= 0.7),
  );
  return keeper && more.length === 0 ? { scene, element: keeper } : null;
}

const MAKES = ['set', 'add', 'create', 'save', 'book', 'start', 'keep'];
