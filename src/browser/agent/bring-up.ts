import { type Agent, isSpent, rest, see } from './agent-context.ts';
import { click } from './hands/hands.ts';
import { freshLines } from './hands/mend-form.ts';
import { isDeedNamed } from './language/deeds.ts';
import { holdsPhrase, normalize, wordsOf } from './language/words.ts';
import { seekOnward } from './sight/locate.ts';
import { elementsIn, itemOf, type PageModel, type UiElement, wholeTextOf } from './sight/page-model.ts';

/** A thing that a question names, as its page shows it: with what stands in its row. */
export interface Shown {
  row: string;
}

/** "docs/api.md": a file in folders. */
export function pathsIn(question: string): string[] {
  return (
    question.match(/(?<![\p{L}\p{N}:/.])(?:[\p{L}\p{N}_.-]+\/)+[\p{L}\p{N}_-]*\.\p{L}\p{N}{0,3}\p{L}*\b/gu) ??
    []
  );
}

/** "Order 4411", "ticket #312": a thing called by its number. */
export function numbersIn(question: string): string[] {
  return [...question.matchAll(NUMBERED)].map((match) => match[1] ?? '');
}

const NUMBERED =
  /(?<!\b(?:in|for|of|than|under|over|to|from|by|about|since|until|least|most|at|or|and|before|after)\s)(?<=\p{L}\s+)(?:#|no\. ?)?(\d{3,})(?![\p{L}\d.,:%-]*\d|\p{L}|\s*(?:%|euros?|dollars?|pounds?|kg|km|€))/giu;

/** What more is shown of a thing once its name is pressed; null where nothing is, or where a press might change something. */
export async function openShown(agent: Agent, name: string): Promise<Shown | null> {
  const scene = await see(agent);
  const { model } = scene;
  const label = labelOf(model, name);
  if (!label || !(label.isHeard || label.isClickable) || label.href !== '' || isDeedNamed(label)) return null;
  const peers = model.elements.filter(
    ({ signature, isVisible }) => isVisible && signature === label.signature,
  );
  const around = elementsIn(model, itemOf(model, label, peers));
  // A press on a row with a box may tick it.
  if (around.some(({ isChecked, isEditable }) => isChecked !== null || isEditable)) return null;
  if (isSpent(agent) || !(await click(agent, scene, label))) return null;
  await rest(agent);
  const row = freshLines(scene.text, (await see(agent)).text).join('\n');
  return row === '' ? null : { row: row.slice(0, MOST_ROW_CHARS) };
}

/**
 * Brings up what the page has of a thing that is named and not shown: the folder it lies in, the part of a long list that
 * it stands in, the further page. Null where it does not come up.
 */
export async function bringUp(agent: Agent, name: string): Promise<Shown | null> {
  const [file = name, ...folders] = name.split('/').reverse();
  for (const folder of folders.reverse()) if (!(await openFolder(agent, folder))) return null;
  const here = rowOf((await see(agent)).model, file);
  if (here) return here;
  const find = (model: PageModel) => {
    const element = labelOf(model, file);
    return element ? { element, score: 1 } : null;
  };
  const found = await seekOnward(agent, find);
  return found && rowOf(found.scene.model, file);
}

async function openFolder(agent: Agent, name: string): Promise<boolean> {
  const scene = await see(agent);
  const folder = scene.model.elements.find(
    (element) =>
      element.isVisible &&
      (element.isClickable || element.isHeard) &&
      !element.isEditable &&
      !isDeedNamed(element) &&
      normalize(element.name.replace(/^[^\p{L}\p{N}_.]+|[^\p{L}\p{N}_)]+$/gu, '')) === normalize(name),
  );
  if (!folder || isSpent(agent) || !(await click(agent, scene, folder))) return false;
  await rest(agent);
  return (await see(agent)).text !== scene.text;
}

/** The row or card of a thing, with more in it than its name. */
function rowOf(model: PageModel, name: string): Shown | null {
  const label = labelOf(model, name);
  if (!label) return null;
  let node = label.node;
  while (node >= 0 && wholeTextOf(model, node).trim().length <= label.text.trim().length)
    node = model.parents[node] ?? -1;
  if (node < 0) return null;
  const peers = model.elements.filter(
    ({ signature, isVisible, text }) => isVisible && signature === label.signature && text !== '',
  );
  const row = wholeTextOf(model, itemOf(model, { ...label, node }, peers)).trim();
  return row.length < MOST_ROW_CHARS ? { row } : null;
}

const MOST_ROW_CHARS = 400;

/** What bears the name, whichever of its words comes first: "Hartley, Corinne". */
function labelOf({ elements }: PageModel, name: string): UiElement | null {
  const words = wordsOf(name);
  const fitting = elements.filter(
    ({ isVisible, isEditable, text, tag }) =>
      isVisible &&
      !isEditable &&
      tag !== 'option' &&
      text.length < name.length + 30 &&
      words.every((word) => holdsPhrase(text, word)),
  );
  return fitting.toSorted((one, other) => one.text.length - other.text.length)[0] ?? null;
}
