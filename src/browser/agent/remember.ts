import { type Agent, DONE, type Outcome, see, stuck } from './agent-context.ts';
import { click } from './hands/hands.ts';
import { setField } from './hands/set-field.ts';
import { numberIn } from './language/amounts.ts';
import type { Target } from './language/read-target.ts';
import { holdsPhrase, normalize } from './language/words.ts';
import { isField } from './sight/fields.ts';
import { letterFor } from './sight/letter-index.ts';
import { seek } from './sight/locate.ts';
import { lookUp } from './sight/look-up.ts';
import { matchTarget } from './sight/match-target.ts';
import { isInside, itemOf, type PageModel, type UiElement } from './sight/page-model.ts';
import { inRowOf } from './sight/row-of.ts';
import { calculate } from './skills/keypad.ts';
import { solve } from './skills/solve.ts';

export async function copyText(agent: Agent, from: Target, phrase: string): Promise<Outcome> {
  const scene = await see(agent);
  const buttons = inRowOf(
    scene.model,
    from.text || phrase,
    ({ isClickable, name }) => isClickable && normalize(name) === 'copy',
  );
  const [button] = buttons;
  if (button && buttons.length === 1) await click(agent, scene, button);
  const areas = scene.model.elements.filter(
    (element) => element.isVisible && element.isEditable && element.value !== '',
  );
  const wantsField = from.kind === 'textarea' || from.kind === 'field' || from.text === '';
  const pool =
    from.kind === 'textarea'
      ? areas.filter((element) => element.tag === 'textarea' || element.tag !== 'input')
      : areas;
  const area = from.ordinal ? (from.ordinal < 0 ? pool.at(-1) : pool[from.ordinal - 1]) : pool[0];
  if (wantsField && area) {
    agent.remembered = area.value;
    return DONE;
  }
  const words = [from.text, from.near ? `of ${from.near}` : '']
    .filter(Boolean)
    .join(' ')
    .replace(/\s+from\s+.*$/iu, '');
  const named = phrase.replace(/\s+(?:from|in|given in|shown in)\s+(?:the|this|that)\s+\p{Ll}+$/iu, '');
  const value =
    lookUp(scene.model, scene.text, named) ??
    lookUp(scene.model, scene.text, from.text) ??
    lookUp(scene.model, scene.text, words) ??
    // "The customer's order number" may stand there as the order number.
    lookUp(scene.model, scene.text, named.replace(/^(?:the\s+)?\p{L}+['’]s\s+/iu, '')) ??
    matchTarget(scene.model, from).find(({ element }) => !isLabel(element, scene.model))?.element.text ??
    null;
  agent.remembered = value;
  return value === null ? stuck('there is nothing to copy') : DONE;
}

/** What a field is called is not what is to be copied. */
function isLabel({ tag, text }: UiElement, { elements }: PageModel): boolean {
  return (
    tag === 'label' || elements.some((field) => isField(field) && normalize(field.name) === normalize(text))
  );
}

/** Keeps in mind what later clauses speak of, and its value when the page shows one. */
export async function remember(agent: Agent, phrase: string, target: Target): Promise<Outcome> {
  const name = target.text.replace(/\s+(?:in|on|from)\s+(?:one of\s+)?(?:the|a|an|this|your)\s+.*$/iu, '');
  await openLetterOf(agent, target.near ?? name);
  const scene = await see(agent);
  agent.about = target.near ?? (name || null);
  agent.sought = target.extreme || target.restrictions.length > 0 ? target : null;
  const [, plain = phrase, isHidden] = phrase.match(BEHIND) ?? [];
  const shown = lookUp(scene.model, scene.text, plain);
  agent.remembered = shown ?? (isHidden ? await lookBehind(agent, plain) : null) ?? agent.remembered;
  return DONE;
}

/** "in one of the tabs": only opening them tells. */
const BEHIND =
  /^(.+?),?\s+((?:in|on|under|behind|inside|within)\s+(?:(?:one|any|some)\s+of\s+.+|the\s+(?:tabs|sections|panels|accordion)))$/iu;

async function lookBehind(agent: Agent, phrase: string): Promise<string | null> {
  let value: string | null = null;
  await seek(agent, (model, isHidden) => {
    const shown = model.elements.filter(({ isVisible }) => isVisible);
    const [first] = shown;
    const found = isHidden || !first ? null : lookUp(model, shown.map(({ text }) => text).join('\n'), phrase);
    value = found ?? value;
    return found !== null && first ? { element: first, score: 1 } : null;
  });
  return value;
}

/** A name the page does not show may stand under its first letter. */
async function openLetterOf(agent: Agent, name: string): Promise<void> {
  const scene = await see(agent);
  const letter = holdsPhrase(scene.text, name) ? null : letterFor(scene.model, name);
  if (letter) await click(agent, scene, letter);
}

export async function workOut(agent: Agent, phrase: string): Promise<Outcome> {
  const pressed = await calculate(agent, phrase);
  if (pressed) return pressed;
  const scene = await see(agent);
  agent.remembered = solve(scene.model, scene.text, phrase);
  if (agent.remembered === null && !/^how (?:many|much)|^count/iu.test(phrase))
    return stuck('there is nothing that could be worked out');
  return (await answerInField(agent, phrase)) ?? DONE;
}

/** "Answer the question and press OK": the one empty field is for the answer, where nothing else says what to do with it. */
async function answerInField(agent: Agent, phrase: string): Promise<Outcome | null> {
  const isTold = TOLD_WHERE.test(agent.instruction);
  if (agent.remembered === null || isTold || !/^(?:answer|solve)\b/iu.test(phrase)) return null;
  const scene = await see(agent);
  const fields = scene.model.elements.filter((element) => isField(element) && element.isEditable);
  const named = fields.filter(({ name, placeholder }) => FOR_ANSWERS.test(normalize(name || placeholder)));
  const [field, ...others] = named.length > 0 ? named : fields;
  return field && others.length === 0 && field.value === ''
    ? setField(agent, { scene, element: field }, agent.remembered)
    : null;
}

/** The task says itself what becomes of the answer. */
const TOLD_WHERE =
  /\b(?:click|choose|select|pick|copy)\b|\b(?:type|enter|write|input|fill|put)\s+(?:in\s+)?(?:(?:the|your|its|that|right|correct)\s+)*(?:answer|result|solution|sum|number|value|total|it|name|word)\b/iu;
const FOR_ANSWERS = /^(?:your |the )?(?:answer|result|solution)\b/u;

/** Rows of a number and a choice between odd and even. */
export async function classifyNumbers(agent: Agent): Promise<Outcome> {
  const { model } = await see(agent);
  const numbers = model.elements.filter((element) => element.isVisible && /^[-−]?\d+$/u.test(element.text));
  for (const number of numbers) {
    const scene = await see(agent);
    const word = Math.abs(numberIn(number.text) ?? 0) % 2 === 1 ? 'odd' : 'even';
    const row = itemOf(model, number, numbers);
    const choice = scene.model.elements.find(
      (element) =>
        isInside(scene.model, element.node, row) &&
        element.isVisible &&
        element.isClickable &&
        (normalize(element.name) === word || normalize(element.value) === word),
    );
    if (choice && !(await click(agent, scene, choice))) return stuck(`${number.text} could not be marked`);
  }
  return numbers.length > 0 ? DONE : stuck('there are no numbers');
}
