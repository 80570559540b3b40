import { type Agent, DONE, type Outcome, see, stuck } from '../agent-context.ts';
import { submitForm } from '../hands/fill-form.ts';
import { normalize } from '../language/words.ts';
import { isField } from '../sight/fields.ts';
import { keyOf } from '../sight/locate.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';
import type { Scene } from '../sight/scene.ts';
import { mayFill, typeSecret } from './type-secret.ts';

const MAX_ROUNDS = 3;

/** When the site asks for a code that only its owner has, asks the owner; again when the site says that it was wrong. */
export async function answerCode(agent: Agent): Promise<Outcome> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const scene = await see(agent);
    const [field, ...more] = codeFields(scene);
    if (!field) return DONE;
    const checked = await mayFill(agent, scene, field);
    if (!checked.ok) return checked;
    const reply = await agent.ask({ kind: 'otp', prompt: promptOf(scene, field) });
    if (!reply.answered) return stuck('NO_ANSWER');
    const put = await putCode(agent, scene, [field, ...more], reply.value.trim());
    if (!put.ok) return put;
    agent.filled.add(keyOf(field));
    const before = await see(agent);
    if (codeFields(before).length > 0) await submitForm(agent, 'verify', '');
  }
  return codeFields(await see(agent)).length > 0 ? stuck('the site did not accept the code') : DONE;
}

async function putCode(agent: Agent, scene: Scene, fields: UiElement[], code: string): Promise<Outcome> {
  if (fields.length === 1 && fields[0]) return typeSecret(agent, scene, fields[0], code, '{{totp}}');
  agent.journal.hide(code, '{{totp}}');
  for (const [index, digit] of [...code.replaceAll(/[\s-]/gu, '')].entries()) {
    const field = fields[index];
    const put = field ? await typeSecret(agent, scene, field, digit, '{{totp}}') : DONE;
    if (!put.ok) return put;
  }
  return DONE;
}

/** The field for a one-time code, or its boxes when every digit has one of its own. */
export function codeFields({ model, text }: Pick<Scene, 'model' | 'text'>): UiElement[] {
  const fields = model.elements.filter(
    (element) =>
      isField(element) && element.isEditable && !['search', 'email', 'date'].includes(element.type),
  );
  const stated = fields.find(
    (element) =>
      element.autocomplete.includes('one-time-code') ||
      CODE_NAME.test(normalize(`${element.name} ${element.placeholder}`)) ||
      /\b(?:otp|totp|2fa|mfa|one time code|verification code|passcode)\b/u.test(element.hints),
  );
  const boxes = fields.filter((element) => element.maxLength === 1);
  if (boxes.length >= 4 && boxes.length <= 8 && ASKS_FOR_CODE.test(text)) return boxes;
  if (stated && isAsking(model, text, stated)) return [stated];
  return [];
}

const CODE_NAME =
  /\b(?:one[- ]time (?:code|password|passcode|pin)|verification code|security code|authentication code|authenticator code|sms code|\d-digit code|otp|2fa code|passcode)\b/u;
const ASKS_FOR_CODE = /\b(?:code|passcode|one-time|otp|authenticator|verification)\b/iu;

/** A card's security code is a field of a payment form, not a question to the owner. */
function isAsking(model: PageModel, text: string, field: UiElement): boolean {
  const isPayment = model.elements.some((element) =>
    /cc-number|card number/u.test(`${element.autocomplete} ${normalize(element.name)}`),
  );
  return !isPayment && (field.autocomplete.includes('one-time-code') || ASKS_FOR_CODE.test(text));
}

/** The site's own words around the field: heading, explanation and complaint. */
function promptOf({ model, text }: Scene, field: UiElement): string {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(
      (line) =>
        /\b(?:code|sent|authenticator|e-?mail|sms|phone|verify|wrong|expired|not right|invalid)\b/iu.test(
          line,
        ) && line.length < 300,
    );
  const words = lines.slice(0, 3).join(' ') || field.name || model.title;
  return words
    .replaceAll(/\p{C}+/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .slice(0, 400);
}
