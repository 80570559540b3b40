import { click } from '../actions/actions.ts';
import { awaitReply } from '../actions/await-reply.ts';
import { setField } from '../actions/set-field.ts';
import { DONE, failed, type Outcome, see } from '../agent.ts';
import {
  elementsIn,
  isField,
  isPressable,
  type PageModel,
  type UiElement,
} from '../observation/page-model.ts';
import { rowOf } from '../observation/rows.ts';
import { normalize, similarity, stemsOf, tellingStems } from '../words.ts';
import type { Target } from './command.ts';
import { type Course, meant } from './course.ts';
import { fillGiven } from './fill-form.ts';
import { find } from './find.ts';
import { matches, rowsFor } from './match.ts';
import { search, searchField } from './search.ts';

const ADD =
  /^(?:add|put|place)\b.*\b(?:cart|basket|bag|trolley)\b|^(?:add|buy|buy now|add item|\+ add)$|^in den warenkorb$/u;

/** Puts a product into the basket: from its row where that has a button for it, else from its own page. */
export async function addToBasket(course: Course, target: Target, count: number): Promise<Outcome> {
  const { agent } = course;
  const wanted = { ...target, phrase: meant(course, target.phrase) };
  if (course.foundNothing !== null) return failed(`the page says: ${course.foundNothing}`);
  // "It", "this lamp in black": the product of the page that the caller named.
  const isThis = course.about === '' && /^(?:it|this|that)\b/iu.test(target.phrase);
  const here = await pressAdd(course, (await see(agent)).model, wanted, count, isThis);
  if (here) return here;
  const isShown = tellingStems(wanted.phrase).some((stem) =>
    stemsOf(agent.glance?.scene.text ?? '').includes(stem),
  );
  if (!isShown && searchField((await see(agent)).model)) {
    await search(course, wanted.phrase);
    const found = await pressAdd(course, (await see(agent)).model, wanted, count);
    if (found) return found;
  }
  const product = await find(agent, (model) => matches(model, wanted)[0] ?? null);
  if (!product || !(await click(agent, product.scene, product.element)))
    return failed(`"${wanted.phrase}" is not on the page`);
  const there = await pressAdd(course, (await see(agent)).model, wanted, count, true);
  return there ?? failed('the page has no button to put it into the basket');
}

async function pressAdd(
  course: Course,
  model: PageModel,
  target: Target,
  count: number,
  isOwn = false,
): Promise<Outcome | null> {
  const { agent } = course;
  const buttons = model.elements.filter((one) => isPressable(one) && ADD.test(normalize(one.name)));
  const button = buttonFor(model, buttons, target, isOwn);
  if (!button) return null;
  // The options of the product: "in black".
  await fillGiven(course, agent.instruction);
  course.unsent = null;
  if (count > 1) await setCount(course, button, count);
  const scene = await see(agent);
  const now =
    scene.model.elements.find(
      (one) =>
        isPressable(one) &&
        one.name === button.name &&
        one.signature === button.signature &&
        one.node === button.node,
    ) ?? scene.model.elements.find((one) => isPressable(one) && one.name === button.name);
  if (!now || !(await click(agent, scene, now))) return failed(`"${button.name}" could not be pressed`);
  await awaitReply(agent);
  return DONE;
}

/** On a product's own page the only button; in a list the one in the row of the product. */
function buttonFor(model: PageModel, buttons: UiElement[], target: Target, isOwn: boolean): UiElement | null {
  const [only, ...others] = buttons;
  if (!only) return null;
  const heading = model.elements.find(({ isVisible, tag }) => isVisible && tag === 'h1')?.name ?? '';
  const telling = tellingStems(target.phrase);
  if (isOwn || (telling.length > 0 && similarity(heading, target.phrase) > 0.6)) return only;
  const named = buttons.filter(({ name }) => telling.every((stem) => stemsOf(name).includes(stem)));
  if (named.length === 1) return named[0] ?? null;
  const rows = rowsFor(model, target.phrase);
  const inRow = buttons.filter((button) =>
    rows.some(({ node }) => elementsIn(model, node).some((one) => one.node === button.node)),
  );
  if (inRow.length === 1) return inRow[0] ?? null;
  const text = new Set(stemsOf(rowOf(model, only)?.text ?? heading));
  return others.length === 0 && telling.every((stem) => text.has(stem)) ? only : null;
}

async function setCount(course: Course, button: UiElement, count: number): Promise<void> {
  const { agent } = course;
  const scene = await see(agent);
  const field = scene.model.elements
    .filter(
      (one) =>
        isField(one) &&
        /\b(?:quantity|qty|amount|how many|number|pieces)\b/u.test(
          normalize(`${one.name} ${one.placeholder} ${one.hints}`),
        ),
    )
    .sort((one, other) => Math.abs(one.node - button.node) - Math.abs(other.node - button.node))[0];
  if (field) await setField(agent, { scene, element: field }, String(count));
  else
    for (let press = 1; press < count; press += 1) {
      const now = await see(agent);
      const again = now.model.elements.find(({ name, node }) => name === button.name && node === button.node);
      if (again) await click(agent, now, again);
    }
}
