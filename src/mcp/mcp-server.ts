import { registerAppTool } from '@modelcontextprotocol/ext-apps/server';
import { McpServer, type ServerContext, type ToolAnnotations } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { API_VERSION } from '../platform/http/openapi.ts';
import { APP_URI } from './app/run-app.ts';
import { browserHandlers, browserShapes } from './browser-tools.ts';
import type { Call, ToolsContext } from './context.ts';
import { capabilitiesOf, type ToolAnswer } from './questions.ts';
import { serveResources } from './resources.ts';
import { serveTasks } from './tasks.ts';
import { toolError } from './tool-errors.ts';
import { shapes, type ToolName } from './tool-shapes.ts';
import { handlersFor } from './tools.ts';

const INSTRUCTIONS =
  'Switchyard does tasks on the web with the best browser agent. Use fetch_page to read one page, run_task for everything else, get_run to wait. A run that waits for its owner needs an answer of the user, never one of yours.';

/** The tools that show the app where the client has one. */
const SHOWN: string[] = ['run_task', 'get_run'];

/** One MCP server for one caller: for a connection over stdio, for a request over HTTP. */
export function createMcpServer(tools: ToolsContext): McpServer {
  const mcp = new McpServer(
    { name: 'switchyard', title: 'Switchyard', version: API_VERSION, websiteUrl: tools.origin },
    {
      instructions: INSTRUCTIONS,
      capabilities: { tools: { listChanged: false }, resources: { listChanged: false } },
    },
  );
  const handlers = handlersFor(tools);
  for (const name of Object.keys(shapes) as ToolName[])
    addTool(mcp, name, shapes[name], handlers[name] as Handler, tools.remedyOf);
  if (tools.hasBrowser) {
    const drivers = browserHandlers(tools.api);
    for (const name of Object.keys(browserShapes) as Array<keyof typeof browserShapes>)
      addTool(mcp, name, browserShapes[name], drivers[name] as Handler, tools.remedyOf);
  }
  serveResources(mcp, tools);
  serveTasks(mcp, tools);
  return mcp;
}

interface Shape {
  title: string;
  description: string;
  annotations: ToolAnnotations;
  inputSchema: z.ZodObject;
  outputSchema: z.ZodObject;
}

type Handler = (args: unknown, call: Call) => Promise<ToolAnswer>;

function addTool(
  mcp: McpServer,
  name: string,
  shape: Shape,
  handle: Handler,
  remedyOf: ToolsContext['remedyOf'],
): void {
  const taskArgument = name === 'fetch_page' ? 'question' : 'task';
  const answer = async (args: unknown, ctx: ServerContext): Promise<ToolAnswer> => {
    const call = { ctx, capabilities: capabilitiesOf(ctx, mcp.server.getClientCapabilities()) };
    return handle(args, call).catch((error) => {
      if (ctx.mcpReq.signal.aborted) throw error;
      return {
        content: [{ type: 'text', text: toolError(error, taskArgument, remedyOf?.(error)) }],
        isError: true,
      };
    });
  };
  if (SHOWN.includes(name))
    registerAppTool(mcp, name, { ...shape, _meta: { ui: { resourceUri: APP_URI } } }, answer);
  else mcp.registerTool(name, shape, answer);
}
