import { type Agent, DONE, isSpent, type Outcome, rest, see, stuck } from './agent-context.ts';
import { click, dragBetween, focus, labelOf, pressKey, putValue, selectOptions, tick, typeText } from './hands.ts';
import { keyOf, type Located } from './locate.ts';
import { type PageModel, itemOf, type UiElement } from './page-model.ts';
import { pickDay } from './pick-day.ts';
import { numberIn } from './pick-extreme.ts';
import { dayLike, isoDay, readDay, readTime } from './read-date.ts';
import type { Scene } from './scene.ts';
import { normalize, similarity } from './words.ts';

/** Gives any kind of field a value, in the way that kind is operated. */
export async function setField(agent: Agent, { scene, element }: Located, value: string): Promise<Outcome> {
  agent.filled.add(keyOf(element));
  if (element.tag === 'select') return selectByLabel(agent, scene, element, [value]);
  if (element.role === 'checkbox' || element.role === 'switch') return outcome(await tick(agent, scene, element, !/^(?:no|off|false|unchecked|disabled)$/iu.test(value)), element);
  if (element.type === 'range') return setRange(agent, scene, element, value);
  if (element.role === 'slider' && !element.isEditable) return turnSlider(agent, scene, element, value);
  if (element.type === 'color') return outcome(await putValue(agent, scene, element, value), element);
  const day = readDay(value);
  if (['date', 'month', 'datetime-local', 'week'].includes(element.type) && day) {
    const iso = isoDay(day);
    const text = element.type === 'month' ? iso.slice(0, 7) : element.type === 'datetime-local' ? `${iso}T${readTime(value) ?? '00:00'}` : iso;
    return outcome(await putValue(agent, scene, element, text), element);
  }
  const time = readTime(value);
  if (element.type === 'time' && time) return outcome(await putValue(agent, scene, element, time), element);
  if (day && element.isReadonly) return pickDay(agent, { scene, element }, day);
  if (day && /date|calendar|picker/u.test(`${element.hints} ${normalize(element.name)}`)) return enterDay(agent, { scene, element }, value, day);
  if (element.isReadonly) return stepTo(agent, element, value);
  if (element.role === 'combobox' && !element.isEditable) return chooseFromPopup(agent, { scene, element }, value);
  if (!element.isEditable) return stuck(`"${labelOf(element)}" takes no text`);
  return typeAndPick(agent, { scene, element }, value);
}

function outcome(ok: boolean, element: UiElement): Outcome {
  return ok ? DONE : stuck(`"${labelOf(element)}" could not be used`);
}

export async function selectByLabel(agent: Agent, scene: Scene, element: UiElement, values: string[]): Promise<Outcome> {
  const indexes = values.map((value) => bestOption(element, value));
  if (indexes.some((index) => index < 0)) return stuck(`"${labelOf(element)}" has no option ${values.map((value) => `"${value}"`).join(', ')}`);
  return outcome(await selectOptions(agent, scene, element, indexes.map((index) => element.options[index]?.label ?? ''), indexes), element);
}

export function bestOption(element: UiElement, value: string): number {
  const scores = element.options.map((option) => Math.max(similarity(option.label, value), option.value === value ? 0.98 : 0));
  const best = Math.max(0, ...scores);
  return best >= 0.5 ? scores.indexOf(best) : -1;
}

async function setRange(agent: Agent, scene: Scene, element: UiElement, value: string): Promise<Outcome> {
  const wanted = numberIn(value);
  return wanted === null ? stuck(`"${value}" is no number`) : outcome(await putValue(agent, scene, element, String(wanted)), element);
}

/** A slider that shows its value: arrow keys towards it, or dragging when keys do nothing. */
export async function turnSlider(agent: Agent, scene: Scene, element: UiElement, value: string): Promise<Outcome> {
  const wanted = numberIn(value);
  if (wanted === null) return stuck(`"${value}" is no number`);
  let at = { scene, element };
  let step = 1;
  for (let round = 0; round < 12 && !isSpent(agent); round += 1) {
    const now = sliderValue(at.scene, at.element);
    if (now === wanted) return DONE;
    if (now === null) return stuck('the slider does not show its value');
    const presses = Math.max(1, Math.min(300, Math.round(Math.abs(wanted - now) / Math.abs(step))));
    await pressKey(agent, at.scene, at.element, wanted > now ? 'ArrowRight' : 'ArrowLeft', round === 0 ? 1 : presses);
    const fresh = await see(agent);
    const again = twinOf(fresh.model, at.element);
    if (!again) break;
    at = { scene: fresh, element: again };
    const then = sliderValue(fresh, again);
    if (then === now) return dragSlider(agent, at, wanted);
    if (round === 0 && then !== null) step = then - now;
    if (round === 0 && wanted < now && step > 0) step = -step;
  }
  return sliderValue(at.scene, at.element) === wanted ? DONE : stuck(`the slider did not reach ${wanted}`);
}

