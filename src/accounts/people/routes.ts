import { z } from 'zod';
import { ApiError, type ErrorCode } from '../../errors.ts';
import type { SessionProof } from '../../platform/http/caller.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { AccountsContext } from '../context.ts';
import {
  addLogin,
  claim,
  resetPassword,
  sendReset,
  signIn,
  signInByKey,
  signInByLink,
  signUp,
  switchAccount,
} from './sign-in.ts';
import { accountsOf } from './store.ts';

const email = z.string().trim().toLowerCase().pipe(z.email().max(320)).describe('E-mail address.');
const password = z
  .string()
  .min(10, 'must have at least 10 characters')
  .max(1_000)
  .describe('Password, at least 10 characters.');
const login = z.object({ email, password });
const token = z.string().min(1).max(200).describe('Token from the link.');

export const done = z.strictObject({ object: z.literal('svc.done') }).meta({ id: 'Done' });

interface Entering<B> {
  body: B;
  ip: string;
  header: SessionProof['header'];
  cookie: SessionProof['cookie'];
}

/** Lives as long as the session's cookie and only tells our pages that there is one: without it they ask for nothing. */
function hintOf(session: string): string {
  return session.replace(/^[^;]*/, 'svc_signed_in=1').replace('; HttpOnly', '');
}

/** A way in: answers with the cookie of a new session. */
function entrance<B extends z.ZodType>(
  shape: { path: string; summary: string; description: string; body: B; errors: ErrorCode[] },
  enter: (ctx: AccountsContext, input: Entering<z.output<B>>) => Promise<string>,
) {
  return (ctx: AccountsContext) =>
    route({
      ...shape,
      method: 'POST',
      tag: 'People',
      access: 'public',
      responses: { 200: done },
      errors: ['auth_required', ...shape.errors],
      async handler({ body, ip, header, cookie }) {
        fromOwnPage(ctx, header);
        const made = await enter(ctx, { body, ip, header, cookie });
        return { status: 200, headers: { 'set-cookie': [made, hintOf(made)] }, body: { object: 'svc.done' } };
      },
    });
}

const postSignUp = entrance(
  {
    path: '/account/sign-up',
    summary: 'Create an account',
    description:
      'Creates an account with an e-mail address and a password, and signs in with a session cookie.',
    body: login,
    errors: ['rate_limited'],
  },
  (ctx, { body, ip }) => signUp(ctx, body, ip),
);

const postSignIn = entrance(
  {
    path: '/account/sign-in',
    summary: 'Sign in',
    description: 'Signs in with an e-mail address and a password, and sets a session cookie.',
    body: z.object({ email, password: z.string().max(1_000).describe('Password.') }),
    errors: ['rate_limited'],
  },
  (ctx, { body, ip }) => signIn(ctx, body, ip),
);

const postSignInLink = entrance(
  {
    path: '/account/sign-in-link',
    summary: 'Sign in with a link',
    description: 'Signs in with the token of a one-time link, and sets a session cookie.',
    body: z.object({ token }),
    errors: ['not_found'],
  },
  (ctx, { body, ip }) => signInByLink(ctx, body.token, ip),
);

const postSignInKey = entrance(
  {
    path: '/account/sign-in-key',
    summary: 'Sign in with an API key',
    description:
      'Signs in with an API key. The session has the limits of the key and ends when the key is revoked.',
    body: z.object({ key: z.string().trim().min(1).max(200).describe('API key.') }),
    errors: ['rate_limited'],
  },
  (ctx, { body, ip }) => signInByKey(ctx, body.key, ip),
);

const postReset = entrance(
  {
    path: '/account/reset',
    summary: 'Reset a password',
    description: 'Sets a new password with the token of a reset link, and signs in.',
    body: z.object({ token, password }),
    errors: ['not_found'],
  },
  (ctx, { body, ip }) => resetPassword(ctx, body.token, body.password, ip),
);

const postClaim = entrance(
  {
    path: '/account/claim',
    summary: "Claim an agent's account",
    description:
      "Makes a person the owner of an agent's account: the signed-in person, or one with the e-mail address and password in the body.",
    body: z.object({ token, email: email.optional(), password: password.optional() }),
    errors: ['not_found', 'rate_limited'],
  },
  async (ctx, { body, ip, header, cookie }) => {
    const { email, password } = body;
    if (email !== undefined && password !== undefined) return claim(ctx, body.token, { email, password }, ip);
    const { personId } = await ctx.sessions.require({ method: 'POST', header, cookie });
    if (personId === null) throw new ApiError('auth_required', 'Set an e-mail address and a password first.');
    return claim(ctx, body.token, { personId }, ip);
  },
);

