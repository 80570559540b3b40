import { z } from 'zod';
import { loadBalance } from '../billing/store.ts';
import type { Db } from '../platform/db.ts';
import { type Route, route } from '../platform/http/route.ts';
import { usd } from '../platform/money.ts';
import { loadAccount } from './store.ts';

const account = z.strictObject({
  object: z.literal('svc.account'),
  account_id: z.string(),
  workspace_id: z.string(),
  kind: z.enum(['human', 'agent']),
  claimed: z.boolean(),
  claim_url: z.string().nullable(),
  credits_usd: z.number(),
  on_trial: z.boolean(),
  platform_fee_rate: z.number(),
  plan: z.string(),
  created_at: z.iso.datetime(),
});

export function accountRoutes(ctx: { db: Db }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/me',
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
            claim_url: null,
            credits_usd: usd(balance.creditsMicro),
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
