import { Readable } from 'node:stream';
import { z } from 'zod';
import { ApiError } from '../errors.ts';
import type { Db } from '../platform/db.ts';
import { type Answer, type Route, route } from '../platform/http/route.ts';
import { isId, newId } from '../platform/ids.ts';
import { deleteContext, insertContext, loadContext, type StoredContext } from './context-store.ts';
import { liveUrl } from './live-view.ts';
import type { OpenSession } from './open-session.ts';
import type { PageDrivers } from './page-drivers.ts';
import { connectUrl, renderSession } from './render-session.ts';
import { contextObject, createSession, sessionObject, updateSession } from './schema.ts';
import type { SessionHost } from './session-host.ts';
import {
  dropDownloads,
  type FileKind,
  listSessions,
  loadDownloads,
  loadFile,
  loadSession,
  type Session,
  wantRelease,
} from './store.ts';

export interface SessionsContext {
  db: Db;
  host: SessionHost;
  doors: PageDrivers;
  /** The public address of this service. */
  baseUrl(): string;
}

const shared = { tag: 'Browser sessions', dialect: 'browserbase' } as const;
const ofId = { ...shared, params: z.object({ id: z.string().describe('ID of the session.') }) };
const debugUrls = z
  .looseObject({
    debuggerUrl: z.string().describe('URL of the live view.'),
    debuggerFullscreenUrl: z.string().describe('URL of the live view, full screen.'),
    wsUrl: z.string().describe('Chrome DevTools Protocol URL; it contains a secret.'),
    pages: z.array(z.looseObject({})).describe('Open pages, each with its own URLs.'),
  })
  .meta({ id: 'SessionDebug' });
const uploaded = z
  .strictObject({ message: z.string().describe('Path of the file on the browser machine.') })
  .meta({ id: 'SessionUpload' });
const anything = z.looseObject({}).meta({ id: 'ProviderObject' });

/** Questions that only the instance with the browser can answer are asked there. */
function ofSession({ host }: SessionsContext) {
  return { ...ofId, elsewhere: ({ id }: { id: string }) => host.elsewhere(id) };
}

function connectionOf({ host, baseUrl }: SessionsContext, id: string) {
  return { baseUrl: baseUrl(), token: host.tokenFor(id, 'drive') };
}

async function requireSession({ db }: SessionsContext, workspaceId: string, id: string): Promise<Session> {
  const session = isId(id, 'sess') ? await loadSession(db, workspaceId, id) : null;
  if (!session) throw new ApiError('session_not_found', `Session ${id.slice(0, 80)} not found.`);
  return session;
}

/** The part of a session that lives here; refused once it is over. */
async function requireLive(ctx: SessionsContext, workspaceId: string, id: string): Promise<OpenSession> {
  await requireSession(ctx, workspaceId, id);
  const live = ctx.host.live(id);
  if (!live) throw new ApiError('session_not_found', 'This session is over.');
  return live;
}

async function stored(
  { db }: SessionsContext,
  workspaceId: string,
  id: string,
  kind: FileKind,
): Promise<Answer> {
  const bytes = await loadFile(db, workspaceId, id, kind);
  return { status: 200, json: bytes?.toString() ?? '[]' };
}

const postSession = (ctx: SessionsContext) =>
  route({
    ...shared,
    method: 'POST',
    path: '/v1/sessions',
    operation: 'sessions.create',
    holdsSecret: true,
    summary: 'Create a browser session',
    description:
      'Starts a browser that you control over the Chrome DevTools Protocol. Compatible with Browserbase.',
    body: createSession.optional().default({}),
    responses: { 201: sessionObject },
    errors: ['insufficient_credits', 'rate_limited', 'saturated', 'runner_unavailable', 'not_found'],
    async handler({ caller, body }) {
      const session = await ctx.host.create(caller, body);
      return { status: 201, body: renderSession(session, connectionOf(ctx, session.id)) };
    },
  });

const getSessions = (ctx: SessionsContext) =>
  route({
    ...shared,
    method: 'GET',
    path: '/v1/sessions',
    operation: 'sessions.list',
    holdsSecret: true,
    summary: 'List browser sessions',
    description: 'Lists the browser sessions of this workspace, newest first.',
    query: z.object({
      status: sessionObject.shape.status.optional().describe('Return only sessions with this status.'),
      q: z.string().max(500).optional().describe("Metadata filter in Browserbase's syntax."),
    }),
    responses: { 200: z.array(sessionObject).meta({ id: 'BrowserSessionList' }) },
    errors: [],
    async handler({ caller, query }) {
      const metadata = metadataFilter(query.q);
      const sessions = await listSessions(ctx.db, caller.workspaceId, { status: query.status, metadata });
      return { status: 200, body: sessions.map((session) => renderSession(session)) };
    },
  });

