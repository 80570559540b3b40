import { type Agent, DONE, type Outcome, see, stuck } from '../agent-context.ts';
import { awaitReply } from '../await-reply.ts';
import { complaintIn } from '../complaint.ts';
import type { Act } from '../language/intent.ts';
import { dayWords } from '../language/read-date.ts';
import { CARTS, holdsPhrase, normalize, readCount } from '../language/words.ts';
import { answersOn } from '../sight/asking.ts';
import { isField, isForAddressee } from '../sight/fields.ts';
import { keyOf, type Located } from '../sight/locate.ts';
import { lookUp } from '../sight/look-up.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';
import type { Scene } from '../sight/scene.ts';
import { entriesBroughtUp, entryNamed } from '../sight/submenu.ts';
import { isElsewhere, telling } from '../sight/verb-control.ts';
import { enabled } from './enabled.ts';
import { fillFrom, submitButton, submitForm } from './fill-form.ts';
import { click, labelOf } from './hands.ts';
import { fillMissing, notAccepted, pressRefused } from './mend-form.ts';
import { pickOpenedDays } from './open-calendar.ts';
import { setField } from './set-field.ts';
import { settleChoices } from './settle-choices.ts';
import { typeToConfirm } from './type-to-confirm.ts';

/** What a search that stands there left may be something else than what it was for; the page of one thing need not name it. */
function hasSought({ elements }: PageModel): boolean {
  return elements.some(
    ({ isVisible, type, role, name, placeholder, value }) =>
      isVisible &&
      value !== '' &&
      (type === 'search' || role === 'searchbox' || /\bsearch\b/iu.test(`${name} ${placeholder}`)),
  );
}

