import { z } from 'zod';
import { ApiError } from '../errors.ts';
import { type Route, route } from '../platform/http/route.ts';
import { isId } from '../platform/ids.ts';
import type { SessionsContext } from './routes.ts';
import { loadSession } from './store.ts';

const pageView = z
  .strictObject({
    object: z.literal('svc.page_view'),
    text: z.string().describe('The page as text. Its controls have numbers in brackets.'),
    actions: z
      .array(
        z.strictObject({
          name: z.string().describe('Name of the action.'),
          description: z.string().describe('Purpose of the action.'),
          input_schema: z.looseObject({}).describe('JSON Schema of its input.'),
        }),
      )
      .describe('Actions that the page takes.'),
  })
  .meta({ id: 'PageView' });

const pageAction = z
  .strictObject({
    object: z.literal('svc.page_action'),
    text: z.string().describe('What the action did, and what changed on the page.'),
  })
  .meta({ id: 'PageAction' });

function shared({ host }: SessionsContext) {
  return {
    tag: 'Browser sessions',
    dialect: 'browserbase' as const,
    params: z.object({ id: z.string().describe('ID of the session.') }),
    elsewhere: ({ id }: { id: string }) => host.elsewhere(id),
  };
}

async function requireHeld(ctx: SessionsContext, workspaceId: string, id: string): Promise<void> {
  const session = isId(id, 'sess') ? await loadSession(ctx.db, workspaceId, id) : null;
  if (session && ctx.host.live(id)) return;
  throw new ApiError('session_not_found', session ? 'This session is over.' : 'The session was not found.');
}

const getView = (ctx: SessionsContext) =>
  route({
    ...shared(ctx),
    method: 'GET',
    path: '/v1/sessions/:id/page',
    operation: 'sessions.view',
    summary: 'View the page of a session',
    description: 'Returns the current page as text for a language model, and the actions that it takes.',
    responses: { 200: pageView },
    errors: ['session_not_found', 'runner_unavailable'],
    async handler({ caller, params }) {
      await requireHeld(ctx, caller.workspaceId, params.id);
      const { text, actions } = await ctx.doors.view(params.id);
      const listed = actions.map(({ inputSchema, ...action }) => ({ ...action, input_schema: inputSchema }));
      return { status: 200, body: { object: 'svc.page_view', text, actions: listed } };
    },
  });

const postAct = (ctx: SessionsContext) =>
  route({
    ...shared(ctx),
    method: 'POST',
    path: '/v1/sessions/:id/page/actions',
    operation: 'sessions.act',
    summary: 'Act on the page of a session',
    description: 'Runs one action of the page view, such as a click, and returns what changed.',
    body: z.strictObject({
      name: z.string().max(40).describe('Name of the action.'),
      input: z.looseObject({}).default({}).describe('Input of the action.'),
    }),
    responses: { 200: pageAction },
    errors: ['session_not_found', 'runner_unavailable'],
    async handler({ caller, params, body }) {
      await requireHeld(ctx, caller.workspaceId, params.id);
      const text = await ctx.doors.act(params.id, body);
      return { status: 200, body: { object: 'svc.page_action', text } };
    },
  });

/** The page of a session for callers whose own model looks at it and acts. */
export function pageRoutes(ctx: SessionsContext): Route[] {
  return [getView(ctx), postAct(ctx)];
}
