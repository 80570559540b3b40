import { type Agent, DONE, isSpent, type Outcome, see, stuck } from '../agent-context.ts';
import { awaitReply } from '../await-reply.ts';
import { isSendingForbidden } from '../language/refrained.ts';
import { boxesSaid } from '../language/stated-facts.ts';
import { isOfTerms } from '../language/terms.ts';
import { canonical, holdsPhrase, normalize, similarity, wordsOf } from '../language/words.ts';
import { isField, readFieldValues } from '../sight/fields.ts';
import { readGroupChoices } from '../sight/group-choices.ts';
import { keyOf, seek } from '../sight/locate.ts';
import { isInside, type PageModel, type UiElement } from '../sight/page-model.ts';
import { countBehind } from './count-behind.ts';
import { click, labelOf, pressKey, tick } from './hands.ts';
import { fillMissing, notAccepted, refusalOf } from './mend-form.ts';
import { setBounds } from './set-bounds.ts';
import { setField } from './set-field.ts';
import { settleChoices } from './settle-choices.ts';

/** Fills every field of the page that the words give a value for. Returns how many. */
export async function fillFrom(agent: Agent, words: string): Promise<number> {
  let count = (await countBehind(agent, words)) + (await setBounds(agent, words));
  for (let round = 0; round < 20 && !isSpent(agent); round += 1) {
    const scene = await see(agent);
    const used = new Set(
      scene.model.elements
        .filter((element) => agent.filled.has(keyOf(element)) || isBeside(element, words))
        .map(({ node }) => node),
    );
    const next = readFieldValues(scene.model, words, used)[0];
    if (!next) break;
    const outcome = await setField(agent, { scene, element: next.element }, next.value);
    if (outcome.ok) count += 1;
  }
  for (const radio of readGroupChoices((await see(agent)).model, words)) {
    const scene = await see(agent);
    const again = scene.model.elements.find(
      (element) =>
        element.role === 'radio' &&
        element.name === radio.name &&
        element.group === radio.group &&
        element.hints === radio.hints,
    );
    if (again && again.isChecked !== true && (await tick(agent, scene, again, true))) count += 1;
  }
  const model = (await see(agent)).model;
  const mentioned = mentionedBoxes(model, words).map((box) => ({ box, isOn: true }));
  for (const { box, isOn } of [...boxesSaid(model, words), ...mentioned]) {
    const scene = await see(agent);
    const now = scene.model.elements.find(
      ({ role, name, isChecked }) => role === box.role && name === box.name && isChecked === !isOn,
    );
    if (now && (await tick(agent, scene, now, isOn))) count += 1;
  }
  return count + (await fillCounts(agent, words));
}

/** "a pizza with ham and olives": of several boxes those that are called so. */
function mentionedBoxes(model: PageModel, words: string): UiElement[] {
  const boxes = model.elements.filter(
    ({ role, isVisible, isDisabled, isChecked, name }) =>
      role === 'checkbox' && isVisible && !isDisabled && isChecked === false && name.length > 2,
  );
  const wanted = words.replace(/\b(?:no|without|not|except|but)\s+(?:any\s+|the\s+)?\p{L}+/giu, ' ');
  const isOneOfMany = ({ group, signature }: UiElement) =>
    boxes.filter((box) => box.group === group && box.signature === signature).length > 2;
  return boxes.filter(
    (box) => wordsOf(box.name).length < 4 && isOneOfMany(box) && holdsPhrase(wanted, box.name),
  );
}

/** The search and the newsletter in the frame around the content are filled in only by their name. */
function isBeside({ isFraming, name, placeholder, group, hints }: UiElement, words: string): boolean {
  const spoken = canonical(words).split(' ');
  const own = canonical(`${name} ${placeholder} ${group} ${hints}`)
    .split(' ')
    .filter((word) => word.length > 3 && !['email', 'your', 'input', 'form', 'field', 'text'].includes(word));
  return isFraming && !own.some((word) => spoken.includes(word));
}

/** "2 Soup and 3 Pasta": a number field in the row of each named thing. */
async function fillCounts(agent: Agent, words: string): Promise<number> {
  let count = 0;
  for (const [, number = '', name = ''] of words.matchAll(
    /(?<![\p{L}\p{N}/:.-])(\d{1,3})\s*(?:x\s+|×\s*)?(\p{L}[\p{L}'-]+(?:\s\p{Lu}[\p{L}'-]+)*)/gu,
  )) {
    const scene = await see(agent);
    const label = scene.model.elements.find(
      (element) => element.isVisible && !element.isEditable && similarity(element.text, name) > 0.9,
    );
    const field =
      label &&
      scene.model.elements.find(
        (element) =>
          isField(element) &&
          element.node > label.node &&
          element.node - label.node < 12 &&
          !agent.filled.has(`${keyOf(element)}${name}`),
      );
    if (!field || agent.filled.has(name)) continue;
    agent.filled.add(name);
    if ((await setField(agent, { scene, element: field }, number)).ok) count += 1;
    agent.filled.delete(keyOf(field));
  }
  return count;
}

