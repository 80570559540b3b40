import { z } from 'zod';
import { ApiError } from '../errors.ts';
import { type Route, route } from '../platform/http/route.ts';
import { type Ask, exportLines } from './export.ts';
import { RETENTIONS, type Retention } from './plans.ts';
import { type RemovalContext, removeEverything, removeRuns } from './remove-all.ts';
import { loadWorkspace, saveWorkspace, type Workspace } from './store.ts';

const tag = 'Workspace';

const workspaceObject = z
  .strictObject({
    object: z.literal('svc.workspace'),
    id: z.string().describe('ID of the workspace.'),
    plan: z.string().describe('Plan of the workspace.'),
    retention: z.enum(RETENTIONS).describe('How long files are kept.'),
    run_retention_days: z
      .int()
      .nullable()
      .describe('Days after which ended runs are erased; null keeps them.'),
    confirm_irreversible: z
      .boolean()
      .describe(
        'Whether a model asks before it pays, sends, deletes, publishes or accepts something that the task does not order.',
      ),
    created_at: z.iso.datetime().describe('Creation time.'),
  })
  .meta({ id: 'Workspace' });

const getWorkspace = (ctx: RemovalContext) =>
  route({
    method: 'GET',
    path: '/v1/workspace',
    operation: 'workspace.get',
    summary: 'Get the workspace',
    description: 'Returns the plan and the file retention of this workspace.',
    tag,
    responses: { 200: workspaceObject },
    errors: [],
    async handler({ caller }) {
      return { status: 200, body: render(await loadWorkspace(ctx.db, caller.workspaceId)) };
    },
  });

const updateWorkspace = (ctx: RemovalContext) =>
  route({
    method: 'PATCH',
    path: '/v1/workspace',
    operation: 'workspace.update',
    audit: 'workspace.updated',
    summary: 'Update the workspace',
    description:
      'Changes how long files and runs are kept, and whether models ask before irreversible acts. The retention of files needs the Enterprise plan.',
    tag,
    body: z.strictObject({
      retention: z.unknown().optional().describe('How long files are kept.'),
      run_retention_days: z
        .int('must be an integer from 1 to 365, or null')
        .min(1, 'must be an integer from 1 to 365, or null')
        .max(365, 'must be an integer from 1 to 365, or null')
        .nullish()
        .describe('Days after which ended runs are erased; null keeps them.'),
      confirm_irreversible: z
        .boolean('must be true or false')
        .nullish()
        .describe(
          '`false` lets models pay, send, delete, publish and accept without asking. Default: `true`.',
        ),
    }),
    codes: { retention: 'invalid_retention' },
    responses: { 200: workspaceObject },
    errors: ['invalid_retention', 'retention_not_self_serve', 'enterprise_required', 'limited_key'],
    async handler({ caller, body }) {
      const { run_retention_days: days, confirm_irreversible: confirms } = body;
      const isAboutFiles = body.retention !== undefined || (days === undefined && confirms == null);
      const asked = isAboutFiles ? readRetention(body.retention) : null;
      // A shorter one deletes files or runs.
      await ctx.mayManage(caller);
      const workspace = await loadWorkspace(ctx.db, caller.workspaceId);
      if (asked !== null && workspace.plan !== 'enterprise')
        throw new ApiError('enterprise_required', 'Only an Enterprise workspace chooses its retention.');
      const changed = {
        ...workspace,
        retention: asked ?? workspace.retention,
        runRetentionDays: days === undefined ? workspace.runRetentionDays : days,
        confirmsActs: confirms ?? workspace.confirmsActs,
      };
      await saveWorkspace(ctx.db, changed);
      return { status: 200, body: render(changed) };
    },
  });

