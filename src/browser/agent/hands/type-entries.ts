import { type Agent, DONE, type Outcome, see, stuck } from '../agent-context.ts';
import type { Entry, Value } from '../language/intent.ts';
import type { Target } from '../language/read-target.ts';
import { holdsPhrase, normalize, similarity } from '../language/words.ts';
import { findField, isField } from '../sight/fields.ts';
import { keyOf, type Located, seek } from '../sight/locate.ts';
import { lookUp } from '../sight/look-up.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';
import { keypadOf, pressKeys } from '../skills/keypad.ts';
import { solve } from '../skills/solve.ts';
import { click, typeText } from './hands.ts';
import { openForEditing } from './open-for-editing.ts';
import { statedSearchField } from './search.ts';
import { setField } from './set-field.ts';
import { turnWheels } from './turn-wheels.ts';

export async function typeEntries(agent: Agent, entries: Entry[]): Promise<Outcome> {
  for (const entry of entries) {
    const outcome = await typeEntry(agent, entry);
    if (!outcome.ok) return outcome;
  }
  return DONE;
}

async function typeEntry(agent: Agent, { value, field, target, isEverywhere }: Entry): Promise<Outcome> {
  if (value.kind === 'pattern') return typePattern(agent, value, field, target);
  const text = await awaitedText(agent, value);
  if (text === null)
    return stuck(`the page does not show ${value.kind === 'lookup' ? `the ${value.phrase}` : 'the value'}`);
  if (isSecretField(field)) agent.journal.hide(text, '{{credential.password}}');
  if (isEverywhere) {
    const count = fieldsOfKind((await see(agent)).model, field).length;
    for (let index = 0; index < count; index += 1) {
      const scene = await see(agent);
      const element = fieldsOfKind(scene.model, field)[index];
      const isLeft =
        target?.text !== undefined &&
        /\b(?:empty|blank)\b/iu.test(agent.instruction) &&
        element?.value !== '';
      const outcome = element && !isLeft ? await setField(agent, { scene, element }, text) : DONE;
      if (!outcome.ok) return outcome;
    }
    return DONE;
  }
  const { model } = await see(agent);
  const boxes = model.elements.filter(
    (element) => isField(element) && element.isEditable && element.maxLength === 1,
  );
  const signs = [...text.replace(/[\s-]+/gu, '')];
  if (boxes.length > 1 && boxes.length === signs.length) return typeSigns(agent, signs);
  const hasField = model.elements.some(
    (element) => isField(element) && element.isEditable && !element.isReadonly,
  );
  if (!hasField && keypadOf(model)) return pressKeys(agent, text);
  const turned = hasField ? null : await turnWheels(agent, text);
  if (turned) return turned;
  const own = field === '' && value.kind === 'lookup' ? calledLike(model, value.phrase) : '';
  const at = await fieldFor(agent, field || own, target);
  return at
    ? setField(agent, at, text)
    : stuck(`there is no field ${field === '' ? 'to type into' : `"${field}"`}`);
}

/** "Enter the amount": where a field is called so, that one is meant. */
function calledLike(model: PageModel, phrase: string): string {
  const field = findField(model, phrase, null);
  return field && similarity(field.name || field.placeholder, phrase) >= SAME ? phrase : '';
}

const SAME = 0.8;

/** "Both password fields" are those; "all fields" are all there are. */
function fieldsOfKind({ elements }: PageModel, kind: string): UiElement[] {
  const fields = elements.filter((element) => isField(element) && element.isEditable);
  const own = fields.filter(({ type, name }) => kind !== '' && holdsPhrase(`${type} ${name}`, kind));
  return own.length > 1 ? own : fields;
}

/** One sign in each of a row of boxes. */
async function typeSigns(agent: Agent, signs: string[]): Promise<Outcome> {
  for (const [index, sign] of signs.entries()) {
    const scene = await see(agent);
    const box = scene.model.elements.filter(
      (element) => isField(element) && element.isEditable && element.maxLength === 1,
    )[index];
    if (!box || !(await typeText(agent, scene, box, sign))) return stuck('a box takes no sign');
  }
  return DONE;
}

