import { askFirstStep } from '../agent/index.ts';
import type { Clock } from '../platform/clock.ts';
import { isObject } from '../platform/json.ts';
import type { Llm, LlmReply, LlmUsage } from '../platform/llm.ts';
import { userMessage } from '../platform/llm-messages.ts';
import type { LlmFailure } from '../platform/llm-refusal.ts';

/** A red square. */
const PICTURE = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/4gHYSUNDX1BST0ZJTEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADb/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAAwADADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFgEBAQEAAAAAAAAAAAAAAAAAAAQF/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8AgASt0AAAAAAAAAAAAAAAB//Z',
  'base64',
);

/** A page of the demo shop as the loop shows it. */
const PAGE = `Title: Kettles and pots · Hedgehog Outfitters
Address: https://shop.example/kettles

# Kettles and pots
[3] searchbox "Search the shop"
[12] link "Fernfall Camp Kettle" -> /products/fernfall-camp-kettle
Steel, 1.2 litres. $58.00. In stock.
[14] button "Add Fernfall Camp Kettle to basket"
[18] link "Moor Enamel Kettle" -> /products/moor-enamel-kettle
Enamel, 0.9 litres. $39.00. Sold out.
[20] link "Basket (0)" -> /basket`;

interface ExamCheck {
  name: 'tools' | 'json' | 'vision' | 'context' | 'speed' | 'caching';
  ok: boolean;
  detail: string;
}

export interface Examination {
  checks: ExamCheck[];
  roles: { role: 'agent' | 'extraction' | 'grader'; fit: boolean; reason: string }[];
  contextTokens: number;
  tokensPerSecond: number | null;
  tenStepsMicroUsd: number;
  costMicroUsd: number;
  /** Why the model could not be asked; null when it answered. */
  failure: LlmFailure | null;
}

const STEPS = 10;
/** By which the history of a task grows with each step. */
const GROWTH_TOKENS = 900;
const CONTEXT_TOKENS = 10_000;
/** Slower answers make a task of ten steps take minutes. */
const SLOW_MS = 20_000;

/** A small examination of a language model: what it can do here, how fast and at which price. */
export async function examineModel(llm: Llm, clock: Clock, signal: AbortSignal): Promise<Examination> {
  const today = clock.now().toISOString().slice(0, 10);
  const exam = new Exam(llm, clock);
  const step = (task: string) => exam.ask(() => askFirstStep(llm, { task, page: PAGE, today, signal }));
  const first = await step('Open the page of the Fernfall Camp Kettle.');
  if (!first.reply.ok) return exam.ended(first.reply);
  const second = await step('Search the shop for a grinder.');
  exam.check('tools', isCall(first.reply, 'click', 12) && isCall(second.reply, 'type', 3), [
    'Calls the right tools.',
    `Expected click(12) and type(3); called ${callsOf(first.reply)} and ${callsOf(second.reply)}.`,
  ]);
  const cached = second.reply.ok ? second.reply.usage.cachedTokens : 0;
  exam.check('caching', cached > 0, [
    `Read ${cached} tokens of the second request from the cache.`,
    'The endpoint reports no cached tokens.',
  ]);
  const json = await exam.ask(() =>
    llm.ask({
      role: 'extraction',
      system: 'You read data out of a page.',
      messages: [userMessage(`The cheapest kettle that is in stock.\n\n${PAGE}`)],
      json: SCHEMA,
      signal,
    }),
  );
  const data = json.reply.ok && isObject(json.reply.json) ? json.reply.json : null;
  exam.check('json', /fernfall/i.test(String(data?.name)) && Number(data?.price) === 58, [
    'Fills a schema with the right values.',
    `Expected the Fernfall Camp Kettle for 58; returned ${JSON.stringify(data).slice(0, 100)}.`,
  ]);
  const seen = await exam.ask(() =>
    ask(llm, 'Which colour is this picture? Answer with one word.', signal, PICTURE),
  );
  exam.check('vision', llm.canSee && /\bred\b/i.test(textOf(seen.reply)), [
    'Reads images.',
    'Cannot read images. Choose another model for pages that draw on a canvas.',
  ]);
  const filler = 'The shop opens at nine. '.repeat((CONTEXT_TOKENS * 4) / 24);
  const long = await exam.ask(() =>
    ask(llm, `The code word is heron. ${filler}\nWhat is the code word? Answer with one word.`, signal),
  );
  exam.check('context', /heron/i.test(textOf(long.reply)), [
    `Remembers the start of ${CONTEXT_TOKENS.toLocaleString('en')} tokens.`,
    `Forgets the start of ${CONTEXT_TOKENS.toLocaleString('en')} tokens. Raise the context length of its server (Ollama: OLLAMA_CONTEXT_LENGTH).`,
  ]);
  exam.check('speed', first.ms < SLOW_MS, [
    `A step takes ${(first.ms / 1_000).toFixed(1)} seconds.`,
    `A step takes ${(first.ms / 1_000).toFixed(1)} seconds; a task of ten steps takes minutes.`,
  ]);
  return exam.ended(null, first, cached);
}