/** After the press a form may ask for the rest of what the task says. */
export async function pressAndGoOn(agent: Agent, control: Located, intent: Act): Promise<Outcome> {
  if (PUTS.test(intent.verb) && hasSought(control.scene.model) && isElsewhere(control.scene.model, intent))
    return stuck(`the page does not show "${telling(intent.phrase, intent.verb)}"`);
  const closed = PUTS.test(intent.verb) ? closedBefore(control, intent.phrase) : null;
  if (closed !== null) return stuck(`"${labelOf(closed)}" cannot be pressed`);
  const unmet = SENDS.test(intent.verb) ? await settleChoices(agent) : null;
  if (unmet !== null) return stuck(unmet);
  const counted = await withCount(agent, await again(agent, control), intent);
  const at = await enabled(agent, await withDay(agent, counted, intent));
  const before = new Set(at.scene.model.elements.filter(isField).map(keyOf));
  if (!(await click(agent, at.scene, at.element)))
    return stuck(`"${labelOf(at.element)}" could not be pressed`);
  await awaitReply(agent);
  const after = await see(agent);
  const fresh = freshFields(after, before);
  const entries = entriesBroughtUp(at.scene.model, after.model, at.element);
  if (entries.length > 0) return pressEntry(agent, after, entries, intent);
  if (fresh.length === 0) {
    const refusal = pressRefused(at.scene, after, agent.filled);
    if (refusal !== null) return mend(agent, intent, refusal);
    return asksAgain(at.scene, after) ? pressAgain(agent, at) : confirm(agent, at);
  }
  // "Reply to Ann with …": her name is no value of the one field there is.
  const isSaid = SAYS.test(intent.verb) && /["“]/u.test(intent.phrase) && fresh.length === 1;
  const filled = (isSaid ? 0 : await fillFrom(agent, intent.source)) + (await fillRest(agent, intent, fresh));
  if (filled === 0) return DONE;
  if (agent.isSendAhead) return DONE;
  // "Type the name to confirm": the deed itself is on the button beside the field.
  const { model } = await see(agent);
  const verb = ['send', intent.verb].find((one) => submitButton(model, one, agent.filled) !== null);
  // Said once, it is not said again in the next field there is.
  return verb === undefined ? DONE : submitForm(agent, verb, isSaid ? '' : intent.source);
}

/** The page of one thing has its own button, which is closed: what stands behind that adds something else. */
function closedBefore({ scene, element }: Located, phrase: string): UiElement | null {
  const { elements } = scene.model;
  const head = elements.find(
    ({ isVisible, tag, text }) => isVisible && tag === 'h1' && text !== '' && holdsPhrase(phrase, text),
  );
  const own = elements.find(
    ({ isVisible, isDisabled, role, name, node }) =>
      isVisible &&
      isDisabled &&
      role === 'button' &&
      head !== undefined &&
      node > head.node &&
      node < element.node &&
      /^(?:select|choose|pick|add|buy|sold out|out of stock|unavailable)\b/iu.test(name.trim()),
  );
  return own ?? null;
}

/** "Export as" has only led on to the kinds there are. */
async function pressEntry(
  agent: Agent,
  scene: Scene,
  entries: UiElement[],
  { source }: Act,
): Promise<Outcome> {
  const element = entryNamed(entries, source);
  if (!element) return stuck(`there is a choice left: ${entries.map(({ name }) => name).join(', ')}`);
  return (await click(agent, scene, element))
    ? confirm(agent, { scene, element })
    : stuck(`"${labelOf(element)}" could not be pressed`);
}

/** "Something went wrong. Please try again.", where nothing but the press can be given once more. */
function asksAgain(before: Scene, after: Scene): boolean {
  const said = complaintIn(before, after, true);
  return said !== null && /\btry again\b(?! (?:later|tomorrow|in \d))/iu.test(said);
}

async function pressAgain(agent: Agent, control: Located): Promise<Outcome> {
  const at = agent.filled.size === 0 ? await again(agent, control) : null;
  return at && (await click(agent, at.scene, at.element)) ? confirm(agent, at) : DONE;
}

/** What goes somewhere by a press alone. */
export const PUTS = /^(?:add|put|buy|order|purchase)$/u;

const SAYS = /^(?:reply|respond|answer|comment)$/u;

/** What is told beside it goes along. */
const SENDS =
  /^(?:add|put|buy|purchase|save|send|submit|set|book|order|request|confirm|register|apply|create|reserve|donate|give|pay|rent|hire|subscribe)$/u;

function freshFields({ model }: Scene, before: ReadonlySet<string>): UiElement[] {
  return model.elements.filter(
    (element) =>
      isField(element) && (element.isEditable || element.tag === 'select') && !before.has(keyOf(element)),
  );
}

/** What was opened has a field for what is to be said: it is said there. Null where it has none. */
export async function sayThere(
  agent: Agent,
  intent: Act,
  before: ReadonlySet<string>,
): Promise<Outcome | null> {
  const fresh = freshFields(await see(agent), before);
  if (fresh.length === 0 || (await fillRest(agent, intent, fresh)) === 0) return null;
  return agent.isSendAhead ? DONE : submitForm(agent, 'send', '');
}

/** A form that was pressed and stayed: what it misses is given, as far as the words say it. */
async function mend(agent: Agent, { verb, source }: Act, refusal: string): Promise<Outcome> {
  const given = (await fillFrom(agent, source)) + (await fillMissing(agent, source, true));
  return given > 0 ? submitForm(agent, verb, source) : notAccepted(refusal);
}

/** "Delete it?" after the press: what was asked for is meant, unless the task goes on to say so itself. */
export async function confirm(agent: Agent, { scene: before }: Located, thing = ''): Promise<Outcome> {
  await typeToConfirm(agent, before, thing);
  const scene = await see(agent);
  const old = new Set(before.model.elements.filter(({ isVisible }) => isVisible).map(keyOf));
  const { yes, no, close } = answersOn(scene.model);
  const isAsked = [yes, no ?? close].every((answer) => answer !== null && !old.has(keyOf(answer)));
  if (yes && isAsked && !agent.isSendAhead) await click(agent, scene, yes);
  return DONE;
}

/** "Add two mugs": the number goes into the field for it that is nearest to the control, before that is pressed. */
async function withCount(agent: Agent, at: Located, { phrase }: Act): Promise<Located> {
  const count = readCount(phrase.match(/^(?:the\s+)?(\S+)\s/u)?.[1] ?? '') ?? 1;
  if (count < 2) return at;
  const distance = ({ node }: UiElement) => Math.abs(node - at.element.node);
  const [field] = at.scene.model.elements
    .filter(
      (element) =>
        isField(element) && element.isVisible && COUNT.test(normalize(`${element.name} ${element.hints}`)),
    )
    .sort((one, other) => distance(one) - distance(other));
  return field ? withField(agent, at, field, String(count)) : at;
}

/** The control as it stands once a field beside it has its value. */
async function withField(agent: Agent, at: Located, field: UiElement, value: string): Promise<Located> {
  return (await setField(agent, { scene: at.scene, element: field }, value)).ok ? again(agent, at) : at;
}

/** The same control on the page as it is now. */
async function again(agent: Agent, at: Located): Promise<Located> {
  const scene = await see(agent);
  const same = scene.model.elements.filter((one) => one.isVisible && keyOf(one) === keyOf(at.element));
  const element = same.find(({ node }) => node === at.element.node) ?? same[0];
  return element ? { scene, element } : at;
}

/** "Request a visit on 3 May": the one empty field for a day has it before the press, or the calendar that stands open. */
async function withDay(agent: Agent, at: Located, { phrase }: Act): Promise<Located> {
  const [day, ...others] = dayWords(phrase);
  const fields = dayFields(at.scene.model);
  const [field, ...more] = fields.filter(({ value }) => value === '');
  if (day !== undefined && fields.length === 0 && (await pickOpenedDays(agent, phrase))?.ok)
    return again(agent, at);
  if (day === undefined || others.length > 0 || !field || more.length > 0) return at;
  return withField(agent, at, field, day);
}

/** The days of a calendar that stands open, which send the task on its way. Null where fields ask for the day. */
export async function pickDays(agent: Agent, { verb, phrase }: Act): Promise<Outcome | null> {
  const isAsked = SENDS.test(verb) && dayFields((await see(agent)).model).length === 0;
  return isAsked ? pickOpenedDays(agent, phrase) : null;
}

function dayFields({ elements }: PageModel): UiElement[] {
  return elements.filter((element) => isField(element) && element.isVisible && isDayField(element));
}

function isDayField({ type, name, placeholder, hints }: UiElement): boolean {
  return type === 'date' || /\b(?:date|day|when)\b/u.test(normalize(`${name} ${placeholder} ${hints}`));
}

const COUNT = /\b(?:quantity|qty|how many|count|amount|pieces|units)\b/u;

/** "to Bob" goes to the addressee, a quoted text into the text. */
async function fillRest(agent: Agent, { phrase }: Act, fresh: UiElement[]): Promise<number> {
  const given = await shownValue(agent, phrase);
  const text = phrase.match(/"([^"]+)"|“([^”]+)”/u);
  const to = phrase
    .match(
      /\bto\s+(?:the\s+)?([\p{Lu}@\p{N}][^\s,]*|[\w.+-]+@[\w.-]+)(?=[\s.]*$|\s+with\b|\s+saying\b)/u,
    )?.[1]
    ?.replace(/\.$/u, '');
  let count = 0;
  const put = async (value: string, fits: (element: UiElement) => boolean) => {
    const scene = await see(agent);
    const keys = fresh.map(keyOf);
    const element = scene.model.elements.find(
      (candidate) =>
        isField(candidate) &&
        keys.includes(keyOf(candidate)) &&
        !agent.filled.has(keyOf(candidate)) &&
        fits(candidate),
    );
    if (element && (await setField(agent, { scene, element }, value)).ok) count += 1;
  };
  const said = text?.[1] ?? text?.[2];
  // The one field there is takes what is to be said.
  if (to && !(said && fresh.length === 1)) await put(to, isForAddressee);
  if (said && said !== to)
    await put(said, (element) => element.tag === 'textarea' || element.tag !== 'input' || fresh.length === 1);
  // "Rename A to b": one new field, and one thing left to say.
  const last = said ?? given ?? phrase.match(LAST_WORDS)?.[1]?.replace(/\.$/u, '');
  if (count === 0 && last && fresh.length === 1) await put(last, () => true);
  return count;
}

