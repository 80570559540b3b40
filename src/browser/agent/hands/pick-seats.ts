import { type Agent, DONE, type Outcome, see, stuck } from '../agent-context.ts';
import { seatCodes } from '../language/seat-codes.ts';
import { holdsPhrase } from '../language/words.ts';
import { freePlaces, readPlaceWish } from '../sight/free-places.ts';
import { looksOf } from '../sight/looks.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';
import { placeOf } from '../sight/place-of.ts';
import { click } from './hands.ts';

type Picked = { ok: true; count: number } | { ok: false; reason: string };

/** The places of a plan that the words mean, by their codes or by where they are and that they are free. */
export async function pickSeats(agent: Agent, phrase: string): Promise<Picked> {
  const taken = takenSeat(
    (await see(agent)).model,
    seatCodes(phrase.match(/\b(?:seats?|row)\s+.*$/iu)?.[0] ?? ''),
  );
  if (taken !== undefined) return { ok: false, reason: `"${taken}" cannot be chosen` };
  const free = await pickFree(agent, phrase);
  if (free !== null) return free;
  return pickCoded(agent, phrase);
}

/** "Two free seats next to each other in row C". Null where the words tell no such thing, or the page has no plan. */
async function pickFree(agent: Agent, phrase: string): Promise<Picked | null> {
  const wish = readPlaceWish(phrase);
  const places = wish && freePlaces((await see(agent)).model, wish);
  if (!places) return null;
  if (places.length === 0) return { ok: false, reason: `there is no place free that is so: ${phrase}` };
  for (const place of places) {
    const scene = await see(agent);
    const now = placeAgain(scene.model, place);
    if (!now || !(await click(agent, scene, now)))
      return { ok: false, reason: `"${place.name}" cannot be chosen` };
  }
  return { ok: true, count: places.length };
}

/** Other rows have places of the same number: it is the one that stands where it stood. */
function placeAgain({ elements }: PageModel, { name, box }: UiElement): UiElement | undefined {
  const away = (one: UiElement) => Math.abs(one.box.x - box.x) + Math.abs(one.box.y - box.y);
  return elements
    .filter((one) => one.isVisible && one.name === name)
    .toSorted((one, other) => away(one) - away(other))[0];
}

/** The same for who only chooses them. */
export async function chooseSeats(agent: Agent, phrase: string): Promise<Outcome | null> {
  const picked = await pickFree(agent, phrase);
  return picked && (picked.ok ? DONE : stuck(picked.reason));
}

/** The one of the seats that the plan shows as switched off. */
function takenSeat({ elements }: PageModel, seats: string[]): string | undefined {
  return seats.find((seat) => {
    const shown = elements.filter(
      ({ isVisible, text, name }) => isVisible && (text === seat || holdsPhrase(name, seat)),
    );
    return shown.length > 0 && shown.every(({ isDisabled }) => isDisabled);
  });
}

/** "Seat C4": what a plan of places has under that code, which may only stand in its markup or at the head of its row. */
async function pickCoded(agent: Agent, phrase: string): Promise<Picked> {
  let count = 0;
  for (const code of seatCodes(phrase)) {
    const scene = await see(agent);
    const place = placeOf(scene.model, code);
    if (!place) continue;
    if (!(await click(agent, scene, place)) || looksOf(await see(agent)) === looksOf(scene))
      return { ok: false, reason: `"${code}" cannot be chosen` };
    count += 1;
  }
  return { ok: true, count };
}
