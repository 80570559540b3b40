import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { AuthenticationError, ConnectionError } from '@switchyard/sdk';
import type { Command } from 'commander';
import { CallKeys } from '../mcp/call-key.ts';
import { createMcpServer } from '../mcp/mcp-server.ts';
import { systemClock } from '../platform/clock.ts';
import { serviceOf } from './calls/service.ts';
import { failureOf } from './terminal/failure.ts';

/** Serves MCP to the program that started this one. Standard output belongs to the protocol. */
export async function mcpCommand(options: { browser?: boolean }, command: Command): Promise<void> {
  const { client } = await serviceOf(command);
  const tools = {
    api: client,
    origin: client.baseUrl,
    hasBrowser: options.browser ?? false,
    scope: 'stdio',
    keys: new CallKeys(),
    clock: systemClock,
    // biome-ignore lint/style/noRestrictedGlobals: it reaches the service that the person chose, as the SDK does
    fetch,
    isClosing: () => false,
    remedyOf,
  };
  serveStdio(() => createMcpServer(tools));
}

/** Key and address are errors for the user who installed this server; other errors are for the agent. */
function remedyOf(error: unknown): string | undefined {
  const isOfSetup = error instanceof AuthenticationError || error instanceof ConnectionError;
  return isOfSetup ? failureOf(error)?.remediation : undefined;
}