/** "Reply with the code it mentions" where the field for it is open already; null when it is not that. */
export async function replyHere(agent: Agent, { verb, phrase }: Act): Promise<Outcome | null> {
  const value = /^(?:reply|respond|answer|comment)$/u.test(verb) ? await shownValue(agent, phrase) : null;
  const scene = await see(agent);
  const fields = scene.model.elements.filter((element) => isField(element) && element.isEditable);
  const [field] = fields;
  if (value === null || !field || fields.length > 1) return null;
  const typed = await setField(agent, { scene, element: field }, value);
  return typed.ok ? submitForm(agent, 'send', '') : typed;
}

/** "with the door code it mentions": a value the page shows. */
async function shownValue(agent: Agent, phrase: string): Promise<string | null> {
  const named = phrase.match(
    /\bwith\s+the\s+(.+?)(?:\s+(?:(?:that\s+)?(?:it|he|she|they)\s+(?:mentions?|gives?|contains?|sent|asks? for)|(?:mentioned|given|shown|in it).*))?\.?$/iu,
  )?.[1];
  const { model, text } = await see(agent);
  return named && !/["“]/u.test(named) ? lookUp(model, text, named) : null;
}

const LAST_WORDS = new RegExp(String.raw`\b(?:to|as|with)\s+(?!${CARTS}\b)(\S.*)$`, 'iu');
