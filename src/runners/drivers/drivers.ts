import { LRUCache } from 'lru-cache';
import type { ComputerVendor } from '../../agent/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { Llm } from '../../platform/llm.ts';
import type { Log } from '../../platform/log.ts';
import type { Gate } from '../../platform/net/gate.ts';
import { installCommand } from '../../platform/optional-packages.ts';
import type { Extractor } from '../../reading/index.ts';
import { type CatalogRow, type ProviderFacts, settingPrefix } from '../catalog.ts';
import { type AttemptResult, type AttemptScope, type RunnerFacts, stuck, type Task } from '../contract.ts';
import type { Browsers } from '../local/browser-attempt.ts';
import { createLocalAgent } from '../local/local-agent.ts';
import { browseByRules } from '../local/local-chromium.ts';
import { accountOf, fingerprint } from '../wire/account-of.ts';
import { agentBrowser } from './agent-browser.ts';
import { midscene, midsceneProblem } from './midscene.ts';
import { playwrightMcp } from './playwright-mcp.ts';
import { stagehand } from './stagehand.ts';

/** Optional packages, each by a file of it. */
const PACKAGES: Record<string, string> = {
  'playwright-mcp': '@playwright/mcp',
  stagehand: '@browserbasehq/stagehand',
  midscene: '@midscene/web',
  'agent-browser': 'agent-browser/package.json',
};

/** The npm package that the driver needs; null when it needs none. */
export function packageOf(driver: unknown): string | null {
  return PACKAGES[String(driver)]?.replace('/package.json', '') ?? null;
}

/** The missing step before the driver can be used here, with the operator's model if there is one; null when it can. */
export function driverProblem(driver: unknown, model: string | null = null): string | null {
  const file = PACKAGES[String(driver)];
  if (file === undefined) return null;
  try {
    import.meta.resolve(file);
  } catch {
    return installCommand(file.replace('/package.json', ''));
  }
  return driver === 'midscene' && model !== null ? midsceneProblem(model) : null;
}

/** Works in a browser, wherever that comes from. */
export type Driver = (options: DriverOptions, task: Task, scope: AttemptScope) => Promise<AttemptResult>;

export interface DriverOptions {
  facts: RunnerFacts;
  row: Pick<CatalogRow, 'facts' | 'options'>;
  browsers: Browsers;
  gate: Gate;
  extractor: Extractor;
  clock: Clock;
  log: Log;
  /** The operator's model; null where none is configured. */
  llm: Llm | null;
  providers: ReadonlyMap<string, ProviderFacts>;
  navigationTimeoutMs?: number;
  settleTimeoutMs?: number;
}

export const drivers: Record<string, Driver> = {
  /** Without a language model: it goes by the task's words and the page. */
  'page-agent': browseByRules,

  /** A language model with our tools: the row's own, or the operator's. */
  'model-agent': thinking((options, task, scope) => createLocalAgent(options).run(task, scope)),

  /** The operator's model with the tools of Playwright's MCP server. */
  'playwright-mcp': thinking((options, task, scope) =>
    createLocalAgent({ ...options, hands: playwrightMcp }).run(task, scope),
  ),

  /** The operator's model with the tools of agent-browser, in a browser that no other run shares. */
  'agent-browser': thinking((options, task, scope) => {
    const acquire = options.browsers.alone ?? options.browsers.acquire;
    return createLocalAgent({ ...options, browsers: { acquire }, hands: agentBrowser }).run(task, scope);
  }),

  /** Midscene's agent with the operator's model: it goes by pictures. */
  midscene: thinking((options, task, scope) =>
    createLocalAgent({ ...options, drive: midscene }).run(task, scope),
  ),

  /** Stagehand's agent with the operator's model. */
  stagehand: thinking(stagehand),

  /** A vendor's own computer-use tool: `options.computer` names the file that speaks it. */
  async 'computer-use'(options, task, scope) {
    const { vendor: computer }: { vendor: ComputerVendor } = await import(
      `./computer-use/${options.row.options.computer}.ts`
    );
    const drive = thinking(
      (known, asked, its) => createLocalAgent({ ...known, computer }).run(asked, its),
      computer,
    );
    return drive(options, task, scope);
  },
};

/** A driver that needs a language model: the row's own, or the operator's. */
function thinking(
  drive: (options: DriverOptions & { llm: Llm }, task: Task, scope: AttemptScope) => Promise<AttemptResult>,
  vendor?: ComputerVendor,
): Driver {
  return async (options, task, scope) => {
    const llm = modelOf(options, scope, vendor);
    if (llm === null) return stuck('no_model', 'No language model is configured.');
    return drive({ ...options, llm }, task, scope);
  };
}

const models = new LRUCache<string, Llm>({ max: 500 });

function modelOf(
  { row, llm, providers, clock, log }: DriverOptions,
  scope: AttemptScope,
  vendor?: ComputerVendor,
): Llm | null {
  const { modelFamily: family, model, inputUsdPerMillion, outputUsdPerMillion } = row.options;
  if (family === undefined) return llm;
  const account = accountOf(scope, family);
  const baseUrl = account.baseUrl ?? providers.get(family)?.baseUrl ?? '';
  const apiKey = account.secrets.api_key ?? null;
  const key = `${fingerprint(account)} ${model} ${row.options.computer ?? ''}`;
  const known = models.get(key);
  if (known) return known;
  const prices = {
    inputUsdPerMillion: Number(inputUsdPerMillion),
    outputUsdPerMillion: Number(outputUsdPerMillion),
  };
  const settings = { baseUrl, model: model ?? '', apiKey, ...prices };
  const made = new Llm({
    settings,
    settingPrefix: settingPrefix(family),
    clock,
    log,
    ...(vendor && { vendor }),
  });
  models.set(key, made);
  return made;
}
