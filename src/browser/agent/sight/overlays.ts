import { type Agent, see } from '../agent-context.ts';
import { click } from '../hands/hands.ts';
import { holdsPhrase, normalize } from '../language/words.ts';
import { besideIt } from './asking.ts';
import { elementsIn, isInside, itemOf, type PageModel, type UiElement, wholeTextOf } from './page-model.ts';
import type { Scene } from './scene.ts';

/** Clears what a page puts before its content: cookie notices, newsletter boxes, "start" covers. True when something went. */
export async function clearOverlay(agent: Agent, scene: Scene): Promise<boolean> {
  const button = overlayButton(scene.model, agent.instruction);
  return button !== null && click(agent, scene, button);
}

export async function clearOverlays(agent: Agent): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    if (!(await clearOverlay(agent, await see(agent)))) return;
  }
}

const CONSENT = /\b(?:cookies?|consent|privacy|gdpr|tracking)\b/u;
/** What the task itself says of the notice is done in its turn. */
const CONSENT_TOLD =
  /\b(?:accept|allow|agree|reject|decline|refuse|deny|dismiss|close|clear|keep|choose|manage|customi[sz]e)\b[^.;]{0,40}\bcookies?\b/iu;
const WAYS_OUT = [
  /^(?:only necessary|necessary only|reject(?: all)?|decline(?: all)?|refuse(?: all)?|essential only|use necessary cookies only)$/u,
  /^(?:no,? thanks?|not now|maybe later|skip|later|no thank you|dismiss)$/u,
  /^(?:accept(?: all)?(?: cookies)?|allow(?: all)?(?: cookies)?|agree|i agree|ok(?:ay)?|got it|i understand|continue|understood)$/u,
  /^(?:close|x|×|✕|✖)$/u,
];

/** The button that takes a notice away, preferring the one that promises least. */
export function overlayButton(model: PageModel, instruction = ''): UiElement | null {
  if (CONSENT_TOLD.test(instruction)) return null;
  const buttons = model.elements.filter(
    (element) =>
      element.isVisible &&
      !element.isCovered &&
      element.isClickable &&
      !element.isEditable &&
      element.name.length < 40,
  );
  const covered = model.elements.filter(
    (element) => element.isVisible && element.isCovered && (element.isClickable || element.isEditable),
  ).length;
  for (const way of WAYS_OUT) {
    for (const button of buttons) {
      const name = normalize(button.name);
      if (!way.test(name)) continue;
      const around = surroundings(model, button);
      if (
        CONSENT.test(normalize(around)) ||
        (covered > 0 &&
          /newsletter|subscribe|sign up|offer|discount|join|welcome|notification|survey|app\b/u.test(
            normalize(around),
          ))
      )
        return button;
    }
  }
  if (covered === 0) return null;
  return (
    buttons.find(
      (button) =>
        /^(?:start|begin|enter site|tap to start|click to start|play)$/u.test(
          normalize(button.name || button.text),
        ) && !button.isCovered,
    ) ?? coverText(model)
  );
}

/** A question nobody asked for lies over the page: it is declined. True when it went. */
export async function declineInterruption(agent: Agent, scene: Scene): Promise<boolean> {
  const button = declining(scene.model, agent.instruction);
  return button !== null && click(agent, scene, button);
}

const DECLINING =
  /^(?:cancel|no|close|dismiss|not now|(?:maybe )?later|no,? (?:thanks?|thank you)|stay(?: here)?|x|×|✕|✖)$/u;

/** The way out of a box with a choice that covers what the task may need and is not spoken of in it. */
export function declining(model: PageModel, instruction: string): UiElement | null {
  const covered = model.elements.filter(
    ({ isVisible, isCovered, isClickable, isEditable }) =>
      isVisible && isCovered && (isClickable || isEditable),
  );
  const buttons = model.elements.filter(
    ({ isVisible, isCovered, isClickable, isEditable, name }) =>
      isVisible && !isCovered && isClickable && !isEditable && name.length < 30,
  );
  const ways = buttons.filter(({ name }) => DECLINING.test(normalize(name)));
  const isOver = (button: UiElement) => {
    const others = besideIt(model, button, buttons);
    const part = itemOf(model, button, covered);
    return (
      others.length > 0 &&
      others.every(({ node }) => isInside(model, node, part)) &&
      [button, ...others].every(({ name }) => !holdsPhrase(instruction, name))
    );
  };
  return covered.length === 0 ? null : (ways.find(isOver) ?? null);
}

/** A sheet over the whole page that says nothing but "start". */
function coverText(model: PageModel): UiElement | null {
  return (
    model.elements.find(
      (element) =>
        element.isVisible &&
        !element.isCovered &&
        /^(?:start|begin|click to start)$/u.test(normalize(element.text)) &&
        element.box.width * element.box.height > 10_000,
    ) ?? null
  );
}

function surroundings(model: PageModel, element: UiElement): string {
  let node = element.node;
  for (let level = 0; level < 4; level += 1) {
    const parent = model.parents[node] ?? -1;
    if (parent < 0 || elementsIn(model, parent).length > 25) break;
    node = parent;
  }
  return wholeTextOf(model, node);
}
