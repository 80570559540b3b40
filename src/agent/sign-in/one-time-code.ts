import type { PageModel, UiElement } from '../observation/page-model.ts';
import { isField } from '../observation/page-model.ts';
import type { Scene } from '../observation/scene.ts';
import { normalize } from '../words.ts';

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
