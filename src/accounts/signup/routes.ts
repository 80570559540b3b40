import { z } from 'zod';
import { ApiError } from '../../errors.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { usd } from '../../platform/money.ts';
import type { AccountsContext } from '../context.ts';
import { makeChallenge, signUp } from './sign-up.ts';
import { isGeneric } from './user-agent.ts';

const CLIENTS = ['cli', 'claude-code', 'codex', 'cursor', 'gemini-cli', 'copilot', 'windsurf'] as const;

const challenge = z
  .strictObject({
    challenge_id: z.string().describe('ID of the challenge.'),
    instruction: z.string().describe('The puzzle, in plain language.'),
    puzzle: z.string().describe('Words of the puzzle.'),
    expires_in_seconds: z.number().describe('Seconds until the challenge expires.'),
  })
  .meta({ id: 'SignUpChallenge' });

const body = z.object({
  challenge_id: z.string().min(1).max(100).describe('ID of the challenge.'),
  challenge_answer: z.string().min(1).max(1_000).describe('Solution of the puzzle.'),
  client: z.enum(CLIENTS).nullish().describe('Kind of client.'),
  email: z.email().max(320).nullish().describe('E-mail address of the person responsible for the agent.'),
});

const signedUp = z
  .strictObject({
    status: z.literal('ready').describe('Always `ready`.'),
    account_id: z.string().describe('ID of the account.'),
    api_key: z.string().describe('Shown once.'),
    claim_url: z.string().describe('URL of the page where a person claims the account.'),
    free_credit_usd: z
      .number()
      .describe('Credits of this call in US dollars: 0 when an account of this address is reused.'),
    expires_at: z.iso.datetime().describe('Until then a human has to claim the account.'),
  })
  .meta({ id: 'SignedUp' });

const getChallenge = (ctx: AccountsContext) =>
  route({
    method: 'GET',
    path: '/v1/agent-signup/challenge',
    operation: 'signup.challenge',
    summary: 'Get a sign-up challenge',
    description: 'Returns the puzzle that an agent solves to sign up without a person.',
    tag: 'Agent sign-up',
    access: 'public',
    headers: { 'user-agent': 'Name of the client.' },
    responses: { 200: challenge },
    errors: ['missing_user_agent', 'rate_limited'],
    async handler({ header, ip }) {
      if ((header('user-agent') ?? '').trim() === '')
        throw new ApiError('missing_user_agent', 'The User-Agent header is missing.');
      return { status: 200, headers: NOT_KEPT, body: await makeChallenge(ctx, ip) };
    },
  });

const createSignUp = (ctx: AccountsContext) =>
  route({
    method: 'POST',
    path: '/v1/agent-signup',
    operation: 'signup.create',
    holdsSecret: true,
    summary: 'Sign up as an agent',
    description:
      'Creates an account and its first key from a solved challenge. A person can claim the account later.',
    tag: 'Agent sign-up',
    access: 'public',
    headers: { 'user-agent': 'Name of the client; the name of an HTTP library is refused.' },
    body,
    codes: {
      '': 'missing_challenge',
      challenge_id: 'missing_challenge',
      challenge_answer: 'missing_challenge',
    },
    responses: { 200: signedUp },
    errors: [
      'generic_user_agent',
      'missing_challenge',
      'invalid_challenge',
      'wrong_challenge_answer',
      'rate_limited',
    ],
    async handler({ header, ip, body }) {
      if (isGeneric(header('user-agent')))
        throw new ApiError('generic_user_agent', 'Send the name of your agent as User-Agent.');
      const made = await signUp(ctx, {
        challengeId: body.challenge_id,
        answer: body.challenge_answer,
        client: body.client ?? null,
        email: body.email ?? null,
        ip,
      });
      return {
        status: 200,
        headers: NOT_KEPT,
        body: {
          status: 'ready',
          account_id: made.accountId,
          api_key: made.key,
          claim_url: ctx.authenticator.claimUrl(made.key),
          free_credit_usd: usd(made.freeCreditMicro),
          expires_at: made.claimEndsAt.toISOString(),
        },
      };
    },
  });

/** An agent signs up: it solves a puzzle that is easy for a language model, then gets a key. */
export function signupRoutes(ctx: AccountsContext): Route[] {
  return [getChallenge(ctx), createSignUp(ctx)];
}

const NOT_KEPT = { 'cache-control': 'no-store' };
