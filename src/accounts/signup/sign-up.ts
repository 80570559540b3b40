import { createHash, randomBytes, randomInt } from 'node:crypto';
import { grantStatement } from '../../billing/store.ts';
import { ApiError } from '../../errors.ts';
import type { Row, Tx } from '../../platform/db.ts';
import { addressGroup } from '../../platform/http/client-address.ts';
import { newId } from '../../platform/ids.ts';
import { mintKey } from '../authenticate.ts';
import type { AccountsContext } from '../context.ts';
import { insertKey } from '../store.ts';
import { forgetThrottles, throttle } from '../throttle.ts';
import { makePuzzle } from './puzzle.ts';
import {
  answerChallenge,
  CHALLENGE_SECONDS,
  type EarlierGrant,
  forgetChallenges,
  insertAgent,
  insertChallenge,
  lockAddress,
  selectGrant,
  takeGrant,
} from './store.ts';

const WELCOME_MICRO = 10_000_000;
const CHALLENGES = { action: 'challenge', times: 10, seconds: 60 };
const SIGN_UPS = { action: 'agent-signup', times: 5, seconds: 3_600 };
/** The most credits that the service gives away in an hour, against every trick. */
const GRANTS = { action: 'welcome-credits', times: 50, seconds: 3_600 };

export async function makeChallenge(ctx: AccountsContext, ip: string) {
  const group = addressGroup(ip);
  const run: Tx = (statement) => ctx.db.query(statement);
  await throttle(run, CHALLENGES, group, 'Too many challenges for this address.');
  const { instruction, puzzle, answer } = makePuzzle((below) => randomInt(below));
  const id = `chal_${randomBytes(16).toString('hex')}`;
  await insertChallenge(ctx.db, { id, addressGroup: group, answerHash: hashOf(id, answer) });
  await ctx.db.batch([forgetChallenges, forgetThrottles]);
  return { challenge_id: id, instruction, puzzle, expires_in_seconds: CHALLENGE_SECONDS };
}

export interface SignUp {
  challengeId: string;
  answer: string;
  client: string | null;
  email: string | null;
  ip: string;
}

export interface SignedUp {
  accountId: string;
  key: string;
  freeCreditMicro: number;
  claimEndsAt: Date;
}

/** One address gets one welcome credit; a second request gets another key of the same account while it is open: neither claimed nor frozen. */
export async function signUp(ctx: AccountsContext, wanted: SignUp): Promise<SignedUp> {
  const group = addressGroup(wanted.ip);
  const answered = await answerChallenge(ctx.db, {
    id: wanted.challengeId,
    addressGroup: group,
    answerHash: hashOf(wanted.challengeId, wanted.answer.trim()),
  });
  if (!answered)
    throw new ApiError(
      'invalid_challenge',
      'This challenge is unknown, expired, used, or of another address.',
    );
  if (!answered.isSolved)
    throw new ApiError('wrong_challenge_answer', 'The answer does not follow the instruction.');
  return ctx.db.transaction(async (run) => {
    await run(lockAddress(group));
    await throttle(run, SIGN_UPS, group, 'Too many sign-ups from this address.');
    const [earlier] = await run<Row & EarlierGrant>(selectGrant(group, ctx.authenticator.isFrozen));
    if (earlier?.is_open && earlier.workspace_id && !earlier.is_frozen) {
      const { account_id: accountId, claim_ends_at: claimEndsAt } = earlier;
      const key = await issueKey(ctx, run, earlier.workspace_id);
      return { accountId, key, freeCreditMicro: 0, claimEndsAt };
    }
    if (earlier && earlier.wait_s > 0) {
      throw new ApiError('rate_limited', {
        message: 'This address had its welcome credit within the last 24 hours.',
        ...(earlier.is_frozen
          ? { hint: 'Its account is frozen: a human opens it with the claim link of the first sign-up.' }
          : {}),
        retryAfter: earlier.wait_s,
      });
    }
    return welcome(ctx, run, group, wanted);
  });
}

async function welcome(ctx: AccountsContext, run: Tx, group: string, wanted: SignUp): Promise<SignedUp> {
  const agent = { accountId: newId('acct'), workspaceId: newId('ws'), ...wanted };
  const [made] = await run<Row & { claim_ends_at: Date }>(insertAgent(agent));
  if (!made) throw new Error('the account was not created');
  await grantWelcome(run, group, agent);
  const key = await issueKey(ctx, run, agent.workspaceId);
  return { accountId: agent.accountId, key, freeCreditMicro: WELCOME_MICRO, claimEndsAt: made.claim_ends_at };
}

async function grantWelcome(
  run: Tx,
  group: string,
  to: { accountId: string; workspaceId: string },
): Promise<void> {
  await throttle(run, GRANTS, 'all', 'Too many accounts are made right now.');
  await run(takeGrant(group, to.accountId));
  await run(grantStatement(to.workspaceId, `grant:${to.accountId}`, WELCOME_MICRO));
}

/** The same credit for a person, unless their address has had it. */
export async function welcomePerson(
  run: Tx,
  ip: string,
  to: { accountId: string; workspaceId: string },
): Promise<void> {
  const group = addressGroup(ip);
  await run(lockAddress(group));
  const [earlier] = await run<Row & EarlierGrant>(selectGrant(group));
  if (!earlier || earlier.wait_s <= 0) await grantWelcome(run, group, to);
}

async function issueKey(ctx: AccountsContext, run: Tx, workspaceId: string): Promise<string> {
  const key = mintKey();
  await run(insertKey(ctx.authenticator.newKey(key, { workspaceId, name: 'Agent sign-up' })));
  return key;
}

function hashOf(challengeId: string, answer: string): Buffer {
  return createHash('sha256').update(`${challengeId}\n${answer}`).digest();
}