const SCHEMA = {
  type: 'object',
  properties: { name: { type: 'string' }, price: { type: 'number' } },
  required: ['name', 'price'],
  additionalProperties: false,
};

interface Asked {
  reply: LlmReply | LlmFailure;
  ms: number;
}

class Exam {
  readonly #llm: Llm;
  readonly #clock: Clock;
  readonly #checks: ExamCheck[] = [];
  #costMicroUsd = 0;

  constructor(llm: Llm, clock: Clock) {
    this.#llm = llm;
    this.#clock = clock;
  }

  async ask(call: () => Promise<LlmReply | LlmFailure>): Promise<Asked> {
    const startedAt = this.#clock.mono();
    const reply = await call();
    this.#costMicroUsd += reply.costMicroUsd;
    return { reply, ms: this.#clock.mono() - startedAt };
  }

  check(name: ExamCheck['name'], ok: boolean, [good, bad]: [good: string, bad: string]): void {
    this.#checks.push({ name, ok, detail: ok ? good : bad });
  }

  ended(failure: LlmFailure | null, step?: Asked, cachedTokens = 0): Examination {
    const isOk = (name: ExamCheck['name']) => this.#checks.some((check) => check.name === name && check.ok);
    const usage = step?.reply.ok ? step.reply.usage : null;
    const outputTokens = usage?.outputTokens ?? 0;
    return {
      checks: this.#checks,
      roles: [
        roleOf('agent', {
          'Does not call tools reliably.': isOk('tools'),
          'Context too short.': isOk('context'),
        }),
        roleOf('extraction', {
          'Does not fill schemas reliably.': isOk('json'),
          'Context too short.': isOk('context'),
        }),
        roleOf('grader', { 'Does not fill schemas reliably.': isOk('json') }),
      ],
      contextTokens: this.#llm.contextTokens,
      tokensPerSecond:
        step && outputTokens > 0 ? Math.round((1_000 * outputTokens) / Math.max(1, step.ms)) : null,
      tenStepsMicroUsd: usage ? this.#priceOfTask(usage, cachedTokens) : 0,
      costMicroUsd: this.#costMicroUsd,
      failure,
    };
  }

  /** Ten steps whose history grows, cached where the endpoint caches. */
  #priceOfTask({ inputTokens, outputTokens }: LlmUsage, cachedTokens: number): number {
    let microUsd = 0;
    for (let step = 0; step < STEPS; step += 1) {
      const input = inputTokens + step * GROWTH_TOKENS;
      const cached = cachedTokens > 0 && step > 0 ? input - GROWTH_TOKENS : 0;
      microUsd += this.#llm.microUsdFor({
        inputTokens: input,
        cachedTokens: Math.max(0, cached),
        outputTokens,
      });
    }
    return Math.round(microUsd);
  }
}

function roleOf(role: Examination['roles'][number]['role'], needs: Record<string, boolean>) {
  const [missing] = Object.entries(needs).find(([, isThere]) => !isThere) ?? [];
  return { role, fit: missing === undefined, reason: missing ?? 'Passed the checks.' };
}

function ask(llm: Llm, question: string, signal: AbortSignal, picture: Uint8Array | null = null) {
  return llm.ask({ system: 'Answer shortly.', messages: [userMessage(question, picture)], signal });
}

function textOf(reply: LlmReply | LlmFailure): string {
  return reply.ok ? reply.text : '';
}

function isCall(reply: LlmReply | LlmFailure, name: string, n: number): boolean {
  const [call] = reply.ok ? reply.calls : [];
  return call?.name === name && call.problem === null && numberIn(call.input) === n;
}

function numberIn(input: unknown): unknown {
  return isObject(input) ? input.n : undefined;
}

function callsOf(reply: LlmReply | LlmFailure): string {
  if (!reply.ok) return 'nothing';
  return reply.calls.map(({ name, input }) => `${name}(${numberIn(input) ?? ''})`).join(', ') || 'nothing';
}
