import { type CallToolResult, SdkError } from '@modelcontextprotocol/server';
import type { RunDetails, Switchyard } from '@switchyard/sdk';
import type { Call, Handlers, ToolsContext } from './context.ts';
import { follow, isOver, type Stream } from './follow.ts';
import { lookupsFor } from './lookups.ts';
import { asking, comingBackTo, elicitationOf, giveAnswer, replyIn, type ToolAnswer } from './questions.ts';
import { showRun, statusLine } from './show-run.ts';
import { hasTasks, taskHandle } from './tasks.ts';
import type { ToolName } from './tool-shapes.ts';

/** Clients give up after a minute. */
const ANSWER_AFTER_MS = 45_000;
const LONGEST_WAIT_S = 50;
/** For how long after its end a run is still the answer to the same call. */
const REPEATED_MS = { run_task: 600_000, fetch_page: 60_000 };

const READ = 'Read this page and give its main content as Markdown.';

/** The work of each tool, written once for stdio and HTTP. */
export function handlersFor(tools: ToolsContext): Handlers {
  const { api, origin } = tools;
  const shown = (run: RunDetails) => showRun(run, origin);
  return {
    run_task: async ({ fresh, ...args }, call) => {
      const back = await comeBack(tools, call);
      if (back) return back;
      const { task, ...rest } = args;
      const body = { input: task, ...rest };
      const repeatedMs = fresh ? 0 : REPEATED_MS.run_task;
      if (hasTasks(call.capabilities)) {
        const run = await start(tools, call, 'run_task', { args, body, repeatedMs, waitMs: 0 });
        return taskHandle(run, origin) as unknown as CallToolResult;
      }
      const run = await start(tools, call, 'run_task', { args, body, repeatedMs, waitMs: ANSWER_AFTER_MS });
      return orAsk(tools, run, call);
    },
    fetch_page: async ({ url, question, output_schema }, call) => {
      const back = await comeBack(tools, call);
      if (back) return back;
      const body = { url, input: question ?? READ, ...(output_schema && { output_schema }) };
      const wanted = { args: body, body, repeatedMs: REPEATED_MS.fetch_page, waitMs: ANSWER_AFTER_MS };
      return shown(await start(tools, call, 'fetch_page', wanted));
    },
    get_run: async ({ id, wait_s = LONGEST_WAIT_S }, call) => {
      if (wait_s === 0) return shown(await api.runs.get(id, { signal: call.ctx.mcpReq.signal }));
      const back = await comeBack(tools, call);
      return back ?? orAsk(tools, await waitFor(tools, call, id, wait_s * 1_000), call);
    },
    answer_question: async ({ id, answer }, call) => {
      await api.runs.answer(id, answer);
      return shown(await api.runs.get(id, { signal: call.ctx.mcpReq.signal }));
    },
    feedback: async ({ id, ...word }) => shown(await api.runs.feedback(id, word)),
    cancel_run: async ({ id }) => shown(await api.runs.cancel(id)),
    ...lookupsFor(api),
  };
}

interface Wanted {
  /** The caller's words; the key is made from them. */
  args: object;
  body: Parameters<Switchyard['runs']['create']>[0];
  repeatedMs: number;
  /** 0: only until the run exists. */
  waitMs: number;
}

/** Creates the run of a call, or joins the one that the same call made before. */
async function start(tools: ToolsContext, call: Call, tool: ToolName, wanted: Wanted): Promise<RunDetails> {
  const { clock, keys, scope } = tools;
  const first = keys.first(scope, tool, wanted.args);
  for (let idempotencyKey = keys.current(first); ; ) {
    const { run, isReplay } = await create(tools, call, wanted, idempotencyKey);
    const endedAt = run.finished_at === null ? null : Date.parse(run.finished_at);
    const isOld = endedAt !== null && clock.now().getTime() - endedAt > wanted.repeatedMs;
    if (!isReplay || !isOld) return run;
    idempotencyKey = keys.next(first, run.id);
  }
}

async function create(tools: ToolsContext, call: Call, { body, waitMs }: Wanted, idempotencyKey: string) {
  const { isClosing, api } = tools;
  const { signal } = call.ctx.mcpReq;
  // Without the signal: a call that is cancelled now must know its run.
  const { data: run, response } = await api.runs.start(body, { idempotencyKey, within: 0 }).withResponse();
  const isReplay = isReplayed(response);
  const isLeft = isOver(run) || run.question !== null || waitMs === 0 || isClosing();
  try {
    return { run: isLeft ? run : await waitFor(tools, call, run.id, waitMs), isReplay };
  } catch (error) {
    if (isCancelled(signal) && !isReplay) await api.runs.cancel(run.id);
    throw error;
  }
}

/** By the client's own word; a lost connection leaves the run alone. */
function isCancelled({ aborted, reason }: AbortSignal): boolean {
  return aborted && !(reason instanceof SdkError);
}

function isReplayed({ headers }: Response): boolean {
  return headers.get('idempotent-replayed') === 'true';
}

/** Follows a run that exists. */
function waitFor(tools: ToolsContext, call: Call, id: string, waitMs: number, known?: number) {
  return following(tools, call, (signal) => tools.api.runs.stream(id, { signal }), waitMs, known);
}

/** With a progress token the client hears of the run every few seconds and is kept as long as the run lasts. */
function following(
  { api, clock, isClosing }: ToolsContext,
  { ctx }: Call,
  open: (signal: AbortSignal) => Stream,
  waitMs: number,
  known?: number,
): Promise<RunDetails> {
  const { signal, _meta, notify } = ctx.mcpReq;
  const progressToken = _meta?.progressToken;
  // A client that has disconnected cannot receive progress; its run continues.
  const onProgress = (run: RunDetails, progress: number) =>
    void notify({
      method: 'notifications/progress',
      params: { progressToken, progress, message: statusLine(run) },
    }).catch(() => undefined);
  return follow(api, open, {
    clock,
    isClosing,
    signal,
    known,
    waitMs: progressToken === undefined ? waitMs : null,
    onProgress: progressToken === undefined ? undefined : onProgress,
  });
}

/** The run, or its question to the user where the client can put one. */
function orAsk({ origin }: ToolsContext, run: RunDetails, { capabilities }: Call): ToolAnswer {
  const request = isOver(run) ? null : elicitationOf(run, origin, capabilities);
  return request ? asking(run, request) : showRun(run, origin);
}

/** A call that returns with the user's answer: no second run, and the question is not put again. */
async function comeBack(tools: ToolsContext, call: Call): Promise<ToolAnswer | null> {
  const { mcpReq } = call.ctx;
  const back = comingBackTo(call.ctx);
  if (!back) return null;
  const reply = replyIn(mcpReq.inputResponses);
  if (reply.kind === 'said') await giveAnswer(tools.api, back.id, reply.answer);
  if (reply.kind === 'refused') return showRun(await tools.api.runs.get(back.id), tools.origin);
  return orAsk(tools, await waitFor(tools, call, back.id, ANSWER_AFTER_MS, back.asked), call);
}
