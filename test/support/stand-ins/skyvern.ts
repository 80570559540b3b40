/**
 * Skyvern (API v1) as a small real server, answering in the shapes of its public server code (not recorded). A login of a
 * user named `nobody` ends `terminated`; `[[file=http://...]]` is a file that the task downloaded.
 */
import { newTask, type ScriptedTask, word } from './provider-script.ts';
import { inSchema, type SeenTask, startStandIn } from './stand-in.ts';

interface SkyvernCredential {
  credential_id: string;
  name: string;
  secret: { username: string; password: string; totp?: string };
}

export type SkyvernStandIn = Awaited<ReturnType<typeof startSkyvernStandIn>>;

const STATES = {
  running: 'running',
  asking: 'running',
  done: 'completed',
  unsuccessful: 'terminated',
  failed: 'terminated',
  stopped: 'canceled',
};

export async function startSkyvernStandIn(port = 0) {
  /** Runs that sign in. */
  const logins: (ScriptedTask & { session: string; login: SkyvernCredential })[] = [];
  const credentials: SkyvernCredential[] = [];
  const deleted: string[] = [];
  /** Browser sessions by id, with the run in each. */
  const sessions = new Map<string, { isOpen: boolean; runnable: string | null }>();
  /** Every body that came in, except those to the vault. */
  const bodies: string[] = [];
  let made = 0;
  const newId = (prefix: string) => `${prefix}_${++made}`;
  const loginView = ({ id, isStopped, login }: (typeof logins)[number]) => {
    const status = login.secret.username === 'nobody' ? 'terminated' : 'completed';
    return viewWith(id, 'workflow_run', isStopped ? 'canceled' : status);
  };

  const standIn = await startStandIn(
    {
      key: 'x-api-key',
      refusal: 403,
      routes: {
        async 'POST /v1/run/tasks'({ body, begin, reply }) {
          bodies.push(JSON.stringify(body));
          const place = sessions.get(String(body.browser_session_id));
          if (body.browser_session_id && !place?.isOpen) return reply(404, { detail: 'no such session' });
          const id = newId('tsk');
          if (place) place.runnable = id;
          const asked = { text: body.prompt, attemptId: body.title, schema: schemaOf(body), id };
          await begin(asked, () => ({ run_id: id, status: 'queued' }));
        },
        'POST /v1/run/tasks/login'({ body, reply }) {
          bodies.push(JSON.stringify(body));
          const login = credentials.find((one) => one.credential_id === body.credential_id);
          const session = String(body.browser_session_id);
          if (!login || body.credential_type !== 'skyvern' || !sessions.get(session)?.isOpen)
            return reply(404, { detail: `Credential ${body.credential_id} not found` });
          const run = { ...newTask(newId('wr'), null, ''), session, login };
          logins.push(run);
          reply(200, loginView(run));
        },
        'GET /v1/runs/:id'({ params, look, reply }) {
          const login = logins.find(({ id }) => id === params.id);
          return login ? reply(200, loginView(login)) : look(viewOf);
        },
        'POST /v1/runs/:id/cancel'({ params, stop, reply }) {
          const login = logins.find(({ id }) => id === params.id);
          if (!login) return void stop(() => null);
          Object.assign(login, { isStopped: true, stops: login.stops + 1 });
          reply(200, null);
        },
        'POST /v1/credentials'({ body, reply }) {
          const secret = body.credential as SkyvernCredential['secret'];
          if (body.credential_type !== 'password' || !secret?.username || !secret.password)
            return reply(422, { detail: [{ loc: ['body', 'credential'], input: body }] });
          const credential = { credential_id: newId('cred'), name: String(body.name), secret };
          credentials.push(credential);
          reply(201, shown(credential));
        },
        'GET /v1/credentials'({ query, reply }) {
          const size = Number(query.page_size ?? 10);
          const from = (Number(query.page ?? 1) - 1) * size;
          reply(
            200,
            credentials
              .toReversed()
              .slice(from, from + size)
              .map(shown),
          );
        },
        'POST /v1/credentials/:id/delete'({ params, reply }) {
          const at = credentials.findIndex((one) => one.credential_id === params.id);
          if (at < 0) return reply(404, { detail: 'Credential not found' });
          deleted.push(...credentials.splice(at, 1).map((one) => one.credential_id));
          reply(204, null);
        },
        'POST /v1/browser_sessions'({ reply }) {
          const id = newId('pbs');
          sessions.set(id, { isOpen: true, runnable: null });
          reply(200, { browser_session_id: id, runnable_id: null });
        },
        'GET /v1/browser_sessions/:id'({ params, reply }) {
          const session = sessions.get(params.id ?? '');
          reply(session ? 200 : 404, { browser_session_id: params.id, runnable_id: session?.runnable });
        },
        'POST /v1/browser_sessions/:id/close'({ params, reply }) {
          const session = sessions.get(params.id ?? '');
          if (session) session.isOpen = false;
          reply(200, { message: 'Browser session closed' });
        },
      },
    },
    port,
  );
  return { ...standIn, logins, credentials, deleted, sessions, bodies };
}

/** A free answer is asked for under `answer`, and given as text. */
function schemaOf({ data_extraction_schema: schema }: Record<string, unknown>): unknown {
  const { properties = {} } = (schema ?? {}) as { properties?: object };
  return Object.keys(properties).join() === 'answer' ? null : schema;
}

function viewWith(id: string, type: string, status: string): Record<string, unknown> {
  const reason = status === 'terminated' ? 'it did not work' : null;
  return { run_id: id, run_type: type, status, output: null, failure_reason: reason, recording_url: null };
}

function viewOf(task: SeenTask): Record<string, unknown> {
  const file = word(task.text, 'file');
  const status = STATES[task.state];
  return {
    ...viewWith(task.id, 'task_v1', status),
    output: status === 'completed' ? inSchema(task, 'data_extraction_schema') : null,
    step_count: task.polls,
    app_url: `https://app.skyvern.com/runs/${task.id}`,
    recording_url: 'https://app.skyvern.com/recording',
    ...(file && {
      downloaded_files: [{ url: file, filename: 'report.csv' }],
      screenshot_urls: [file],
    }),
  };
}

function shown({ credential_id, name, secret }: SkyvernCredential): Record<string, unknown> {
  return { credential_id, name, credential_type: 'password', credential: { username: secret.username } };
}
