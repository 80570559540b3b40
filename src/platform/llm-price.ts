import { knownModel } from './known-models.ts';
import { schemaOf } from './llm-calls.ts';
import { hasPictures, type LlmMessage, withoutPictures } from './llm-messages.ts';
import type { LlmAsk, LlmSettings, LlmUsage } from './llm-types.ts';
import { roundHalfEven } from './money.ts';

/** More than any model takes in or gives back at once, and more than one call may cost. */
const MAX_INPUT_TOKENS = 3_000_000;
const MAX_TOKENS_BACK = 300_000;
const MAX_CALL_MICRO_USD = 2_000_000;
/** Of a picture of a browser window. */
const PICTURE_TOKENS = 1_600;

interface Prices {
  input: number;
  cached: number;
  output: number;
}

/**
 * The endpoint's own price, else tokens by the configured prices. Counts are not trusted blindly: an impossible one is ignored
 * (then four characters are a token), and no call costs more than a bound.
 */
export function priced(
  reported: {
    inputTokens?: number;
    outputTokens?: number;
    inputTokenDetails?: { cacheReadTokens?: number };
    raw?: Record<string, unknown>;
  },
  settings: LlmSettings,
  ask: LlmAsk,
  text: string,
): { usage: LlmUsage; costMicroUsd: number } {
  const inputTokens = plausible(reported.inputTokens, MAX_INPUT_TOKENS) ?? tokensIn(ask.system, ask.messages);
  const cachedTokens = plausible(reported.inputTokenDetails?.cacheReadTokens, inputTokens) ?? 0;
  const outputTokens = plausible(reported.outputTokens, MAX_TOKENS_BACK) ?? Math.ceil(text.length / 4);
  const usage = { inputTokens, cachedTokens, outputTokens };
  const charged = reported.raw?.cost;
  const isCharged = typeof charged === 'number' && Number.isFinite(charged) && charged >= 0;
  const microUsd = isCharged ? charged * 1_000_000 : priceOf(usage, settings);
  return { usage, costMicroUsd: Math.min(roundHalfEven(microUsd), MAX_CALL_MICRO_USD) };
}

/** Of a model without a known or set price. */
const GUESS = { input: 0.4, output: 1.6 };

export function pricesOf(settings: LlmSettings): Prices {
  const { model, inputUsdPerMillion, cachedUsdPerMillion, outputUsdPerMillion } = settings;
  const known = knownModel(model);
  const input = inputUsdPerMillion ?? known?.inputUsdPerMillion ?? GUESS.input;
  const isKnownInput = inputUsdPerMillion === undefined || inputUsdPerMillion === known?.inputUsdPerMillion;
  return {
    input,
    cached: cachedUsdPerMillion ?? (isKnownInput ? known?.cachedUsdPerMillion : null) ?? input,
    output: outputUsdPerMillion ?? known?.outputUsdPerMillion ?? GUESS.output,
  };
}

export function priceOf(
  { inputTokens, cachedTokens, outputTokens }: LlmUsage,
  settings: LlmSettings,
): number {
  const { input, cached, output } = pricesOf(settings);
  return (inputTokens - cachedTokens) * input + cachedTokens * cached + outputTokens * output;
}

const toolSizes = new WeakMap<object, number>();

/** The input of a call, tools and pictures included. */
export function inputTokens({
  system,
  messages,
  tools,
}: Pick<LlmAsk, 'system' | 'messages' | 'tools'>): number {
  const pictures = messages.filter((message) => hasPictures([message])).length;
  let ofTools = tools ? toolSizes.get(tools) : 0;
  if (ofTools === undefined) {
    ofTools = Math.ceil(toolsInstruction(tools).length / 4);
    if (tools) toolSizes.set(tools, ofTools);
  }
  return tokensIn(system, messages) + ofTools + pictures * PICTURE_TOKENS;
}

/** About four characters are a token. */
export function tokensIn(system: string, messages: LlmMessage[]): number {
  return Math.ceil((system.length + JSON.stringify(withoutPictures(messages)).length) / 4);
}

function plausible(tokens: number | undefined, most: number): number | null {
  return tokens !== undefined && tokens >= 0 && tokens <= most ? tokens : null;
}

/** For an endpoint that takes no tools: the model writes its call. */
export function toolsInstruction(tools: LlmAsk['tools'] = {}): string {
  const lines = Object.entries(tools).map(([name, { description, input }]) => {
    const schema = { ...schemaOf(input), $schema: undefined };
    return `- ${name}: ${description} Arguments: ${JSON.stringify(schema)}`;
  });
  return `Use a tool by answering with nothing but one JSON object, {"name": "...", "arguments": {...}}. The tools:\n${lines.join('\n')}`;
}
