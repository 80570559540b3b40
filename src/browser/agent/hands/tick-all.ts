import { type Agent, DONE, isSpent, type Outcome, see, stuck } from '../agent-context.ts';
import type { Intent } from '../language/intent.ts';
import { readTarget } from '../language/read-target.ts';
import { isKind, kinship } from '../language/thesaurus.ts';
import { holdsPhrase, similarity, wordsOf } from '../language/words.ts';
import { allowedBy } from '../sight/match-target.ts';
import { isBox, isTitle } from '../sight/offered.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';
import { closedPlace } from '../sight/panels.ts';
import { headsOf } from '../sight/table-heads.ts';
import { chooseAll } from './choose-all.ts';
import { click, labelOf, tick } from './hands.ts';

type TickAll = Extract<Intent, { kind: 'tick' }>;

/** "Untick all the email ones except B": every box of what is named, in the tab, the group or the column that is called so. */
export async function tickAll(agent: Agent, intent: TickAll): Promise<Outcome> {
  const { isOn, except, restrictions, source } = intent;
  const words = tellingWords(source);
  await openTab(agent, words);
  const { model } = await see(agent);
  const kind = kindAsked(model, source);
  if (kind === 'unknown') return stuck(`nothing on the page is known to be what "${source}" means`);
  const count = model.elements.filter(isBox).length;
  if (count === 0 && isOn) return chooseAll(agent, intent);
  const missing = except.find(
    (name) => !model.elements.some((element) => isBox(element) && isCalled(element, name)),
  );
  if (missing !== undefined && restrictions.length === 0)
    return stuck(`there is no box "${missing}" to be left out (${source})`);
  const group = groupAsked(model, source);
  for (let index = 0; index < count && !isSpent(agent); index += 1) {
    const scene = await see(agent);
    const boxes = scene.model.elements.filter(isBox);
    const box = boxes[index];
    if (!box || (group !== null && box.group !== group)) continue;
    if (!boxesCalled(scene.model, boxes, words).includes(box)) continue;
    if (!allowedBy(scene.model, boxes, restrictions).includes(box)) continue;
    if (kind !== null && kinship(box.name, kind) < OF_KIND) continue;
    const isExcepted = except.some((name) => isCalled(box, name));
    // "All but B" has B off; of what goes off B is left as it is.
    if (isExcepted && !isOn) continue;
    const isWanted = isOn && !isExcepted;
    if (box.isChecked !== isWanted && !(await tick(agent, scene, box, isWanted)))
      return stuck(`"${labelOf(box)}" could not be ticked`);
  }
  return count > 0 ? DONE : stuck('there are no boxes to tick');
}

function isCalled({ name }: UiElement, wanted: string): boolean {
  return similarity(name, wanted) > 0.7;
}

/** "All my email notifications except ...": the words that tell which ones. */
function tellingWords(source: string): string[] {
  const phrase =
    source.match(
      /\b(?:all|every|each)\s+(?:of\s+)?(?:(?:the|my|your|our)\s+)?(.+?)(?:\s+(?:except|but|apart|other\s+than|in|on|from|for|that|which|whose|with)\b.*)?$/iu,
    )?.[1] ?? '';
  return wordsOf(phrase).filter((word) => !GENERAL.test(word));
}

const GENERAL =
  /^(?:things?|notifications?|alerts?|messages?|settings?|options?|box(?:es)?|checkbox(?:es)?|switch(?:es)?|toggles?|items?|ones?|updates?|reminders?|the|of|and|other|others)$/iu;

async function openTab(agent: Agent, words: string[]): Promise<void> {
  const scene = await see(agent);
  const tab = words
    .map((near) => closedPlace(scene.model, { ...readTarget('', []), near }))
    .find((place) => place?.role === 'tab');
  if (tab) await click(agent, scene, tab);
}

/** Those whose name, group, heading or column has one of the words, where only some of them have; else all. */
function boxesCalled(model: PageModel, boxes: UiElement[], words: string[]): UiElement[] {
  for (const word of words) {
    const own = boxes.filter((box) =>
      holdsPhrase(`${box.name} ${box.group} ${headOver(model, box)} ${headsOf(model, box)}`, word),
    );
    if (own.length > 0 && own.length < boxes.length) return own;
  }
  return boxes;
}

/** The heading that an element stands under. */
export function headOver({ elements }: PageModel, { node }: UiElement): string {
  return elements.findLast((one) => one.node < node && one.role === 'heading')?.name ?? '';
}

const OF_KIND = 0.8;

/** "Tick all the extras": the boxes of the group that the page calls so. Null where it has none. */
function groupAsked({ elements }: PageModel, source: string): string | null {
  const word = source.match(/\b(?:all|every|each)\s+(?:of\s+)?(?:the\s+)?(\p{Ll}+)/u)?.[1] ?? '';
  const own = elements.find((element) => isBox(element) && similarity(element.group, word) > 0.8);
  return word === '' ? null : (own?.group ?? null);
}

/** "Tick all the colours": only some of the boxes are of that kind. Null where the word is no kind of things, or the page's own. */
function kindAsked(model: PageModel, source: string): string | null {
  const word = source.match(/\b(?:all|every|each)\s+(?:of\s+)?(?:the\s+)?(\p{Ll}+)$/u)?.[1] ?? '';
  if (word !== '' && isTitle(model, word)) return null;
  const boxes = model.elements.filter(isBox);
  const own = boxes.filter(({ name }) => kinship(name, word) >= OF_KIND);
  if (own.length > 0) return own.length < boxes.length ? word : null;
  const isSaid = model.elements.some(({ text, group }) => holdsPhrase(`${text} ${group}`, word));
  return isKind(word) && !isSaid ? 'unknown' : null;
}
