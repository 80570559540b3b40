import { type Agent, isSpent, type Outcome, rest, see, stuck } from './agent-context.ts';
import { fillIn } from './forms/fill-in.ts';
import { seekingButton } from './forms/seeking.ts';
import { click, labelOf, tick } from './hands/hands.ts';
import { EXTREMES, type Extreme } from './language/target-words.ts';
import { normalize } from './language/words.ts';
import { keyOf, nextPage } from './sight/locate.ts';
import type { PageModel, UiElement } from './sight/page-model.ts';
import { measure, pickExtreme } from './sight/pick-extreme.ts';
import type { Scene } from './sight/scene.ts';
import { match } from './talk/reconcile.ts';
import { readTalk, type Talk } from './talk/talk.ts';

const BOOKS = /\b(?:book|reserve|buy|order|purchase)\b/iu;

/**
 * "Book the cheapest ferry from A to B on 12 March for Ann Lee, ann@lee.example": the page's search gets what is told, what
 * it finds is compared, and the one that is meant goes on to the form for who comes. Null where the page has no such search.
 */
export async function bookFound(agent: Agent, goal: string): Promise<Outcome | null> {
  const extreme = EXTREMES.find(([pattern]) => pattern.test(goal))?.[1];
  const talk = readTalk(goal);
  const before = await see(agent);
  if (!extreme || !BOOKS.test(goal) || !isSearchFor(before.model, talk)) return null;
  const guest = readTalk(withoutUsed(talk, match(before.model, talk).used));
  const sought = await fillIn(agent, readTalk(`Find ${goal}`));
  if (!sought.ok) return sought;
  const found = await awaitChoices(agent, before);
  if (!found) return stuck('the search brought up nothing that can be chosen');
  const { scene, choices } = found;
  if (nextPage(scene.model)) return stuck('the search found more than one page of them');
  const chosen = chooseBy(scene.model, choices, extreme);
  if (!chosen) return stuck('what the search found cannot be compared');
  const isTaken =
    chosen.role === 'radio' ? await tick(agent, scene, chosen, true) : await click(agent, scene, chosen);
  if (!isTaken) return stuck(`"${labelOf(chosen)}" could not be pressed`);
  await rest(agent);
  return fillIn(agent, guest);
}

/** A form for looking up just what is told: from where, to where, on which day. */
function isSearchFor(model: PageModel, talk: Talk): boolean {
  const told = match(model, talk).settings.filter(({ value }) => value !== false);
  return seekingButton(model) !== null && told.length >= 2;
}

/** The words that the search took are not who comes: nobody is called "Oban". */
function withoutUsed({ text, words }: Talk, used: ReadonlySet<number>): string {
  return words
    .filter((_, at) => used.has(at))
    .reduceRight((rest, { at, end }) => `${rest.slice(0, at)}${rest.slice(end)}`, text);
}

const CHOOSES =
  /^(?:select|choose|book|reserve|pick|take|buy|continue|view|see|details|get|go)\b|^(?:from\s+)?[$€£]\s?\d/u;
const LATE_MS = 15_000;

/** The controls that came up with what was found, one to each; what is found comes late on some pages. */
async function awaitChoices(
  agent: Agent,
  before: Scene,
): Promise<{ scene: Scene; choices: UiElement[] } | null> {
  const old = new Set(before.model.elements.filter(({ isVisible }) => isVisible).map(keyOf));
  const end = agent.clock.mono() + LATE_MS;
  while (agent.clock.mono() < end && !isSpent(agent)) {
    const scene = await see(agent);
    const choices = scene.model.elements.filter(
      (element) =>
        element.isVisible &&
        !element.isDisabled &&
        !element.isFraming &&
        !element.isEditable &&
        !old.has(keyOf(element)) &&
        (element.role === 'radio' || (element.isClickable && CHOOSES.test(normalize(element.name)))),
    );
    const [family = []] = [...Map.groupBy(choices, ({ signature }) => signature).values()].toSorted(
      (one, other) => other.length - one.length,
    );
    if (family.length > 0) return { scene, choices: family };
    await agent.clock.sleep(250, agent.signal);
  }
  return null;
}

/** The one that is meant; null where what is compared is not told of every one. */
function chooseBy(model: PageModel, choices: UiElement[], extreme: Extreme): UiElement | null {
  if (choices.length === 1) return choices[0] ?? null;
  const isTold = choices.every((choice) => measure(model, choice, choices, extreme.of) !== null);
  return isTold ? pickExtreme(model, choices, extreme) : null;
}
