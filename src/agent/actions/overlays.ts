import { type Agent, see } from '../agent.ts';
import { elementsIn, type PageModel, textOf, type UiElement } from '../observation/page-model.ts';
import type { Scene } from '../observation/scene.ts';
import { normalize } from '../words.ts';
import { click } from './actions.ts';

/** Clears what a page puts before its content: cookie notices, newsletter boxes, "start" covers. True when something went. */
export async function clearOverlay(agent: Agent, scene: Scene): Promise<boolean> {
  const button = overlayButton(scene.model, agent.instruction);
  return button !== null && click(agent, scene, button);
}

export async function clearOverlays(agent: Agent): Promise<void> {
  for (let round = 0; round < 3; round += 1) if (!(await clearOverlay(agent, await see(agent)))) return;
}

const CONSENT = /\b(?:cookies?|consent|gdpr|tracking)\b/u;
/** What the task itself says of the notice is done in its turn. */
const CONSENT_TOLD =
  /\b(?:accept|allow|agree|reject|decline|refuse|deny|dismiss|close|manage)\b[^.;]{0,40}\bcookies?\b/iu;
const ADVERT = /newsletter|subscribe|sign up|offer|discount|join|welcome|notification|survey|our app\b/u;
const WAYS_OUT = [
  /^(?:only necessary|necessary only|reject(?: all)?|decline(?: all)?|refuse(?: all)?|essential only|use necessary cookies only)$/u,
  /^(?:no,? thanks?|not now|maybe later|skip|later|no thank you|dismiss)$/u,
  /^(?:accept(?: all)?(?: cookies)?|allow(?: all)?(?: cookies)?|agree|i agree|ok(?:ay)?|got it|i understand|continue|understood)$/u,
  /^(?:close|x|×|✕|✖)$/u,
];
const START = /^(?:start|begin|enter site|tap to start|click to start)$/u;

/** The button that takes a notice away, preferring the one that promises least. */
function overlayButton(model: PageModel, instruction = ''): UiElement | null {
  if (CONSENT_TOLD.test(instruction)) return null;
  const shown = model.elements.filter(
    ({ isVisible, isCovered, name }) => isVisible && !isCovered && name.length < 40,
  );
  const buttons = shown.filter(({ isClickable, isEditable }) => isClickable && !isEditable);
  const isCovering = model.elements.some(
    ({ isVisible, isCovered, isClickable, isEditable }) =>
      isVisible && isCovered && (isClickable || isEditable),
  );
  for (const way of WAYS_OUT) {
    for (const button of buttons.filter(({ name }) => way.test(normalize(name)))) {
      const around = normalize(surroundings(model, button));
      if (CONSENT.test(around) || (isCovering && ADVERT.test(around))) return button;
    }
  }
  if (!isCovering) return null;
  const isSheet = ({ box }: UiElement) => box.width * box.height > 10_000;
  return (
    shown.find((one) => START.test(normalize(one.name || one.text)) && (one.isClickable || isSheet(one))) ??
    null
  );
}

function surroundings(model: PageModel, { node }: UiElement): string {
  let top = node;
  for (let level = 0; level < 4; level += 1) {
    const parent = model.parents[top] ?? -1;
    if (parent < 0 || elementsIn(model, parent).length > 25) break;
    top = parent;
  }
  return textOf(model, top);
}