const FORWARD = /^(?:next|continue|proceed|go on|next step|weiter)(?:\b.*)?$/u;
const FINAL =
  /^(?:submit|save|send|finish|done|confirm|apply|ok|okay|go|search|find|log ?in|sign ?in|sign ?up|register|create.*|order.*|place.*|book.*|reserve.*|subscribe|complete.*|pay.*|check ?out.*|update|add.*|post|publish|verify|continue|next)(?:\b.*)?$/u;
const BACKWARD =
  /\b(?:cancel|reset|clear|back|previous|close|delete|remove|destroy|forgot|logout|log out|sign out)\b|^[×✕✖✗🗑]\uFE0F?$/u;

/** Sends the form: presses its button, and goes through further pages of it as long as the words have values for them. */
export async function submitForm(agent: Agent, verb: string, words: string): Promise<Outcome> {
  if (isSendingForbidden(agent.instruction)) return DONE;
  let mended = 0;
  const unmet = await settleChoices(agent);
  if (unmet !== null) return stuck(unmet);
  for (let page = 0; page < 8 && !isSpent(agent); page += 1) {
    if (words !== '') await fillMissing(agent, words, false);
    const found = await seek(
      agent,
      (model, isHidden) => (isHidden ? null : buttonMatch(model, agent, verb)),
      2,
    );
    if (!found && (await agreeToTerms(agent, verb))) continue;
    const off = found ? null : switchedOff((await see(agent)).model, verb, agent.filled);
    if (off) return stuck(`"${labelOf(off)}" is switched off`);
    if (!found) return page > 0 ? DONE : pressEnter(agent);
    const isStep = FORWARD.test(normalize(found.element.name));
    const before = found.scene.text;
    const url = found.scene.model.url;
    if (!(await click(agent, found.scene, found.element)))
      return stuck(`"${labelOf(found.element)}" could not be pressed`);
    await awaitReply(agent);
    const after = await see(agent);
    if (after.text === before && after.model.url === url && isStep) return DONE;
    const refusal = refusalOf(found.scene, after, agent.filled);
    if (refusal !== null && words !== '') {
      mended += 1;
      if (mended < 3 && (await fillFrom(agent, words)) + (await fillMissing(agent, words, true)) > 0)
        continue;
      // The judge reads a refusal by status from the page itself.
      return (agent.run.document?.status ?? 200) < 400 ? notAccepted(refusal) : DONE;
    }
    // The same form again, empty: it was taken and waits for the next.
    if (!isStep && isSameForm(found.scene.model, after.model)) return DONE;
    const filled = await fillFrom(agent, words);
    if (filled === 0 && !isStep) return DONE;
  }
  return DONE;
}

/** The button that would send the form, if it took presses. */
function switchedOff(model: PageModel, verb: string, filled: ReadonlySet<string>): UiElement | null {
  const elements = model.elements.map((element) =>
    element.role === 'button' && element.isDisabled ? { ...element, isDisabled: false } : element,
  );
  const button = submitButton({ ...model, elements }, verb, filled);
  return model.elements.find(({ node, isDisabled }) => isDisabled && node === button?.node) ?? null;
}

/** Some forms can be sent only once their terms are agreed to; whoever asks for the one asks for the other. */
async function agreeToTerms(agent: Agent, verb: string): Promise<boolean> {
  const scene = await see(agent);
  const box = scene.model.elements.find(
    ({ isVisible, isDisabled, role, isChecked, name }) =>
      isVisible && !isDisabled && role === 'checkbox' && isChecked === false && isOfTerms(name),
  );
  return (
    box !== undefined &&
    switchedOff(scene.model, verb, agent.filled) !== null &&
    tick(agent, scene, box, true)
  );
}

function isSameForm(before: PageModel, after: PageModel): boolean {
  // What stands above a field may change with what was sent; what stands in it does not.
  const own = (element: UiElement) => element.placeholder || keyOf(element);
  const keys = ({ elements }: PageModel) => elements.filter(isField).map(own).join();
  return keys(before) === keys(after);
}

