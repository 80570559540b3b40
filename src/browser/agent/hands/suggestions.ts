import { type Agent, DONE, type Outcome, rest, see, stuck } from '../agent-context.ts';
import { normalize } from '../language/words.ts';
import { outcome } from '../outcome.ts';
import type { Located } from '../sight/locate.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';
import { click, focus, labelOf, typeText } from './hands.ts';
import { bestEntry, shownKeys } from './popup-list.ts';
import { twinOf } from './slider.ts';

/** Types, and takes the suggestion that answers, if the page makes any. */
export async function typeAndPick(
  agent: Agent,
  { scene, element }: Located,
  value: string,
): Promise<Outcome> {
  if (element.isReadonly) return stuck(`"${labelOf(element)}" is read-only`);
  const before = shownKeys(scene.model);
  if (!(await typeText(agent, scene, element, value))) {
    await focus(agent, scene, element);
    const again = await see(agent);
    const twin = twinOf(again.model, element);
    if (!twin || !(await typeText(agent, again, twin, value)))
      return stuck(`nothing could be typed into "${labelOf(element)}"`);
  }
  const suggests =
    element.role === 'combobox' ||
    element.autocomplete === 'list' ||
    element.autocomplete === 'off' ||
    /auto ?complete|typeahead|combo|suggest|tags?\b|airport|city/u.test(element.hints) ||
    /suggest|autocomplete/iu.test(agent.instruction);
  if (element.type === 'password' || element.type === 'number') return DONE;
  for (let wait = 0; wait < (suggests ? 8 : 1); wait += 1) {
    const now = await see(agent);
    const entry = bestEntry(now.model, before, value, element);
    if (entry && isSuggestion(now.model, entry, element)) {
      await click(agent, now, entry);
      return DONE;
    }
    if (wait > 0 || suggests) await agent.clock.sleep(70, agent.signal);
    await rest(agent, 1_500);
  }
  return DONE;
}

function isSuggestion(model: PageModel, entry: UiElement, field: UiElement): boolean {
  if (
    entry.role === 'option' ||
    /auto ?complete|suggest|typeahead|menu item|dropdown|\bac\b/u.test(
      `${entry.hints} ${normalize(entry.signature)}`,
    )
  )
    return true;
  const isBelow = entry.box.y >= field.box.y + field.box.height - 4 && entry.box.y < field.box.y + 400;
  const hasForm = model.elements.some(
    (element) => element.isVisible && element.role === 'button' && element.node > entry.node,
  );
  return isBelow && (entry.tag === 'li' || entry.isClickable) && (entry.tag === 'li' || hasForm);
}

/** A box that offers what fits while one types: the value is typed and taken from what it offers. Null where none does. */
export async function takeByTyping(agent: Agent, value: string): Promise<Outcome | null> {
  const scene = await see(agent);
  const fields = scene.model.elements.filter(
    ({ isVisible, isEditable, isDisabled, isReadonly, tag, type }) =>
      isVisible && isEditable && !isDisabled && !isReadonly && tag !== 'textarea' && type !== 'password',
  );
  const field =
    fields.find(({ role }) => role === 'combobox') ??
    fields.find(({ name, placeholder, hints }) => OFFERS.test(`${name} ${placeholder} ${hints}`)) ??
    (fields.length === 1 ? fields[0] : undefined);
  if (!field) return null;
  const before = shownKeys(scene.model);
  if (!(await typeText(agent, scene, field, value))) return null;
  for (let wait = 0; wait < 10; wait += 1) {
    const now = await see(agent);
    const entry = bestEntry(now.model, before, value, field);
    if (entry) return outcome(await click(agent, now, entry), entry);
    await agent.clock.sleep(100, agent.signal);
  }
  const left = twinOf((await see(agent)).model, field);
  if (left) await typeText(agent, await see(agent), left, '');
  return null;
}

const OFFERS = /\b(?:search|find|filter|select|choose|pick|add|type|tags?)\b/iu;
