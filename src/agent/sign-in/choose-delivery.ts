import { click } from '../actions/actions.ts';
import { type Agent, rest } from '../agent.ts';
import type { UiElement } from '../observation/page-model.ts';
import { isField } from '../observation/page-model.ts';
import type { Scene } from '../observation/scene.ts';
import { normalize } from '../words.ts';
import { standing } from './login-form.ts';
import { sendForm } from './send-form.ts';

/** The ways a page after the login offers to send its code, or to make one. Null on any other page. */
export function deliveryChoice(scene: Pick<Scene, 'model' | 'text'>): UiElement[] | null {
  const { model, text } = scene;
  if (text.length > LONGEST || !ABOUT_CODES.test(text) || !WHICH_WAY.test(text)) return null;
  if (standing(scene).at === 'inside') return null;
  const shown = model.elements.filter(({ isVisible, isDisabled }) => isVisible && !isDisabled);
  if (shown.some((element) => isField(element) && element.isEditable && element.tag !== 'select'))
    return null;
  const ways = shown.filter(
    (element) =>
      (element.role === 'radio' || (element.isClickable && !isField(element))) &&
      element.name.length < 120 &&
      WAY.test(normalize(element.name)) &&
      !NO_WAY.test(normalize(element.name)),
  );
  // Beside the choices the button that sends names a way too ("Text me the code").
  const radios = ways.filter(({ role }) => role === 'radio');
  const offered = radios.length > 0 ? radios : ways;
  return offered.length > 0 ? offered : null;
}

/** Takes the way the site has marked, else the one that costs its owner least, and has the code sent. */
export async function chooseDelivery(agent: Agent, scene: Scene, ways: UiElement[]): Promise<boolean> {
  const way = preferred(ways, agent.login?.makesCodes ?? false);
  if (!way) return false;
  if (way.isChecked !== true && !(await click(agent, scene, way))) return false;
  if (way.role === 'radio') await sendForm(agent, scene, way, 'send code');
  else await rest(agent, 8_000);
  return true;
}

function preferred(ways: UiElement[], makesCodes: boolean): UiElement | undefined {
  const named = (pattern: RegExp) => ways.find(({ name }) => pattern.test(normalize(name)));
  if (makesCodes) return named(APP) ?? ways[0];
  return ways.find(({ isChecked }) => isChecked === true) ?? named(TEXT) ?? named(MAIL) ?? ways[0];
}

/** Longer pages are content: whoever is inside may well choose a way there, of something else. */
const LONGEST = 1_500;
const ABOUT_CODES = /\b(?:codes?|verif\p{L}+|identity|(?:two|2)-step|authenticat\p{L}+)\b|código|codice/iu;
const WHICH_WAY = new RegExp(
  [
    String.raw`\b(?:how|where)\b.{0,60}\b(?:receive|get|send|sent|deliver|verify|code)\b`,
    String.raw`\b(?:choose|select|pick)\b.{0,60}\b(?:method|way|option|how|where|code)\b`,
    String.raw`\b(?:verification|delivery|authentication|second|two-step) (?:method|option)s?\b`,
    String.raw`\bsend (?:me )?(?:a|the|my) (?:\w+ )?code (?:by|via|to)\b`,
    String.raw`\b(?:wie|wohin)\b.{0,60}\bcode\b|\bw[äa]hlen sie\b.{0,60}\b(?:methode|code)\b`,
    String.raw`\b(?:comment|où)\b.{0,60}\bcode\b|\bchoisissez\b.{0,60}\b(?:méthode|code)\b`,
    String.raw`(?:cómo|dónde|elij[ae]|seleccion[ea]).{0,60}\b(?:código|método)\b`,
  ].join('|'),
  'iu',
);
const TEXT = /\b(?:text(?: message)?|sms|mobile|handy|móvil|portable)\b/u;
const MAIL = /\be-?mail\b|\bcorreo\b|\bcourriel\b|\S@\S/u;
const APP = /\b(?:authenticator|authentication app|totp|code generator|app)\b/u;
const WAY = new RegExp(
  `${TEXT.source}|${MAIL.source}|${APP.source}|\\b(?:phone|call|voice|anruf|telefon|appel)\\b|[*•x]{2,}`,
  'u',
);
/** Ways around the question, and ways away from it. */
const NO_WAY =
  /\b(?:can't|cannot|don't have|no longer|another way|help|support|contact|privacy|cancel|back|learn more)\b/u;
