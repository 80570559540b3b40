import type { Interaction } from '../run.ts';

const CHANNELS: Array<[Interaction['channel'], RegExp]> = [
  ['totp', /authenticat(or|ion app)|totp|google authenticator|authy|one-time password app/i],
  ['sms', /\bsms\b|text message|texted|\bphone\b|mobile number/i],
  ['email', /e-?mail|inbox/i],
];

/** How the code probably reaches the owner, from the site's own words. */
export function channelOf(prompt: string): Interaction['channel'] {
  return CHANNELS.find(([, words]) => words.test(prompt))?.[0] ?? 'unknown';
}

const MAX_PROMPT = 500;

/** A page's words shown to a person: no markup, no control or reordering characters, and not endless. */
export function safePrompt(text: string): string {
  const clean = text
    .replace(/<[^>]{0,200}>/g, ' ')
    .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return clean.slice(0, MAX_PROMPT) || 'The site asks for a code.';
}