const getSession = (ctx: SessionsContext) =>
  route({
    ...ofId,
    method: 'GET',
    path: '/v1/sessions/:id',
    operation: 'sessions.get',
    holdsSecret: true,
    summary: 'Get a browser session',
    description: 'Returns one browser session.',
    responses: { 200: sessionObject },
    errors: ['session_not_found'],
    async handler({ caller, params }) {
      const session = await requireSession(ctx, caller.workspaceId, params.id);
      return { status: 200, body: renderSession(session, connectionOf(ctx, session.id)) };
    },
  });

const postRelease = (ctx: SessionsContext) =>
  route({
    ...ofSession(ctx),
    method: 'POST',
    path: '/v1/sessions/:id',
    operation: 'sessions.release',
    holdsSecret: true,
    summary: 'Release a browser session',
    description: 'Ends the session and closes its browser.',
    body: updateSession,
    responses: { 200: sessionObject },
    errors: ['session_not_found'],
    async handler({ caller, params }) {
      const session = await requireSession(ctx, caller.workspaceId, params.id);
      if (session.status === 'RUNNING') {
        await wantRelease(ctx.db, session.id);
        await ctx.host.end(session.id, 'COMPLETED');
      }
      return { status: 200, body: renderSession(await requireSession(ctx, caller.workspaceId, params.id)) };
    },
  });

const getDebug = (ctx: SessionsContext) =>
  route({
    ...ofSession(ctx),
    method: 'GET',
    path: '/v1/sessions/:id/debug',
    operation: 'sessions.debug',
    holdsSecret: true,
    summary: "Get a session's live view",
    description: 'Returns the URLs of the live view and of its pages.',
    query: z.object({ expiresIn: z.string().optional().describe('Seconds for which the URLs are valid.') }),
    responses: { 200: debugUrls },
    errors: ['session_not_found'],
    async handler({ caller, params }) {
      const live = await requireLive(ctx, caller.workspaceId, params.id);
      const watching = { baseUrl: ctx.baseUrl(), token: ctx.host.tokenFor(params.id, 'watch') };
      const ours = live.recorder ? liveUrl(params.id, watching) : '';
      const view = live.liveViewUrl ?? ours;
      const urls = { debuggerUrl: view, debuggerFullscreenUrl: view };
      const pages = (await live.pages()).map((page) => ({ ...page, faviconUrl: '', ...urls }));
      return {
        status: 200,
        body: { ...urls, wsUrl: connectUrl(params.id, connectionOf(ctx, params.id)), pages },
      };
    },
  });

/** A session's results; of a live one as they stand. */
const leftBy = (
  ctx: SessionsContext,
  kind: 'log' | 'recording',
  names: { path: string; operation: string; summary: string; description: string },
  soFar: (live: NonNullable<ReturnType<SessionsContext['host']['live']>>, id: string) => unknown[],
) =>
  route({
    ...ofSession(ctx),
    ...names,
    method: 'GET',
    responses: { 200: z.array(anything).meta({ id: 'SessionRecord' }) },
    errors: ['session_not_found'],
    async handler({ caller, params: { id } }) {
      await requireSession(ctx, caller.workspaceId, id);
      const live = ctx.host.live(id);
      return live ? { status: 200, body: soFar(live, id) } : stored(ctx, caller.workspaceId, id, kind);
    },
  });

const getLogs = (ctx: SessionsContext) => {
  const names = {
    path: '/v1/sessions/:id/logs',
    operation: 'sessions.logs',
    summary: "Get a session's log",
    description: 'Returns the protocol commands and events of the session.',
  };
  return leftBy(ctx, 'log', names, ({ log }) => log.entries);
};

const getRecording = (ctx: SessionsContext) => {
  const names = {
    path: '/v1/sessions/:id/recording',
    operation: 'sessions.recording',
    summary: "Get a session's recording",
    description: 'Returns the recording as rrweb events.',
  };
  return leftBy(ctx, 'recording', names, ({ recorder }, id) => recorder?.events(id) ?? []);
};

const getDownloads = (ctx: SessionsContext) =>
  route({
    ...ofSession(ctx),
    method: 'GET',
    path: '/v1/sessions/:id/downloads',
    operation: 'sessions.downloads',
    summary: "Download a session's files",
    description: 'Returns all files that the browser downloaded, as a zip archive.',
    responses: { 200: z.unknown() },
    contentTypes: ['application/zip'],
    errors: ['session_not_found'],
    async handler({ caller, params }) {
      await requireSession(ctx, caller.workspaceId, params.id);
      const live = ctx.host.live(params.id);
      const zip = live ? live.downloads() : loadDownloads(ctx.db, caller.workspaceId, params.id);
      const headers = { 'content-type': 'application/zip' };
      return { status: 200, headers, stream: Readable.from(orEmptyZip(zip ?? []), { objectMode: false }) };
    },
  });

