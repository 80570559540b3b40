import type { RunWarning } from '../run.ts';
import { agentInput, createBody, structuredInput } from '../schema-create.ts';

/** Members of the APIs of language models without effect on a browser run, and the value that asks for nothing. */
const IGNORED: Readonly<Record<string, unknown>> = {
  audio: null,
  container: null,
  context_management: null,
  conversation: null,
  frequency_penalty: 0,
  function_call: 'none',
  functions: null,
  include: null,
  logit_bias: null,
  max_completion_tokens: null,
  max_output_tokens: null,
  max_tokens: null,
  max_tool_calls: null,
  mcp_servers: null,
  metadata: null,
  modalities: null,
  moderation: null,
  parallel_tool_calls: false,
  prediction: null,
  presence_penalty: 0,
  prompt: null,
  prompt_cache_key: null,
  prompt_cache_options: null,
  prompt_cache_retention: null,
  reasoning: null,
  reasoning_effort: null,
  safety_identifier: null,
  seed: null,
  service_tier: 'default',
  stop: null,
  stop_sequences: null,
  store: true,
  stream_options: null,
  temperature: 1,
  thinking: null,
  tool_choice: 'none',
  tools: null,
  top_k: null,
  top_logprobs: 0,
  top_p: 1,
  truncation: 'disabled',
  user: null,
  verbosity: null,
  web_search_options: null,
};

const MAX_WARNINGS = 20;
const MAX_NAME = 80;

/** The members of a create body that change nothing: a misspelt ceiling must not be lost in silence. */
export function unusedMembers(
  body: Readonly<Record<string, unknown>>,
  known: readonly string[] = Object.keys(createBody.shape),
): RunWarning[] {
  const parts = Object.keys(structuredInput.shape);
  const { input } = body;
  const isStructured =
    known.includes('input') && typeof input === 'object' && input !== null && !Array.isArray(input);
  const ofBody = unknownOf(body, known).filter((name) => !asksForNothing(name, body[name]));
  const ofInput = isStructured ? unknownOf(input, parts) : [];
  const settings = Object.keys(agentInput.shape);
  const { agent } = body;
  const ofAgent =
    known.includes('agent') && typeof agent === 'object' && agent !== null ? unknownOf(agent, settings) : [];
  // Only the members that are shown are described: a body may have any number of them.
  const shown = [
    ...ofBody.slice(0, MAX_WARNINGS).map((name) => warningFor(name, known)),
    ...ofInput.slice(0, MAX_WARNINGS).map((name) => unknownMember(name, parts, 'input.')),
    ...ofAgent.slice(0, MAX_WARNINGS).map((name) => unknownMember(name, settings, 'agent.')),
  ];
  const count = ofBody.length + ofInput.length + ofAgent.length;
  if (count <= MAX_WARNINGS) return shown;
  const message = `${count - MAX_WARNINGS + 1} more members were ignored.`;
  return [...shown.slice(0, MAX_WARNINGS - 1), { code: 'unknown_parameter', param: null, message }];
}

function unknownOf(object: object, known: readonly string[]): string[] {
  return Object.keys(object).filter((name) => !known.includes(name));
}

function asksForNothing(name: string, value: unknown): boolean {
  if (!Object.hasOwn(IGNORED, name)) return false;
  return value === null || value === IGNORED[name] || (Array.isArray(value) && value.length === 0);
}

function warningFor(name: string, known: readonly string[]): RunWarning {
  if (!Object.hasOwn(IGNORED, name)) return unknownMember(name, known, '');
  return { code: 'ignored_parameter', param: name, message: `"${name}" has no effect on a browser run.` };
}

function unknownMember(name: string, known: readonly string[], path: string): RunWarning {
  const cut = name.slice(0, MAX_NAME).toWellFormed();
  const shown = path + cut;
  const meant = known.find((one) => isLike(one, cut));
  const hint = meant ? ` Did you mean "${path}${meant}"?` : '';
  return {
    code: 'unknown_parameter',
    param: shown,
    message: `"${shown}" is unknown and was ignored.${hint}`,
  };
}

/** `max_cost`, `maxCostUsd` and `maxcostusd` are like `max_cost_usd`. */
function isLike(known: string, sent: string): boolean {
  const [one, other] = [known, sent].map((name) => name.toLowerCase().replace(/[^a-z]/g, '')) as [
    string,
    string,
  ];
  return other.length >= 4 && (one.startsWith(other) || other.startsWith(one));
}
