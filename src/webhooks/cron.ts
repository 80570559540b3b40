import { createHash, timingSafeEqual } from 'node:crypto';
import { ApiError } from '../errors.ts';
import { type Route, route } from '../platform/http/route.ts';
import { sweepObject } from './schema.ts';
import type { Sender } from './sender.ts';

// Bounded per call, so that overlapping calls stay harmless.
const LIMITS = { workspaceId: null, deliveries: 500, timeMs: 20_000 };

/** For a scheduler outside: sends what is due. Without a configured secret it is closed, never open. */
export function cronRoutes(ctx: { sender: Sender; cronSecret: string | null }): Route[] {
  return (['GET', 'POST'] as const).map((method) =>
    route({
      method,
      path: '/cron/webhooks',
      summary: 'Send the webhook deliveries that are due',
      tag: 'Operations',
      isPublic: true,
      headers: {
        authorization: 'Bearer and the cron secret',
        'x-cron-secret': 'the cron secret, instead of `authorization`',
      },
      responses: { 200: sweepObject },
      errors: ['invalid_api_key'],
      async handler({ header }) {
        const given = /^Bearer\s+(.+)$/i.exec(header('authorization') ?? '')?.[1] ?? header('x-cron-secret');
        if (!isSame(given ?? '', ctx.cronSecret)) {
          throw new ApiError('invalid_api_key', {
            message: 'The cron secret is missing or not valid.',
            hint: 'Set CRON_SECRET and send it as `Authorization: Bearer` or `x-cron-secret`.',
          });
        }
        const { delivered, failed, hasMore } = await ctx.sender.sweep(LIMITS);
        return {
          status: 200,
          body: { object: 'svc.webhook_sweep', delivered, failed, has_more: hasMore },
        };
      },
    }),
  );
}

/** Both sides are hashed, so that neither the length nor the place of a difference shows in the time it takes. */
function isSame(given: string, secret: string | null): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(secret ?? '')) && secret !== null;
}