export function isSecretField(name: string): boolean {
  return /\b(?:password|passphrase|pin|secret|passcode)\b/iu.test(name);
}

export async function fieldFor(agent: Agent, field: string, target: Target | null): Promise<Located | null> {
  const find = (model: Parameters<typeof findField>[0]) => {
    const used = new Set(
      model.elements
        .filter((element) => agent.filled.has(keyOf(element)) && element.value !== '')
        .map(({ node }) => node),
    );
    return (
      findField(model, field, target, field === '' && !target?.ordinal ? used : new Set()) ??
      (field === '' ? null : soleField(model))
    );
  };
  if (field !== '') await openForEditing(agent, field);
  const scene = await see(agent);
  const element = find(scene.model);
  if (element)
    return element.isCovered
      ? seek(agent, (model, isHidden) => (isHidden ? null : asMatch(find(model))), 1)
      : { scene, element };
  return seek(agent, (model, isHidden) => (isHidden ? null : asMatch(find(model))));
}

/** The only field there is, is meant whatever it is called. */
function soleField(model: PageModel): UiElement | null {
  const fields = model.elements.filter((element) => isField(element) && element.isEditable);
  const [only] = fields;
  // The search of a site stands on every page, whatever that is about.
  const ways = model.elements.filter(
    ({ isFraming, role, isVisible }) => isFraming && isVisible && role === 'link',
  );
  const isSearch = ways.length > 2 && statedSearchField(model) === only;
  return fields.length === 1 && only && !isSearch ? only : null;
}

function asMatch(element: UiElement | null) {
  return element ? { element, score: 0.9 } : null;
}

/** What was pressed before may bring the value in a moment. */
async function awaitedText(agent: Agent, value: Value): Promise<string | null> {
  let text = await valueText(agent, value);
  for (let look = 0; look < 10 && text === null && agent.acts > 0; look += 1) {
    await agent.clock.sleep(200, agent.signal);
    text = await valueText(agent, value);
  }
  return text;
}

async function valueText(agent: Agent, value: Value): Promise<string | null> {
  if (value.kind === 'literal') return value.text;
  const scene = await see(agent);
  if (value.kind === 'remembered') {
    if (agent.remembered !== null) return agent.remembered;
    return solve(scene.model, scene.text, agent.instruction);
  }
  if (value.kind === 'lookup') {
    if (/^(?:sum|total|result|answer|product|difference)\b/iu.test(value.phrase))
      return (
        agent.remembered ??
        solve(scene.model, scene.text, value.phrase) ??
        lookUp(scene.model, scene.text, value.phrase)
      );
    return (
      lookUp(scene.model, scene.text, value.phrase) ??
      agent.remembered ??
      solve(scene.model, scene.text, agent.instruction)
    );
  }
  return null;
}

/** "an item that starts with Po": types the beginning and takes the suggestion that fits. */
async function typePattern(
  agent: Agent,
  value: Extract<Value, { kind: 'pattern' }>,
  field: string,
  target: Target | null,
): Promise<Outcome> {
  const at = await fieldFor(agent, field, target);
  if (!at) return stuck('there is no field to type into');
  agent.filled.add(keyOf(at.element));
  const before = new Set(at.scene.model.elements.map((element) => element.name));
  await typeText(agent, at.scene, at.element, value.starts || value.contains || value.ends);
  const fits = (name: string) => {
    const text = normalize(name);
    return (
      text.startsWith(normalize(value.starts)) &&
      text.endsWith(normalize(value.ends)) &&
      text.includes(normalize(value.contains))
    );
  };
  for (let wait = 0; wait < 12; wait += 1) {
    const scene = await see(agent);
    const entry = scene.model.elements.find(
      (element) =>
        element.isVisible &&
        !element.isEditable &&
        element.name !== '' &&
        !before.has(element.name) &&
        fits(element.name),
    );
    if (entry) return (await click(agent, scene, entry)) ? DONE : stuck('the suggestion could not be taken');
    await agent.clock.sleep(80, agent.signal);
  }
  return stuck('no suggestion fits');
}
