import { type Agent, see } from '../agent-context.ts';
import { type Bounds, boundsIn } from '../language/bounds.ts';
import { stem, wordsOf } from '../language/words.ts';
import { keyOf } from '../sight/locate.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';
import { setField } from './set-field.ts';

/**
 * "Between 200 and 700 euros", "no more than 1200": each end goes into the field or to the handle that the page has for it.
 * Returns how many were set; what a place was found for and did not take it stays unheeded.
 */
export async function setBounds(agent: Agent, words: string): Promise<number> {
  let count = 0;
  for (const bounds of boundsIn(words))
    for (const end of ['min', 'max'] as const) {
      const scene = await see(agent);
      const element = bounds[end] === null ? null : endControl(scene.model, bounds, end);
      if (!element || agent.filled.has(keyOf(element))) continue;
      const set = await setField(agent, { scene, element }, String(bounds[end]));
      if (set.ok) count += 1;
      else agent.unheeded.add(String(bounds[end]));
    }
  return count;
}

/** Whether the page has a place for any of the bounds that the words tell. */
export function takesBounds(model: PageModel, words: string): boolean {
  return boundsIn(words).some((bounds) =>
    (['min', 'max'] as const).some((end) => bounds[end] !== null && endControl(model, bounds, end) !== null),
  );
}

const ENDS = {
  min: /\b(?:min(?:imum)?|from|lowest|least|lower|low|starting)\b/iu,
  max: /\b(?:max(?:imum)?|to|up to|highest|most|upper|high|budget|under|limit)\b/iu,
};

/** The control that is called by this end of what is meant; of money where nothing else is counted. */
function endControl({ elements }: PageModel, { of }: Bounds, end: 'min' | 'max'): UiElement | null {
  const ends = elements.filter((element) => isAmount(element) && isEnd(element, end));
  const counted = new Set(wordsOf(of).map(stem));
  const isOf = (element: UiElement) =>
    counted.size > 0
      ? wordsOf(saidOf(element)).some((word) => counted.has(stem(word)))
      : PRICED.test(saidOf(element));
  const own = ends.filter(isOf);
  const pool = own.length > 0 || of !== '' ? own : ends;
  return pool.length === 1 ? (pool[0] ?? null) : null;
}

const PRICED = /\b(?:price|cost|budget|rent|fare|amount|spend|salary|pay)\b|[$€£]/iu;

function isAmount({
  isVisible,
  isDisabled,
  isReadonly,
  isEditable,
  isFraming,
  role,
  type,
  tag,
}: UiElement): boolean {
  const isNumber =
    /^(?:number|range|text|tel|)$/u.test(type) && tag === 'input' && (isEditable || type === 'range');
  return (
    isVisible &&
    !isDisabled &&
    !isReadonly &&
    !isFraming &&
    (isNumber || role === 'slider' || role === 'spinbutton')
  );
}

function isEnd(element: UiElement, end: 'min' | 'max'): boolean {
  const said = saidOf(element);
  const other = end === 'min' ? 'max' : 'min';
  return ENDS[end].test(said) && !ENDS[other].test(said);
}

function saidOf({ name, placeholder, group, hints }: UiElement): string {
  const own = `${name} ${placeholder}`;
  const isTold = Object.values(ENDS).some((end) => end.test(own));
  return `${own} ${isTold ? '' : hints} ${ENDS.min.test(group) || ENDS.max.test(group) ? '' : group}`;
}
