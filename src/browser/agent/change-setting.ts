import { type Agent, DONE, type Outcome, rest, see, stuck } from './agent-context.ts';
import { EDITOR, rowOf } from './approach.ts';
import { submitForm } from './hands/fill-form.ts';
import { click } from './hands/hands.ts';
import { setField } from './hands/set-field.ts';
import { type OwnSetting, readOwnSetting } from './language/own-setting.ts';
import { canonical, holdsPhrase, similarity, wordsOf } from './language/words.ts';
import { goTo } from './perform.ts';
import { isField } from './sight/fields.ts';
import type { PageModel, UiElement } from './sight/page-model.ts';
import { headOf, walkSite } from './walk-site.ts';

/**
 * "Change my phone number to ..." where this page does not have it: the site is gone through for the field, or for the page
 * that shows it with a way to change it. Done only when the site shows the new value afterwards. Null where it has none.
 */
export async function changeSetting(agent: Agent, goal: string): Promise<Outcome | null> {
  const wish = readOwnSetting(goal);
  if (!wish || fieldOf((await see(agent)).model, wish)) return null;
  const isFound = await walkSite(agent, {
    names: [],
    said: goal.replace(wish.value, ' '),
    least: LEAST_FIT,
    isThere: ({ model, text }) => fieldOf(model, wish) !== null || editorFor(model, text, wish) !== null,
  });
  if (!isFound) return null;
  const place = agent.run.front.url();
  await openEditor(agent, wish);
  const scene = await see(agent);
  const element = fieldOf(scene.model, wish);
  if (!element) return stuck(`there is no field to change "${wish.what}"`);
  const set = await setField(agent, { scene, element }, wish.value);
  if (!set.ok) return set;
  const saved = await submitForm(agent, 'save', '');
  if (!saved.ok) return saved;
  await rest(agent);
  return (await isShown(agent, wish)) || ((await goTo(agent, place)).ok && (await isShown(agent, wish)))
    ? DONE
    : stuck(`the site does not show "${wish.value}" after it was saved`);
}

async function openEditor(agent: Agent, wish: OwnSetting): Promise<void> {
  const scene = await see(agent);
  if (fieldOf(scene.model, wish)) return;
  const editor = editorFor(scene.model, scene.text, wish);
  if (editor && (await click(agent, scene, editor))) await rest(agent, 3_000);
}

async function isShown(agent: Agent, { value }: OwnSetting): Promise<boolean> {
  const { model, text } = await see(agent);
  const isSame = (other: string) => plain(other).includes(plain(value));
  return isSame(text) || model.elements.some((field) => field.isVisible && isSame(field.value));
}

/** Numbers are written with spaces here and without there. */
function plain(text: string): string {
  return text.toLowerCase().replace(/[\s()-]+/gu, '');
}

/** The one field that is called so; where one's things are several, on the page of the right one. */
export function fieldOf(model: PageModel, { what, of }: OwnSetting): UiElement | null {
  const fields = model.elements.filter(
    (element) =>
      element.isVisible &&
      isField(element) &&
      !element.isFraming &&
      !element.isDisabled &&
      !element.isReadonly &&
      element.type !== 'search' &&
      similarity(element.name, what) >= SAME,
  );
  const values = model.elements.filter(isField).map(({ value }) => value);
  return fields.length === 1 && isAbout(`${headOf(model)} ${values.join(' ')}`, of)
    ? (fields[0] ?? null)
    : null;
}

const SAME = 0.75;
/** What stands on pages that sound like it is worth a look, whatever it is called. */
const LEAST_FIT = 0.12;

/** What lets the setting be changed that the page shows: called after it, in the part of the right thing, or the only one there is. */
export function editorFor(model: PageModel, text: string, wish: OwnSetting): UiElement | null {
  const editors = model.elements.filter(
    ({ isVisible, isClickable, isEditable, isDisabled, isFraming, name }) =>
      isVisible && isClickable && !isEditable && !isDisabled && !isFraming && EDITOR.test(name.trim()),
  );
  const own = editors.filter(({ name }) => holdsWords(name, wish.what));
  if (own.length === 1 && wish.of === '') return own[0] ?? null;
  if (wish.of !== '') {
    const parts = editors.filter((editor) => isAbout(rowOf(model, editor, editors), wish.of));
    return parts.length === 1 && isAbout(`${headOf(model)} ${text}`, wish.of) ? (parts[0] ?? null) : null;
  }
  if (!model.elements.some((element) => element.isVisible && isLabel(element, wish.what))) return null;
  const beside = editors.filter((editor) => holdsWords(rowOf(model, editor, editors), wish.what));
  const [only] = beside.length === 1 ? beside : editors.length === 1 ? editors : [];
  return only ?? null;
}

function isLabel({ text, isClickable, isEditable }: UiElement, what: string): boolean {
  return !isClickable && !isEditable && text.length < 40 && similarity(text, what) >= SAME;
}

/** Of "work address" a card that is headed "Work" in a book of addresses. */
function isAbout(text: string, of: string): boolean {
  return of === '' || holdsPhrase(text, wordsOf(of)[0] ?? '');
}

function holdsWords(text: string, words: string): boolean {
  const there = new Set(canonical(text).split(' '));
  return canonical(words)
    .split(' ')
    .every((word) => there.has(word));
}
