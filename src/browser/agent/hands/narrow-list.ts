import { type Agent, DONE, type Outcome, rest, see } from '../agent-context.ts';
import { seekingButton } from '../forms/seeking.ts';
import { canonical, normalize, wordsOf } from '../language/words.ts';
import { isField } from '../sight/fields.ts';
import { keyOf } from '../sight/locate.ts';
import { mentionedOption } from '../sight/options.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';
import type { Scene } from '../sight/scene.ts';
import { fillFrom, submitButton, submitForm } from './fill-form.ts';
import { click, tick } from './hands.ts';
import { setField } from './set-field.ts';

/** Sets the filters of a list that offer what the words say. */
export async function narrowList(agent: Agent, words: string): Promise<boolean> {
  const { model } = await see(agent);
  const offers = model.elements.some(
    (element) =>
      isField(element) && element.tag === 'select' && !element.isFraming && mentionedOption(element, words),
  );
  if (!offers || (await fillFrom(agent, words)) === 0) return false;
  if (submitButton((await see(agent)).model, 'search', agent.filled)) await submitForm(agent, 'search', '');
  return true;
}

/** What a list hands out is what it shows. */
export const HANDS_OUT = /^(?:export|print)$/u;

/** Presses the button by which a list shows only what was filled in, where its page has one. */
export async function pressFilter(agent: Agent): Promise<void> {
  const scene = await see(agent);
  const button = seekingButton(scene.model);
  if (button && (await click(agent, scene, button))) await rest(agent, 3_000);
}

/**
 * "Filter by brand Acme" where a box, a list, a chip or a tab is called "Acme", be it behind "Filters". Null where none is,
 * or where the words tell more than that.
 */
export async function narrowByName(agent: Agent, phrase: string): Promise<Outcome | null> {
  const scene = await see(agent);
  const here = offered(scene.model, phrase);
  if (FURTHER.test(phrase)) {
    if (here) await set(agent, scene, here);
    return null;
  }
  if (here) return apply(agent, scene, here, scene);
  const opener = scene.model.elements.find(
    ({ isVisible, isClickable, name }) =>
      isVisible && isClickable && /^(?:show |more |all )?(?:filters?|refine)\b/u.test(normalize(name)),
  );
  if (!opener || !(await click(agent, scene, opener))) return null;
  const opened = await see(agent);
  const there = offered(opened.model, phrase);
  return there && apply(agent, opened, there, scene);
}

const FURTHER = /\d|\b(?:with|and|under|over|below|above|between)\b/iu;

interface Offer {
  element: UiElement;
  value: string;
}

/** What is called like some of the words, the most of them first. */
function offered({ elements }: PageModel, phrase: string): Offer | null {
  const words = wordsOf(phrase);
  // What is behind its value says only what is listed: "status Paid", "only Acme products".
  const ends = words.findLastIndex((word) => !NO_VALUES.has(word)) + 1;
  const parts = words.slice(0, ends).map((_, from) => words.slice(from, ends));
  const spans = parts
    .filter((part) => part.some((word) => !NO_VALUES.has(word)))
    .map((part) => canonical(part.join(' ')))
    .toSorted((one, other) => other.length - one.length);
  const shown = elements.filter(({ isVisible, isDisabled }) => isVisible && !isDisabled);
  for (const span of spans) {
    const list = shown.find(
      (element) => element.tag === 'select' && element.options.some(({ label }) => called(label) === span),
    );
    if (list) return { element: list, value: span };
    const control = shown.find(
      (element) =>
        (element.isClickable || ['checkbox', 'radio'].includes(element.role)) &&
        !element.isEditable &&
        element.tag !== 'label' &&
        called(element.name) === span,
    );
    if (control) return { element: control, value: span };
  }
  return null;
}

const NO_VALUES = new Set('by for to on with the a of list results products items only all'.split(' '));

/** Without the number of things that it would leave. */
function called(name: string): string {
  return canonical(name.replace(/\s*(?:\(\d+\)|\d+)$/u, ''));
}

function isBox({ role }: UiElement): boolean {
  return role === 'checkbox' || role === 'radio';
}

async function set(agent: Agent, scene: Scene, { element, value }: Offer): Promise<boolean> {
  if (element.tag === 'select') return (await setField(agent, { scene, element }, value)).ok;
  return isBox(element) ? tick(agent, scene, element, true) : click(agent, scene, element);
}

/** Some filters wait for a button of their own. */
async function apply(agent: Agent, scene: Scene, offer: Offer, start: Scene): Promise<Outcome | null> {
  if (!(await set(agent, scene, offer))) return null;
  const after = await see(agent);
  const old = new Set(start.model.elements.filter(({ isVisible }) => isVisible).map(keyOf));
  const isWaiting = isBox(offer.element) || offer.element.tag === 'select';
  const confirm = after.model.elements.find(
    (one) =>
      one.isVisible &&
      !one.isDisabled &&
      one.isClickable &&
      CONFIRMS.test(normalize(one.name)) &&
      (after.text === scene.text || !old.has(keyOf(one))),
  );
  if (isWaiting && confirm) await click(agent, after, confirm);
  return DONE;
}

const CONFIRMS =
  /^(?:apply|show|see|view|filter|done|ok)(?:\s+(?:\d+\s+)?(?:filters?|results?|items|products))?$/u;
