import type { ProviderAccount } from '../contract.ts';
import type { RowOptions } from '../options.ts';

/**
 * A provider of browsers: data and small functions. It defines the calls and reads the answers; the one runner for all of them,
 * in `infra-runner.ts`, makes the calls, lends the browser to a driver and lets it go again.
 */
export interface BrowserSource {
  /** Its domains: a browser is connected to on hosts of these (or on the host that the operator set), and nowhere else. */
  domains: readonly string[];
  headers?(account: ProviderAccount): Record<string, string>;
  /**
   * The call that opens a session. The session must expire after `seconds`, in case our process dies, and must not be
   * recorded where the provider can turn that off: passwords are typed in it. Left out where connecting to `address` is enough.
   */
  open?(session: NewSession): SourceCall;
  /** Reads the answer, and requires the session's id alone: without an address the browser is closed. Null without an id. */
  opened?(json: unknown, session: NewSession): OpenedSession | null;
  /** For providers whose browser begins with the connection and ends with it: where to connect. */
  address?(session: NewSession): Omit<OpenedSession, 'reference'>;
  close?(
    reference: string,
    account: ProviderAccount,
  ): SourceCall & { method: 'POST' | 'PUT' | 'PATCH' | 'DELETE' };
  /** For browsers that take their time: where to look until `opened` reads an address of the answer. */
  again?(reference: string): string;
  /** What the provider reports about a session that was closed: in the answer to closing, or where `look` leads. */
  spent?: { look?(reference: string): string; read(json: unknown): Spent };
  /** Playwright's own protocol is spoken at the address, and not the browser's. */
  isPlaywright?: boolean;
  /**
   * The session of an attempt whose process died over the call that opened it. Null when there is none, or no way to
   * know: then it ends by its own time. `get` gives the answer's JSON, undefined when the provider did not answer.
   */
  find?(attemptId: string, get: SourceGet, account: ProviderAccount): Promise<string | null | undefined>;
}

export interface NewSession {
  attemptId: string;
  seconds: number;
  account: ProviderAccount;
  /** Where the provider is called: its own address, or the operator's. */
  baseUrl: string;
  /** The row's options: a region, a proxy, a disguise. */
  options: RowOptions;
}

export interface OpenedSession {
  /** Stored, and enough to close it from anywhere. Holds no secret. */
  reference: string;
  /** Empty while the browser starts. Where the debugging protocol is spoken, or an http(s) address that tells it. May contain keys: never stored. */
  cdpUrl: string;
  /** It ended before it had a browser. */
  isOver?: boolean;
  /** For providers that want the key there. */
  cdpHeaders?: Record<string, string>;
  /** Null where it comes later: `again` is looked at for it. */
  liveViewUrl?: string | null;
  /** Where the browser is, as named by the provider; absent where unknown. */
  region?: string;
}

/** The cost, or the time that is paid; nothing where the provider does not say. */
export interface Spent {
  costUsd?: unknown;
  activeMs?: number | null;
}

interface SourceCall {
  method?: 'POST' | 'PUT' | 'PATCH' | 'GET' | 'DELETE';
  path: string;
  body?: object;
  query?: Record<string, string>;
  timeoutMs?: number;
}

type SourceGet = (path: string, query?: Record<string, string>) => Promise<unknown>;
