import type { ApiPromise } from './api-promise.ts';
import { OptionError } from './errors.ts';
import { atLevel, isLogLevel, type Logger, type LogLevel } from './log.ts';
import { Credentials } from './resources/credentials.ts';
import { Estimates } from './resources/estimate.ts';
import { Keys } from './resources/keys.ts';
import { Rankings } from './resources/rankings.ts';
import { Runners } from './resources/runners.ts';
import { Runs } from './resources/runs.ts';
import { Scripts } from './resources/scripts.ts';
import { Sessions } from './resources/sessions.ts';
import { UsageReports } from './resources/usage.ts';
import { Webhooks } from './resources/webhooks.ts';
import { Workspaces } from './resources/workspace.ts';
import {
  type ArgsOf,
  type CallOptions,
  type OperationId,
  type ResultOf,
  Transport,
  type TransportOptions,
} from './transport.ts';
import { VERSION } from './version.ts';

export interface SwitchyardOptions {
  /**
   * A key, a read token of one run, or a function that returns one. Default: `SWITCHYARD_API_KEY`. `null` sends none: for a page
   * with a session, and for calls that need no key.
   */
  apiKey?: string | (() => string | Promise<string>) | null | undefined;
  /** Default: `SWITCHYARD_BASE_URL`, else `http://localhost:8787`; in a browser, the page's origin. */
  baseUrl?: string | undefined;
  fetch?: typeof fetch | undefined;
  /** Milliseconds for one try of one request; 60,000 by default. It does not bound the wait for a run. */
  timeout?: number | undefined;
  /** How often a try that failed for the moment is repeated; 2 by default. */
  maxRetries?: number | undefined;
  headers?: Record<string, string> | undefined;
  /** The name of the caller, beside the name of this SDK in `User-Agent`. */
  userAgent?: string | undefined;
  logger?: Logger | undefined;
  /** Default: `SWITCHYARD_LOG`, else `warn`. */
  logLevel?: LogLevel | undefined;
}

/** The client of a Switchyard service. */
export class Switchyard {
  readonly baseUrl: string;
  readonly runs: Runs;
  readonly runners: Runners;
  readonly rankings: Rankings;
  readonly estimate: Estimates;
  readonly credentials: Credentials;
  readonly webhooks: Webhooks;
  readonly keys: Keys;
  readonly usage: UsageReports;
  readonly scripts: Scripts;
  readonly sessions: Sessions;
  readonly workspace: Workspaces;
  readonly #transport: Transport;

  constructor(options: SwitchyardOptions = {}) {
    this.baseUrl = addressOf(options.baseUrl ?? environment('SWITCHYARD_BASE_URL'));
    const level = options.logLevel ?? environment('SWITCHYARD_LOG');
    const transport = new Transport({
      baseUrl: this.baseUrl,
      apiKey: keyOf(options.apiKey),
      fetch: options.fetch ?? ((input, init) => fetch(input, init)),
      timeout: options.timeout ?? 60_000,
      maxRetries: options.maxRetries ?? 2,
      headers: { ...agentHeader(options.userAgent), ...options.headers },
      logger: atLevel(options.logger ?? console, isLogLevel(level) ? level : 'warn'),
    });
    this.#transport = transport;
    this.runs = new Runs(transport);
    this.runners = new Runners(transport);
    this.rankings = new Rankings(transport);
    this.estimate = new Estimates(transport);
    this.credentials = new Credentials(transport);
    this.webhooks = new Webhooks(transport);
    this.keys = new Keys(transport);
    this.usage = new UsageReports(transport);
    this.scripts = new Scripts(transport);
    this.sessions = new Sessions(transport);
    this.workspace = new Workspaces(transport);
  }

  /** Any operation of `openapi.json` by its name, also one without a method of its own. */
  call<Id extends OperationId>(id: Id, args: ArgsOf<Id>, options?: CallOptions): ApiPromise<ResultOf<Id>> {
    return this.#transport.call(id, args, options);
  }
}

const isBrowser = typeof document !== 'undefined';

/** Browsers send their own, and a header of ours would make every call ask twice. */
function agentHeader(userAgent: string | undefined): Record<string, string> {
  if (isBrowser) return {};
  return { 'user-agent': [userAgent, `switchyard-sdk/${VERSION}`].filter(Boolean).join(' ') };
}

function keyOf(given: SwitchyardOptions['apiKey']): TransportOptions['apiKey'] {
  const key = given === undefined ? environment('SWITCHYARD_API_KEY') : given;
  if (key || key === null) return key;
  throw new OptionError({
    code: 'missing_api_key',
    message: 'The API key is missing.',
    remediation: 'Set SWITCHYARD_API_KEY, or pass `apiKey`.',
    param: 'apiKey',
  });
}

function addressOf(given: string | undefined): string {
  if (given === undefined) return isBrowser ? '' : 'http://localhost:8787';
  if (given === '' && isBrowser) return '';
  if (!/^https?:\/\//i.test(given) || !URL.canParse(given))
    throw new OptionError({
      code: 'invalid_address',
      message: `${JSON.stringify(given)} is not the URL of a service.`,
      remediation: 'Give `baseUrl` as http(s)://host[:port].',
      param: 'baseUrl',
    });
  const { origin, pathname } = new URL(given);
  return origin + pathname.replace(/(?:\/(?:api\/v1|api|v1))?\/?$/, '');
}

/** Deno asks before it gives one away, edge runtimes have none. */
function environment(name: string): string | undefined {
  try {
    const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
    return process?.env?.[name] || undefined;
  } catch {
    return undefined;
  }
}
