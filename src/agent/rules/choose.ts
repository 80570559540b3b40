import { click, tick } from '../actions/actions.ts';
import { chooseFromPopup } from '../actions/popup-list.ts';
import { bestOption, did, selectByLabel, setField } from '../actions/set-field.ts';
import { DONE, failed, type Outcome, see } from '../agent.ts';
import { isField, isTicked, type UiElement } from '../observation/page-model.ts';
import { putCode } from '../sign-in/answer-question.ts';
import { codeFields } from '../sign-in/one-time-code.ts';
import { similarity, stemsOf, tellingStems } from '../words.ts';
import { find } from './find.ts';
import { fieldFor, matches } from './match.ts';
import { readTarget } from './read-command.ts';
import { searchField } from './search.ts';
import { meant, type TaskProgress } from './task-progress.ts';

/** No name, only a kind. */
const ANY_FIELD = /^(?:the )?(?:(?:text|input) ?)?(?:field|box|area|input|textbox|text)$/iu;

/** "Set X to Y", "type Y into X": the field by its label. */
export async function setValue(progress: TaskProgress, field: string, value: string): Promise<Outcome> {
  const { agent } = progress;
  progress.unsent ??= 'save';
  const scene = await see(agent);
  if (field === '' || ANY_FIELD.test(field)) {
    const fields = scene.model.elements.filter((one) => isField(one) && one.isEditable && !one.isReadonly);
    const any =
      fields.find(({ isFocused }) => isFocused) ??
      fields.find((one) => one.value === '' && one.type !== 'search');
    return any
      ? setField(agent, { scene, element: any }, value)
      : failed('the page has no field to type into');
  }
  const name = meant(progress, field);
  const isSearch = /^(?:the )?search\b/iu.test(field);
  const found = await find(agent, (model) => {
    const search = isSearch ? searchField(model) : null;
    return fieldFor(model, name) ?? (search && { element: search, score: 0.8 });
  });
  if (found) return setField(agent, found, value);
  const boxes = codeFields(scene);
  if (/\b(?:code|passcode|otp|pin)\b/iu.test(name) && boxes.length > 1 && boxes.length === value.length) {
    const put = await putCode(agent, scene, boxes, value);
    // The last digit may remove the boxes.
    return put.ok || codeFields(await see(agent)).length === 0 ? DONE : put;
  }
  return chooseOne(progress, value, name);
}

/** "Choose A and B as X". */
export async function choose(
  progress: TaskProgress,
  values: readonly string[],
  field: string,
): Promise<Outcome> {
  const { agent } = progress;
  const scene = await see(agent);
  progress.unsent ??= 'save';
  const list = scene.model.elements.find(
    (one) => isField(one) && one.isMultiple && values.every((value) => bestOption(one, value) >= 0),
  );
  if (list && values.length > 1) return selectByLabel(agent, scene, list, [...values]);
  for (const value of values) {
    const chosen = await chooseOne(progress, meant(progress, value), field);
    if (!chosen.ok) return chosen;
  }
  return DONE;
}

/** An option of a list, a box or radio button, an entry of a list that opens, else a button of that name. */
async function chooseOne({ agent }: TaskProgress, value: string, field: string): Promise<Outcome> {
  const scene = await see(agent);
  const { model } = scene;
  const [list] = model.elements
    .filter((one) => isField(one) && one.options.length > 0 && bestOption(one, value) >= 0)
    .toSorted((one, other) => similarity(other.name, field) - similarity(one.name, field));
  if (list) return selectByLabel(agent, scene, list, [value]);
  const [box] = model.elements
    .filter((one) => isTicked(one) && !one.isDisabled)
    .map((element) => ({ element, score: choiceScore(element, value, field) }))
    .sort((one, other) => other.score - one.score);
  if (box && box.score >= 0.6) return did(await tick(agent, scene, box.element, true), box.element);
  const named = field === '' ? null : (fieldFor(model, field)?.element ?? null);
  if (named?.role === 'combobox') return chooseFromPopup(agent, named, value);
  if (named?.isEditable) return setField(agent, { scene, element: named }, value);
  const found = await find(agent, (page) => matches(page, readTarget(`${value} ${field}`))[0] ?? null);
  return found
    ? did(await click(agent, found.scene, found.element), found.element)
    : failed(`"${value}" is not on the page`);
}

function choiceScore({ name, group }: UiElement, value: string, field: string): number {
  const own = similarity(name, value);
  const wanted = tellingStems(field);
  const held = wanted.filter((stem) => stemsOf(group).includes(stem)).length;
  return own < 0.6 ? 0 : own + (wanted.length > 0 ? (0.2 * held) / wanted.length : 0);
}
