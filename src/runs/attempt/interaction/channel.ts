import type { Interaction } from '../../run.ts';

const CHANNELS: Array<[Interaction['channel'], RegExp]> = [
  [
    'totp',
    /authenticat(or|ion app)|authentifizierungs-?app|application d'authentification|totp|google authenticator|authy|one-time password app/i,
  ],
  [
    'sms',
    /\bsms\b|text message|texted|\bphone\b|mobile number|handynummer|mobilnummer|téléphone|teléfono|móvil|telefono|短信|手机/i,
  ],
  ['email', /e-?mail|inbox|courriel|correo electrónico|posta elettronica|postfach|邮箱|メール/i],
];

/** How the code probably reaches the owner, from the site's own words. */
export function channelOf(prompt: string): Interaction['channel'] {
  // A tap on the phone is not a message.
  if (/\b(?:tap|approve|push notification)\b/i.test(prompt) && !/\bsms\b|\btext/i.test(prompt))
    return 'unknown';
  return CHANNELS.find(([, words]) => words.test(prompt))?.[0] ?? 'unknown';
}

const MAX_PROMPT = 500;

/** A page's words shown to a person: no markup, no control or reordering characters, and not endless. */
export function safePrompt(text: string): string {
  const clean = text
    .replace(/<[^<>]{0,200}>/g, ' ')
    .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return clean.slice(0, MAX_PROMPT) || 'The site asks for a code.';
}
