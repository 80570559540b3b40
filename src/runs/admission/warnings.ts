import type { RunWarning } from '../run.ts';
import { createBody, structuredInput } from '../schema-create.ts';

/** Members of the Responses API without effect on a browser run, and the value that asks for nothing. */
const IGNORED: Readonly<Record<string, unknown>> = {
  context_management: null,
  conversation: null,
  frequency_penalty: 0,
  include: null,
  max_output_tokens: null,
  max_tool_calls: null,
  moderation: null,
  parallel_tool_calls: false,
  presence_penalty: 0,
  prompt: null,
  prompt_cache_key: null,
  prompt_cache_options: null,
  prompt_cache_retention: null,
  reasoning: null,
  safety_identifier: null,
  service_tier: 'default',
  store: true,
  stream_options: null,
  temperature: 1,
  tool_choice: 'none',
  tools: null,
  top_logprobs: 0,
  top_p: 1,
  truncation: 'disabled',
  user: null,
};

const MAX_WARNINGS = 20;
const MAX_NAME = 80;

/** The members of a create body that change nothing: a misspelt ceiling must not be lost in silence. */
export function unusedMembers(body: Readonly<Record<string, unknown>>): RunWarning[] {
  const known = Object.keys(createBody.shape);
  const parts = Object.keys(structuredInput.shape);
  const { input } = body;
  const isStructured = typeof input === 'object' && input !== null && !Array.isArray(input);
  const all = [
    ...unknownOf(body, known).map((name) => warningFor(name, body[name], known, '')),
    ...(isStructured ? unknownOf(input, parts).map((name) => unknownMember(name, parts, 'input.')) : []),
  ].filter((warning) => warning !== null);
  if (all.length <= MAX_WARNINGS) return all;
  const message = `${all.length - MAX_WARNINGS + 1} more members were ignored.`;
  return [...all.slice(0, MAX_WARNINGS - 1), { code: 'unknown_parameter', param: null, message }];
}

function unknownOf(object: object, known: string[]): string[] {
  return Object.keys(object).filter((name) => !known.includes(name));
}

function warningFor(name: string, value: unknown, known: string[], path: string): RunWarning | null {
  if (!Object.hasOwn(IGNORED, name)) return unknownMember(name, known, path);
  const isEmpty = value === null || value === IGNORED[name] || (Array.isArray(value) && value.length === 0);
  return isEmpty
    ? null
    : { code: 'ignored_parameter', param: name, message: `\`${name}\` has no effect on a browser run.` };
}

function unknownMember(name: string, known: string[], path: string): RunWarning {
  const shown = path + name.slice(0, MAX_NAME).toWellFormed();
  const meant = known.find((one) => isLike(one, name));
  const hint = meant ? ` Did you mean \`${path}${meant}\`?` : '';
  return {
    code: 'unknown_parameter',
    param: shown,
    message: `\`${shown}\` is unknown and was ignored.${hint}`,
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
