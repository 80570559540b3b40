/**
 * Browser Use Cloud (API v2) as a small real server, answering in its documented shapes (from the types of
 * browser-use-sdk 3.11.3 and docs.browser-use.com, not recorded). `[[file=http://...]]` is a file that the task made.
 *
 * `GET /_seen` lists starts and tasks, for tests in another process. Run it alone: `node <this file> PORT`.
 */
import { word } from './provider-script.ts';
import { type SeenTask, startStandIn } from './stand-in.ts';

const STATES = {
  running: 'started',
  asking: 'started',
  done: 'finished',
  unsuccessful: 'finished',
  failed: 'failed',
  stopped: 'stopped',
};

export async function startBrowserUseStandIn(port = 0) {
  /** Deleted sessions, with all their contents. */
  const deleted: string[] = [];
  const standIn = await startStandIn(
    {
      key: 'x-browser-use-api-key',
      routes: {
        'POST /api/v2/tasks': ({ begin, body, reply }) => {
          // The provider's validation errors repeat the input.
          if (!body.task)
            return reply(422, { detail: [{ loc: ['body', 'task'], msg: 'Field required', input: body }] });
          const { attempt_id: attemptId } = body.metadata as Record<string, string>;
          const asked = { text: body.task, schema: body.structuredOutput, attemptId };
          return begin(asked, (task) => ({ id: task.id, sessionId: sessionOf(task) }), 202);
        },
        'GET /api/v2/tasks/:id': ({ look }) => look(viewOf),
        'GET /api/v2/tasks/:id/status': ({ look }) => look(viewOf),
        'PATCH /api/v2/tasks/:id': ({ stop }) => stop(viewOf),
        'GET /api/v2/sessions/:id': ({ params, reply }) =>
          reply(200, {
            id: params.id,
            status: 'active',
            liveUrl: `https://live.browser-use.com/${params.id}`,
          }),
        'DELETE /api/v2/sessions/:id': ({ params, reply }) => {
          deleted.push(params.id ?? '');
          reply(204, '');
        },
        'GET /api/v2/files/tasks/:task/output-files/:id': ({ params, tasks, reply }) => {
          const task = tasks.find(({ id }) => id === params.task);
          const downloadUrl = task && word(task.text, 'file');
          reply(downloadUrl ? 200 : 404, { id: params.id, fileName: nameOf(downloadUrl ?? ''), downloadUrl });
        },
      },
    },
    port,
  );
  return { ...standIn, deleted };
}

export function sessionOf(task: SeenTask | undefined): string {
  return `session-${task?.id}`;
}

function nameOf(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1);
}

function viewOf(task: SeenTask): Record<string, unknown> {
  const { id, text, state, body, output, cost, steps } = task;
  const file = word(text, 'file');
  const isOver = state !== 'running' && state !== 'asking';
  return {
    id,
    sessionId: sessionOf(task),
    llm: 'browser-use-2.0',
    task: text,
    status: STATES[state],
    metadata: body.metadata,
    steps: steps.map((nextGoal, index) => ({
      number: index + 1,
      memory: '',
      evaluationPreviousGoal: '',
      nextGoal,
      url: body.startUrl ?? 'about:blank',
      actions: ['{"click": {"index": 3}}', '{"input": {"index": 4, "text": "typed value"}}'],
      screenshotUrl: null,
    })),
    output: STATES[state] === 'finished' ? output : state === 'failed' ? 'it did not work' : null,
    outputFiles: file === null ? [] : [{ id: 'file-1', fileName: nameOf(file) }],
    isSuccess: isOver ? state === 'done' : null,
    cost: isOver ? cost : null,
  };
}

if (import.meta.main) {
  const standIn = await startBrowserUseStandIn(Number(process.argv[2] ?? 0));
  console.log(standIn.url);
}
