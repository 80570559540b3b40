import { route } from '../platform/http/route.ts';
import { deliveryPass } from './schema.ts';
import type { Sender } from './sender.ts';

// Bounded per call, so that overlapping calls stay harmless.
const LIMITS = { workspaceId: null, deliveries: 500, timeMs: 20_000 };

/** For a scheduler outside: sends due deliveries. */
export const cronRoute = (method: 'GET' | 'POST') => (ctx: { sender: Sender }) =>
  route({
    method,
    path: '/cron/webhooks',
    summary: 'Send due webhook deliveries',
    description: 'For an external scheduler. Sends up to 500 due deliveries within 20 seconds.',
    tag: 'Operations',
    access: 'cron',
    responses: { 200: deliveryPass },
    errors: [],
    async handler() {
      const { delivered, failed, hasMore } = await ctx.sender.deliverDue(LIMITS);
      return {
        status: 200,
        body: { object: 'svc.webhook_sweep', delivered, failed, has_more: hasMore },
      };
    },
  });