function buttonMatch(model: PageModel, agent: Agent, verb: string) {
  const button = submitButton(model, verb, agent.filled);
  return button ? { element: button, score: 0.9 } : null;
}

/** The button that sends what has been filled in. */
export function submitButton(model: PageModel, verb: string, filled: ReadonlySet<string>): UiElement | null {
  const used = model.elements.filter((element) => isField(element) && filled.has(keyOf(element)));
  // The search of the site may have been asked for the way here.
  const others = used.filter(({ type, role }) => type !== 'search' && role !== 'searchbox');
  const fields = others.length > 0 ? others : used;
  const lastField = fields.at(-1);
  const buttons = model.elements.filter(
    (element) =>
      element.isVisible &&
      !element.isDisabled &&
      element.isClickable &&
      !element.isEditable &&
      (!COUNTING.test(element.name.trim()) || (verb === 'add' && ADD_SIGN.test(element.name.trim()))) &&
      (element.role === 'button' ||
        /\b(?:btn|button|submit)\b/u.test(element.hints) ||
        (isScripted(element) && FINAL.test(plainName(element))) ||
        (verb === 'add' && ADD_SIGN.test(element.name.trim()))) &&
      element.name.length < 60,
  );
  const part = partOf(
    model,
    fields,
    buttons.filter(({ name }) => !BACKWARD.test(normalize(name))),
  );
  const scored = buttons.map((element) => {
    const name = plainName(element);
    const isWay = FINAL.test(name) || (verb === 'add' && ADD_SIGN.test(name)) ? 0.3 : 0;
    const byVerb = Math.max(
      similarity(name, verb),
      wordsOf(verb).some((word) => word.length > 2 && holdsPhrase(name, word)) ? 0.5 : 0,
    );
    const isAway = BACKWARD.test(name || element.hints) && !BACKWARD.test(normalize(verb)) ? 0.8 : 0;
    const after =
      lastField && element.node > lastField.node
        ? 0.3 - Math.min(0.25, (element.node - lastField.node) / 200)
        : 0;
    const isSubmit =
      element.type === 'submit' || (element.tag === 'button' && element.hints.includes('submit')) ? 0.2 : 0;
    const isOwn = part !== null && isInside(model, element.node, part) ? 0.4 : 0;
    return { element, score: isWay + byVerb + after + isSubmit + isOwn - isAway };
  });
  const best = scored.sort(
    (one, other) => other.score - one.score || other.element.node - one.element.node,
  )[0];
  return best && best.score > 0.25 ? best.element : null;
}

/** The smallest part of the page that holds all of these fields and one of the buttons at least. */
function partOf(model: PageModel, fields: UiElement[], buttons: UiElement[]): number | null {
  const [first, ...others] = fields;
  if (!first || others.length === 0) return null;
  for (let at = model.parents[first.node] ?? -1; at >= 0; at = model.parents[at] ?? -1) {
    const holds = ({ node }: UiElement) => isInside(model, node, at);
    if (others.every(holds) && buttons.some(holds)) return at;
  }
  return null;
}

/** Raises or lowers a number and sends nothing. */
const COUNTING = /^[-−–+＋➕➖]$/u;

/** Beside the field for a new entry it adds what is written there; beside a number it counts. */
const ADD_SIGN = /^[+＋➕]$/u;

/** Arrows, paper planes and envelopes beside what was written. */
const SEND_SIGN = /^(?:➤|➢|➣|✈️?|📤|📨|✉️?|⏎|↵|➜|⮞)$/u;

/** Without the arrows and pictures around it; a mere sign goes by what the page calls it. */
function plainName({ name, hints }: UiElement): string {
  if (SEND_SIGN.test(name.trim())) return 'send';
  const words = normalize(name).replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  return words || (hints.split(' ').find((hint) => FINAL.test(hint)) ?? normalize(name));
}

/** Sends what has been filled in by the key that ends a line. */
export async function pressEnter(agent: Agent): Promise<Outcome> {
  const scene = await see(agent);
  const field = scene.model.elements.findLast(
    (element) =>
      isField(element) && element.isEditable && (agent.filled.has(keyOf(element)) || element.isFocused),
  );
  if (!field) return stuck('there is no button to send the form with');
  return (await pressKey(agent, scene, field, 'Enter')) ? DONE : stuck('the form could not be sent');
}

/** What is no button to the browser and may be one to the page: a text that answers presses, a link to nowhere. */
function isScripted({ role, tag, href }: UiElement): boolean {
  return (role === '' && tag !== 'label') || (role === 'link' && /^#?$/u.test(href));
}
