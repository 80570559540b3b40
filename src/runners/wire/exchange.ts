import { AsyncLocalStorage } from 'node:async_hooks';
import type { z } from 'zod';
import type { EndCode } from '../codes.ts';
import type { Difference } from '../contract.ts';
import { differencesIn, wordOf } from './differences.ts';
import { masked } from './masked.ts';
import { refusalIn } from './vendor-codes.ts';

/** A call to a provider with everything replaced that belongs to somebody: keys, texts, ids. */
export interface ExchangedCall {
  method: string;
  path: string;
  request?: unknown;
  /** Null without an answer. */
  status: number | null;
  answer?: unknown;
}

const MOST_DIFFERENCES = 20;
const MOST_CALLS = 200;

/** The exchange of one attempt with providers: its differences and, for a test, the calls themselves. */
export class Exchange {
  /** Words for states, in the order of their first appearance. */
  readonly states = new Set<string>();
  /** The provider reported a cost. */
  isCostReported = false;
  readonly calls: ExchangedCall[] = [];
  readonly #found = new Map<string, Difference>();
  readonly #keepsCalls: boolean;
  #refusal: { code: EndCode; difference: Difference } | null = null;

  constructor(keepsCalls = false) {
    this.#keepsCalls = keepsCalls;
  }

  get differences(): Difference[] {
    return [...this.#found.values()];
  }

  note(difference: Difference): void {
    if (this.#found.size < MOST_DIFFERENCES && !this.#found.has(difference.field))
      this.#found.set(difference.field, difference);
  }

  /** The last call that its provider refused, in case that ends the attempt. */
  refused(code: EndCode, difference: Difference): void {
    this.#refusal = { code, difference };
  }

  /** For an answer without usable data and without a field that explains it. */
  missed(field: string, expected: string, seen = 'missing'): void {
    if (this.#found.size === 0) this.note({ field, expected, seen });
  }

  /** Called with the code of an attempt that failed. */
  ended(code: string): void {
    if (this.#refusal?.code === code) this.note(this.#refusal.difference);
  }

  called({ request, answer, ...call }: ExchangedCall): void {
    if (!this.#keepsCalls || this.calls.length >= MOST_CALLS) return;
    this.calls.push({ ...call, request: masked(request), answer: masked(answer) });
  }
}

const exchanges = new AsyncLocalStorage<Exchange>();

/** Records the calls made in this work, at whatever depth. */
export function exchanging<Value>(exchange: Exchange, work: () => Value): Value {
  return exchanges.run(exchange, work);
}

export function currentExchange(): Exchange | undefined {
  return exchanges.getStore();
}

/** Reads an answer, or a part of one, and notes its differences. The only way from a provider's JSON to a value. */
export function parseAs<Shape extends z.ZodType>(
  shape: Shape,
  json: unknown,
): z.ZodSafeParseResult<z.output<Shape>> {
  const read = shape.safeParse(json);
  const exchange = exchanges.getStore();
  // A refusal has another shape than an answer.
  if (exchange && (read.success || !refusalIn(json)))
    for (const difference of differencesIn(shape, json)) exchange.note(difference);
  return read;
}

/** The same; undefined when it cannot be used. */
export function readAs<Shape extends z.ZodType>(shape: Shape, json: unknown): z.output<Shape> | undefined {
  return parseAs(shape, json).data;
}

/** A function that reads JSON of one shape; it returns null for any other JSON. */
export function readerOf<Shape extends z.ZodType, Rest extends unknown[], Result>(
  shape: Shape,
  read: (value: z.output<Shape>, ...rest: Rest) => Result | null,
) {
  return (json: unknown, ...rest: Rest): Result | null => {
    const value = readAs(shape, json);
    return value === undefined ? null : read(value, ...rest);
  };
}

/** The meaning of a provider's word for a state; undefined for one that nobody knows, which is noted. */
export function meaningOfState<State extends string>(
  states: Readonly<Record<string, State>>,
  word: string,
): State | undefined {
  const exchange = exchanges.getStore();
  exchange?.states.add(wordOf(word));
  const state = states[word] ?? states[word.toLowerCase()];
  if (state === undefined)
    exchange?.note({ field: 'status', expected: Object.keys(states).join(' | '), seen: wordOf(word) });
  return state;
}
