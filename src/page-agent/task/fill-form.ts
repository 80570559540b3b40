import { DONE, failed, isSpent, type Outcome, rest, see, stuck } from '../agent.ts';
import { awaitReply } from '../hands/await-reply.ts';
import { click, pressKey, tick } from '../hands/hands.ts';
import { keptBack } from '../hands/kept-back.ts';
import { setField } from '../hands/set-field.ts';
import { closedButton, submitButton } from '../hands/submit-button.ts';
import type { Kind } from '../language/command.ts';
import {
  elementsIn,
  isField,
  isPressable,
  keyOf,
  labelOf,
  type PageModel,
  twinOf,
  type UiElement,
} from '../sight/page-model.ts';
import { normalize, similarity } from '../words.ts';
import type { Course } from './course.ts';
import { type Given, givenIn } from './given.ts';

const MOST_ROUNDS = 5;
const MOST_PAGES = 6;
const TERMS = /\b(?:terms|conditions|privacy|agree|accept|policy)\b/iu;
const KEEP_BACK = /\b(?:do not|don['’]t|without|before) (?:submit|send|sav|order|press|click|book)/iu;

/** Gives every field and choice what the words give for it, `known` ones left out. Returns how many took it. */
export async function fillGiven(
  course: Course,
  source: string,
  known: ReadonlySet<string> = new Set(),
): Promise<number> {
  const { agent } = course;
  let count = 0;
  for (let round = 0; round < MOST_ROUNDS && !isSpent(agent); round += 1) {
    const { model } = await see(agent);
    const given = givenIn(agent, frontPart(model), source).filter(
      ({ element }) => !known.has(keyOf(element)),
    );
    if (given.length === 0) break;
    for (const one of given) {
      agent.filled.add(keyOf(one.element));
      if (await give(course, one)) count += 1;
    }
  }
  if (count > 0) course.unsent ??= 'submit';
  return count;
}

async function give({ agent }: Course, { element, value, how }: Given): Promise<boolean> {
  const scene = await see(agent);
  const now = twinOf(scene.model, element) ?? element;
  if (how === 'press') return click(agent, scene, now);
  if (how === 'tick') return tick(agent, scene, now, value === 'true');
  return (await setField(agent, { scene, element: now }, value)).ok;
}

/** The open dialog, where there is one: what lies behind it takes no values. */
export function frontPart(model: PageModel): PageModel {
  const dialog = model.elements.findLast(
    ({ isVisible, role, tag, hints }) =>
      isVisible && (/^(?:alert)?dialog$/u.test(role) || tag === 'dialog' || /\bmodal\b/u.test(hints)),
  );
  if (!dialog) return model;
  const inside = elementsIn(model, dialog.node);
  return inside.some(isPressable) ? { ...model, elements: inside } : model;
}

/** Sends what was filled in, and goes through the further pages of the form as long as the words have values for them. */
export async function submit(
  course: Course,
  verb: string,
  source: string,
  known: ReadonlySet<string> = new Set(),
): Promise<Outcome> {
  const { agent } = course;
  if (KEEP_BACK.test(agent.instruction)) return DONE;
  const isFilledOn =
    FILLING.has(course.ahead[0]?.kind ?? 'ask') || AGREEING.test(course.ahead[0]?.source ?? '');
  if (source !== '' && isFilledOn) {
    course.delayed = verb;
    return DONE;
  }
  course.unsent = null;
  course.delayed = null;
  const pressed = new Set<string>();
  for (let page = 0; page < MOST_PAGES && !isSpent(agent); page += 1) {
    const scene = await see(agent);
    const model = frontPart(scene.model);
    const fresh = model.elements.filter((one) => isField(one) || !known.has(keyOf(one)));
    const button =
      (known.size > 0 ? submitButton({ ...model, elements: fresh }, verb, agent.filled) : null) ??
      submitButton(model, verb, agent.filled);
    const closed = closedButton(model, verb, agent.filled);
    if (closed && (!button || normalize(closed.name) === normalize(verb))) {
      if (await agreeToTerms(course)) continue;
      return failed(`"${labelOf(closed)}" is switched off`);
    }
    if (!button) return page > 0 ? DONE : pressEnter(course);
    if (source !== '' && isToldLater(course, button)) {
      course.unsent = 'submit';
      return DONE;
    }
    // Pressed once more without anything new, it would only be done twice.
    const key = `${model.url} ${keyOf(button)} ${agent.filled.size}`;
    if (pressed.has(key)) return DONE;
    pressed.add(key);
    const isStep = STEP.test(normalize(button.name));
    if (!(await click(agent, scene, button))) return failed(`"${labelOf(button)}" could not be pressed`);
    await awaitReply(agent);
    const kept = await keptBack(agent);
    if (kept !== null) {
      if ((await fillGiven(course, source)) > 0 || (await agreeToTerms(course))) continue;
      return stuck('form_rejected', `the site did not accept the form: ${kept}`);
    }
    const filled = source === '' ? 0 : await fillGiven(course, source);
    course.unsent = null;
    if (filled === 0 && !isStep && !(await asksAgain(course, scene.model))) return DONE;
    if (filled === 0 && isStep && (await see(agent)).text === scene.text) return DONE;
  }
  return DONE;
}

/** A clause that goes on filling in the same form. */
const FILLING = new Set<Kind>(['set', 'tick', 'choose', 'fill', 'upload']);
const AGREEING = /^(?:accept|agree to|confirm that)\b/iu;
const STEP = /^(?:next|continue|proceed|review)\b/u;

/** The task says itself when it is pressed. */
function isToldLater({ ahead }: Course, { name }: UiElement): boolean {
  return ahead.some(
    (command) =>
      (command.kind === 'click' && similarity(name, command.target.phrase) > 0.6) ||
      (command.kind === 'submit' && !STEP.test(normalize(name))),
  );
}

/** A question that came up with the press: "Are you sure?" */
async function asksAgain({ agent }: Course, before: PageModel): Promise<boolean> {
  const { model } = await see(agent);
  const front = frontPart(model);
  if (front === model) return false;
  const known = new Set(before.elements.filter(({ isVisible }) => isVisible).map(keyOf));
  return (
    front.elements.some((one) => isPressable(one) && !known.has(keyOf(one))) &&
    !front.elements.some((one) => isField(one) && one.value === '')
  );
}

/** Some forms can be sent only once their terms are agreed to; whoever asks for the one asks for the other. */
async function agreeToTerms({ agent }: Course): Promise<boolean> {
  const scene = await see(agent);
  const box = scene.model.elements.find(
    ({ role, isDisabled, isChecked, name }) =>
      role === 'checkbox' && !isDisabled && isChecked === false && TERMS.test(name),
  );
  return box !== undefined && tick(agent, scene, box, true);
}

async function pressEnter({ agent }: Course): Promise<Outcome> {
  const scene = await see(agent);
  const field = scene.model.elements.findLast(
    (one) => isField(one) && one.isEditable && agent.filled.has(keyOf(one)),
  );
  if (!field) return failed('there is no button to send the form with');
  const ok = await pressKey(agent, scene, field, 'Enter');
  await rest(agent);
  return ok ? DONE : failed('the form could not be sent');
}

/** A form, dialog or question after a press is filled in and confirmed. */
export async function followThrough(
  course: Course,
  verb: string,
  source: string,
  before: PageModel,
): Promise<Outcome> {
  const { agent } = course;
  await awaitReply(agent);
  const known = new Set(before.elements.filter(({ isVisible }) => isVisible).map(keyOf));
  const filled = (await fillGiven(course, source, known)) || (await fillFresh(course, source, known));
  const { model } = await see(agent);
  const front = frontPart(model);
  const isAsked = front !== model && isFresh(before, front);
  if (filled === 0 && !isAsked) return DONE;
  if (filled === 0 && !front.elements.some((one) => isAffirmative(one, verb))) return DONE;
  return submit(course, verb, source, known);
}

/** "Rename A to B": the one field that has come up takes what is told behind "to". */
async function fillFresh({ agent }: Course, source: string, known: ReadonlySet<string>): Promise<number> {
  const value = /\bto\s+["“]?([^"”]+?)["”]?\.?$/iu.exec(source)?.[1];
  const scene = await see(agent);
  const fresh = scene.model.elements.filter(
    (one) => isField(one) && one.isEditable && !known.has(keyOf(one)),
  );
  const [field] = fresh;
  if (value === undefined || !field || fresh.length !== 1) return 0;
  return Number((await setField(agent, { scene, element: field }, value)).ok);
}

function isFresh(before: PageModel, front: PageModel): boolean {
  const known = new Set(before.elements.filter(({ isVisible }) => isVisible).map(keyOf));
  return front.elements.some((one) => isPressable(one) && !known.has(keyOf(one)));
}

const YES =
  /^(?:yes|ok|okay|confirm|continue|proceed|sure|i['’]m sure|submit|save|send|done|apply|finish)\b/iu;

function isAffirmative(element: UiElement, verb: string): boolean {
  return (
    isPressable(element) &&
    (YES.test(element.name.trim()) ||
      normalize(element.name).startsWith(normalize(verb).split(' ')[0] ?? '~'))
  );
}
