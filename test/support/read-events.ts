import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { TestClient } from './test-client.ts';

export interface ReadEvents {
  status: number;
  headers: Headers;
  /** Each event's data exactly as it was sent. */
  lines: string[];
  // biome-ignore lint/suspicious/noExplicitAny: tests read wire objects by their documented names
  events: any[];
}

interface ReadOptions {
  body?: unknown;
  headers?: Record<string, string>;
  /** Stop reading after this many events. */
  atMost?: number;
  /** Called once the response begins. */
  onOpen?(): void;
}

/** Reads an event stream to its end: a create when there is a body, otherwise a GET. `path` is below `/api`, or a URL. */
export async function readEvents(
  client: TestClient,
  path: string,
  options: ReadOptions = {},
): Promise<ReadEvents> {
  const gone = new AbortController();
  const response = await fetch(path.startsWith('/') ? `${client.url}/api${path}` : path, {
    method: options.body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${client.key}`,
      accept: 'application/json',
      'content-type': 'application/json',
      ...options.headers,
    },
    body: options.body === undefined ? undefined : JSON.stringify(options.body),
    signal: gone.signal,
  });
  const lines: string[] = [];
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    throw new Error(`${path} answered ${response.status} without a stream: ${await response.text()}`);
  }
  options.onOpen?.();
  const frames = response.body
    ?.pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream());
  for await (const frame of frames ?? []) {
    if (frame.data === '[DONE]') continue;
    const { type } = JSON.parse(frame.data);
    if (type !== frame.event) throw new Error(`event line ${frame.event} over data of type ${type}`);
    lines.push(frame.data);
    if (lines.length === options.atMost) break;
  }
  gone.abort();
  return {
    status: response.status,
    headers: response.headers,
    lines,
    events: lines.map((line) => JSON.parse(line)),
  };
}
