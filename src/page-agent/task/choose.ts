import { DONE, failed, type Outcome, see } from '../agent.ts';
import { click, tick } from '../hands/hands.ts';
import { chooseFromPopup } from '../hands/popup-list.ts';
import { bestOption, did, selectByLabel, setField, stepTo } from '../hands/set-field.ts';
import { readTarget } from '../language/target.ts';
import { isField, isTicked, type PageModel, twinOf, type UiElement } from '../sight/page-model.ts';
import { putCode } from '../sign-in/answer-question.ts';
import { codeFields } from '../sign-in/one-time-code.ts';
import { similarity, stemsOf, tellingStems } from '../words.ts';
import { type Course, meant } from './course.ts';
import { doDeed } from './deed.ts';
import { fillGiven, frontPart } from './fill-form.ts';
import { find } from './find.ts';
import { givenIn } from './given.ts';
import { fieldFor, LIKELY, type Match, matches } from './match.ts';
import { searchField } from './search.ts';

/** "Set X to Y", "type Y into X": the field by its label, wherever it stands. */
export async function setValue(
  course: Course,
  field: string,
  value: string,
  source: string,
): Promise<Outcome> {
  const { agent } = course;
  const name = meant(course, field);
  // Several fields may be named at once: "enter the user Ann and the password X".
  const isMany = field === '' || /\sand\s+(?:the|my|an?|your)\s/iu.test(value);
  if (isMany && (await fillGiven(course, source)) > Number(field !== '')) return DONE;
  if (/^both\b/iu.test(field)) return setBoth(course, value);
  if (/^(?:it|this|that|your answer|the answer|the result)$/iu.test(value.trim()))
    return failed(`the task does not say what "${value}" is`);
  if (field === '' || ANY_FIELD.test(field)) return setAny(course, value);
  if (ANY_LEVEL.test(field)) return setOnlyLevel(course, value);
  const isSearch = /^(?:the )?search\b/iu.test(field);
  const isTyped = /^(?:type|enter|write|input|insert|paste)\b/iu.test(source);
  const finder = (model: PageModel) =>
    fieldFor(model, name) ?? (isSearch ? asField(searchField(model)) : null);
  const here = finder((await see(agent)).model);
  const found =
    here && here.score >= LIKELY
      ? { scene: await see(agent), element: here.element }
      : await find(agent, finder, { canTurn: false });
  if (found) {
    const set = await setField(agent, found, value);
    if (set.ok) return unsent(course, isTyped ? null : 'save');
    if (isTyped) return set;
  }
  const boxes = codeFields(await see(agent));
  if (/\b(?:code|passcode|otp|pin)\b/iu.test(name) && boxes.length > 1 && boxes.length === value.length) {
    const put = await putCode(agent, await see(agent), boxes, value);
    // The last digit may take the boxes away.
    return put.ok || codeFields(await see(agent)).length === 0 ? DONE : put;
  }
  // No field of that name: a group of choices.
  if ((await fillGiven(course, `${name}: ${value}`)) > 0) return unsent(course, 'save');
  const chosen = await chooseOne(course, value, name);
  if (chosen.ok) return unsent(course, 'save');
  if (/^(?:put|place|insert|add)\b/iu.test(source))
    return doDeed(course, 'put', readTarget(source.replace(/^\S+\s+/u, '')), source);
  return failed(`there is no "${field}" on the page to set to "${value}"`);
}

/** No name, only what it is. */
const ANY_FIELD =
  /^(?:the )?(?:(?:text|input) ?)?(?:field|box|area|input|textbox|text)(?: (?:below|above))?$/iu;

const ANY_LEVEL = /^(?:slider|spinner|knob|dial|arrows)$/iu;

/** The one slider or number of the page. */
async function setOnlyLevel({ agent }: Course, value: string): Promise<Outcome> {
  const scene = await see(agent);
  const field = scene.model.elements.find(
    (one) =>
      isField(one) && (/^(?:slider|spinbutton)$/u.test(one.role) || /^(?:range|number)$/u.test(one.type)),
  );
  const set = field && (await setField(agent, { scene, element: field }, value));
  if (set?.ok) return set;
  const shown = scene.model.elements.find(
    (one) => one.isVisible && /^-?\d{1,3}$/u.test((one.text || one.value).trim()),
  );
  return shown ? stepTo(agent, shown, value) : failed('there is no slider on the page');
}

function asField(element: UiElement | null): Match | null {
  return element && { element, score: 0.8 };
}

function unsent(course: Course, verb: string | null): Outcome {
  course.unsent ??= verb;
  return DONE;
}

