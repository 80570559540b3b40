import { z } from 'zod';
import { ApiError } from '../errors.ts';
import type { Db } from '../platform/db.ts';
import { pageLimit } from '../platform/http/lists.ts';
import { type Route, route } from '../platform/http/route.ts';
import { isId } from '../platform/ids.ts';
import { usd } from '../platform/money.ts';
import { type ChildRun, loadChildRuns } from '../runs/children.ts';
import { childRunList, longTask, longTaskList } from './schema.ts';
import { cancelLongTask, type LongTask, listLongTasks, loadLabels, loadLongTask } from './store.ts';

const tag = 'Long tasks';
const params = z.object({ id: z.string().describe('ID of the long task.') });
async function find(db: Db, workspaceId: string, id: string): Promise<LongTask> {
  const task = isId(id, 'lt') ? await loadLongTask(db, workspaceId, id) : null;
  if (!task) throw new ApiError('long_task_not_found', `Long task ${id.slice(0, 80)} not found.`);
  return task;
}

const createTask = () =>
  route({
    method: 'POST',
    path: '/v1/long-tasks',
    operation: 'longTasks.create',
    summary: 'Create a long task',
    description: 'Long tasks are switched off: this operation always answers 403 `feature_disabled`.',
    tag,
    body: z.unknown(),
    responses: { 202: longTask.describe('Never sent while long tasks are switched off.') },
    errors: ['feature_disabled'],
    async handler() {
      throw new ApiError('feature_disabled', {
        message: 'Long tasks are switched off; earlier ones can still be read.',
        remediation: 'Send one run for each page to POST /v1/responses.',
      });
    },
  });

const listOfTasks = (db: Db) =>
  route({
    method: 'GET',
    path: '/v1/long-tasks',
    operation: 'longTasks.list',
    summary: 'List long tasks',
    description: 'Lists earlier long tasks, newest first.',
    tag,
    query: z.object({ limit: pageLimit(20) }),
    responses: { 200: longTaskList },
    errors: [],
    async handler({ caller, query }) {
      const found = await listLongTasks(db, caller.workspaceId, query.limit + 1);
      const data = found.slice(0, query.limit).map(renderTask);
      return { status: 200, body: list(data, found.length > query.limit) };
    },
  });

const readTask = (db: Db) =>
  route({
    method: 'GET',
    path: '/v1/long-tasks/:id',
    operation: 'longTasks.get',
    summary: 'Get a long task',
    description: 'Returns an earlier long task with its entities and events.',
    tag,
    params,
    responses: { 200: longTask },
    errors: ['long_task_not_found'],
    async handler({ caller, params: { id } }) {
      return { status: 200, body: renderTask(await find(db, caller.workspaceId, id)) };
    },
  });

const cancelTask = (db: Db) =>
  route({
    method: 'POST',
    path: '/v1/long-tasks/:id/cancel',
    operation: 'longTasks.cancel',
    summary: 'Cancel a long task',
    description: 'Cancels a long task that has not ended.',
    tag,
    params,
    responses: { 202: longTask },
    errors: ['long_task_not_found'],
    async handler({ caller, params: { id } }) {
      await find(db, caller.workspaceId, id);
      await cancelLongTask(db, caller.workspaceId, id);
      return { status: 202, body: renderTask(await find(db, caller.workspaceId, id)) };
    },
  });

const listOfTaskRuns = (db: Db) =>
  route({
    method: 'GET',
    path: '/v1/long-tasks/:id/runs',
    operation: 'longTasks.runs',
    summary: 'List the runs of a long task',
    description: 'Lists the runs that belong to a long task.',
    tag,
    params,
    responses: { 200: childRunList },
    errors: ['long_task_not_found'],
    async handler({ caller, params: { id } }) {
      await find(db, caller.workspaceId, id);
      const runs = await loadChildRuns(db, caller.workspaceId, id);
      const labels = await loadLabels(
        db,
        caller.workspaceId,
        runs.map((run) => run.id),
      );
      const data = runs.map((run) => renderChild(run, id, labels.get(run.id)));
      return { status: 200, body: list(data, false) };
    },
  });

/** Orchestration of long tasks is switched off; the results of earlier ones can be read. */
export function longTaskRoutes({ db }: { db: Db }): Route[] {
  return [createTask(), listOfTasks(db), readTask(db), cancelTask(db), listOfTaskRuns(db)];
}

export function renderTask({ id, status, body, createdAt, finishedAt }: LongTask) {
  return {
    id,
    object: 'long_task' as const,
    status,
    created_at: createdAt.toISOString(),
    finished_at: finishedAt?.toISOString() ?? null,
    ...body,
  };
}

function renderChild(run: ChildRun, parentId: string, label: string | undefined) {
  return {
    id: run.id,
    object: 'svc.run' as const,
    created_at: run.createdAt.toISOString(),
    status: run.status,
    runner: run.runner,
    cost_usd: usd(run.spentMicro),
    timing_ms: run.finishedAt ? run.finishedAt.getTime() - run.createdAt.getTime() : 0,
    parent_id: parentId,
    role: run.role,
    ...(run.entityId === null ? {} : { entity_id: run.entityId }),
    ...(label === undefined ? {} : { entity_label: label }),
  };
}

function list<T extends { id: string }>(data: T[], hasMore: boolean) {
  return {
    object: 'list' as const,
    data,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: hasMore,
  };
}
