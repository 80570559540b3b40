import { z } from 'zod';
import { ApiError } from '../errors.ts';
import type { Db } from '../platform/db.ts';
import { type Answer, type Route, route } from '../platform/http/route.ts';
import { isId, newId } from '../platform/ids.ts';
import { deleteContext, insertContext, loadContext, type StoredContext } from './context-store.ts';
import { liveUrl } from './live-view.ts';
import { connectUrl, renderSession } from './render-session.ts';
import { contextObject, createSession, sessionObject, updateSession } from './schema.ts';
import type { SessionHost } from './session-host.ts';
import {
  dropFile,
  type FileKind,
  listSessions,
  loadFile,
  loadSession,
  type Session,
  wantRelease,
} from './store.ts';

export interface SessionsContext {
  db: Db;
  host: SessionHost;
  /** The public address of this service. */
  baseUrl(): string;
}

const shared = { tag: 'Browser sessions', dialect: 'browserbase' } as const;
const ofId = { ...shared, params: z.object({ id: z.string() }) };
const anything = z.looseObject({});

/** Browserbase's Sessions API over browsers of our own and of providers: its SDK works with only address and key changed. */
export function sessionRoutes(ctx: SessionsContext): Route[] {
  const { db, host } = ctx;
  /** What only the instance can answer that holds the browser is asked there. */
  const ofSession = { ...ofId, elsewhere: ({ id }: { id: string }) => host.elsewhere(id) };
  const connection = (id: string) => ({ baseUrl: ctx.baseUrl(), token: host.tokenFor(id) });
  const find = async (workspaceId: string, id: string): Promise<Session> => {
    const session = isId(id, 'sess') ? await loadSession(db, workspaceId, id) : null;
    if (!session) throw new ApiError('session_not_found', `There is no session ${id.slice(0, 80)}.`);
    return session;
  };
  /** The part of a session that lives here; refused once it is over. */
  const liveOf = async (workspaceId: string, id: string) => {
    await find(workspaceId, id);
    const live = host.live(id);
    if (!live) throw new ApiError('session_not_found', 'This session is over.');
    return live;
  };
  const stored = async (workspaceId: string, id: string, kind: FileKind): Promise<Answer> => {
    const bytes = await loadFile(db, workspaceId, id, kind);
    return { status: 200, json: bytes?.toString() ?? '[]' };
  };

  return [
    route({
      ...shared,
      method: 'POST',
      path: '/v1/sessions',
      operation: 'sessions.create',
      summary: 'Create a browser session',
      body: createSession.optional().default({}),
      responses: { 201: sessionObject },
      errors: ['insufficient_credits', 'rate_limited', 'runner_unavailable', 'not_found'],
      async handler({ caller, body }) {
        const session = await host.create(caller, body);
        return { status: 201, body: renderSession(session, connection(session.id)) };
      },
    }),
    route({
      ...shared,
      method: 'GET',
      path: '/v1/sessions',
      operation: 'sessions.list',
      summary: 'List browser sessions',
      query: z.object({
        status: sessionObject.shape.status.optional(),
        q: z.string().max(500).optional(),
      }),
      responses: { 200: z.array(sessionObject) },
      errors: [],
      async handler({ caller, query }) {
        const metadata = metadataFilter(query.q);
        const sessions = await listSessions(db, caller.workspaceId, { status: query.status, metadata });
        return { status: 200, body: sessions.map((session) => renderSession(session)) };
      },
    }),
    route({
      ...ofId,
      method: 'GET',
      path: '/v1/sessions/:id',
      operation: 'sessions.get',
      summary: 'Get a browser session',
      responses: { 200: sessionObject },
      errors: ['session_not_found'],
      async handler({ caller, params }) {
        const session = await find(caller.workspaceId, params.id);
        return { status: 200, body: renderSession(session, connection(session.id)) };
      },
    }),
    route({
      ...ofSession,
      method: 'POST',
      path: '/v1/sessions/:id',
      operation: 'sessions.release',
      summary: 'Release a browser session',
      body: updateSession,
      responses: { 200: sessionObject },
      errors: ['session_not_found'],
      async handler({ caller, params }) {
        const session = await find(caller.workspaceId, params.id);
        if (session.status === 'RUNNING') {
          await wantRelease(db, session.id);
          await host.end(session.id, 'COMPLETED');
        }
        return { status: 200, body: renderSession(await find(caller.workspaceId, params.id)) };
      },
    }),
    route({
      ...ofSession,
      method: 'GET',
      path: '/v1/sessions/:id/debug',
      operation: 'sessions.debug',
      summary: 'Addresses at which a session can be watched',
      query: z.object({ expiresIn: z.string().optional() }),
      responses: { 200: anything },
      errors: ['session_not_found'],
      async handler({ caller, params }) {
        const live = await liveOf(caller.workspaceId, params.id);
        const ours = live.recorder ? liveUrl(params.id, connection(params.id)) : '';
        const view = live.liveViewUrl ?? ours;
        const urls = { debuggerUrl: view, debuggerFullscreenUrl: view };
        const pages = live.pages.map((page) => ({ ...page, faviconUrl: '', ...urls }));
        return { status: 200, body: { ...urls, wsUrl: connectUrl(params.id, connection(params.id)), pages } };
      },
    }),
    route({
      ...ofSession,
      method: 'GET',
      path: '/v1/sessions/:id/logs',
      operation: 'sessions.logs',
      summary: 'Commands and events of a session',
      responses: { 200: z.array(anything) },
      errors: ['session_not_found'],
      async handler({ caller, params }) {
        await find(caller.workspaceId, params.id);
        const live = host.live(params.id);
        return live ? { status: 200, body: live.log.entries } : stored(caller.workspaceId, params.id, 'log');
      },
    }),
    route({
      ...ofSession,
      method: 'GET',
      path: '/v1/sessions/:id/recording',
      operation: 'sessions.recording',
      summary: 'Recording of a session as rrweb events',
      responses: { 200: z.array(anything) },
      errors: ['session_not_found'],
      async handler({ caller, params }) {
        await find(caller.workspaceId, params.id);
        const live = host.live(params.id);
        return live
          ? { status: 200, body: live.recorder?.events(params.id) ?? [] }
          : stored(caller.workspaceId, params.id, 'recording');
      },
    }),
    route({
      ...ofSession,
      method: 'GET',
      path: '/v1/sessions/:id/downloads',
      operation: 'sessions.downloads',
      summary: 'Files a session downloaded, as a zip',
      responses: { 200: z.unknown() },
      contentTypes: ['application/zip'],
      errors: ['session_not_found'],
      async handler({ caller, params }) {
        await find(caller.workspaceId, params.id);
        const live = host.live(params.id);
        const zip = live
          ? await live.downloads()
          : await loadFile(db, caller.workspaceId, params.id, 'downloads');
        const headers = { 'content-type': 'application/zip' };
        return { status: 200, headers, bytes: zip ?? EMPTY_ZIP };
      },
    }),
    route({
      ...ofSession,
      method: 'DELETE',
      path: '/v1/sessions/:id/downloads',
      operation: 'sessions.deleteDownloads',
      summary: 'Drop the files a session downloaded',
      responses: { 204: z.unknown() },
      errors: ['session_not_found'],
      async handler({ caller, params }) {
        await find(caller.workspaceId, params.id);
        await host.live(params.id)?.dropDownloads();
        await dropFile(db, params.id, 'downloads');
        return { status: 204, bytes: new Uint8Array() };
      },
    }),
    route({
      ...ofSession,
      method: 'POST',
      path: '/v1/sessions/:id/uploads',
      operation: 'sessions.upload',
      summary: 'Give a session a file for its file inputs',
      takes: 'multipart',
      responses: { 200: anything },
      errors: ['session_not_found'],
      async handler({ caller, params, files }) {
        const live = await liveOf(caller.workspaceId, params.id);
        const [file] = files;
        if (!file)
          throw new ApiError('invalid_request', {
            message: 'Send the file as the part `file`.',
            param: 'file',
          });
        if (!(await live.upload(file.name, file.bytes)))
          throw new ApiError('invalid_request', 'Files can be uploaded to embedded sessions only.');
        return { status: 200, body: { message: `File uploaded: /tmp/.uploads/${file.name}` } };
      },
    }),
    ...contextRoutes(ctx),
  ];
}

