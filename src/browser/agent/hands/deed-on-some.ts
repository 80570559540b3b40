import { type Agent, DONE, isSpent, type Outcome, rest, see, stuck } from '../agent-context.ts';
import { readStateDeed, type StateDeed } from '../language/state-deed.ts';
import { wordsOf } from '../language/words.ts';
import { deedControls } from '../sight/item-control.ts';
import { elementsIn, itemOf, type PageModel, type UiElement, wholeTextOf } from '../sight/page-model.ts';
import { click, labelOf, tick } from './hands.ts';

/** "Star all unread emails": the control of each entry that is in that state. Null where the page does not tell such states. */
export async function doDeedOnSome(agent: Agent, task: string): Promise<Outcome | null> {
  const wish = readStateDeed(task);
  if (!wish) return null;
  const done = new Set<string>();
  for (;;) {
    const scene = await see(agent);
    const [next] = inState(scene.model, wish).filter(({ row }) => !done.has(row));
    if (!next || isSpent(agent)) break;
    done.add(next.row);
    const { control } = next;
    const isPressed =
      control.role === 'checkbox'
        ? await tick(agent, scene, control, true)
        : await click(agent, scene, control);
    if (!isPressed) return stuck(`"${labelOf(control)}" could not be pressed`);
    await rest(agent, 1_000);
  }
  return done.size > 0 ? DONE : null;
}

interface InState {
  control: UiElement;
  /** What tells the entry from the others. */
  row: string;
}

/** The controls of the entries that say to be in the state, in words or in their markup; some must be in another. */
export function inState(model: PageModel, { deed, state }: StateDeed): InState[] {
  const controls = deedControls(model, deed);
  const says = (control: UiElement, word: string) => {
    const item = itemOf(model, control, controls);
    const own = elementsIn(model, item).filter((one) => one.node === item || one.node !== control.node);
    return own.some(({ name, text, hints }) =>
      wordsOf(`${text === '' ? name : text} ${hints}`).includes(word),
    );
  };
  const inIt = controls.filter((control) => says(control, state));
  const against = controls.filter((control) => says(control, `un${state}`));
  const meant =
    inIt.length === 0 && against.length > 0 ? controls.filter((one) => !against.includes(one)) : inIt;
  if (controls.length < 2 || meant.length === controls.length) return [];
  return meant.map((control) => ({
    control,
    row: wholeTextOf(model, itemOf(model, control, controls)).replace(control.name, ''),
  }));
}
