/**
 * What a provider of browsers is to us: data and small functions. It says what to ask and how to read the answer; the
 * one runner for all of them, in `infra-runner.ts`, does the asking, drives the browser and lets it go again.
 */
export interface BrowserProvider {
  /** The provider's own address, used where the operator sets no other. */
  baseUrl: string;
  /** Its domains: a browser is connected to on hosts of these (or on the host that the operator set), and nowhere else. */
  domains: readonly string[];
  headers(apiKey: string): Record<string, string>;
  /**
   * The call that opens a session. The session must end by itself after `seconds`, in case that nobody lives to close
   * it, and nothing of it may be recorded where that can be said: passwords are typed in it.
   */
  open(session: NewSession): ProviderCall;
  /** Reads the answer; null when it is of another shape. */
  opened(json: unknown, apiKey: string): OpenedSession | null;
  close(reference: string): ProviderCall & { method: 'POST' | 'PUT' | 'DELETE' };
  /**
   * The session of an attempt whose process died over the call that opened it. Null when there is none, or no way to
   * know: then it ends by its own time. `get` gives the answer's JSON, undefined when the provider did not answer.
   */
  find(attemptId: string, get: ProviderGet): Promise<string | null | undefined>;
}

interface NewSession {
  attemptId: string;
  seconds: number;
  /** The account's part that the session belongs to, where the provider has such and the operator named one. */
  projectId: string | null;
}

export interface OpenedSession {
  /** Stored, and enough to close it from anywhere. Holds no secret. */
  reference: string;
  /** Where the debugging protocol is spoken. Keys may stand in it: it is used and never kept. */
  cdpUrl: string;
  /** For providers that want the key there. */
  cdpHeaders: Record<string, string>;
}

interface ProviderCall {
  path: string;
  body?: object;
}

type ProviderGet = (path: string, query: Record<string, string>) => Promise<unknown>;
