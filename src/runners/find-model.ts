import { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import { Llm } from '../platform/llm.ts';
import { userMessage } from '../platform/llm-messages.ts';
import type { Log } from '../platform/log.ts';
import { requestProvider } from '../platform/net/provider-client.ts';
import type { Secret } from '../platform/secret.ts';
import { type Catalog, settingPrefix } from './catalog.ts';
import type { OperatorAccounts } from './settings.ts';

interface FindOptions {
  catalog: Catalog;
  operator: OperatorAccounts;
  clock: Clock;
  log: Log;
  servers?: readonly ModelServer[];
  listLimitMs?: number;
}

/** A program that serves models on this machine, with its default address. */
interface ModelServer {
  name: string;
  port: number;
}

const SERVERS: readonly ModelServer[] = [
  { name: 'Ollama', port: 11434 },
  { name: 'LM Studio', port: 1234 },
  { name: 'llama.cpp', port: 8080 },
  { name: 'vLLM', port: 8000 },
];

/** Vendors whose keys people have in their environment, in the order in which they are tried. */
const VENDORS = ['openai', 'anthropic', 'gemini'];

/** Long enough for a program on this machine, too short to be noticed where none listens. */
const LIST_LIMIT_MS = 300;
/** A local model may be loaded from disk for its first answer. */
const TEST_LIMIT_MS = 15_000;
/** Models without text output. */
const WORDLESS = /embed|rerank|whisper|tts|bge|clip|diffusion/i;

const modelList = z.object({ data: z.array(z.object({ id: z.string() })) });

interface ModelChoice {
  /** The setting or program that it was found by. */
  by: string;
  baseUrl: string;
  apiKey: Secret | null;
  model: string;
  inputUsdPerMillion: number;
  outputUsdPerMillion: number;
}

/** Where the language model came from; `by` is null where there is none. */
export interface ModelOrigin {
  source: 'setting' | 'key' | 'local';
  by: string | null;
  /** Models that were found and do not answer. */
  notes: string[];
}

export interface FoundModel {
  /** Null where no found model answered. */
  llm: Llm | null;
  origin: ModelOrigin;
  /** For the start-up text: the model in use and those that did not answer. Empty where none was found. */
  lines: string[];
}

/** Finds a language model without a setting: by a vendor's key, else a server on this machine. It has to answer once. */
export async function findModel(options: FindOptions): Promise<FoundModel> {
  const silent: string[] = [];
  const sources = { key: async () => fromKeys(options), local: () => fromServers(options) };
  for (const source of ['key', 'local'] as const)
    for (const candidate of await sources[source]()) {
      const llm = await tested(candidate, options);
      const origin = { source, by: candidate.by, notes: silent };
      if (llm) return { llm, origin, lines: [usedLine(candidate), ...silent] };
      silent.push(`${candidate.model}, found by ${candidate.by}, did not answer a test call and is not used`);
    }
  return { llm: null, origin: { source: 'local', by: null, notes: silent }, lines: silent };
}

function usedLine({ model, by }: ModelChoice): string {
  return `${model}, found by ${by}, helps our own runners; LLM=off turns it off`;
}

function fromKeys({ catalog, operator }: FindOptions): ModelChoice[] {
  return VENDORS.flatMap((family) => {
    const account = operator.get(family);
    const apiKey = account?.secrets.api_key;
    const baseUrl = account?.baseUrl ?? catalog.providers.get(family)?.baseUrl;
    const row = catalog.rows.find(({ options }) => options.modelFamily === family && !options.computer);
    if (!apiKey || !baseUrl || !row) return [];
    const { model, inputUsdPerMillion, outputUsdPerMillion } = row.options;
    const by = `${settingPrefix(family)}_API_KEY`;
    return [
      {
        by,
        baseUrl,
        apiKey,
        model: String(model),
        inputUsdPerMillion: Number(inputUsdPerMillion),
        outputUsdPerMillion: Number(outputUsdPerMillion),
      },
    ];
  });
}

/** Queries all in parallel; other programs return no model list. */
async function fromServers({
  servers = SERVERS,
  listLimitMs: timeoutMs = LIST_LIMIT_MS,
}: FindOptions): Promise<ModelChoice[]> {
  const found = await Promise.all(
    servers.map(async ({ name, port }) => {
      const baseUrl = `http://127.0.0.1:${port}/v1`;
      const url = new URL(`${baseUrl}/models`);
      const listed = await requestProvider({ method: 'GET', url, timeoutMs });
      const list = modelList.safeParse(listed.ok && listed.status === 200 ? listed.json : null).data?.data;
      const model = list?.find(({ id }) => !WORDLESS.test(id))?.id;
      const free = { apiKey: null, inputUsdPerMillion: 0, outputUsdPerMillion: 0 };
      return model === undefined ? [] : [{ by: `${name} on port ${port}`, baseUrl, model, ...free }];
    }),
  );
  return found.flat();
}

async function tested({ by: _, ...settings }: ModelChoice, { clock, log }: FindOptions): Promise<Llm | null> {
  const trial = new Llm({ settings, clock, log, timeoutMs: TEST_LIMIT_MS, longestWaitMs: 0 });
  const reply = await trial.ask({
    system: 'You are tested for being there.',
    messages: [userMessage('Answer with the one word: ready')],
    signal: AbortSignal.timeout(TEST_LIMIT_MS),
  });
  return reply.ok && reply.text.trim() !== '' ? new Llm({ settings, clock, log }) : null;
}
