import { type Agent, DONE, isSpent, type Outcome, see, stuck } from '../agent-context.ts';
import type { Act } from '../language/intent.ts';
import { described, listOf } from '../language/read-choose.ts';
import { takeRestrictions } from '../language/restrictions.ts';
import { canonical, holdsPhrase } from '../language/words.ts';
import { isField } from '../sight/fields.ts';
import { allowedBy } from '../sight/match-target.ts';
import { elementsIn, itemOf, type PageModel, type UiElement, wholeTextOf } from '../sight/page-model.ts';
import { controlIn, verbScore } from '../sight/verb-control.ts';
import { click, tick } from './hands.ts';

/**
 * "Reorder every product with a stock below 5", "archive all mails from Ann": the control of each that is meant, or one
 * control for all whose boxes are ticked. Null where the words do not speak of several.
 */
export async function actOnRows(agent: Agent, wanted: Act): Promise<Outcome | null> {
  const said = wanted.phrase.match(
    /^(?:.*\b(?:to|for)\s+)?((?:every|all|each|everyone|everybody)\b.*)$/iu,
  )?.[1];
  if (said === undefined) return null;
  const [several = '', excepted = ''] = said.split(/\s+except\s+/iu);
  const told = takeRestrictions(described(several)).restrictions;
  const meant = {
    restrictions: wanted.object.restrictions.length > 0 ? wanted.object.restrictions : told,
    near: excepted === '' ? wanted.object.near : null,
    except: listOf(excepted.replace(/[.]$/u, ''), []),
  };
  if (meant.restrictions.length === 0 && meant.near === null && meant.except.length === 0) return null;
  return (await pressEach(agent, wanted, meant)) ?? (await tickAndPress(agent, wanted, meant));
}

type Meant = Pick<Act['object'], 'restrictions' | 'near'> & {
  /** Those that are left out. */
  except: string[];
};

/** Of like controls, one to a row, those of the rows that are meant. */
export function meantOf(
  model: PageModel,
  all: UiElement[],
  { restrictions, near, except }: Meant,
): UiElement[] {
  const rowOf = (peer: UiElement) => wholeTextOf(model, itemOf(model, peer, all));
  // Where nobody is called so, nothing tells who is left out.
  if (except.some((name) => !all.some((peer) => holdsPhrase(rowOf(peer), name)))) return [];
  const peers = all.filter((peer) => !except.some((name) => holdsPhrase(rowOf(peer), name)));
  const allowed = restrictions.length > 0 ? allowedBy(model, peers, restrictions) : peers;
  if (near === null) return allowed;
  // Whose a post is stands there by itself; others only speak of that person.
  const own = allowed.filter((peer) =>
    elementsIn(model, itemOf(model, peer, all)).some(
      ({ text }) => canonical(text.replace(/^by\s+/iu, '')) === canonical(near),
    ),
  );
  return own.length > 0
    ? own
    : allowed.filter((peer) => holdsPhrase(wholeTextOf(model, itemOf(model, peer, all)), near));
}

async function pressEach(agent: Agent, { verb }: Act, told: Meant): Promise<Outcome | null> {
  const meantIn = (model: PageModel): UiElement[] => {
    const controls = model.elements.filter(
      (element) =>
        element.isVisible &&
        (element.isClickable || element.isHeard) &&
        !isField(element) &&
        // What is on already a press would take back.
        element.isChecked !== true &&
        verbScore(element, verb, '') >= 0.75,
    );
    return controls.length < 2 ? [] : meantOf(model, controls, told);
  };
  const count = meantIn((await see(agent)).model).length;
  // Rows that go once they are dealt with make room for the next.
  for (let left = count, at = 0; left > 0 && !isSpent(agent); left -= 1) {
    const scene = await see(agent);
    const meant = meantIn(scene.model);
    const control = meant[at];
    if (!control || !(await click(agent, scene, control))) return stuck('not all of them could be reached');
    if (meantIn((await see(agent)).model).length >= meant.length) at += 1;
  }
  return count > 0 ? DONE : null;
}

/** Rows with boxes, and one control that works on what is ticked. */
async function tickAndPress(agent: Agent, wanted: Act, told: Meant): Promise<Outcome | null> {
  const boxesIn = ({ elements }: PageModel) =>
    elements.filter(({ isVisible, role, isDisabled }) => isVisible && role === 'checkbox' && !isDisabled);
  const { model } = await see(agent);
  const count = boxesIn(model).length;
  const isOffered = model.elements.some(
    (element) => element.isVisible && element.role === 'button' && verbScore(element, wanted.verb, '') >= 0.7,
  );
  if (count < 3 || !isOffered || meantOf(model, boxesIn(model), told).length === 0) return null;
  for (let index = 0; index < count && !isSpent(agent); index += 1) {
    const scene = await see(agent);
    const boxes = boxesIn(scene.model);
    const box = boxes[index];
    const isMeant = box !== undefined && meantOf(scene.model, boxes, told).includes(box);
    if (box && box.isChecked !== isMeant && !(await tick(agent, scene, box, isMeant)))
      return stuck('not all of them could be ticked');
  }
  const scene = await see(agent);
  const control = controlIn(scene.model, {
    ...wanted,
    object: { ...wanted.object, restrictions: [], near: null },
    phrase: '',
  });
  return control && (await click(agent, scene, control.element))
    ? DONE
    : stuck(`nothing on the page does "${wanted.source}"`);
}
