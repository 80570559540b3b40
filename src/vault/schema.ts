import { z } from 'zod';
import { listOf } from '../platform/http/lists.ts';
import { Secret } from '../platform/secret.ts';
import { readBase32 } from './base32.ts';

/** Printable text with a maximum length, counted in code points. */
const text = (max: number) =>
  z
    .string('must be a string')
    .refine((value) => value !== '' && [...value].length <= max, `must be 1 to ${max} characters long`)
    .refine((value) => !CONTROL.test(value), 'must hold no control characters')
    .meta({ minLength: 1, maxLength: max });

const secret = (max: number) => text(max).transform((value) => new Secret(value));

const totpSeed = text(128)
  .transform((value, ctx) => {
    const seed = readBase32(value);
    if (seed !== null) return new Secret(seed);
    ctx.addIssue({ code: 'custom', message: 'must be a base32 seed', input: undefined });
    return z.NEVER;
  })
  .describe('Base32 seed for one-time codes. Sets `mfa` to `totp`.');

const mfa = z.enum(['none', 'totp', 'sms-relay', 'passkey'], 'must be none, totp, sms-relay or passkey');

const custody = z
  .string('must be a string')
  .describe('`any`, `trusted_runners`, `deck_only` or `pinned:<runner>[,<runner>...]`');

// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
const CONTROL = /[\x00-\x1f\x7f-\x9f]/;

/** Null means "not given": answers contain it. */
function optional<T extends z.ZodType>(schema: T) {
  return schema.nullish().transform((value) => value ?? undefined) as unknown as z.ZodOptional<T>;
}

export const createBody = z.object({
  domain: z
    .string('must be a string')
    .min(1, 'must not be empty')
    .describe('Host name or URL of the site; only the host name is kept.'),
  username: secret(320)
    .refine((value) => /\S/.test(value.reveal()), 'must not be blank')
    .describe('Username.'),
  password: secret(1024).describe('Password.'),
  totp_secret: optional(totpSeed).describe('Base32 seed for one-time codes. Sets `mfa` to `totp`.'),
  custody: custody.default('trusted_runners'),
  mfa: mfa.optional().describe('Second factor.'),
  source_id: optional(text(255)).describe('ID of the source in your catalog.'),
});

export const patchBody = z.strictObject({
  custody: custody.optional(),
  password: secret(1024).optional().describe('Password.'),
  totp_secret: totpSeed.nullable().optional().describe('New base32 seed; null removes the current one.'),
  mfa: mfa.optional().describe('Second factor.'),
});

export type CreateBody = z.output<typeof createBody>;
export type PatchBody = z.output<typeof patchBody>;

export const credential = z
  .strictObject({
    id: z.string().describe('ID of the credential.'),
    object: z.literal('svc.credential'),
    domain: z.string().describe('Domain on which the credential may be used.'),
    source_id: z.string().nullable().describe('ID of the source in your catalog; null without one.'),
    username_masked: z.string().describe('Username with most characters hidden.'),
    mfa: mfa.describe('Second factor.'),
    custody: z.string().describe('Custody policy: which runners may use it.'),
    health: z.enum(['ok', 'stale', 'failed']).describe('Result of the most recent use.'),
    created_at: z.iso.datetime().describe('Creation time.'),
    last_used: z.iso.datetime().nullable().describe('Time of the most recent use; null before the first.'),
  })
  .meta({ id: 'StoredCredential' });

export const credentialList = listOf('CredentialList', credential);

export const deletedCredential = z
  .strictObject({
    id: z.string().describe('ID of the credential.'),
    object: z.literal('svc.credential'),
    deleted: z.literal(true),
  })
  .meta({ id: 'DeletedCredential' });
