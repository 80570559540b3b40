import { z } from 'zod';
import { loadBalance } from '../billing/store.ts';
import { LOW_MICRO } from '../billing/usage/store.ts';
import { listOf } from '../platform/http/lists.ts';
import { type Route, route } from '../platform/http/route.ts';
import { usd } from '../platform/money.ts';
import { feeRatePpm } from './authenticate.ts';
import type { AccountsContext } from './context.ts';
import { keyRoutes, renderKey } from './keys/routes.ts';
import { keyObject } from './keys/schema.ts';
import { listKeys } from './keys/store.ts';
import { oauthRoutes } from './oauth/routes.ts';
import { pageRoutes } from './pages/routes.ts';
import { peopleRoutes } from './people/routes.ts';
import { keySignInLink } from './people/sign-in.ts';
import { membersOf } from './people/store.ts';
import { signupRoutes } from './signup/routes.ts';
import { loadAccount } from './store.ts';

const account = z
  .strictObject({
    object: z.literal('svc.account'),
    account_id: z.string().describe('ID of the account.'),
    workspace_id: z.string().describe('ID of the workspace.'),
    kind: z.enum(['human', 'agent']).describe('Kind of account.'),
    claimed: z.boolean().describe('Whether a person owns the account.'),
    claim_url: z
      .string()
      .nullable()
      .describe('URL of the page where a person claims the account; null once it is claimed.'),
    credits_usd: z.number().describe('Credits in US dollars.'),
    low_balance: z.boolean().describe('The credits run out: top up soon.'),
    on_trial: z.boolean().describe('True until the first top-up.'),
    platform_fee_rate: z.number().describe('Platform fee as a fraction of the cost of the runners.'),
    plan: z.string().describe('Plan of the workspace.'),
    created_at: z.iso.datetime().describe('Creation time.'),
    key: keyObject.nullable().describe('The key that was used or signed in with; null for a person.'),
    signed_in: z
      .strictObject({
        email: z
          .string()
          .nullable()
          .describe('E-mail address of the person; null if signed in with a key or a link.'),
        csrf_token: z.string().describe('Changes must bring it as `x-csrf-token`.'),
      })
      .nullable()
      .describe('Null unless the console asks with its cookie.'),
    may: z
      .strictObject({
        create: z.boolean().describe('False while the account is frozen: it reads and deletes.'),
        manage_keys: z
          .boolean()
          .describe('False for a key with a spend limit or without the permission `workspace`.'),
        buy_credits: z.boolean().describe('Whether credits can be bought.'),
      })
      .describe('Permissions of this caller.'),
  })
  .meta({ id: 'Account' });

const signInLink = z
  .strictObject({
    object: z.literal('svc.sign_in_link'),
    url: z.string().describe('A page of this service; it works once.'),
    expires_at: z.iso.datetime().describe('Expiry time.'),
  })
  .meta({ id: 'SignInLink' });

const getAccount = (ctx: AccountsContext) =>
  route({
    method: 'GET',
    path: '/v1/me',
    operation: 'account.get',
    holdsSecret: true,
    summary: 'Get the account',
    description:
      'Returns the account of the caller with its credits, the key used and what the caller may do.',
    tag: 'Account',
    permission: 'any',
    responses: { 200: account },
    errors: [],
    async handler({ caller }) {
      const [view, balance, keys] = await Promise.all([
        loadAccount(ctx.db, caller.workspaceId),
        loadBalance(ctx.db, caller.workspaceId),
        caller.keyId === null ? [] : listKeys(ctx.db, caller.workspaceId),
      ]);
      const key = keys.find(({ id }) => id === caller.keyId);
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
          platform_fee_rate: feeRatePpm(view.toppedUp) / 1_000_000,
          plan: view.plan,
          created_at: view.createdAt.toISOString(),
          key: key ? renderKey(key) : null,
          signed_in: caller.session ? { email: caller.session.email, csrf_token: caller.session.csrf } : null,
          may: {
            create: !caller.isFrozen,
            manage_keys:
              !caller.isFrozen &&
              (key?.limitMicro ?? null) === null &&
              caller.permissions?.includes('workspace') !== false,
            buy_credits: ctx.sellsCredits,
          },
        },
      };
    },
  });

const member = z
  .strictObject({
    object: z.literal('svc.member'),
    id: z.string().describe('ID of the account.'),
    email: z.string().describe('Confirmed e-mail address.'),
    role: z.literal('owner').describe('Role of this run in its long task.'),
    created_at: z.iso.datetime().describe('Creation time.'),
  })
  .meta({ id: 'Member' });

const listMembers = (ctx: AccountsContext) =>
  route({
    method: 'GET',
    path: '/v1/workspace/members',
    operation: 'workspace.members',
    summary: 'List members',
    description: 'Lists the people who can sign in to this workspace. Programs use API keys instead.',
    tag: 'Workspace',
    responses: {
      200: listOf('MemberList', member, { has_more: z.literal(false) }),
    },
    errors: [],
    async handler({ caller }) {
      const people = await membersOf(ctx.db, caller.accountId);
      const data = people.map(({ id, email, createdAt }) => ({
        object: 'svc.member' as const,
        id,
        email,
        role: 'owner' as const,
        created_at: createdAt.toISOString(),
      }));
      return { status: 200, body: { object: 'list', data, has_more: false } };
    },
  });

const createSignInLink = (ctx: AccountsContext) =>
  route({
    method: 'POST',
    path: '/v1/sign-in-links',
    operation: 'account.createSignInLink',
    holdsSecret: true,
    audit: 'sign_in_link.created',
    summary: 'Create a sign-in link',
    description:
      'Returns a link to the console that works once within 15 minutes. The session has the limits of the key.',
    tag: 'Account',
    responses: { 201: signInLink },
    errors: [],
    async handler({ caller }) {
      const { url, expiresAt } = await keySignInLink(ctx, caller);
      return { status: 201, body: { object: 'svc.sign_in_link', url, expires_at: expiresAt.toISOString() } };
    },
  });

export function accountRoutes(ctx: AccountsContext): Route[] {
  return [
    ...keyRoutes(ctx),
    ...signupRoutes(ctx),
    ...peopleRoutes(ctx),
    ...pageRoutes(ctx),
    ...oauthRoutes(ctx),
    getAccount(ctx),
    listMembers(ctx),
    createSignInLink(ctx),
  ];
}
