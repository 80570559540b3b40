import { ApiError } from '../errors.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { CatalogRow } from '../runners/catalog.ts';
import type { ProviderAccount, ProviderAccounts, RunnerFacts } from '../runners/contract.ts';
import type { BrowserSource } from '../runners/infra/browser-source.ts';
import { createLender, type Lender } from '../runners/infra/lender.ts';
import type { RowOptions } from '../runners/options.ts';
import type { OwnKeys, Registry } from '../runners/registry.ts';
import type { CreateSession } from './schema.ts';

export const EMBEDDED = 'embedded';

/** The lenders of browsers for sessions, best first: the one whose API this is, then by price. */
const NAMES = ['browserbase', 'kernel', 'steel', 'hyperbrowser', 'browserless', 'anchor'] as const;
type Name = (typeof NAMES)[number];

interface Options {
  registry: Registry;
  /** The workspaces' own keys. */
  keys: {
    owned(workspaceId: string): Promise<OwnKeys>;
    accountsFor(workspaceId: string, runner: string): Promise<ProviderAccounts>;
  };
  clock: Clock;
  log: Log;
}

/** A provider, and the account that one workspace uses it under. */
export interface SessionProvider {
  name: string;
  lender: Lender;
  account: ProviderAccount;
  minutePriceMicro: number;
  /** The request to the provider, in its own words. */
  options: Readonly<Record<string, unknown>>;
}

/** The providers of browsers that sessions can be had from. */
export class SessionProviders {
  readonly #options: Options;
  readonly #lenders = new Map<string, Promise<Lender>>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** The requested provider, else the best for this workspace; null for a browser of our own. */
  async choose(workspaceId: string, body: CreateSession): Promise<SessionProvider | null> {
    const asked = body.svc?.provider;
    const hasContext = body.browserSettings?.context !== undefined;
    if (asked === EMBEDDED || (asked === undefined && hasContext)) return null;
    if (hasContext)
      throw invalid(
        'browserSettings.context',
        'Contexts are kept for embedded sessions only; leave out `svc.provider`.',
      );
    const own = await this.#options.keys.owned(workspaceId);
    const name = asked === undefined ? this.#best(own) : this.#known(asked, own);
    return name === null ? null : this.find(workspaceId, name, body);
  }

  async find(workspaceId: string, name: string, body: CreateSession = {}): Promise<SessionProvider | null> {
    const row = this.#row(name);
    if (!row) return null;
    const { facts } = row;
    const accounts = await this.#options.keys.accountsFor(workspaceId, facts.slug);
    const account = accounts[facts.family] ?? {
      family: facts.family,
      secrets: {},
      baseUrl: null,
      isOwn: false,
    };
    const options = { ...row.options, ...wishes[name as Name](body) };
    return {
      name,
      lender: await this.#lender(name, row),
      account,
      minutePriceMicro: minutePrice(facts),
      options,
    };
  }

  #best(own: OwnKeys): string | null {
    const on = NAMES.filter((name) => this.#entry(name, own)?.status === 'available');
    return on.find((name) => own.has(this.#row(name)?.facts.family ?? name)) ?? on[0] ?? null;
  }

  #known(asked: string, own: OwnKeys): string {
    const entry = this.#entry(asked, own);
    if (!entry)
      throw invalid(
        'svc.provider',
        `Unknown session provider ${asked.slice(0, 80)}. Use one of: ${[EMBEDDED, ...NAMES].join(', ')}.`,
      );
    if (entry.status !== 'available')
      throw new ApiError('runner_unavailable', `${entry.facts.name} is not available: ${entry.reason}.`);
    return asked;
  }

  #entry(name: string, own: OwnKeys) {
    const row = this.#row(name);
    return row ? this.#options.registry.entry(row.facts.slug, own) : null;
  }

  #row(name: string): CatalogRow | null {
    const { rows } = this.#options.registry.catalog;
    if (!NAMES.includes(name as Name)) return null;
    return rows.find(({ adapter, facts }) => adapter === `infra/${name}` && facts.family === name) ?? null;
  }

  #lender(name: string, { facts, baseUrl }: CatalogRow): Promise<Lender> {
    const { clock, log } = this.#options;
    const lender =
      this.#lenders.get(name) ??
      import(`../runners/infra/sources/${name}.ts`).then(({ source }: { source: BrowserSource }) =>
        createLender(source, { facts, baseUrl, clock, log }),
      );
    this.#lenders.set(name, lender);
    return lender;
  }
}

/** The caller's wishes as the sources' options take them. Browserbase gets the body as it is. */
const wishes: Record<Name, (body: CreateSession) => RowOptions> = {
  browserbase({ browserSettings, svc: _, projectId: __, timeout: ___, userMetadata: ____, ...body }) {
    return { body, browserSettings };
  },
  steel: ({ browserSettings: { viewport } = {} }) => (viewport ? { body: { dimensions: viewport } } : {}),
  hyperbrowser: ({ browserSettings: { viewport } = {} }) => (viewport ? { body: { screen: viewport } } : {}),
  kernel: ({ browserSettings: { viewport } = {} }) => (viewport ? { body: { viewport } } : {}),
  anchor: ({ browserSettings: { viewport } = {} }) => (viewport ? { browser: { viewport } } : {}),
  browserless: () => ({}),
};

/** Without a price by time, a minute costs the price of an ordinary task. */
function minutePrice({ price }: RunnerFacts): number {
  if (price.unit === 'minute') return price.microUsd;
  return price.unit === 'hour' ? Math.ceil(price.microUsd / 60) : price.typicalTaskMicroUsd;
}

function invalid(param: string, message: string): ApiError {
  return new ApiError('invalid_request', { message, param });
}
