import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Switchyard } from '@switchyard/sdk';
import { z } from 'zod';

/** Tools for agents that drive a browser themselves; listed only where the client asks for them. */

/** Ends a forgotten session, which costs money by the minute. */
const TIMEOUT_SECONDS = 900;

const session = z.string().describe('Session id, sess_...');
const result = z.object({ session: z.string(), text: z.string() });
const drives = { readOnlyHint: false, destructiveHint: true, openWorldHint: true };

export const browserShapes = {
  browser_open: {
    title: 'Open a browser',
    description:
      'Open a browser that you drive yourself, billed per minute, for at most 15 minutes. Returns the session, its actions and the page. Prefer run_task for whole tasks.',
    inputSchema: z.object({ url: z.string().optional().describe('Public http(s) URL') }),
    outputSchema: result,
    annotations: drives,
  },
  browser_view: {
    title: 'Look at the page',
    description: 'The page as text. Controls have numbers in brackets.',
    inputSchema: z.object({ session }),
    outputSchema: result,
    annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: true },
  },
  browser_act: {
    title: 'Act on the page',
    description: 'One action that browser_open listed, such as click with {"n":3}. Returns what changed.',
    inputSchema: z.object({
      session,
      action: z.string(),
      input: z.record(z.string(), z.unknown()).optional(),
    }),
    outputSchema: result,
    annotations: drives,
  },
  browser_close: {
    title: 'Close the browser',
    description: 'End the session and its cost.',
    inputSchema: z.object({ session }),
    outputSchema: result,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  },
} as const;

type Name = keyof typeof browserShapes;
type BrowserHandlers = {
  [N in Name]: (args: z.output<(typeof browserShapes)[N]['inputSchema']>) => Promise<CallToolResult>;
};

export function browserHandlers({ sessions }: Switchyard): BrowserHandlers {
  return {
    async browser_open({ url }) {
      const { id } = await sessions.create({ timeout: TIMEOUT_SECONDS });
      try {
        const opened = url === undefined ? '' : (await sessions.act(id, { name: 'go', input: { url } })).text;
        const { text, actions } = await sessions.view(id);
        const listed = actions.map(
          ({ name, description, input_schema: schema }) =>
            `- ${name} ${JSON.stringify(schema.properties ?? {})}: ${description}`,
        );
        return shown(id, [`Session ${id}.`, opened, `Actions of browser_act:\n${listed.join('\n')}`, text]);
      } catch (error) {
        await sessions.release(id);
        throw error;
      }
    },
    browser_view: async ({ session: id }) => shown(id, [(await sessions.view(id)).text]),
    browser_act: async ({ session: id, action, input = {} }) =>
      shown(id, [(await sessions.act(id, { name: action, input })).text]),
    async browser_close({ session: id }) {
      const { svc } = await sessions.release(id);
      return shown(id, [`Session ${id} is closed. It cost $${svc.cost_usd}.`]);
    },
  };
}

function shown(id: string, parts: string[]): CallToolResult {
  const text = parts.filter(Boolean).join('\n\n');
  return { content: [{ type: 'text', text }], structuredContent: { session: id, text } };
}
