import type { Agent } from './agent-context.ts';
import { isControlVerb, type SiteErrand } from './language/site-errand.ts';
import { canonical, holdsPhrase, stem, wordsOf } from './language/words.ts';
import { isField } from './sight/fields.ts';
import { itemOf, type PageModel, type UiElement, wholeTextOf } from './sight/page-model.ts';
import { headOf, SURE_WAY, walkSite } from './walk-site.ts';

/**
 * Goes to the page of the site where an errand can be done: the one that is about all that it names, and has a control
 * called like what is to be done or a form for it; or where the attempt succeeds, on a page that speaks of all its words.
 * False where there is none; then it is back where it began.
 */
export async function approach(
  agent: Agent,
  errand: SiteErrand,
  goal: string,
  attempt: () => Promise<boolean>,
): Promise<boolean> {
  const spoken = new Set<string>();
  return walkSite(agent, {
    names: errand.names,
    said: `${errand.words.join(' ')} ${goal.replace(/"[^"]*"|“[^”]*”/gu, ' ')}`,
    least: errand.names.length > 0 ? 0 : SURE_WAY,
    nearness: (model) => nearnessOf(model, errand),
    isThere: async ({ model, text }, from) => {
      for (const word of errand.words) if (isThere(word, stemsOf(text))) spoken.add(word);
      // What no page of the site speaks of ("the spam review") cannot tell its things apart.
      const words = errand.names.length > 0 ? errand.words.filter((word) => spoken.has(word)) : errand.words;
      if (isPlaceFor(model, { ...errand, words }, from)) return true;
      return covers(`${headOf(model)} ${text}`, { ...errand, names: [], words }) && attempt();
    },
  });
}

/** A page that is about some of it leads to the rest. */
function nearnessOf(model: PageModel, { names, words }: SiteErrand): number {
  const about = headOf(model);
  const inside = words.filter((word) => stemsOf(about).has(word)).length;
  const met = names.filter((name) => holdsPhrase(about.replaceAll('#', ' '), name)).length;
  return 0.25 * inside + 0.5 * met;
}

/** All that the errand names stands in the head of the page, in its form, or in the row of the control for it. */
export function isPlaceFor(model: PageModel, errand: SiteErrand, from = ''): boolean {
  const head = `${headOf(model)} ${from}`;
  const around = `${head} ${formText(model)}`;
  const controls = controlsFor(model, errand);
  if (errand.isNew) return makerOn(model, errand) !== null && covers(around, errand);
  if (isControlVerb(errand)) {
    if (controls.length === 1)
      return covers(`${around} ${rowOf(model, controls[0] as UiElement, controls)}`, errand);
    const own = controls.filter((control) => covers(`${head} ${rowOf(model, control, controls)}`, errand));
    if (own.length === 1) return true;
    return stateFor(model, errand) !== null && covers(around, errand);
  }
  return (hasForm(model) || editorOn(model, errand) !== null) && covers(around, errand);
}

/** Every name, and of the other words nearly all. */
function covers(text: string, { names, words }: SiteErrand): boolean {
  // "#1026" is number 1026.
  const plain = text.replaceAll('#', ' ');
  if (!names.every((name) => holdsPhrase(plain, name))) return false;
  const there = stemsOf(plain);
  const met = words.filter((word) => isThere(word, there)).length;
  return words.length === 0 || met >= words.length - (words.length > 3 ? 1 : 0);
}

function isThere(word: string, there: ReadonlySet<string>): boolean {
  return there.has(word) || [...there].some((other) => word.length > 4 && other.startsWith(word));
}

function stemsOf(text: string): Set<string> {
  return new Set([...wordsOf(text).map(stem), ...canonical(text).split(' ')]);
}

/** What its fields are called, hold and offer, and its buttons. */
function formText({ elements }: PageModel): string {
  return elements
    .filter(
      (element) =>
        element.isVisible &&
        !element.isFraming &&
        (isField(element) || /^(?:radio|checkbox|switch)$/u.test(element.role) || element.role === 'button'),
    )
    .map(({ name, value, options }) => [name, value, ...options.map(({ label }) => label)].join(' '))
    .join(' ');
}