/** The same into every field there is. */
async function setBoth({ agent }: Course, value: string): Promise<Outcome> {
  const fields = (await see(agent)).model.elements.filter(
    (one) => isField(one) && one.isEditable && !one.isReadonly,
  );
  for (const field of fields) {
    const scene = await see(agent);
    const set = await setField(agent, { scene, element: twinOf(scene.model, field) ?? field }, value);
    if (!set.ok) return set;
  }
  return fields.length > 0 ? DONE : failed('there is no field to type into');
}

/** Into the field that waits for something: the one with the focus, the only one, the first empty one. */
async function setAny({ agent }: Course, value: string): Promise<Outcome> {
  const scene = await see(agent);
  const fields = scene.model.elements.filter((one) => isField(one) && one.isEditable && !one.isReadonly);
  const field =
    fields.find(({ isFocused }) => isFocused) ??
    fields.find((one) => one.value === '' && one.type !== 'search') ??
    fields[0];
  return field ? setField(agent, { scene, element: field }, value) : failed('there is no field to type into');
}

/** "Choose A and B as X". */
export async function choose(
  course: Course,
  values: readonly string[],
  field: string,
  source: string,
): Promise<Outcome> {
  const { agent } = course;
  const many = values.length > 1 ? await chooseMany(course, values) : null;
  if (many) return many;
  const given = givenIn(agent, frontPart((await see(agent)).model), source);
  const said = stemsOf(given.map(({ value, element }) => `${value} ${element.name}`).join(' '));
  const isTold = (value: string) => tellingStems(value).some((stem) => said.includes(stem));
  if (given.length >= values.length && values.every(isTold)) {
    await fillGiven(course, source);
    return unsent(course, 'save');
  }
  for (const value of values) {
    const chosen = await chooseOne(course, value, field);
    if (!chosen.ok) return chosen;
  }
  return unsent(course, 'save');
}

/** All of them in one list that takes several. */
async function chooseMany(course: Course, values: readonly string[]): Promise<Outcome | null> {
  const { agent } = course;
  const scene = await see(agent);
  const list = scene.model.elements.find(
    (one) => isField(one) && one.isMultiple && values.every((value) => bestOption(one, value) >= 0),
  );
  if (!list) return null;
  const set = await selectByLabel(agent, scene, list, [...values]);
  return set.ok ? unsent(course, 'submit') : set;
}

async function chooseOne(course: Course, told: string, field: string): Promise<Outcome> {
  const value = meant(course, told);
  const { agent } = course;
  const scene = await see(agent);
  const { model } = scene;
  const lists = model.elements.filter(
    (one) => isField(one) && one.options.length > 0 && bestOption(one, value) >= 0,
  );
  const list = lists.toSorted((one, other) => similarity(other.name, field) - similarity(one.name, field))[0];
  if (list) return selectByLabel(agent, scene, list, [value]);
  const box = model.elements
    .filter((one) => isTicked(one) && !one.isDisabled)
    .map((element) => ({ element, score: choiceScore(element, value, field) }))
    .sort((one, other) => other.score - one.score)[0];
  if (box && box.score >= 0.6) return did(await tick(agent, scene, box.element, true), box.element);
  const popup = field === '' ? null : fieldFor(model, field)?.element;
  if (popup?.role === 'combobox') return chooseFromPopup(agent, popup, value);
  if (popup?.isEditable && field !== '') return setField(agent, { scene, element: popup }, value);
  const numbers = model.elements.filter(
    (one) => isField(one) && (one.type === 'number' || one.role === 'spinbutton' || one.role === 'slider'),
  );
  const [number] = numbers;
  if (number && numbers.length === 1 && /^-?\d/u.test(value))
    return setField(agent, { scene, element: number }, value);
  const target = readTarget(value);
  const found = await find(
    agent,
    (page) =>
      matches(page, { ...target, phrase: field === '' ? target.phrase : `${target.phrase} ${field}` })[0] ??
      null,
    { canTurn: false },
  );
  if (found) return did(await click(agent, found.scene, found.element), found.element);
  const open = (await see(agent)).model.elements.filter(
    (one) => one.role === 'combobox' && one.isVisible && !one.isEditable,
  );
  for (const one of open.slice(0, 3)) {
    const taken = await chooseFromPopup(agent, one, value);
    if (taken.ok) return taken;
  }
  return failed(`there is no "${value}" to choose`);
}

function choiceScore({ name, group }: UiElement, value: string, field: string): number {
  const own = similarity(name, value);
  const wanted = tellingStems(field);
  const held = wanted.filter((stem) => stemsOf(group).includes(stem)).length;
  return own < 0.6 ? 0 : own + (wanted.length > 0 ? (0.2 * held) / wanted.length : 0);
}
