import type { z } from 'zod';
import type { EndCode } from '../codes.ts';
import type { ProviderAccount, Task } from '../contract.ts';
import type { RowOptions } from '../options.ts';
import { readerOf } from '../wire/exchange.ts';
import type { TransportCall } from '../wire/transport.ts';

/**
 * A service that turns a page into text or data: one call, or a job that is polled. It gives the page as HTML (then our own
 * reading answers the task), as text, or the answer itself.
 */
export interface ExtractionEngine {
  headers?(account: ProviderAccount): Record<string, string>;
  request(page: AskedPage): EngineCall;
  /** Null when the answer is of another shape. `job` is there where a pending one was looked at. */
  read(answer: EngineAnswer, page: AskedPage, job?: string): Extracted | null;
  /** For engines that work as a job: looks again at a pending `read`. */
  view?(job: string, page: AskedPage): EngineCall;
  /** Null where nothing runs any more. */
  stop?(job: string, page: AskedPage): EngineCall | null;
}

/** `read` for an engine that answers in JSON of one shape. */
export function answerReader<Shape extends z.ZodType>(
  shape: Shape,
  read: (value: z.output<Shape>, page: AskedPage, job?: string) => Extracted | null,
): ExtractionEngine['read'] {
  const reader = readerOf(shape, read);
  return ({ json }, page, job) => reader(json, page, job);
}

export interface AskedPage {
  url: string;
  /** The question to the page, in words; empty when the page itself is wanted. */
  prompt: string;
  schema: Task['outputSchema'];
  options: RowOptions;
  account: ProviderAccount;
  maxCostUsd: number | null;
  attemptId: string;
}

export type EngineCall = Pick<TransportCall, 'method' | 'path'> &
  Partial<Pick<TransportCall, 'query' | 'body' | 'headers' | 'textAnswer' | 'timeoutMs'>>;

interface EngineAnswer {
  status: number;
  json: unknown;
  text: string;
  headers: Record<string, string>;
}

export type Extracted =
  | ({
      state: 'done';
      /** The page as it is: our own reading finds the answer in it. */
      html?: string | null;
      /** The page as text or Markdown. */
      text?: string | null;
      /** The answer, by the engine itself. */
      output?: unknown;
    } & PageFacts)
  | { state: 'pending'; job: string; waitMs?: number }
  /** The content is at another address, as text or markup. */
  | ({
      state: 'elsewhere';
      url: string;
      as: 'html' | 'text';
      /** Added to the address where it is the provider's own. */
      key?: Record<string, string>;
    } & PageFacts)
  /** Also where the HTTP status was 200. */
  | ({
      state: 'failed';
      /** Where the provider's own codes say nothing; `runner_failed` when left out. */
      code?: EndCode;
      /** In the engine's words: text, or JSON with text in it. */
      reason?: unknown;
    } & PageFacts);

interface PageFacts {
  finalUrl?: string | null;
  httpStatus?: number | null;
  title?: string | null;
  costUsd?: unknown;
  costUnits?: unknown;
}
