import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import type { ProviderAccount, ProviderSession } from '../contract.ts';
import { fingerprint } from '../wire/account-of.ts';
import { meaningOfState, parseAs } from '../wire/exchange.ts';
import { type Quote, quoting } from '../wire/provider-messages.ts';
import {
  garbageResult,
  isGone,
  type Transport,
  type TransportOptions,
  unansweredResult,
} from '../wire/transport.ts';
import { CallFailed, lostSightOf, type PostOptions, type ProviderApi } from './hosted-provider.ts';

interface ApiOptions {
  transport: Transport;
  facts: TransportOptions['facts'];
  account: ProviderAccount;
  /** Left out for calls that must happen although the attempt is over. */
  signal?: AbortSignal;
  onSession?(session: ProviderSession): void;
  /** Removes our own words from the provider's words. */
  quote?: Quote;
  /** New objects that a failure has to undo. */
  undo?: Array<() => Promise<unknown>>;
}

const once = new LRUCache<string, Promise<unknown>>({ max: 1_000 });

export function createProviderApi(options: ApiOptions): ProviderApi {
  const { transport, facts, account, signal, quote, undo = [] } = options;

  function read<Answer>(shape: z.ZodType<Answer>, json: unknown): Answer {
    const read = parseAs(shape, json);
    if (read.success) return read.data;
    throw new CallFailed(garbageResult(facts, { json, quote: quote ?? quoting(account) }), false, null);
  }

  async function answered(call: Parameters<Transport['call']>[1]): Promise<unknown> {
    const answer = await transport.call(account, { ...call, quote });
    if (answer.ok) return answer.json;
    const result = unansweredResult(answer);
    const isLostSight = answer.isUnanswered && call.method !== 'GET';
    throw new CallFailed(
      isLostSight ? lostSightOf(result) : result,
      answer.code === 'aborted',
      answer.status,
    );
  }

  async function get<Answer>(path: string, shape: z.ZodType<Answer>, query?: Record<string, string>) {
    return read(shape, await answered({ method: 'GET', path, query, signal }));
  }

  async function post<Answer>(
    path: string,
    body: object | undefined,
    shape: z.ZodType<Answer>,
    more: PostOptions<Answer> = {},
  ): Promise<Answer> {
    const { method = 'POST', query, idempotencyKey, timeoutMs, isUnbroken, olderPath, undo: undoIt } = more;
    const call = { method, path, query, body, idempotencyKey, timeoutMs };
    const onLateAnswer = (json: unknown) => {
      const late = shape.safeParse(json);
      if (late.success) void undoIt?.(late.data);
    };
    const sent = isUnbroken ? call : { ...call, signal, ...(undoIt && { onLateAnswer }) };
    const json = await answered(sent).catch((error: unknown) => {
      if (olderPath && isMissing(error)) return answered({ ...sent, path: olderPath });
      throw error;
    });
    const answer = read(shape, json);
    if (undoIt) undo.push(() => undoIt(answer));
    return answer;
  }

  return {
    account,
    get,
    post,
    maybe: (path, shape, query) => get(path, shape, query).catch(nullWhenFailed),
    find: (path, shape) =>
      get(path, shape).catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      }),
    async end(method, path, body) {
      const call = { method, path, body, repeatable: true, emptyAnswer: true };
      const answer = await transport.call(account, call);
      return answer.ok || isGone(answer.status);
    },
    async once(key, make) {
      const whole = `${fingerprint(account)} ${key}`;
      const made = (once.get(whole) as ReturnType<typeof make> | undefined) ?? make();
      once.set(whole, made);
      made.catch(() => once.delete(whole));
      return made;
    },
    session: (session) => options.onSession?.(session),
    stateOf: (states, status) => meaningOfState(states, status) ?? 'running',
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof CallFailed && error.status === 404;
}

function nullWhenFailed(error: unknown): null {
  if (error instanceof CallFailed && !error.isAborted) return null;
  throw error;
}