const purgeWorkspace = (ctx: RemovalContext) =>
  route({
    method: 'POST',
    path: '/v1/workspace/purge',
    operation: 'workspace.purge',
    audit: 'workspace.purged',
    summary: 'Delete all ended runs',
    description: 'Deletes every run that has ended, with its files. Live runs are kept.',
    tag,
    responses: {
      200: z
        .strictObject({
          object: z.literal('svc.purge'),
          removed: z
            .object({ runs: z.int().describe('Number of removed runs.') })
            .describe('Number of removed rows by table.'),
        })
        .meta({ id: 'Purge' }),
    },
    errors: ['limited_key'],
    async handler({ caller }) {
      await ctx.mayManage(caller);
      const runs = await removeRuns(ctx, caller.workspaceId, 'finished');
      return { status: 200, body: { object: 'svc.purge', removed: { runs } } };
    },
  });

const deleteAccount = (ctx: RemovalContext) =>
  route({
    method: 'DELETE',
    path: '/v1/me',
    operation: 'account.delete',
    summary: 'Delete the account',
    description: 'Deletes the account and everything in it. Payment records are kept.',
    tag,
    body: z.object({ confirm: z.literal('delete everything').describe('Must be `delete everything`.') }),
    responses: {
      200: z
        .strictObject({
          object: z.literal('svc.account'),
          account_id: z.string().describe('ID of the account.'),
          deleted: z.literal(true),
          removed: z.record(z.string(), z.int()).describe('Number of removed rows by table.'),
        })
        .meta({ id: 'DeletedAccount' }),
    },
    errors: ['limited_key'],
    async handler({ caller }) {
      await ctx.mayManage(caller);
      const removed = await removeEverything(ctx, caller);
      ctx.log.info({ account: caller.accountId, removed }, 'account deleted');
      const account = { object: 'svc.account', account_id: caller.accountId, deleted: true };
      return { status: 200, body: { ...account, removed } };
    },
  });

interface WorkspaceContext extends RemovalContext {
  /** Asks our own API without a connection, with these headers. */
  askInside(headers: Record<string, string>): Ask;
}

/** The headers with the caller's credentials. */
const PASSED_ON = ['authorization', 'x-api-key', 'cookie', 'sec-fetch-site'];

const exportRoute = (ctx: WorkspaceContext) =>
  route({
    method: 'GET',
    path: '/v1/workspace/export',
    operation: 'workspace.export',
    audit: 'workspace.exported',
    summary: 'Export the workspace',
    description:
      'Streams everything in the workspace as JSON lines of the form `{ kind, data }`, without secrets.',
    tag,
    responses: { 200: z.unknown().describe('One object per line, as the API shows it') },
    contentTypes: ['application/x-ndjson'],
    errors: ['saturated'],
    async handler({ header, takeStream }) {
      takeStream();
      const sent = PASSED_ON.flatMap((name) => {
        const value = header(name);
        return value === null ? [] : [[name, value]];
      });
      const headers = {
        'content-type': 'application/x-ndjson; charset=utf-8',
        'content-disposition': 'attachment; filename="workspace.jsonl"',
      };
      return { status: 200, headers, stream: exportLines(ctx.askInside(Object.fromEntries(sent))) };
    },
  });

/** Workspace of a key: retention, export, and deletion. */
export function workspaceRoutes(ctx: WorkspaceContext): Route[] {
  return [getWorkspace(ctx), updateWorkspace(ctx), exportRoute(ctx), purgeWorkspace(ctx), deleteAccount(ctx)];
}

function readRetention(value: unknown): Retention {
  const known = RETENTIONS.find((one) => one === value);
  if (known) return known;
  const isDuration = typeof value === 'string' && /^[1-9]\d*[hdw]$/.test(value);
  const message = '`retention` must be 24h, 7d or 30d.';
  throw new ApiError(isDuration ? 'retention_not_self_serve' : 'invalid_retention', {
    message,
    param: 'retention',
  });
}

function render({ id, plan, retention, runRetentionDays, confirmsActs, createdAt }: Workspace) {
  return {
    object: 'svc.workspace' as const,
    id,
    plan,
    retention,
    run_retention_days: runRetentionDays,
    confirm_irreversible: confirmsActs,
    created_at: createdAt.toISOString(),
  };
}