const postResetLink = (ctx: AccountsContext) =>
  route({
    method: 'POST',
    path: '/account/reset-link',
    summary: 'Send a reset link',
    description:
      'Sends an e-mail with a link that sets a new password. The response is the same for unknown addresses.',
    tag: 'People',
    access: 'public',
    body: z.object({ email }),
    responses: { 202: done },
    errors: ['auth_required', 'rate_limited'],
    async handler({ body, ip, header }) {
      fromOwnPage(ctx, header);
      await sendReset(ctx, body.email, ip);
      return { status: 202, body: { object: 'svc.done' } };
    },
  });

/** Otherwise another site could sign a visitor in as another person. */
function fromOwnPage(ctx: AccountsContext, header: SessionProof['header']): void {
  if (!ctx.sessions.isOwnPage({ header }, 'allowed'))
    throw new ApiError('auth_required', 'This request does not come from a page of this service.');
}

const signedIn = { tag: 'People', access: 'session' } as const;
const errors: ErrorCode[] = ['auth_required'];

function sessionOf(
  ctx: AccountsContext,
  method: string,
  { header, cookie }: Pick<SessionProof, 'header' | 'cookie'>,
) {
  return ctx.sessions.require({ method, header, cookie });
}

const getSession = (ctx: AccountsContext) =>
  route({
    ...signedIn,
    method: 'GET',
    path: '/account/session',
    summary: 'Get the console session',
    description: 'Returns the signed-in person and the token that changes must send as `x-csrf-token`.',
    responses: {
      200: z
        .strictObject({
          object: z.literal('svc.session'),
          email: z.string().nullable().describe('E-mail address of the person; null without one.'),
          account_id: z.string().describe('ID of the account.'),
          workspace_id: z.string().describe('ID of the workspace.'),
          account_ids: z.array(z.string()).describe('IDs of all accounts of this person.'),
          csrf_token: z.string().describe('Send it as `x-csrf-token` with every change.'),
        })
        .meta({ id: 'ConsoleSession' }),
    },
    errors,
    async handler(input) {
      const session = await sessionOf(ctx, 'GET', input);
      const accounts = session.personId === null ? [] : await accountsOf(ctx.db, session.personId);
      return {
        status: 200,
        body: {
          object: 'svc.session',
          email: session.email,
          account_id: session.accountId,
          workspace_id: session.workspaceId,
          account_ids: accounts.map(({ id }) => id),
          csrf_token: session.csrf,
        },
      };
    },
  });

const postSignOut = (ctx: AccountsContext) =>
  route({
    ...signedIn,
    // Signing out needs no further permission.
    access: 'public',
    method: 'POST',
    path: '/account/sign-out',
    summary: 'Sign out',
    description: 'Ends the console session and clears its cookie.',
    responses: { 200: done },
    errors,
    async handler(input) {
      const gone = await ctx.sessions.end(await sessionOf(ctx, 'POST', input));
      return { status: 200, headers: { 'set-cookie': [gone, hintOf(gone)] }, body: { object: 'svc.done' } };
    },
  });

const postLogin = (ctx: AccountsContext) =>
  route({
    ...signedIn,
    method: 'POST',
    path: '/account/login',
    audit: 'account.login_added',
    summary: 'Add a login to an account',
    description: 'Sets an e-mail address and a password for an account that has none.',
    body: login,
    responses: { 200: done },
    errors: [...errors, 'limited_key'],
    async handler(input) {
      await addLogin(ctx, await sessionOf(ctx, 'POST', input), input.body);
      return { status: 200, body: { object: 'svc.done' } };
    },
  });

const postSwitch = (ctx: AccountsContext) =>
  route({
    ...signedIn,
    method: 'POST',
    path: '/account/switch',
    summary: 'Switch accounts',
    description: 'Continues the console session with another account of the same person.',
    body: z.object({ account_id: z.string().describe('ID of the account.') }),
    responses: { 200: done },
    errors: [...errors, 'not_found'],
    async handler(input) {
      await switchAccount(ctx, await sessionOf(ctx, 'POST', input), input.body.account_id);
      return { status: 200, body: { object: 'svc.done' } };
    },
  });

const ROUTES = [
  postSignUp,
  postSignIn,
  postSignInLink,
  postSignInKey,
  postReset,
  postClaim,
  postResetLink,
  getSession,
  postSignOut,
  postLogin,
  postSwitch,
];

/** For the pages of this service, and a console: people and their sessions. A key opens none of it. */
export function peopleRoutes(ctx: AccountsContext): Route[] {
  return ROUTES.map((make) => make(ctx));
}
