import { z } from 'zod';
import type { AccountsContext } from '../../../accounts/context.ts';
import { type Html, html } from '../../../accounts/pages/html.ts';
import { pageAnswer, redirect } from '../../../accounts/pages/layout.ts';
import { done } from '../../../accounts/people/routes.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { isId } from '../../../platform/ids.ts';
import type { AttemptContext } from '../../context.ts';
import { requireRun } from '../../require-run.ts';
import type { Run } from '../../run.ts';
import { loadRun } from '../../store.ts';
import { submitInput } from './input.ts';

interface PageContext extends AttemptContext {
  accounts: AccountsContext;
}

const params = z.object({ id: z.string().describe('ID of the run.') });

const answerPage = (ctx: PageContext) =>
  route({
    method: 'GET',
    path: '/answer/:id',
    area: 'page',
    access: 'public',
    summary: 'Answer the question of a run',
    tag: 'Pages',
    params,
    responses: { 200: z.unknown().describe('A page') },
    contentTypes: ['text/html'],
    errors: [],
    async handler({ params: { id }, cookie }) {
      const { sessions, origin } = ctx.accounts;
      const session = await sessions.find({ cookie });
      if (!session) return redirect(`/sign-in?next=${encodeURIComponent(`/answer/${id}`)}`);
      const run = isId(id, 'resp') ? await loadRun(ctx.db, session.workspaceId, id) : null;
      const page = { title: 'Answer', csrf: session.csrf, status: run ? 200 : 404 };
      return pageAnswer({ ...page, body: bodyFor(run) }, origin().startsWith('https:'));
    },
  });

const postAnswer = (ctx: PageContext) =>
  route({
    method: 'POST',
    path: '/account/answers/:id',
    access: 'session',
    summary: "Answer a run's question in the console",
    description:
      'Answers the pending question of a run for the signed-in person, so that a code does not pass through a chat.',
    tag: 'People',
    params,
    body: z.object({
      answer: z.string().min(1, 'must not be empty').max(2_000).describe('Text answer or code.'),
    }),
    responses: { 200: done },
    errors: ['auth_required', 'response_not_found', 'not_waiting_for_input'],
    async handler({ caller, params: { id }, body: { answer } }) {
      await submitInput(ctx, await requireRun(ctx, caller, id), {
        code: undefined,
        answer,
        input: undefined,
      });
      return { status: 200, body: { object: 'svc.done' } };
    },
  });

/** The page on which a signed-in person answers the question of a run: a code goes past every chat and its model. */
export function answerPageRoutes(ctx: PageContext): Route[] {
  return [answerPage(ctx), postAnswer(ctx)];
}

function bodyFor(run: Run | null): Html {
  if (!run)
    return card(
      'Run not found',
      html`<p class="quiet">It is not one of this account, or it was deleted.</p>`,
    );
  const { interaction } = run;
  if (!interaction)
    return card('Nothing to answer', html`<p class="quiet">This run does not wait for an answer now.</p>`);
  const field =
    interaction.kind === 'confirm'
      ? html`<select name="answer"><option value="yes">Yes</option><option value="no">No</option></select>`
      : html`<input name="answer" required maxlength="2000" autofocus autocomplete="${interaction.kind === 'otp' ? 'one-time-code' : 'off'}">`;
  return card(
    'A run asks you',
    html`<form data-post="/api/account/answers/${run.id}">
<label>${interaction.prompt}${field}</label><p role="alert"></p>
<p class="done" hidden>Sent. You can close this page.</p>
<button>Send</button>
</form>`,
  );
}

function card(title: string, inner: Html): Html {
  return html`<main class="narrow"><div class="card"><h1>${title}</h1>${inner}</div></main>`;
}