/** Contexts keep cookies and stored data between sessions. */
function contextRoutes({ db }: SessionsContext): Route[] {
  const find = async (workspaceId: string, id: string): Promise<StoredContext> => {
    const context = isId(id, 'ctx') ? await loadContext(db, workspaceId, id) : null;
    if (!context) throw new ApiError('not_found', `There is no context ${id.slice(0, 80)}.`);
    return context;
  };
  const render = ({ id, createdAt, updatedAt }: StoredContext, projectId: string) => ({
    id,
    projectId,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  });
  return [
    route({
      ...shared,
      method: 'POST',
      path: '/v1/contexts',
      operation: 'contexts.create',
      summary: 'Create a browser context',
      body: anything.optional().default({}),
      responses: { 201: contextObject },
      errors: [],
      async handler({ caller }) {
        const id = newId('ctx');
        await insertContext(db, caller.workspaceId, id);
        return { status: 201, body: render(await find(caller.workspaceId, id), caller.workspaceId) };
      },
    }),
    route({
      ...ofId,
      method: 'GET',
      path: '/v1/contexts/:id',
      operation: 'contexts.get',
      summary: 'Get a browser context',
      responses: { 200: contextObject },
      errors: ['not_found'],
      async handler({ caller, params }) {
        const context = await find(caller.workspaceId, params.id);
        return { status: 200, body: render(context, caller.workspaceId) };
      },
    }),
    route({
      ...ofId,
      method: 'DELETE',
      path: '/v1/contexts/:id',
      operation: 'contexts.delete',
      summary: 'Delete a browser context and what it keeps',
      responses: { 204: z.unknown() },
      errors: ['not_found'],
      async handler({ caller, params }) {
        await find(caller.workspaceId, params.id);
        await deleteContext(db, caller.workspaceId, params.id);
        return { status: 204, bytes: new Uint8Array() };
      },
    }),
  ];
}

/** `user_metadata['stagehand']:'true'`, as Browserbase writes its queries. */
function metadataFilter(query: string | undefined): [string[], string] | undefined {
  if (query === undefined) return undefined;
  const found = /^user_metadata((?:\['[^']+'\])+):'([^']*)'$/.exec(query.trim());
  if (!found)
    throw new ApiError('invalid_request', {
      message: "`q`: write user_metadata['key']:'value'.",
      param: 'q',
    });
  return [[...(found[1] ?? '').matchAll(/\['([^']+)'\]/g)].map(([, key]) => key ?? ''), found[2] ?? ''];
}

// A zip without entries: the end of its central directory.
const EMPTY_ZIP = new Uint8Array([0x50, 0x4b, 5, 6, ...Array.from({ length: 18 }, () => 0)]);
