import { createHash } from 'node:crypto';
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { ChangeNotices } from '../platform/notify.ts';

const requestId = z.union([z.string(), z.number()]);
const call = z.object({ method: z.literal('tools/call'), id: requestId });
const cancellation = z.object({
  method: z.literal('notifications/cancelled'),
  params: z.object({ requestId }),
});

/** Names a call for its cancellation: ids of requests are unique in their session only. */
export interface CallName {
  hash: string;
  requestId: string | number;
}

/**
 * Tool calls over HTTP that wait for their run. Clients of 2025 cancel one with a separate request, which may reach
 * another instance; a notice carries it over.
 */
export class CallsUnderWay {
  readonly #calls = new Map<string, { mcp: McpServer; requestId: string | number }>();
  readonly #notices: ChangeNotices;

  constructor(notices: ChangeNotices) {
    this.#notices = notices;
    notices.onChange((hash) => this.#cancel(hash));
  }

  /** The name of the call that this message makes, if it can be cancelled. */
  named(message: unknown, workspaceId: string, session: string | null): CallName | null {
    const { data } = call.safeParse(message);
    return data && session !== null ? nameOf(data.id, workspaceId, session) : null;
  }

  add({ hash, requestId: id }: CallName, mcp: McpServer): void {
    this.#calls.set(hash, { mcp, requestId: id });
    mcp.server.onclose = () => this.#calls.delete(hash);
  }

  /** Does nothing for other messages. */
  hear(message: unknown, workspaceId: string, session: string | null): void {
    const { data } = cancellation.safeParse(message);
    if (!data || session === null) return;
    const { hash } = nameOf(data.params.requestId, workspaceId, session);
    if (!this.#cancel(hash)) this.#notices.publish(hash);
  }

  #cancel(hash: string): boolean {
    const found = this.#calls.get(hash);
    const params = { requestId: found?.requestId };
    found?.mcp.server.transport?.onmessage?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
    return found !== undefined;
  }
}

function nameOf(id: string | number, workspaceId: string, session: string): CallName {
  const parts = JSON.stringify([workspaceId, session, id]);
  return { hash: `mcp-${createHash('sha256').update(parts).digest('base64url')}`, requestId: id };
}
