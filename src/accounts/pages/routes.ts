import { z } from 'zod';
import { loadBalance } from '../../billing/store.ts';
import { LOW_MICRO, loadUsage } from '../../billing/usage/store.ts';
import { type Answer, type Route, route } from '../../platform/http/route.ts';
import { hashOfToken } from '../claim-token.ts';
import type { AccountsContext } from '../context.ts';
import { listKeys } from '../keys/store.ts';
import type { Session } from '../people/sessions.ts';
import { accountsOf, findClaimable } from '../people/store.ts';
import { type AccountView, accountMenu, accountPage } from './account-page.ts';
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

/** Where a sign-in leads: a page of ours, never another site. */
const ownPath = z
  .string()
  .regex(/^\/(?:[a-z]+(?:\/[\w-]+)*\/?(?:\?[\w.~%=&+:,/@!*-]*)?)?$/)
  .catch('/');

type Cookies = (name: string) => string | null;

const SIMPLE: Array<[path: string, title: string, show: (token: string) => Page['body']]> = [
  ['/sign-up', 'Make an account', signUpPage],
  ['/reset', 'New password', resetRequestPage],
  ['/reset/:token', 'New password', resetPage],
  ['/link/:token', 'Sign in', linkPage],
];

const signInRoute = (ctx: AccountsContext) =>
  page('/sign-in', 'Sign in', async (_token, _cookie, { next }) =>
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
  page('/account', 'Account', async (_token, cookie, { hasPaid }) => {
    const session = await ctx.sessions.find({ cookie });
    if (!session) return redirect('/sign-in');
    const view = await loadView(ctx, session, hasPaid);
    const body = accountPage(view);
    return shown(ctx, { title: 'Account', body, menu: accountMenu(view), csrf: session.csrf });
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
  show: (token: string, cookie: Cookies, asked: { hasPaid: boolean; next: string }) => Promise<Answer>,
): Route {
  return route({
    method: 'GET',
    path,
    area: 'page',
    access: 'public',
    summary,
    tag: 'Pages',
    params: z.object({ token: z.string().default('') }),
    query: z.object({ paid: z.string().optional(), next: ownPath }),
    responses: { 200: z.unknown().describe('A page') },
    contentTypes: ['text/html'],
    errors: [],
    handler: ({ params, query: { paid, next }, cookie }) =>
      show(params.token, cookie, { hasPaid: paid !== undefined, next }),
  });
}

const DAYS = 30;
const DAY_MS = 86_400_000;

async function loadView(ctx: AccountsContext, session: Session, hasPaid: boolean): Promise<AccountView> {
  const { workspaceId, personId } = session;
  const today = ctx.clock.now().getTime();
  const days = Array.from({ length: DAYS }, (_, index) =>
    new Date(today - (DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
  const range = { from: days[0] ?? '', to: days.at(-1) ?? '' };
  const [accounts, balance, keys, byDay, runners] = await Promise.all([
    personId === null ? [] : accountsOf(ctx.db, personId),
    loadBalance(ctx.db, workspaceId),
    listKeys(ctx.db, workspaceId),
    loadUsage(ctx.db, workspaceId, { ...range, by: ['day'], limit: DAYS + 1 }),
    loadUsage(ctx.db, workspaceId, { ...range, by: ['runner'], limit: 20 }),
  ]);
  const spent = new Map(
    byDay.map((row) => [row.day, row.runner_micro + row.fee_micro + row.normalization_micro]),
  );
  return {
    session,
    accounts,
    credits: {
      ...balance,
      isLow: balance.creditsMicro + balance.heldMicro < LOW_MICRO,
      onTrial: !session.toppedUp,
    },
    keys,
    days: days.map((day) => ({ day, micro: spent.get(day) ?? 0 })),
    runners,
    sellsCredits: ctx.sellsCredits,
    hasPaid,
  };
}
