import { z } from 'zod';
import { loadBalance } from '../billing/store.ts';
import { LOW_MICRO } from '../billing/usage/store.ts';
import { type Route, route } from '../platform/http/route.ts';
import { usd } from '../platform/money.ts';
import type { AccountsContext } from './context.ts';
import { keyRoutes } from './keys/routes.ts';
import { pageRoutes } from './pages/routes.ts';
import { peopleRoutes } from './people/routes.ts';
import { signupRoutes } from './signup/routes.ts';
import { loadAccount } from './store.ts';

const account = z
  .strictObject({
    object: z.literal('svc.account'),
    account_id: z.string(),
    workspace_id: z.string(),
    kind: z.enum(['human', 'agent']),
    claimed: z.boolean(),
    claim_url: z.string().nullable(),
    credits_usd: z.number(),
    low_balance: z.boolean().describe('The credits run out: top up soon.'),
    on_trial: z.boolean(),
    platform_fee_rate: z.number(),
    plan: z.string(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Account' });

export function accountRoutes(ctx: AccountsContext): Route[] {
  return [
    ...keyRoutes(ctx),
    ...signupRoutes(ctx),
    ...peopleRoutes(ctx),
    ...pageRoutes(ctx),
    route({
      method: 'GET',
      path: '/v1/me',
      operation: 'account.get',
      summary: 'Who this key belongs to, and its credits',
      tag: 'Account',
      responses: { 200: account },
      errors: [],
      async handler({ caller }) {
        const [view, balance] = await Promise.all([
          loadAccount(ctx.db, caller.workspaceId),
          loadBalance(ctx.db, caller.workspaceId),
        ]);
        return {
          status: 200,
          body: {
            object: 'svc.account',
            account_id: caller.accountId,
            workspace_id: caller.workspaceId,
            kind: view.kind,
            claimed: view.claimed,
            claim_url: caller.claimUrl ?? null,
            credits_usd: usd(balance.creditsMicro),
            low_balance: balance.creditsMicro + balance.heldMicro < LOW_MICRO,
            on_trial: !view.toppedUp,
            platform_fee_rate: caller.feeRatePpm / 1_000_000,
            plan: view.plan,
            created_at: view.createdAt.toISOString(),
          },
        };
      },
    }),
  ];
}
