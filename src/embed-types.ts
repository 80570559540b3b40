import type { FastifyInstance } from 'fastify';

// The package's `embed.d.ts` is this file, so it imports nothing of ours.

export type SettingValue = string | number | boolean | readonly string[] | null | undefined;

/**
 * Settings of an embedded service. Every setting of the table in the README is an option: by its own name
 * (`MAX_LIVE_RUNS`, `BROWSERBASE_API_KEY`) or in camel case, without `SVC_` (`maxLiveRuns`, `browserbaseApiKey`). The
 * environment is not read, except for `HOME`, `PATH` and the place of browsers.
 */
export interface SwitchyardOptions {
  /** The folder of database, files and keys; `.data` when left out. Two services need two. */
  dataDir?: string;
  /** A free port when left out. */
  port?: number;
  host?: string;
  /** The first workspace's key; minted and kept in `dataDir/api-key` when left out. */
  apiKey?: string;
  databaseUrl?: string;
  /** Private `host:port` pairs that target URLs may reach. */
  localTargets?: readonly string[];
  [setting: string]: SettingValue;
}

export interface Switchyard {
  /** The address of the service. */
  readonly url: string;
  /** The key of the first workspace; null when an earlier start minted it elsewhere. */
  readonly apiKey: string | null;
  /** For `fastify.register(plugin, { prefix })`: serves the API, console and documents from another server. */
  readonly plugin: (host: FastifyInstance) => Promise<void>;
  /** Finishes or hands over the work, then stops everything. */
  close(): Promise<void>;
}

/** Starts the service in this process. */
export declare function createSwitchyard(options?: SwitchyardOptions): Promise<Switchyard>;
