import type { LanguageModel, ToolSet } from 'ai';
import type { LlmToolCall, LlmTools } from './llm-calls.ts';
import type { LlmMessage } from './llm-messages.ts';
import type { ModelRole } from './model-meter.ts';
import type { providerFetch } from './net/provider-fetch.ts';
import type { Secret } from './secret.ts';

export interface LlmSettings {
  /** Of an OpenAI-compatible API: the address without `/chat/completions`. */
  baseUrl: string;
  apiKey: Secret | null;
  model: string;
  /** Models of the same endpoint that take over when this one fails. */
  others?: readonly string[];
  /** Prices that are not set are those of the known models, else a guess. */
  inputUsdPerMillion?: number | undefined;
  /** Of input that the endpoint reads from its cache; the price of other input where it is missing. */
  cachedUsdPerMillion?: number | undefined;
  outputUsdPerMillion?: number | undefined;
}

/** A vendor's own wire, for features that the OpenAI-compatible one lacks. */
export interface LlmVendor {
  connect(
    settings: { baseUrl: string; apiKey: string; model: string },
    fetch: ReturnType<typeof providerFetch>,
  ): Promise<{
    model: LanguageModel;
    /** Tools that the vendor defines itself. */
    tools: ToolSet;
    providerOptions?: Record<string, Record<string, boolean | string>>;
  }>;
}

export interface LlmAsk {
  /** For the list of model calls of a run; `agent` when left out. */
  role?: ModelRole;
  effort?: 'low' | 'medium' | 'high';
  system: string;
  messages: LlmMessage[];
  /** `input` is the shape of the call, as a Zod or a JSON Schema. */
  tools?: LlmTools;
  /** The answer has to be a call of one of the tools. */
  mustCall?: boolean;
  /** The answer has to be JSON of this shape; `reply.json` holds it. The caller checks it: models err. */
  json?: Record<string, unknown>;
  maxOutputTokens?: number;
  /** One try only: the caller does not wait for a second. */
  isOnce?: boolean;
  signal: AbortSignal;
}

export interface LlmReply {
  ok: true;
  text: string;
  calls: LlmToolCall[];
  /** Undefined when no JSON was requested, none came, or it was truncated. */
  json: unknown;
  /** The reply as it goes into the conversation. */
  message: LlmMessage;
  usage: LlmUsage;
  costMicroUsd: number;
}

export interface LlmUsage {
  inputTokens: number;
  cachedTokens: number;
  outputTokens: number;
}
