import { Secret as Seed, TOTP } from 'otpauth';
import { type Clock, pause } from '../../../platform/clock.ts';
import type { Gate } from '../../../platform/net/gate.ts';
import { safeFetch } from '../../../platform/net/safe-fetch.ts';
import type { Question, Reply } from '../../../runners/contract.ts';
import type { OpenLogin } from './open-login.ts';

interface CodeContext {
  clock: Clock;
  gate: Gate;
}

interface CodeOptions {
  runId: string;
  /** Whether a page belongs to the site that the codes are for. */
  isOwnPage(url: string): boolean;
  /** Whether the run's own target is a listed local pair. */
  localAllowed: boolean;
  waitMs: number;
  signal: AbortSignal;
}

const STEP_MS = 30_000;
const POLL_EVERY_MS = 3_000;

/**
 * Answers questions for a one-time code from the seed, or from the address that the caller gave for them; null passes the
 * question on to the owner. A site that asks again gets the next code, never the same one twice.
 */
export function codeAnswers(ctx: CodeContext, login: OpenLogin, options: CodeOptions) {
  let lastStep = -1;
  const given = new Set<string>();

  async function fromSeed(seed: string): Promise<Reply> {
    const now = ctx.clock.now().getTime();
    const step = Math.max(Math.floor(now / STEP_MS), lastStep + 1);
    const waitMs = step * STEP_MS - now;
    if (waitMs > 0) await pause(ctx.clock, waitMs, options.signal);
    if (options.signal.aborted) return { answered: false, reason: 'expired' };
    lastStep = step;
    return { answered: true, value: totpCode(seed, step * STEP_MS) };
  }

  async function fromUrl(url: string): Promise<Reply | null> {
    const endsAt = ctx.clock.mono() + options.waitMs;
    while (ctx.clock.mono() < endsAt && !options.signal.aborted) {
      const code = await askUrl(ctx.gate, url, login.codeInbox?.identifier ?? null, options);
      if (code === 'refused') return null;
      if (code !== null && !given.has(code)) {
        given.add(code);
        return { answered: true, value: code };
      }
      await pause(ctx.clock, POLL_EVERY_MS, options.signal);
    }
    return { answered: false, reason: 'expired' };
  }

  return async ({ kind, url }: Question): Promise<Reply | null> => {
    if (kind !== 'otp' || (url !== undefined && !options.isOwnPage(url))) return null;
    if (login.totpSecret) return fromSeed(login.totpSecret.reveal());
    return login.codeInbox?.url ? fromUrl(login.codeInbox.url) : null;
  };
}

/** RFC 6238 as every authenticator app does it: SHA-1, six digits, thirty seconds. */
function totpCode(seed: string, atMs: number): string {
  return new TOTP({ secret: Seed.fromBase32(seed), period: STEP_MS / 1_000 }).generate({ timestamp: atMs });
}

/** Null while it has none; `refused` when asking again is useless. */
async function askUrl(
  gate: Gate,
  url: string,
  identifier: string | null,
  { runId, localAllowed, signal }: CodeOptions,
): Promise<string | 'refused' | null> {
  const answer = await safeFetch(gate, url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ task_id: runId, totp_identifier: identifier }),
    localAllowed,
    maxHops: 0,
    maxBytes: 65_536,
    timeoutMs: 10_000,
    signal,
  });
  if (answer.kind === 'unsafe') return 'refused';
  if (answer.kind === 'failed' || answer.status >= 500 || answer.status === 429) return null;
  // 404 and 204: no code yet. Any other failure is final.
  if (answer.status === 404 || answer.status === 204) return null;
  return answer.status < 300 ? readCode(Buffer.from(answer.body).toString('utf8')) : 'refused';
}

function readCode(text: string): string | null {
  const said = parsed(text);
  const fields = said as Record<string, unknown> | null;
  const value =
    typeof said === 'object' && said !== null
      ? (fields?.verification_code ?? fields?.code ?? fields?.otp ?? fields?.totp)
      : said;
  const code = String(value ?? '').replaceAll(/[\s-]/g, '');
  return /^[A-Za-z0-9]{4,12}$/.test(code) ? code : null;
}

function parsed(text: string): unknown {
  try {
    // A code with a leading zero is not a number.
    return /^\s*\d+\s*$/.test(text) ? text : JSON.parse(text);
  } catch {
    return text.trim();
  }
}
