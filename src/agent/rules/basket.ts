import { click } from '../actions/actions.ts';
import { awaitReply } from '../actions/await-reply.ts';
import { setField } from '../actions/set-field.ts';
import { DONE, failed, type Outcome, see } from '../agent.ts';
import {
  isField,
  isInside,
  isPressable,
  type PageModel,
  twinOf,
  type UiElement,
} from '../observation/page-model.ts';
import { normalize, similarity, stemsOf, tellingStems } from '../words.ts';
import type { Target } from './command.ts';
import { fillGiven } from './fill-form.ts';
import { find } from './find.ts';
import { contextOf, matches, rowsFor } from './match.ts';
import { search, searchField } from './search.ts';
import { meant, type TaskProgress } from './task-progress.ts';

const ADD =
  /^(?:add|put|place)\b.*\b(?:cart|basket|bag|trolley)\b|^(?:add|buy|buy now|add item|\+ add)$|^in den warenkorb$/u;
const QUANTITY = /\b(?:quantity|qty|amount|how many|number|pieces)\b/iu;

/** Puts a product into the basket: from its row where that has a button for it, else from its own page. */
export async function addToBasket(progress: TaskProgress, target: Target, count: number): Promise<Outcome> {
  const { agent } = progress;
  const phrase = meant(progress, target.phrase);
  if (progress.foundNothing !== null) return failed(`the page says: ${progress.foundNothing}`);
  // "It", "this lamp in black": the product of the page that the caller named.
  const isThis = progress.about === '' && /^(?:it|this|that)\b/iu.test(target.phrase);
  const here = await pressAdd(progress, phrase, count, isThis);
  if (here) return here;
  const { model, text } = await see(agent);
  const shown = new Set(stemsOf(text));
  if (!tellingStems(phrase).some((stem) => shown.has(stem)) && searchField(model)) {
    await search(progress, phrase);
    const found = await pressAdd(progress, phrase, count);
    if (found) return found;
  }
  const product = await find(agent, (page) => matches(page, { ...target, phrase })[0] ?? null);
  if (!product || !(await click(agent, product.scene, product.element)))
    return failed(`"${phrase}" is not on the page`);
  const there = await pressAdd(progress, phrase, count, true);
  return there ?? failed('the page has no button to put it into the basket');
}

/** Null where the page has no button for the product. */
async function pressAdd(
  progress: TaskProgress,
  phrase: string,
  count: number,
  isOwn = false,
): Promise<Outcome | null> {
  const { agent } = progress;
  const button = buttonFor((await see(agent)).model, phrase, isOwn);
  if (!button) return null;
  // The options of the product: "in black".
  await fillGiven(progress, agent.instruction);
  progress.unsent = null;
  const scene = await see(agent);
  const [quantity] = scene.model.elements
    .filter((one) => isField(one) && QUANTITY.test(`${one.name} ${one.placeholder} ${one.hints}`))
    .sort((one, other) => Math.abs(one.node - button.node) - Math.abs(other.node - button.node));
  if (count > 1 && quantity) await setField(agent, { scene, element: quantity }, String(count));
  for (let press = quantity ? count : 1; press <= count; press += 1) {
    const now = await see(agent);
    const twin = twinOf(now.model, button) ?? button;
    if (!(await click(agent, now, twin))) return failed(`"${button.name}" could not be pressed`);
    await awaitReply(agent);
  }
  return DONE;
}

/** On a product's own page the only button; in a list the one that names the product, or stands in its row. */
function buttonFor(model: PageModel, phrase: string, isOwn: boolean): UiElement | null {
  const buttons = model.elements.filter((one) => isPressable(one) && ADD.test(normalize(one.name)));
  const [only, ...others] = buttons;
  if (!only) return null;
  const heading = model.elements.find(({ isVisible, tag }) => isVisible && tag === 'h1')?.name ?? '';
  const telling = tellingStems(phrase);
  if (isOwn || (telling.length > 0 && similarity(heading, phrase) > 0.6)) return only;
  const rows = rowsFor(model, phrase);
  const named = buttons.filter(({ name }) => telling.every((stem) => stemsOf(name).includes(stem)));
  const inRow = buttons.filter((button) => rows.some(({ node }) => isInside(model, button.node, node)));
  const [match, ...more] = named.length === 1 ? named : inRow;
  if (match && more.length === 0) return match;
  const around = new Set(stemsOf(contextOf(model, only) + heading));
  return others.length === 0 && telling.every((stem) => around.has(stem)) ? only : null;
}