function twinOf(model: PageModel, element: UiElement): UiElement | null {
  const twins = model.elements.filter((other) => other.signature === element.signature && other.tag === element.tag && (element.role !== 'slider' || other.name === element.name));
  return twins.find((other) => other.node === element.node) ?? twins[0] ?? null;
}

/** Its own value, or the nearest number shown beside it. */
function sliderValue({ model }: Scene, element: UiElement): number | null {
  const own = numberIn(element.value);
  if (own !== null) return own;
  const shown = model.elements
    .filter((other) => other.isVisible && other.node !== element.node && /^[^\d-]*-?\d+(?:\.\d+)?\D{0,3}$/u.test(other.text || (other.isEditable ? other.value : '')))
    .map((other) => ({ other, far: Math.abs(other.box.y - element.box.y) + 0.3 * Math.abs(other.box.x - element.box.x) }))
    .sort((one, two) => one.far - two.far)[0]?.other;
  return shown ? numberIn(shown.text || shown.value) : null;
}

async function dragSlider(agent: Agent, start: Located, wanted: number): Promise<Outcome> {
  let at = start;
  let low = -600;
  let high = 600;
  const live = await at.scene.live(at.element);
  const box = await live?.boundingBox().catch(() => null);
  if (!box) return stuck('the slider cannot be reached');
  const first = sliderValue(at.scene, at.element);
  for (let round = 0; round < 24 && !isSpent(agent); round += 1) {
    const handle = await (await at.scene.live(at.element))?.boundingBox().catch(() => null);
    if (!handle) break;
    const shift = round === 0 ? ((wanted > (first ?? 0) ? 1 : -1) * 40) : (low + high) / 2;
    const from = { x: handle.x + handle.width / 2, y: handle.y + handle.height / 2 };
    await dragBetween(agent, at.scene, at.element, from, { x: box.x + box.width / 2 + shift, y: from.y });
    const fresh = await see(agent);
    const again = twinOf(fresh.model, at.element);
    if (!again) break;
    at = { scene: fresh, element: again };
    const now = sliderValue(fresh, again);
    if (now === wanted) return DONE;
    if (now === null || (round === 0 && now === first)) break;
    if (now < wanted) low = Math.max(low, shift);
    else high = Math.min(high, shift);
  }
  return stuck(`the slider did not reach ${wanted}`);
}

/** A number that only its plus and minus buttons change. */
export async function stepTo(agent: Agent, field: UiElement, value: string): Promise<Outcome> {
  const wanted = numberIn(value);
  if (wanted === null) return stuck(`"${labelOf(field)}" cannot be typed into`);
  for (let round = 0; round < 60 && !isSpent(agent); round += 1) {
    const scene = await see(agent);
    const element = twinOf(scene.model, field);
    const now = element ? (numberIn(element.value) ?? numberIn(element.text)) : null;
    if (!element || now === null) return stuck(`"${labelOf(field)}" shows no number`);
    if (now === wanted) return DONE;
    const button = stepButton(scene.model, element, wanted > now);
    if (!button || !(await click(agent, scene, button, Math.min(20, Math.abs(wanted - now))))) return stuck(`"${labelOf(field)}" has no button to change it`);
  }
  return stuck(`"${labelOf(field)}" did not reach ${wanted}`);
}

export function stepButton(model: PageModel, field: UiElement, isUp: boolean): UiElement | null {
  const pattern = isUp ? /^(?:\+|plus|increase|increment|up|▲|△|more|add.*)$/u : /^(?:-|−|–|minus|decrease|decrement|down|▼|▽|less|remove.*)$/u;
  const hint = isUp ? /\b(?:plus|up|inc\w*|add)\b/u : /\b(?:minus|down|dec\w*|sub\w*)\b/u;
  const fits = (element: UiElement) => element.isVisible && element.isClickable && element.node !== field.node && (pattern.test(normalize(element.name)) || hint.test(element.hints));
  const buttons = model.elements.filter(fits);
  const fields = model.elements.filter((element) => element.signature === field.signature && element.tag === field.tag);
  const item = itemOf(model, field, fields);
  const inside = buttons.filter((button) => button.node >= item && button.node <= (model.ends[item] ?? item));
  return (inside.length > 0 ? inside : buttons).toSorted((one, other) => Math.abs(one.node - field.node) - Math.abs(other.node - field.node))[0] ?? null;
}

