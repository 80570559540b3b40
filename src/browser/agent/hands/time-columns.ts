import { type Agent, DONE, type Outcome, see, stuck } from '../agent-context.ts';
import { normalize } from '../language/words.ts';
import { keyOf, type Located } from '../sight/locate.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';
import { inRowOf } from '../sight/row-of.ts';
import { click } from './hands.ts';

interface Columns {
  hours: UiElement[];
  minutes: UiElement[];
  halves: UiElement[];
}

/** A time ("16:05") for a field that opens columns of hours and minutes to press. Null where it opens none. */
export async function pickTimeColumns(
  agent: Agent,
  { scene, element }: Located,
  time: string,
): Promise<Outcome | null> {
  const openers = [element, ...inRowOf(scene.model, element.name, isOpener)];
  let columns = columnsOn(scene.model);
  for (const opener of openers) {
    if (columns) break;
    await click(agent, await see(agent), opener);
    columns = columnsOn((await see(agent)).model);
  }
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  if (!columns) return null;
  const isHalved = columns.halves.length > 0;
  const wanted = [
    pick(columns.hours, isHalved ? hour % 12 || 12 : hour) ?? pick(columns.hours, hour % 12),
    pick(columns.minutes, minute),
    ...(isHalved ? [columns.halves.find(({ text }) => halfOf(text) === (hour < 12 ? 'am' : 'pm'))] : []),
  ];
  for (const entry of wanted) {
    const now = await see(agent);
    const again = now.model.elements.find(({ node, text }) => node === entry?.node && text === entry.text);
    if (!again || !(await click(agent, now, again))) return stuck(`${time} is not offered`);
  }
  const last = await see(agent);
  const old = new Set(scene.model.elements.filter(({ isVisible }) => isVisible).map(keyOf));
  const ok = last.model.elements.find(
    (one) => one.isVisible && !old.has(keyOf(one)) && /^(?:ok|done|set|apply)$/u.test(normalize(one.name)),
  );
  if (ok) await click(agent, last, ok);
  return DONE;
}

function isOpener({ isClickable, role, name, hints }: UiElement): boolean {
  return (
    isClickable &&
    role === 'button' &&
    /\b(?:time|clock|choose|open|pick)|[🕐-🕧⏰⌚]/u.test(normalize(`${name} ${hints}`))
  );
}

function columnsOn(model: PageModel): Columns | null {
  const entries = model.elements.filter(
    ({ isVisible, isClickable, isHeard, isEditable, text }) =>
      isVisible && (isClickable || isHeard) && !isEditable && /^(?:\d{1,2}|[ap]\.?m\.?)$/iu.test(text),
  );
  const families = [...Map.groupBy(entries, ({ node }) => model.parents[node] ?? -1).values()];
  const numbers = families.filter(
    (family) => family.length > 1 && family.every(({ text }) => /^\d+$/u.test(text)),
  );
  const hours = numbers.find(
    (family) => family.length >= 12 && family.every(({ text }) => Number(text) < 25),
  );
  const minutes = numbers.find(
    (family) => family !== hours && family.some(({ text }) => Number(text) === 30),
  );
  const halves = families.find(
    (family) => family.length === 2 && family.every(({ text }) => halfOf(text) !== ''),
  );
  return hours && minutes ? { hours, minutes, halves: halves ?? [] } : null;
}

function halfOf(text: string): string {
  return /^[ap]\.?m\.?$/iu.test(text) ? text.toLowerCase().replaceAll('.', '') : '';
}

function pick(column: UiElement[], number: number): UiElement | undefined {
  return column.find(({ text }) => Number(text) === number);
}
