import type { ClientCapabilities, ServerContext } from '@modelcontextprotocol/server';
import type { Switchyard, SwitchyardOptions } from '@switchyard/sdk';
import type { Clock } from '../platform/clock.ts';
import type { CallKeys } from './call-key.ts';
import type { ToolAnswer } from './questions.ts';
import type { Args, ToolName } from './tool-shapes.ts';

/** As the SDK takes it. */
export type Fetch = NonNullable<SwitchyardOptions['fetch']>;

/** The tools' view of one caller. */
export interface ToolsContext {
  api: Switchyard;
  /** The origin of the service's pages. */
  origin: string;
  /** The owner of these calls; a name for a workspace. */
  scope: string;
  keys: CallKeys;
  clock: Clock;
  /** Reaches the parts of the service outside its API. */
  fetch: Fetch;
  /** With the tools of `browser-tools.ts`. */
  hasBrowser?: boolean;
  /** The service shuts down: waiting calls return. */
  isClosing(): boolean;
  /** Another remedy for an error than the API's own. */
  remedyOf?(error: unknown): string | undefined;
}

/** One call of a tool. */
export interface Call {
  ctx: ServerContext;
  capabilities: ClientCapabilities | undefined;
}

export type Handlers = { [Name in ToolName]: (args: Args<Name>, call: Call) => Promise<ToolAnswer> };