async function enterDay(agent: Agent, at: Located, value: string, day: Parameters<typeof isoDay>[0]): Promise<Outcome> {
  const shaped = dayLike(at.element.placeholder, day) ?? (/\d{4}-\d/u.test(value) || /^\d{1,2}[/.]\d/u.test(value) ? value : `${String(day.month).padStart(2, '0')}/${String(day.day).padStart(2, '0')}/${day.year}`);
  if (!(await typeText(agent, at.scene, at.element, shaped))) return pickDay(agent, at, day);
  const scene = await see(agent);
  const now = twinOf(scene.model, at.element);
  if (!now || now.value === '' || readDay(now.value) === null) return pickDay(agent, at, day);
  if (scene.model.elements.length > at.scene.model.elements.length + 20) await pressKey(agent, scene, now, 'Escape');
  return DONE;
}

/** Opens a list made by the page itself and takes an entry from it. */
export async function chooseFromPopup(agent: Agent, { scene, element }: Located, value: string): Promise<Outcome> {
  const before = shownKeys(scene.model);
  await click(agent, scene, element);
  for (let wait = 0; wait < 8; wait += 1) {
    const open = await see(agent);
    const entry = bestEntry(open.model, before, value, element);
    if (entry) return outcome(await click(agent, open, entry), entry);
    await agent.clock.sleep(80, agent.signal);
  }
  return stuck(`"${labelOf(element)}" offers no "${value}"`);
}

function shownKeys(model: PageModel): Set<string> {
  return new Set(model.elements.filter((element) => element.isVisible).map((element) => `${keyOf(element)}|${element.text}`));
}

/** The best of the entries that have just appeared. */
function bestEntry(model: PageModel, before: Set<string>, value: string, field: UiElement): UiElement | null {
  const fresh = model.elements.filter((element) => element.isVisible && !element.isEditable && element.node !== field.node && element.name !== '' && (!before.has(`${keyOf(element)}|${element.text}`) || element.role === 'option'));
  const scored = fresh.map((element) => ({ element, score: Math.max(similarity(element.name, value), normalize(element.name).startsWith(normalize(value)) ? 0.85 : 0) + (['option', 'menuitem'].includes(element.role) ? 0.05 : 0) + (element.isClickable ? 0.03 : 0) }));
  const best = scored.sort((one, other) => other.score - one.score || one.element.node - other.element.node)[0];
  return best && best.score >= 0.6 ? best.element : null;
}

/** Types, and takes the suggestion that answers, if the page makes any. */
async function typeAndPick(agent: Agent, { scene, element }: Located, value: string): Promise<Outcome> {
  if (element.isReadonly) return stuck(`"${labelOf(element)}" is read-only`);
  const before = shownKeys(scene.model);
  if (!(await typeText(agent, scene, element, value))) {
    await focus(agent, scene, element);
    const again = await see(agent);
    const twin = twinOf(again.model, element);
    if (!twin || !(await typeText(agent, again, twin, value))) return stuck(`nothing could be typed into "${labelOf(element)}"`);
  }
  const suggests = element.role === 'combobox' || element.autocomplete === 'list' || element.autocomplete === 'off' || /auto ?complete|typeahead|combo|suggest|tags?\b|airport|city/u.test(element.hints) || /suggest|autocomplete/iu.test(agent.instruction);
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
  if (entry.role === 'option' || /auto ?complete|suggest|typeahead|menu item|dropdown|\bac\b/u.test(`${entry.hints} ${normalize(entry.signature)}`)) return true;
  const isBelow = entry.box.y >= field.box.y + field.box.height - 4 && entry.box.y < field.box.y + 400;
  const hasForm = model.elements.some((element) => element.isVisible && element.role === 'button' && element.node > entry.node);
  return isBelow && (entry.tag === 'li' || entry.isClickable) && (entry.tag === 'li' || hasForm);
}