const deleteDownloads = (ctx: SessionsContext) =>
  route({
    ...ofSession(ctx),
    method: 'DELETE',
    path: '/v1/sessions/:id/downloads',
    operation: 'sessions.deleteDownloads',
    summary: "Delete a session's files",
    description: 'Deletes the files that the browser downloaded.',
    responses: { 204: z.unknown() },
    errors: ['session_not_found'],
    async handler({ caller, params }) {
      await requireSession(ctx, caller.workspaceId, params.id);
      await ctx.host.live(params.id)?.dropDownloads();
      await dropDownloads(ctx.db, params.id);
      return { status: 204, bytes: new Uint8Array() };
    },
  });

const postUpload = (ctx: SessionsContext) =>
  route({
    ...ofSession(ctx),
    method: 'POST',
    path: '/v1/sessions/:id/uploads',
    operation: 'sessions.upload',
    summary: 'Upload a file to a session',
    description: "Stores a file that the file inputs of the session's pages can use.",
    takes: 'multipart',
    responses: { 200: uploaded },
    errors: ['session_not_found'],
    async handler({ caller, params, files }) {
      const live = await requireLive(ctx, caller.workspaceId, params.id);
      const [file] = files;
      if (!file)
        throw new ApiError('invalid_request', {
          message: 'Send the file as the part `file`.',
          param: 'file',
        });
      if (!isFileName(file.name))
        throw new ApiError('invalid_request', {
          message: 'The part `file` needs a file name of 1 to 255 bytes.',
          param: 'file',
        });
      if (!(await live.upload(file.name, file.bytes)))
        throw new ApiError('invalid_request', 'Files can be uploaded to embedded sessions only.');
      return { status: 200, body: { message: `File uploaded: /tmp/.uploads/${file.name}` } };
    },
  });

/** What a file system takes as the name of a file; folders before it are gone by now. */
function isFileName(name: string | undefined): name is string {
  return (
    name !== undefined && !/^\.{0,2}$/.test(name) && !name.includes('\0') && Buffer.byteLength(name) <= 255
  );
}

async function requireContext(
  { db }: SessionsContext,
  workspaceId: string,
  id: string,
): Promise<StoredContext> {
  const context = isId(id, 'ctx') ? await loadContext(db, workspaceId, id) : null;
  if (!context) throw new ApiError('not_found', `Context ${id.slice(0, 80)} not found.`);
  return context;
}

function renderContext({ id, createdAt, updatedAt }: StoredContext, projectId: string) {
  return { id, projectId, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}

const postContext = (ctx: SessionsContext) =>
  route({
    ...shared,
    method: 'POST',
    path: '/v1/contexts',
    operation: 'contexts.create',
    summary: 'Create a browser context',
    description: 'Creates a store for cookies and local storage that several sessions can share.',
    body: anything.optional().default({}),
    responses: { 201: contextObject },
    errors: [],
    async handler({ caller }) {
      const id = newId('ctx');
      await insertContext(ctx.db, caller.workspaceId, id);
      return {
        status: 201,
        body: renderContext(await requireContext(ctx, caller.workspaceId, id), caller.workspaceId),
      };
    },
  });

const getContext = (ctx: SessionsContext) =>
  route({
    ...ofId,
    method: 'GET',
    path: '/v1/contexts/:id',
    operation: 'contexts.get',
    summary: 'Get a browser context',
    description: 'Returns one browser context.',
    responses: { 200: contextObject },
    errors: ['not_found'],
    async handler({ caller, params }) {
      const context = await requireContext(ctx, caller.workspaceId, params.id);
      return { status: 200, body: renderContext(context, caller.workspaceId) };
    },
  });

const removeContext = (ctx: SessionsContext) =>
  route({
    ...ofId,
    method: 'DELETE',
    path: '/v1/contexts/:id',
    operation: 'contexts.delete',
    summary: 'Delete a browser context',
    description: 'Deletes the context and the browser state saved in it.',
    responses: { 204: z.unknown() },
    errors: ['not_found'],
    async handler({ caller, params }) {
      await requireContext(ctx, caller.workspaceId, params.id);
      await deleteContext(ctx.db, caller.workspaceId, params.id);
      return { status: 204, bytes: new Uint8Array() };
    },
  });

const ROUTES = [
  postSession,
  getSessions,
  getSession,
  postRelease,
  getDebug,
  getLogs,
  getRecording,
  getDownloads,
  deleteDownloads,
  postUpload,
  postContext,
  getContext,
  removeContext,
];

/** Browserbase's Sessions API over browsers of our own and of providers: its SDK works with only address and key changed. */
export function sessionRoutes(ctx: SessionsContext): Route[] {
  return ROUTES.map((make) => make(ctx));
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
const EMPTY_ZIP = Buffer.from([0x50, 0x4b, 5, 6, ...Array.from({ length: 18 }, () => 0)]);

async function* orEmptyZip(zip: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Buffer> {
  let isEmpty = true;
  for await (const chunk of zip) {
    isEmpty = false;
    yield chunk;
  }
  if (isEmpty) yield EMPTY_ZIP;
}
