import { click, pressKey, tick } from '../actions/actions.ts';
import { awaitReply } from '../actions/await-reply.ts';
import { keptBack } from '../actions/kept-back.ts';
import { setField } from '../actions/set-field.ts';
import { closedButton, submitButton } from '../actions/submit-button.ts';
import { DONE, failed, isSpent, type Outcome, rest, see, stuck } from '../agent.ts';
import {
  elementsIn,
  isField,
  isPressable,
  keyOf,
  labelOf,
  type PageModel,
  twinOf,
  type UiElement,
} from '../observation/page-model.ts';
import { normalize } from '../words.ts';
import { formValues } from './form-values.ts';
import type { TaskProgress } from './task-progress.ts';

const MOST_ROUNDS = 5;
const TERMS = /\b(?:terms|conditions|privacy|agree|accept|policy|bedingungen|agb|datenschutz|zustimmen)\b/iu;
const KEEP_BACK = /\b(?:do not|don['’]t|without|before) (?:submit|send|sav|order|press|click|book)/iu;

/** Gives every field and choice its value in the text. Returns how many took it. */
export async function fillGiven(progress: TaskProgress, source: string): Promise<number> {
  const { agent } = progress;
  let count = 0;
  for (let round = 0; round < MOST_ROUNDS && !isSpent(agent); round += 1) {
    const given = formValues(agent, frontPart((await see(agent)).model), source);
    if (given.length === 0) break;
    for (const { element, value, how } of given) {
      agent.filled.add(keyOf(element));
      const scene = await see(agent);
      const now = twinOf(scene.model, element) ?? element;
      const isSet =
        how === 'tick'
          ? await tick(agent, scene, now, value === 'true')
          : (await setField(agent, { scene, element: now }, value)).ok;
      if (isSet) count += 1;
    }
  }
  if (count > 0) progress.unsent ??= 'submit';
  return count;
}

/** The open dialog, if any: nothing behind it takes a value. */
export function frontPart(model: PageModel): PageModel {
  const dialog = model.elements.findLast(
    ({ isVisible, role, tag, hints }) =>
      isVisible && (/^(?:alert)?dialog$/u.test(role) || tag === 'dialog' || /\bmodal\b/u.test(hints)),
  );
  if (!dialog) return model;
  const inside = elementsIn(model, dialog.node);
  return inside.some(isPressable) ? { ...model, elements: inside } : model;
}

/** Sends the filled form and confirms the question that may follow. */
export async function submit(progress: TaskProgress, verb: string): Promise<Outcome> {
  const { agent } = progress;
  if (KEEP_BACK.test(agent.instruction)) return DONE;
  progress.unsent = null;
  const closed = closedButton(frontPart((await see(agent)).model), verb, agent.filled);
  if (closed && !(await agreeToTerms(progress)) && normalize(closed.name) === normalize(verb))
    return failed(`"${labelOf(closed)}" is switched off`);
  for (let isAgreed = false; ; isAgreed = true) {
    const scene = await see(agent);
    const button = submitButton(frontPart(scene.model), verb, agent.filled);
    if (!button) return pressEnter(progress);
    if (!(await click(agent, scene, button))) return failed(`"${labelOf(button)}" could not be pressed`);
    await awaitReply(agent);
    const kept = await keptBack(agent);
    if (kept === null) return confirmDialog(progress, verb, scene.model);
    if (isAgreed || !(await agreeToTerms(progress)))
      return stuck('form_rejected', `the site did not accept the form: ${kept}`);
  }
}

/** Some forms can be sent only after agreeing to their terms. */
async function agreeToTerms({ agent }: TaskProgress): Promise<boolean> {
  const scene = await see(agent);
  const box = scene.model.elements.find(
    ({ role, isDisabled, isChecked, name }) =>
      role === 'checkbox' && !isDisabled && isChecked === false && TERMS.test(name),
  );
  return box !== undefined && tick(agent, scene, box, true);
}

async function pressEnter({ agent }: TaskProgress): Promise<Outcome> {
  const scene = await see(agent);
  const field = scene.model.elements.findLast(
    (one) => isField(one) && one.isEditable && agent.filled.has(keyOf(one)),
  );
  if (!field) return failed('the form has no button to send it');
  const ok = await pressKey(agent, scene, field, 'Enter');
  await rest(agent);
  return ok ? DONE : failed('the form could not be sent');
}

const YES = /^(?:yes|ok|okay|confirm|continue|proceed|i['’]m sure|ja|bestätigen|weiter|fortfahren)\b/iu;

/** "Are you sure?" after a press is answered with yes. */
export async function confirmDialog(
  { agent }: TaskProgress,
  verb: string,
  before: PageModel,
): Promise<Outcome> {
  const scene = await see(agent);
  const front = frontPart(scene.model);
  const known = new Set(before.elements.filter(({ isVisible }) => isVisible).map(keyOf));
  const isFresh =
    front !== scene.model && front.elements.some((one) => isPressable(one) && !known.has(keyOf(one)));
  if (!isFresh || front.elements.some((one) => isField(one) && one.value === '')) return DONE;
  const isYes = (one: UiElement) =>
    isPressable(one) && (YES.test(one.name.trim()) || normalize(one.name) === normalize(verb));
  const button = front.elements.find(isYes);
  if (!button) return DONE;
  if (!(await click(agent, scene, button))) return failed(`"${labelOf(button)}" could not be pressed`);
  await awaitReply(agent);
  return DONE;
}
