import type { Llm, LlmAsk, LlmReply } from '../../platform/llm.ts';
import type { LlmMessage } from '../../platform/llm-messages.ts';
import type { LlmFailure } from '../../platform/llm-refusal.ts';
import { askPaid, type Purse } from './purse.ts';

type Asked = Omit<LlmAsk, 'messages'>;

const REFUSAL =
  /^\W{0,3}(?:i['’]?m sorry|i am sorry|sorry,|i can(?:no|['’])t (?:help|assist|do|comply|complete|continue)|i(?: am|['’]m) (?:unable|not able) to|i won['’]t)/iu;

/** The models of a run: when one fails, refuses or answers with nothing, the next one goes on with the same history. */
export class ModelCalls {
  readonly #models: readonly Llm[];
  readonly #purse: Purse;
  #at = 0;

  constructor(models: readonly [Llm, ...Llm[]], purse: Purse) {
    this.#models = models;
    this.#purse = purse;
  }

  get llm(): Llm {
    return this.#models[Math.min(this.#at, this.#models.length - 1)] as Llm;
  }

  /** Null when the rest of the money does not cover a call. */
  async ask(
    asked: Asked,
    messagesOf: (how: { isLight: boolean }) => LlmMessage[],
  ): Promise<LlmReply | LlmFailure | null> {
    for (;;) {
      const reply = await this.#tryOne(asked, messagesOf);
      const isUnusable = reply !== null && reply.ok === false && reply.code !== 'aborted';
      if (!isUnusable && !(reply?.ok && isUseless(reply))) return reply;
      if (this.#at >= this.#models.length - 1) return reply;
      this.#at += 1;
    }
  }

  /** The same request twice, then a shorter one without pictures. The client has repeated failed requests itself. */
  async #tryOne(asked: Asked, messagesOf: (how: { isLight: boolean }) => LlmMessage[]) {
    let reply: LlmReply | LlmFailure | null = null;
    for (const isLight of [false, false, true]) {
      if (reply?.ok === false && !isLight) continue;
      const next = await askPaid(this.llm, this.#purse, { ...asked, messages: messagesOf({ isLight }) });
      if (next === null) return reply;
      reply = next;
      if (reply.ok && !isUseless(reply)) return reply;
      if (!reply.ok && HOPELESS.has(reply.code)) return reply;
    }
    return reply;
  }
}

/** A shorter request changes nothing about these. */
const HOPELESS = new Set<LlmFailure['code']>(['aborted', 'model_auth', 'model_timeout', 'model_unreachable']);

function isUseless({ calls, text }: LlmReply): boolean {
  if (calls.length > 0) return calls.every(({ problem }) => problem?.includes('was cut off'));
  return text.trim() === '' || REFUSAL.test(text);
}