function hasForm({ elements }: PageModel): boolean {
  return elements.some(
    (element) => isField(element) && element.isVisible && !element.isFraming && element.type !== 'search',
  );
}

/** What lets something be changed. */
export const EDITOR = /^(?:[✎✏🖉]\uFE0F?\s*)?(?:edit|change|modify|update|manage)\b/iu;

/** The button that lets the part be changed which the errand speaks of: by its own name, or the heading before it. */
export function editorOn({ elements }: PageModel, { words }: SiteErrand): UiElement | null {
  const scored = elements
    .filter(
      ({ isVisible, isClickable, isEditable, isFraming, name }) =>
        isVisible && isClickable && !isEditable && !isFraming && EDITOR.test(name.trim()),
    )
    .map((element) => {
      const head = elements.findLast(
        ({ isVisible, tag, node }) => isVisible && /^(?:h[2-6]|legend|dt)$/u.test(tag) && node < element.node,
      );
      const there = stemsOf(`${element.name} ${head?.name ?? ''}`);
      return { element, met: words.filter((word) => isThere(word, there)).length };
    })
    .toSorted((one, other) => other.met - one.met);
  const [best, second] = scored;
  return best && best.met > 0 && best.met > (second?.met ?? 0) ? best.element : null;
}

const MAKER =
  /^\+?\s*(?:new|create|add|post|submit|invite|write|send|publish|save|start|open|make|file|\+)\b/iu;

/** What makes the new thing: the button of its form, or the one that opens that. A form that only filters is none. */
export function makerOn({ elements }: PageModel, { noun }: SiteErrand): UiElement | null {
  const buttons = elements.filter(
    ({ isVisible, isClickable, isEditable, isDisabled, isFraming, role }) =>
      isVisible && isClickable && !isEditable && !isDisabled && !isFraming && role === 'button',
  );
  const own = ({ name }: UiElement) => wordsOf(name).map(stem).includes(noun);
  return (
    buttons.find((button) => own(button) && wordsOf(button.name).length === 1) ??
    buttons.find((button) => own(button) && MAKER.test(button.name.trim())) ??
    buttons.find(({ name }) => MAKER.test(name.trim())) ??
    null
  );
}

/** The controls that are called like what is to be done. */
export function controlsFor(model: PageModel, { verb }: SiteErrand): UiElement[] {
  const asked = canonical(verb);
  return model.elements.filter(
    ({ isVisible, isClickable, isEditable, isDisabled, role, name, isFraming }) =>
      isVisible &&
      isClickable &&
      !isEditable &&
      !isDisabled &&
      !isFraming &&
      (role === 'button' || role === 'link' || role === 'menuitem') &&
      wordsOf(name).length <= 4 &&
      canonical(name).split(' ')[0] === asked,
  );
}

/** The text of the row or card that a control stands in. */
export function rowOf(model: PageModel, control: UiElement, peers: UiElement[]): string {
  const text = wholeTextOf(model, itemOf(model, control, peers));
  return text.length < 600 ? text : control.name;
}

/** "Approve" where a choice has "Approved", "disable" where a switch says "Enabled": what to set, and to what. */
export function stateFor(
  model: PageModel,
  { verb }: SiteErrand,
): { element: UiElement; value: string | boolean } | null {
  const root = stem(verb);
  for (const element of model.elements.filter((one) => isField(one) || isBox(one))) {
    const option = element.options.find(({ label }) => {
      const [first = '', ...more] = wordsOf(label);
      return more.length === 0 && stem(first) === root && first !== root;
    });
    if (option) return { element, value: option.label };
    const switched = SWITCHED.find(([on, off]) => on === verb || off === verb);
    if (switched && isBox(element) && stemsOf(element.name).has(stem(switched[0])))
      return { element, value: switched[0] === verb };
  }
  return null;
}

function isBox({ isVisible, role }: UiElement): boolean {
  return isVisible && (role === 'switch' || role === 'checkbox');
}

const SWITCHED: readonly (readonly [string, string])[] = [
  ['enable', 'disable'],
  ['activate', 'deactivate'],
  ['publish', 'unpublish'],
  ['show', 'hide'],
];
