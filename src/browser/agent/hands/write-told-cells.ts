import { type Agent, DONE, type Outcome, see, stuck } from '../agent-context.ts';
import { holdsPhrase } from '../language/words.ts';
import { isField } from '../sight/fields.ts';
import { isInside } from '../sight/page-model.ts';
import { type ToldCell, toldCells } from '../sight/told-cells.ts';
import { setField } from './set-field.ts';
import { writeInPlace } from './write-in-place.ts';

/** Writes what the task tells of the rows of a table into their cells, and looks whether it stands there. Null where it tells nothing so. */
export async function writeToldCells(agent: Agent, task: string): Promise<Outcome | null> {
  const told = toldCells((await see(agent)).model, task);
  if (!told) return null;
  for (const [index, cell] of told.entries()) {
    const again = index === 0 ? told : toldCells((await see(agent)).model, task);
    const now = again?.[index];
    if (!now || !(await writeCell(agent, now)))
      return stuck(`"${cell.column}" of "${cell.row}" takes no "${cell.value}"`);
  }
  const after = toldCells((await see(agent)).model, task);
  const lost = after?.find(({ was, value }) => !holdsPhrase(was, value));
  return lost ? stuck(`"${lost.column}" of "${lost.row}" still shows "${lost.was}"`) : DONE;
}

async function writeCell(agent: Agent, { node, value, was }: ToldCell): Promise<boolean> {
  if (was === value) return true;
  const scene = await see(agent);
  const inside = scene.model.elements.filter(
    (element) => element.isVisible && isInside(scene.model, element.node, node),
  );
  const field = inside.find(isField);
  if (field) return (await setField(agent, { scene, element: field }, value)).ok;
  const [cell] = inside;
  const written = cell ? await writeInPlace(agent, cell, value) : null;
  return written?.ok === true;
}
