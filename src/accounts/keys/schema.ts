import { z } from 'zod';
import { listOf } from '../../platform/http/lists.ts';
import { PERMISSIONS } from '../../platform/http/route.ts';

/** The most one key may be allowed to spend. */
export const MAX_LIMIT_USD = 1_000_000;

const permission = z.enum(PERMISSIONS);

export const keyBody = z.strictObject({
  name: z.string().trim().min(1).max(100).describe('Purpose of the key.'),
  spend_limit_usd: z
    .number()
    .min(0.000001)
    .max(MAX_LIMIT_USD)
    .nullish()
    .describe('The most the runs of this key may cost in total, with fees.'),
  permissions: z
    .array(permission)
    .min(1)
    .nullish()
    .describe('What the key may do. Without it: `runs` for a key with a spend limit, everything for others.'),
  expires_at: z.iso
    .datetime({ offset: true })
    .nullish()
    .describe('Time after which the key is refused; never without it.'),
});

export const keyObject = z
  .strictObject({
    object: z.literal('svc.key'),
    id: z.string().describe('ID of the key.'),
    name: z.string().describe('Name of the key.'),
    last_four: z.string().describe('Last four characters of the key.'),
    spend_limit_usd: z
      .number()
      .nullable()
      .describe('Maximum total cost of the runs of this key in US dollars; null without a limit.'),
    permissions: z.array(permission).describe('What the key may do.'),
    expires_at: z.iso.datetime().nullable().describe('Time after which the key is refused; null: never.'),
    spent_usd: z.number().describe('Cost of the runs of this key, and the holds of its live runs.'),
    last_used_at: z.iso.datetime().nullable().describe('To the minute.'),
    created_at: z.iso.datetime().describe('Creation time.'),
  })
  .meta({ id: 'Key' });

export const newKeyObject = keyObject
  .extend({ key: z.string().describe('Shown once.') })
  .meta({ id: 'NewKey' });

export const keyList = listOf('KeyList', keyObject);

export const revokedKey = z
  .strictObject({
    object: z.literal('svc.key'),
    id: z.string().describe('ID of the key.'),
    deleted: z.literal(true),
  })
  .meta({ id: 'RevokedKey' });
