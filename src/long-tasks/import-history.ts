import { StartupError } from '../errors.ts';
import { Aborted, type Db, isDuplicate } from '../platform/db.ts';
import { importRunStatements } from '../runs/children.ts';
import { importDeliveryStatements } from '../webhooks/import-deliveries.ts';
import { renderTask } from './routes.ts';
import { type ImportFile, importFile } from './schema.ts';
import { insertLabelStatement, insertTaskStatement } from './store.ts';

export interface Imported {
  tasks: number;
  runs: number;
  deliveries: number;
}

/** Loads the history of one workspace, all of it or nothing. Throws with the fault of the file. */
export async function importHistory(db: Db, workspaceId: string, text: string): Promise<Imported> {
  const { tasks, runs, deliveries } = readFile(text);
  const taskOf = new Map(tasks.map((task) => [task.id, task]));
  for (const [place, id] of [
    ...runs.map((run) => [`run ${run.id}`, run.parent_id] as const),
    ...deliveries.map((delivery) => [`delivery ${delivery.id}`, delivery.long_task_id] as const),
  ])
    if (!taskOf.has(id))
      throw new StartupError(`The ${place} belongs to ${id}, which the file does not hold.`);
  const statements = [
    ...tasks.map((task) => insertTaskStatement(workspaceId, task)),
    ...runs.flatMap((run) => [
      ...importRunStatements(workspaceId, {
        id: run.id,
        parentId: run.parent_id,
        role: run.role,
        entityId: run.entity_id ?? null,
        status: run.status,
        runner: run.runner,
        url: run.url ?? null,
        goal: run.goal,
        answer: run.answer ?? null,
        output: run.output,
        costUsd: run.cost_usd,
        createdAt: run.created_at,
        finishedAt: run.finished_at,
      }),
      ...(run.entity_label ? [insertLabelStatement(run.id, run.entity_label)] : []),
    ]),
    ...deliveries.flatMap((delivery) =>
      importDeliveryStatements(workspaceId, {
        ...delivery,
        subject_id: delivery.long_task_id,
        data: objectOf(taskOf.get(delivery.long_task_id)),
      }),
    ),
  ];
  try {
    await db.transaction(async (run) => {
      for (const statement of statements) await run(statement);
    });
  } catch (error) {
    if (isDuplicate(error))
      throw new StartupError(
        'Some of it is there already, here or in another workspace; nothing was imported.',
      );
    if (error instanceof Aborted && error.code === 'unknown_webhook')
      throw new StartupError(
        'A delivery names a webhook that this workspace does not have; nothing was imported.',
      );
    throw error;
  }
  return { tasks: tasks.length, runs: runs.length, deliveries: deliveries.length };
}

function readFile(text: string): ImportFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new StartupError('The file is not JSON.');
  }
  const parsed = importFile.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new StartupError(
    `The file cannot be imported: ${issue?.path.join('.') || 'all of it'}: ${issue?.message}.`,
  );
}

function objectOf(task: ImportFile['tasks'][number] | undefined) {
  if (!task) throw new Error('a delivery without its task');
  const { id, status, created_at, finished_at, ...body } = task;
  return renderTask({
    id,
    status,
    body,
    createdAt: new Date(created_at),
    finishedAt: finished_at ? new Date(finished_at) : null,
  });
}
