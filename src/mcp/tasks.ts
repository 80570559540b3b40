import type { ClientCapabilities, McpServer } from '@modelcontextprotocol/server';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { RunDetails } from '@switchyard/sdk';
import { z } from 'zod';
import type { ToolsContext } from './context.ts';
import { isOver } from './follow.ts';
import { capabilitiesOf, elicitationOf, giveAnswer, replyIn } from './questions.ts';
import { showRun, statusLine } from './show-run.ts';

/**
 * The task extension of the stateless revision: a call is answered with a handle, which is the run's id. Nothing is kept
 * here; each request reads the run.
 */

const EXTENSION = 'io.modelcontextprotocol/tasks';
const POLL_MS = 2_000;

export function hasTasks(capabilities: ClientCapabilities | undefined): boolean {
  return capabilities?.extensions?.[EXTENSION] !== undefined;
}

/** With the run as data, since every result of a tool has the shape of its output schema. */
export function taskHandle(run: RunDetails, origin: string) {
  const { structuredContent } = showRun(run, origin);
  return { resultType: 'task', ...taskOf(run), structuredContent };
}

function taskOf(run: RunDetails) {
  return {
    taskId: run.id,
    status: statusOf(run),
    ...(!isOver(run) && { statusMessage: run.question?.prompt ?? statusLine(run) }),
    createdAt: run.created_at,
    lastUpdatedAt: run.finished_at ?? run.progress?.updated_at ?? run.created_at,
    // The run can be read for as long as the workspace keeps it.
    ttlMs: null,
    pollIntervalMs: POLL_MS,
  };
}

/** A failed run is a completed task with an error result; `failed` is for protocol errors. */
function statusOf(run: RunDetails): 'working' | 'completed' | 'cancelled' {
  if (!isOver(run)) return 'working';
  return run.status === 'cancelled' ? 'cancelled' : 'completed';
}

const taskId = z.object({ taskId: z.string() });

export function serveTasks(mcp: McpServer, { api, origin }: ToolsContext): void {
  const { server } = mcp;
  server.registerCapabilities({ extensions: { [EXTENSION]: {} } });
  server.setRequestHandler('tasks/get', { params: taskId }, async ({ taskId: id }, ctx) => {
    const run = await known(api.runs.get(id));
    const task = taskOf(run);
    const ask = isOver(run) ? null : elicitationOf(run, origin, capabilitiesOf(ctx, undefined));
    if (ask) return { ...task, status: 'input_required', inputRequests: { [questionKey(run)]: ask } };
    if (task.status !== 'completed') return { ...task };
    return { ...task, result: { resultType: 'complete', ...showRun(run, origin) } };
  });
  // The package lifts the responses out of the parameters.
  server.setRequestHandler('tasks/update', { params: taskId }, async ({ taskId: id }, { mcpReq }) => {
    const run = await known(api.runs.get(id));
    const reply = replyIn(mcpReq.inputResponses, questionKey(run));
    if (reply.kind === 'said') await giveAnswer(api, id, reply.answer);
    return {};
  });
  server.setRequestHandler('tasks/cancel', { params: taskId }, async ({ taskId: id }) => {
    await known(api.runs.cancel(id));
    return {};
  });
}

/** Never used twice for different questions of one run. */
function questionKey({ question }: RunDetails): string {
  return `question-${question?.created_at ?? 0}`;
}

async function known<T>(reading: Promise<T>): Promise<T> {
  return reading.catch((error) => {
    throw new ProtocolError(
      error.status === 404 ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError,
      error.message,
    );
  });
}
