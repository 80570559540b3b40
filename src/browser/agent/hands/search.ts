import { type Agent, DONE, type Outcome, rest, see, stuck } from '../agent-context.ts';
import { saysNothingFound } from '../language/refusal-words.ts';
import { normalize } from '../language/words.ts';
import { isField } from '../sight/fields.ts';
import { keyOf } from '../sight/locate.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';
import { click, pressKey, typeText } from './hands.ts';
import { freshLines } from './mend-form.ts';

/** Uses the page's own search. False when it has none. */
export async function searchFor(agent: Agent, query: string): Promise<boolean> {
  const scene = await see(agent);
  const field = searchField(scene.model);
  if (!field || !(await typeText(agent, scene, field, query))) return false;
  agent.filled.add(keyOf(field));
  const typed = await see(agent);
  const button = searchButton(typed.model, field);
  const before = typed.text;
  if (button) await click(agent, typed, button);
  else await pressKey(agent, typed, field, 'Enter');
  await rest(agent);
  const after = await see(agent);
  const again = after.model.elements.find((element) => keyOf(element) === keyOf(field) && element.isVisible);
  if (button && after.text === before && again) await pressKey(agent, after, again, 'Enter');
  agent.foundNothing =
    freshLines(before, (await see(agent)).text).find((line) => saysNothingFound(line)) ?? null;
  return true;
}

/** Nothing else may stand in for what a search did not find. */
export function notFound(agent: Agent): Outcome | null {
  return agent.foundNothing === null
    ? null
    : stuck(`the page says: ${agent.foundNothing.slice(0, 200).replace(/\.$/u, '')}`);
}

/** "Filter the list by X" where no control is called so: a field that filters takes it. Null when the page has none. */
export async function narrowBy(agent: Agent, phrase: string): Promise<Outcome | null> {
  const words = phrase.match(/\b(?:by|for|with|to)\s+["“]?([^"”]+?)["”]?$/iu)?.[1];
  if (words === undefined || !statedSearchField((await see(agent)).model)) return null;
  return (await searchFor(agent, words)) ? DONE : null;
}

/** A field that says it is for searching, else the only field there is, unless what is written there goes to somebody. */
function searchField(model: PageModel): UiElement | null {
  const [only, ...others] = model.elements.filter((element) => isField(element) && isForWords(element));
  const isFree = only !== undefined && others.length === 0 && !isForSaying(only);
  return statedSearchField(model) ?? (isFree ? only : null);
}

function isForSaying({ tag, name, placeholder, hints }: UiElement): boolean {
  return tag === 'textarea' || SAYING.test(normalize(`${name} ${placeholder} ${hints}`));
}

const SAYING =
  /\b(?:messages?|chat|comments?|reply|repl(?:y|ies)|answer|notes?|remarks?|write|say|tell|post|feedback|reviews?|add|new|code|coupon|voucher|username|user|nickname|title|amount|todo|task)\b/u;

/** Takes any words, as far as it says: an address or a number typed in is sent to somebody. */
function isForWords({ isEditable, isReadonly, type, name, placeholder }: UiElement): boolean {
  const isForOthers = ['password', 'email', 'tel', 'number', 'date', 'time', 'url'].includes(type);
  return (
    isEditable &&
    !isReadonly &&
    !isForOthers &&
    !/^(?!.*\b(?:search|find|filter)).*\be-?mail\b/iu.test(`${name} ${placeholder}`)
  );
}

export function statedSearchField(model: PageModel): UiElement | null {
  const fields = model.elements.filter((element) => isField(element) && isForWords(element));
  const isSearch = (element: UiElement) =>
    element.role === 'searchbox' ||
    element.type === 'search' ||
    [element.name, element.placeholder].some((name) => /^filter\b/u.test(normalize(name))) ||
    /\b(?:search|query|find|keywords?)\b/u.test(
      normalize(`${element.name} ${element.placeholder} ${element.hints}`),
    );
  // Beside a button that searches, a field is for searching, whatever it is called.
  const isBeside = (element: UiElement) => {
    const button = searchButton(model, element);
    const between = fields.filter(({ node }) => button && node > element.node && node < button.node);
    return button !== null && button.node > element.node && between.length === 0;
  };
  return fields.find(isSearch) ?? fields.find(isBeside) ?? null;
}

function searchButton(model: PageModel, field: UiElement): UiElement | null {
  const near = model.elements.filter(
    (element) =>
      element.isVisible &&
      element.isClickable &&
      !element.isEditable &&
      Math.abs(element.node - field.node) < 15 &&
      /\b(?:search|find|go|look ?up|track|trace|🔍)\b|🔍/u.test(
        normalize(`${element.name} ${element.hints}`),
      ) &&
      (element.role === 'button' || element.tag === 'button' || element.type === 'submit'),
  );
  return near.find((element) => element.node > field.node) ?? near[0] ?? null;
}
