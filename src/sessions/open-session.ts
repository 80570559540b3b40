import type { WebSocket } from 'ws';
import type { Recorder } from './recorder.ts';
import type { SessionLog } from './session-log.ts';

export interface SessionPage {
  id: string;
  url: string;
  title: string;
}

/** A refused connection to a browser; the message is for the caller. */
export class Refusal extends Error {}

/** A browser that a caller drives through this instance; the browser itself may be elsewhere. */
export interface OpenSession extends AsyncDisposable {
  readonly log: SessionLog;
  /** Null where nothing is recorded here: the browser is a provider's. */
  readonly recorder: Recorder | null;
  /** The provider's live view; null where this service shows it, or none exists. */
  readonly liveViewUrl: string | null;
  readonly isFull: boolean;
  readonly wasUsed: boolean;
  readonly trafficBytes: number;
  pages(): Promise<SessionPage[]>;
  /** A driver connects. Throws a `Refusal` where the provider gives a reason. */
  connect(socket: WebSocket): Promise<void>;
  /** The downloads up to now, as a zip; null where they are kept elsewhere. */
  downloads(): AsyncIterable<Buffer> | null;
  dropDownloads(): Promise<void>;
  /** A file for its file inputs; false where it takes none. */
  upload(name: string, bytes: Uint8Array): Promise<boolean>;
  /** Disconnects its drivers, before anything of it is kept. */
  hangUp(): void;
}
