import { type Agent, DONE, type Outcome, rest, see, stuck } from '../agent-context.ts';
import { readNewEntry } from '../language/item-deed.ts';
import { holdsPhrase } from '../language/words.ts';
import { isField } from '../sight/fields.ts';
import { keyOf } from '../sight/locate.ts';
import { isTitle } from '../sight/offered.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';
import type { Scene } from '../sight/scene.ts';
import { pressEnter, submitForm } from './fill-form.ts';
import { click } from './hands.ts';
import { setField } from './set-field.ts';

const MAKER = /^[+＋➕]?\s*(?:add|new|create)(?:\s+(?:an?|new|\p{L}+)){0,3}$|^[+＋➕]$/iu;
const CALLS = /^(?:title|name|text|task|item|to-?do|entry|note|what)\b/iu;

/** A new entry of the list on the page: written into the one field for it, be it there or behind "Add". Null where there is none. */
export async function addEntry(agent: Agent, task: string): Promise<Outcome | null> {
  const start = await see(agent);
  const here = inContent(fieldsOn(start));
  const entry = readNewEntry(asListed(task, start.model), here.length === 1 && here.every(isForEntries));
  if (entry === null) return null;
  const field = here.length === 1 ? here[0] : here.length === 0 ? await behindMaker(agent, start) : undefined;
  if (!field) return null;
  const scene = await see(agent);
  const element = scene.model.elements.find((one) => one.isVisible && keyOf(one) === keyOf(field));
  if (!element) return null;
  const written = await setField(agent, { scene, element }, entry);
  if (!written.ok) return written;
  const sent = await submitForm(agent, here.length === 1 ? 'add' : 'save', '');
  if (!sent.ok) return sent;
  await rest(agent, 2_000);
  return (await isListed(agent, start, entry)) ||
    ((await pressEnter(agent)).ok && (await isListed(agent, start, entry)))
    ? DONE
    : stuck(`"${entry}" is not on the list`);
}

/** "Add X to the chores" where the page is called so: to its list. */
function asListed(task: string, model: PageModel): string {
  return task.replace(
    /(?<=["”]\s+(?:to|on)\s+)(?:(?:the|my|our)\s+(\p{L}+)|it)(?=[.!]?$)/iu,
    (whole, word?: string) => (word === undefined || isTitle(model, word) ? 'the list' : whole),
  );
}

/** A field outside of forms, for any words. */
function isForEntries({ type, name, placeholder }: UiElement): boolean {
  return (
    /^(?:text)?$/u.test(type) && !/\b(?:e-?mail|code|coupon|voucher|phone)\b/iu.test(`${name} ${placeholder}`)
  );
}

async function isListed(agent: Agent, start: Scene, entry: string): Promise<boolean> {
  const { text, model } = await see(agent);
  return model.url !== start.model.url || holdsPhrase(text, entry);
}

/** Those in the frame around the content only where the content has none. */
function inContent(elements: UiElement[]): UiElement[] {
  const own = elements.filter(({ isFraming }) => !isFraming);
  return own.length > 0 ? own : elements;
}

function fieldsOn({ model }: Scene): UiElement[] {
  return model.elements.filter(
    (element) =>
      element.isVisible &&
      isField(element) &&
      element.isEditable &&
      !element.isDisabled &&
      element.type !== 'search' &&
      !/\b(?:search|filter)\b/iu.test(`${element.name} ${element.placeholder}`),
  );
}

async function behindMaker(agent: Agent, scene: Scene): Promise<UiElement | undefined> {
  const makers = inContent(
    scene.model.elements.filter(
      ({ isVisible, isClickable, isDisabled, role, href, name }) =>
        isVisible &&
        isClickable &&
        !isDisabled &&
        (role === 'button' || (role === 'link' && href.startsWith('#'))) &&
        MAKER.test(name.trim()),
    ),
  );
  const [maker] = makers;
  if (!maker || makers.length > 1 || !(await click(agent, scene, maker))) return undefined;
  await rest(agent, 2_000);
  const fresh = fieldsOn(await see(agent));
  const named = fresh.filter(({ name }) => CALLS.test(name.trim()));
  return fresh.length === 1 ? fresh[0] : named.length === 1 ? named[0] : undefined;
}
