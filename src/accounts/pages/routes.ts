import { z } from 'zod';
import { type Answer, type Route, route } from '../../platform/http/route.ts';
import { hashOfToken } from '../claim-token.ts';
import type { AccountsContext } from '../context.ts';
import { accountsOf, findClaimable } from '../people/store.ts';
import { accountMenu, accountPage } from './account-page.ts';
import {
  claimPage,
  deadLinkPage,
  linkPage,
  resetPage,
  resetRequestPage,
  signInPage,
  signUpPage,
} from './forms.ts';
import { type Page, pageAnswer, redirect } from './layout.ts';

/** The target of a sign-in: a page of ours, never another site. */
const ownPath = z
  .string()
  .regex(/^\/(?:[a-z]+(?:\/[\w-]+)*\/?(?:\?[\w.~%=&+:,/@!*-]*)?)?$/)
  .catch('/');

type Cookies = (name: string) => string | null;

const SIMPLE: Array<[path: string, title: string, show: (token: string) => Page['body']]> = [
  ['/sign-up', 'Create an account', signUpPage],
  ['/reset', 'New password', resetRequestPage],
  ['/reset/:token', 'New password', resetPage],
  ['/link/:token', 'Sign in', linkPage],
];

const signInRoute = (ctx: AccountsContext) =>
  page('/sign-in', 'Sign in', async (_token, _cookie, next) =>
    shown(ctx, { title: 'Sign in', body: signInPage(next) }),
  );

const claimRoute = (ctx: AccountsContext) =>
  page('/claim/:token', 'Claim an account', async (token, cookie) => {
    const title = 'Claim an account';
    const claim = await findClaimable(ctx.db, hashOfToken(token));
    if (!claim) return shown(ctx, { title, body: deadLinkPage(), status: 404 });
    const session = await ctx.sessions.find({ cookie });
    const body = claimPage({ ...claim, token }, session?.email ?? null);
    return shown(ctx, { title, body, csrf: session?.csrf });
  });

const accountRoute = (ctx: AccountsContext) =>
  page('/account', 'Account', async (_token, cookie) => {
    const session = await ctx.sessions.find({ cookie });
    if (!session) return redirect('/sign-in');
    const accounts = session.personId === null ? [] : await accountsOf(ctx.db, session.personId);
    const body = accountPage({ session, accounts });
    return shown(ctx, { title: 'Account', body, menu: accountMenu({ session }), csrf: session.csrf });
  });

/** Plain pages for people. Opening one changes nothing: mail programs and previews open links, too. */
export function pageRoutes(ctx: AccountsContext): Route[] {
  const simple = SIMPLE.map(([path, title, show]) =>
    page(path, title, async (token) => shown(ctx, { title, body: show(token) })),
  );
  return [signInRoute(ctx), ...simple, claimRoute(ctx), accountRoute(ctx)];
}

function shown(ctx: AccountsContext, shownPage: Page): Answer {
  return pageAnswer(shownPage, ctx.origin().startsWith('https:'));
}

function page(
  path: string,
  summary: string,
  show: (token: string, cookie: Cookies, next: string) => Promise<Answer>,
): Route {
  return route({
    method: 'GET',
    path,
    area: 'page',
    access: 'public',
    summary,
    tag: 'Pages',
    params: z.object({ token: z.string().default('') }),
    query: z.object({ next: ownPath }),
    responses: { 200: z.unknown().describe('A page') },
    contentTypes: ['text/html'],
    errors: [],
    handler: ({ params, query, cookie }) => show(params.token, cookie, query.next),
  });
}
