import { z } from 'zod';
import type { Authenticator } from '../../accounts/authenticate.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { route } from '../../platform/http/route.ts';
import { requireRun } from '../require-run.ts';
import { idParams } from '../schema.ts';

const SECONDS = { least: 60, most: 86_400, usual: 3_600 };

const tokenObject = z
  .strictObject({
    object: z.literal('svc.run_token'),
    response_id: z.string().describe('ID of the run.'),
    token: z.string().describe('Shown only here. It ends earlier when the key that made it is revoked.'),
    expires_at: z.iso.datetime().describe('Expiry time.'),
  })
  .meta({ id: 'RunToken' });

const body = z
  .object({
    expires_in_seconds: z
      .int({ error: 'must be an integer' })
      .min(SECONDS.least, `must be at least ${SECONDS.least}`)
      .max(SECONDS.most, `must be at most ${SECONDS.most}`)
      .nullish()
      .describe(`Default ${SECONDS.usual}, at most ${SECONDS.most} (24 hours)`),
  })
  .nullish();

interface TokensContext {
  db: Db;
  clock: Clock;
  accounts: { authenticator: Authenticator };
}

/** Tokens for web pages: each reads one run, its steps and files, and nothing else. */
export const runTokenRoute = (ctx: TokensContext) =>
  route({
    method: 'POST',
    path: '/v1/responses/:id/tokens',
    operation: 'runs.createToken',
    holdsSecret: true,
    audit: 'run_token.created',
    summary: 'Create a read token for a run',
    description:
      'Returns a token that can read this run, its steps and its files, and nothing else. Use it in a browser instead of an API key.',
    tag: 'Runs',
    params: idParams,
    body,
    responses: { 201: tokenObject },
    errors: ['response_not_found'],
    async handler({ caller, params: { id }, body: asked }) {
      await requireRun(ctx, caller, id);
      const seconds = asked?.expires_in_seconds ?? SECONDS.usual;
      const expiresAt = new Date(Math.floor(ctx.clock.now().getTime() / 1_000 + seconds) * 1_000);
      const token = ctx.accounts.authenticator.runToken({ ...caller, runId: id, expiresAt });
      const said = { object: 'svc.run_token', response_id: id, token, expires_at: expiresAt.toISOString() };
      return { status: 201, body: said };
    },
  });
