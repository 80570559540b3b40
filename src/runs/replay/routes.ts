import { z } from 'zod';
import { ApiError } from '../../errors.ts';
import { listOf, nextPage, pageLimit, startingAfter } from '../../platform/http/lists.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { isId } from '../../platform/ids.ts';
import type { RunsContext } from '../context.ts';
import { scriptLine } from '../schema.ts';
import { deleteScript, listScripts, loadScript, pinScript, type Script } from './store.ts';
import { parametersOf } from './template.ts';

type ScriptsContext = Pick<RunsContext, 'db'>;

const params = z.object({ id: z.string().describe('ID of the script.') });
const isoTime = z.iso.datetime();

const summary = {
  id: z.string().describe('ID of the script.'),
  object: z.literal('svc.script'),
  task: z.string().describe('Wording of the task, with parameters such as `{{input.quantity}}`.'),
  url: z.string().nullable().describe('URL of the first page.'),
  parameters: z
    .array(z.string())
    .describe('Names of the parameters. A task that differs only in their values uses the script, too.'),
  version: z.int().describe('Version; every change of a step makes a new one.'),
  state: z
    .enum(['active', 'stale'])
    .describe('`stale` after a failed run: the script waits for the next success of its task.'),
  pinned: z.boolean().describe('Whether the script is protected from changes and from expiry.'),
  step_count: z.int().describe('Number of steps.'),
  healed_steps: z.int().describe('Number of steps whose element a model found again.'),
  runs: z.int().describe('Number of runs that repeated the script.'),
  successes: z.int().describe('Number of successful runs among them.'),
  created_at: isoTime.describe('Creation time.'),
  updated_at: isoTime.describe('Time of the last run or change.'),
};

const scriptSummary = z
  .strictObject(summary)
  .meta({ id: 'ScriptSummary', description: 'A recorded script, without its steps.' });

const scriptObject = z
  .strictObject({
    ...summary,
    steps: z.array(scriptLine).describe('Steps of the current version.'),
    history: z
      .array(
        z.strictObject({
          response_id: z.string().describe('ID of the run.'),
          at: isoTime.describe('End of the attempt.'),
          succeeded: z.boolean().describe('Whether it succeeded.'),
          version: z.int().describe('Version of the script in that run.'),
          healed: z.array(z.int()).describe('Positions of the steps that were healed, starting at 0.'),
        }),
      )
      .describe('The latest 50 runs, newest first.'),
  })
  .meta({ id: 'Script', description: 'A recorded script with its steps and its latest runs.' });

const list = ({ db }: ScriptsContext) =>
  route({
    method: 'GET',
    path: '/v1/scripts',
    operation: 'scripts.list',
    summary: 'List recorded scripts',
    description: 'Returns the scripts that repeat tasks of this workspace without a model, newest first.',
    tag: 'Scripts',
    query: z.object({ limit: pageLimit(20), starting_after: startingAfter }),
    responses: { 200: listOf('ScriptList', scriptSummary, nextPage) },
    errors: [],
    async handler({ caller, query: { limit, starting_after: after = null } }) {
      const found = await listScripts(db, caller.workspaceId, { limit: limit + 1, after });
      const shown = found.slice(0, limit);
      const hasMore = found.length > limit;
      const body = {
        object: 'list' as const,
        data: shown.map(summaryOf),
        has_more: hasMore,
        next_starting_after: hasMore ? (shown.at(-1)?.id ?? null) : null,
      };
      return { status: 200, body };
    },
  });

const read = ({ db }: ScriptsContext) =>
  route({
    method: 'GET',
    path: '/v1/scripts/:id',
    operation: 'scripts.get',
    summary: 'Get a recorded script',
    description: 'Returns the script with its steps and its latest runs.',
    tag: 'Scripts',
    params,
    responses: { 200: scriptObject },
    errors: ['script_not_found'],
    async handler({ caller, params: { id } }) {
      const script = isId(id, 'scr') ? await loadScript(db, caller.workspaceId, id) : null;
      return { status: 200, body: scriptOf(script) };
    },
  });

const pin = ({ db }: ScriptsContext) =>
  route({
    method: 'PATCH',
    path: '/v1/scripts/:id',
    operation: 'scripts.update',
    summary: 'Pin a recorded script',
    description: 'A pinned script keeps its steps: no run changes them, and it does not expire.',
    tag: 'Scripts',
    params,
    body: z.strictObject({
      pinned: z.boolean('must be true or false').describe('Whether the script is pinned.'),
    }),
    responses: { 200: scriptObject },
    errors: ['script_not_found'],
    async handler({ caller, params: { id }, body: { pinned } }) {
      const script = isId(id, 'scr') ? await pinScript(db, caller.workspaceId, id, pinned) : null;
      return { status: 200, body: scriptOf(script) };
    },
  });

const remove = ({ db }: ScriptsContext) =>
  route({
    method: 'DELETE',
    path: '/v1/scripts/:id',
    operation: 'scripts.delete',
    summary: 'Delete a recorded script',
    description: 'The next run of its task is carried out anew.',
    tag: 'Scripts',
    params,
    responses: {
      200: z
        .strictObject({
          id: z.string().describe('ID of the script.'),
          object: z.literal('svc.script'),
          deleted: z.literal(true),
        })
        .meta({ id: 'DeletedScript' }),
    },
    errors: ['script_not_found'],
    async handler({ caller, params: { id } }) {
      if (!isId(id, 'scr') || !(await deleteScript(db, caller.workspaceId, id))) throw notFound();
      return { status: 200, body: { id, object: 'svc.script', deleted: true } };
    },
  });

function scriptOf(script: Script | null) {
  if (script === null) throw notFound();
  return {
    ...summaryOf(script),
    steps: script.script,
    history: script.history.map(({ run_id: responseId, at, ...others }) => ({
      response_id: responseId,
      at: new Date(at).toISOString(),
      ...others,
    })),
  };
}

function summaryOf({ script, stale, history: _, created_at, updated_at, ...others }: Script) {
  return {
    ...others,
    object: 'svc.script' as const,
    url: script.find(({ url }) => url !== null)?.url ?? null,
    parameters: parametersOf(others.task),
    state: stale ? ('stale' as const) : ('active' as const),
    step_count: script.length,
    healed_steps: script.filter(({ healed }) => healed).length,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}

function notFound(): ApiError {
  return new ApiError('script_not_found', 'Script not found.');
}

export function scriptRoutes(ctx: ScriptsContext): Route[] {
  return [list(ctx), read(ctx), pin(ctx), remove(ctx)];
}
