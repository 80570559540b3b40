import { type Agent, isSpent, rest, see } from './agent-context.ts';
import { click, pressKey, typeText } from './hands/hands.ts';
import { shownKeys } from './hands/popup-list.ts';
import { setField } from './hands/set-field.ts';
import { isDeedNamed } from './language/deeds.ts';
import { CHOICES, isViewChoice, toldChoice } from './language/told-choice.ts';
import { isField } from './sight/fields.ts';
import { keyOf } from './sight/locate.ts';
import type { PageModel, UiElement } from './sight/page-model.ts';
import { popupsOf } from './sight/popups.ts';
import type { Scene } from './sight/scene.ts';

const MOST_LISTS = 4;
const MOST_ENTRIES = 60;

/**
 * Has the page show what the question is asked of: the branch, the plan, the way of travel. Only what changes the view is
 * chosen, and nothing is sent. The question without what is chosen then.
 */
export async function setView(agent: Agent, question: string): Promise<string> {
  const open = await setShown(agent, question);
  return openLists(agent, open);
}

/** The same before the page is first asked: what it shows by itself may answer for another branch, or another plan. */
export async function setNamedView(agent: Agent, question: string): Promise<void> {
  const open = await setShown(agent, question);
  const isOfAnother = NAMED_CHOICE.test(open);
  if (isOfAnother) await openLists(agent, open);
}

async function setShown(agent: Agent, question: string): Promise<string> {
  return setCounts(agent, await setButtons(agent, await setLists(agent, question)));
}

/** Fields that take a number of what the question counts: "for 12 users". */
async function setCounts(agent: Agent, question: string): Promise<string> {
  let open = question;
  const isCount = ({ role, type, isReadonly }: UiElement) =>
    (type === 'number' || role === 'spinbutton') && !isReadonly;
  for (const field of single(await see(agent), isCount)) {
    const count = open
      .match(/(?<![\p{L}\d.,-])\d+(?![\p{L}\d:%]|[.,]\d)/gu)
      ?.find((one) => toldChoice(open, one, field.name));
    if (count === undefined) continue;
    const scene = await see(agent);
    const now = scene.model.elements.find((element) => keyOf(element) === keyOf(field));
    if (!now || (now.value !== count && !(await typeText(agent, scene, now, count)))) continue;
    await rest(agent);
    open = without(open, toldChoice(open, count, field.name));
  }
  return open;
}

/** The browser's own lists. */
async function setLists(agent: Agent, question: string): Promise<string> {
  let open = question;
  for (const list of single(await see(agent), (element) => element.tag === 'select' && isField(element))) {
    const labels = list.options.map(({ label }) => label);
    const option = list.options.find(({ label }) => toldChoice(open, label, list.name) !== null);
    if (!option || !isViewChoice(list.name, labels)) continue;
    const scene = await see(agent);
    const now = scene.model.elements.find((element) => keyOf(element) === keyOf(list));
    if (!option.isSelected && !(now && (await setField(agent, { scene, element: now }, option.label)).ok))
      continue;
    await rest(agent);
    open = without(open, toldChoice(open, option.label, list.name));
  }
  return open;
}

/** Buttons side by side of which one is on. */
async function setButtons(agent: Agent, question: string): Promise<string> {
  const scene = await see(agent);
  const told = scene.model.elements.find(
    (element) => isOneOfSeveral(scene.model, element) && toldChoice(question, element.name, '') !== null,
  );
  if (!told) return question;
  const isOn = told.isSelected === true || told.isChecked === true;
  if (!isOn && !(await click(agent, scene, told))) return question;
  await rest(agent);
  return without(question, toldChoice(question, told.name, ''));
}

function isOneOfSeveral({ elements, parents }: PageModel, element: UiElement): boolean {
  const { isVisible, isDisabled, isEditable, role, name, href, node, signature } = element;
  const isChoice =
    isVisible &&
    !isDisabled &&
    !isEditable &&
    href === '' &&
    name !== '' &&
    name.length <= 30 &&
    !isDeedNamed(element) &&
    (element.isClickable || element.isHeard) &&
    ['tab', 'radio', 'button', ''].includes(role);
  if (!isChoice) return false;
  const peers = elements.filter(
    (peer) => peer.isVisible && parents[peer.node] === parents[node] && peer.tag === element.tag,
  );
  const isMarked = (one: UiElement) => one.isSelected === true || one.isChecked === true;
  return peers.length > 1 && (peers.some(isMarked) || peers.some((peer) => peer.signature !== signature));
}

/** Lists of the page's own making show what they offer only once they are open. */
async function openLists(agent: Agent, question: string): Promise<string> {
  const lists = single(await see(agent), (element) => !element.isFraming && !isDeedNamed(element));
  const openable = new Set(popupsOf((await see(agent)).model).map(keyOf));
  for (const list of lists.filter((one) => openable.has(keyOf(one))).slice(0, MOST_LISTS)) {
    const scene = await see(agent);
    const button = scene.model.elements.find((element) => keyOf(element) === keyOf(list));
    if (!button || button.isEditable || isSpent(agent)) continue;
    const shown = toldChoice(question, button.text || button.name, '');
    if (shown !== null) return without(question, shown);
    const before = shownKeys(scene.model);
    if (!(await click(agent, scene, button))) continue;
    await rest(agent, 1_500);
    const opened = await see(agent);
    const entries = entriesIn(opened.model, before);
    const names = entries.map(({ name }) => name);
    const entry = entries.find(({ name }) => toldChoice(question, name, button.name) !== null);
    if (entry && isViewChoice(button.name, names) && (await click(agent, opened, entry))) {
      await rest(agent);
      return without(question, toldChoice(question, entry.name, button.name));
    }
    await pressKey(agent, opened, button, 'Escape');
  }
  return question;
}

/** What came up as a list to choose from. */
function entriesIn({ elements }: PageModel, before: ReadonlySet<string>): UiElement[] {
  return elements
    .filter(
      (element) =>
        element.isVisible &&
        (element.role === 'option' || /^menuitem/u.test(element.role)) &&
        !before.has(`${keyOf(element)}|${element.text}`) &&
        element.href === '' &&
        !isDeedNamed(element),
    )
    .slice(0, MOST_ENTRIES);
}

/** Those that stand alone: one of many alike belongs to a row, and to the thing in it. */
function single({ model }: Scene, fits: (element: UiElement) => boolean): UiElement[] {
  const fitting = model.elements.filter(
    (element) => element.isVisible && !element.isDisabled && fits(element),
  );
  const families = Map.groupBy(fitting, ({ tag, name, signature }) => `${tag}|${name}|${signature}`);
  return [...families.values()].flatMap((family) => (family.length === 1 ? family : []));
}

/** What the page has been set to need not be said by it. */
function without(question: string, told: string | null): string {
  // "The Team plan" is what is asked about.
  if (told === null || /^(?:the|our|my)\s/u.test(told)) return question;
  const at = question.toLowerCase().indexOf(told);
  if (at < 0) return question;
  const rest = question.slice(at + told.length).replace(NOUN_OF_CHOICE, '');
  return `${question.slice(0, at).replace(/[\s,]+$/u, '')}${rest}`;
}

const NOUN_OF_CHOICE = new RegExp(`^["”']?\\s+${CHOICES}\\b`, 'iu');
/** "On the develop branch". */
const NAMED_CHOICE = new RegExp(
  `\\b(?:on|in|for|with|of|under)\\s+(?:the|our|my)\\s+\\S+\\s+${CHOICES}\\b`,
  'iu',
);
