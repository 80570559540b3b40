import { ApiError } from '../../errors.ts';
import type { Caller } from '../../platform/http/route.ts';
import { isId } from '../../platform/ids.ts';
import { preflight } from '../../platform/net/preflight.ts';
import { siteOf } from '../../platform/net/site.ts';
import { type CandidateRequest, questionOf } from '../../routing/candidates.ts';
import { REPLAY_RUNNER } from '../../routing/model/parameters.ts';
import type { Plan } from '../../routing/plan.ts';
import { makePlan } from '../../routing/plan.ts';
import { type RequestedRouting, readRouting } from '../../routing/requested-routing.ts';
import type { AgentSettings } from '../../runners/contract.ts';
import type { OwnKeys } from '../../runners/registry.ts';
import { readTask, type TaskReading } from '../../task/index.ts';
import {
  type Custody,
  type CustodyRule,
  composeCustody,
  parseCustody,
  ruleAllows,
} from '../../vault/custody.ts';
import { findCredential } from '../../vault/store.ts';
import type { RequestContext } from '../context.ts';
import { isSweep } from '../learning-sweep.ts';
import { priceMicro } from '../lifecycle/decide-next.ts';
import { findScript } from '../replay/remember.ts';
import type { CreateBody } from '../schema-create.ts';
import { findEarlierRun } from './earlier-run.ts';
import { type ReadRequest, readRequest, routingOf } from './read-request.ts';
import { sweepOrder } from './sweep-order.ts';

const SWEEP_CEILING_MICRO = 20_000_000;
// An unreadable stored policy allows no runner.
const NOBODY: Custody = { policy: 'pinned', runners: [] };

export interface PreparedRun extends ReadRequest {
  routing: RequestedRouting;
  isSweep: boolean;
  /** The stored login's policy and the request's, together. */
  rule: CustodyRule | null;
  words: TaskReading;
  /** The provider keys of the workspace. */
  own: OwnKeys;
  /** The site that the task is about. */
  domain: string | null;
}

/** Checks that need only the request and the credential that it names. */
export async function prepare(
  ctx: RequestContext,
  caller: Pick<Caller, 'workspaceId'>,
  body: CreateBody,
): Promise<PreparedRun> {
  const earlier = await findEarlierRun(ctx, caller, body.previous_response_id);
  const read = await readRequest(body, ctx.schemas, earlier);
  requireModels(ctx, read.request.agent);
  const routing = readRouting(routingOf(body), (slug) => ctx.registry.entry(slug) !== null);
  const isChosen = routing.class === 'runner' || routing.class === 'chain';
  if (isChosen && read.request.timeBudgetMs !== null) {
    throw new ApiError('time_budget_unsupported', {
      message: 'A pinned runner or chain has a fixed time limit of 20 minutes.',
      param: 'time_budget_ms',
    });
  }
  if (routing.class === 'learning' || routing.class === 'learning-all') {
    if (read.request.task.url === null) {
      throw new ApiError('missing_url', { message: 'A learning sweep needs a target URL.', param: 'url' });
    }
  }
  const { custody } = read;
  const unknown =
    custody?.policy === 'pinned' && custody.runners.find((slug) => ctx.registry.entry(slug) === null);
  if (unknown) {
    throw new ApiError('invalid_custody', {
      message: `\`custody\`: unknown runner \`${unknown.slice(0, 80)}\`. Check the slug, or use an available runner.`,
      param: 'custody',
    });
  }
  const { task } = read.request;
  const words = readTask(task);
  const isSwept = isSweep({ routingClass: routing.class });
  return {
    ...read,
    request: {
      ...read.request,
      task: { ...task, reading: words },
      background: read.request.background || isSwept,
    },
    routing,
    isSweep: isSwept,
    rule: await custodyRule(ctx, caller.workspaceId, read),
    words,
    own: await ctx.providerKeys.owned(caller.workspaceId),
    domain: task.url !== null && URL.canParse(task.url) ? siteOf(task.url) : null,
  };
}

/** A model that is not configured has no price here. */
function requireModels({ llm }: RequestContext, agent: AgentSettings = {}): void {
  const named = { 'agent.model': agent.model, 'agent.extraction_model': agent.extractionModel };
  for (const [param, name] of Object.entries(named)) {
    if (name === undefined || llm?.named(name)) continue;
    const known = llm?.list.map(({ model }) => model).join(', ');
    throw new ApiError('invalid_request', {
      message: `\`${param}\`: ${known ? `must be one of the configured models: ${known}` : 'no language model is configured here; set LLM_BASE_URL and LLM_MODEL'}.`,
      param,
    });
  }
}

async function custodyRule(
  ctx: RequestContext,
  workspaceId: string,
  { request, custody }: ReadRequest,
): Promise<CustodyRule | null> {
  const id = request.credentialId;
  if (id === null) return composeCustody(null, custody);
  // Fails closed: without the key service the credential could not be opened later.
  await ctx.vault.keys.current();
  const found = isId(id, 'cred') ? await findCredential(ctx.db, workspaceId, id) : null;
  if (!found) {
    throw new ApiError('credential_not_found', {
      message: 'Credential not found.',
      param: 'credential_id',
    });
  }
  const stored = parseCustody(found.custody) ?? NOBODY;
  return composeCustody({ credentialId: id, custody: stored }, custody);
}

/** The candidates' question of a run. */
export async function questionFor(
  ctx: RequestContext,
  workspaceId: string,
  prepared: PreparedRun,
): Promise<CandidateRequest> {
  const { request, routing, rule, words, own } = prepared;
  const ceiling = ceilingMicro(prepared) ?? Number.POSITIVE_INFINITY;
  return questionOf(
    {
      ...request,
      routing,
      words,
      isLocalTarget: ctx.gate.isLocalTarget(request.task.url),
      hasScript: await hasScript(ctx, workspaceId, prepared),
      isAffordable: (slug) => priceMicro(ctx, slug, own) <= ceiling,
      covers: (slug) => ctx.registry.covers(slug, request.task),
    },
    rule ? [(facts) => ruleAllows(rule, facts)] : [],
  );
}

export async function planFor(
  ctx: RequestContext,
  workspaceId: string,
  prepared: PreparedRun,
  runId: string | null,
): Promise<Plan> {
  const { request, routing, words, domain } = prepared;
  const isChosen = routing.class === 'runner' || routing.class === 'chain';
  if (!isChosen) await ctx.router.prepare({ workspaceId, domain, taskType: words.type });
  const question = await questionFor(ctx, workspaceId, prepared);
  const scope = { workspaceId, domain, taskType: words.type };
  const plan = makePlan(
    { ...question, ...scope, ...bounds(request), runId, nowMs: ctx.clock.now().getTime() },
    ctx.registry.seenBy(prepared.own),
    ctx.router,
  );
  return prepared.isSweep ? sweepPlan(ctx, routing, plan) : plan;
}

/** Every option that can be dispatched, once; the cheaper sweep takes the curated ones. */
function sweepPlan({ registry }: RequestContext, routing: RequestedRouting, plan: Plan): Plan {
  const { decision } = plan;
  const isWanted = (slug: string) => routing.class === 'learning-all' || registry.entry(slug)?.facts.curated;
  const order = decision ? sweepOrder(decision).filter(isWanted) : [];
  if (order.length === 0)
    throw new ApiError('runner_unavailable', {
      message: 'None of the curated runners is available for this task.',
      param: 'routing',
    });
  return { ...plan, order, decision: null, budgetMicro: null };
}

function bounds({ slaProfile, maxFallbacks, maxCostMicro, timeBudgetMs }: PreparedRun['request']) {
  return { slaProfile, maxFallbacks, maxCostMicro, timeBudgetMs };
}

/** Queries the database only when the result can change the plan. */
async function hasScript(
  ctx: RequestContext,
  workspaceId: string,
  { request, routing, isSweep }: PreparedRun,
): Promise<boolean> {
  const isOpen = isSweep || (routing.class === 'smart' && request.maxFallbacks > 0);
  if (!isOpen || request.task.url === null || ctx.registry.entry(REPLAY_RUNNER)?.status !== 'available')
    return false;
  return (await findScript(ctx, workspaceId, request.task)) !== null;
}

/** The caller's ceiling; sweeps have one in any case. */
export function ceilingMicro({ request, isSweep }: PreparedRun): number | null {
  return request.maxCostMicro ?? (isSweep ? SWEEP_CEILING_MICRO : null);
}

/** Every URL that the request names, and where the target redirects to; a background run follows its redirects itself. */
export async function vetUrls(ctx: RequestContext, prepared: PreparedRun): Promise<void> {
  const target = prepared.request.task.url;
  const localAllowed = ctx.gate.isLocalTarget(target);
  for (const url of prepared.urls) {
    const vetted = await ctx.gate.vet(url, { localAllowed });
    if (!vetted.ok) throw unsafe(paramOf(url, prepared), vetted.reason);
  }
  if (target === null || prepared.request.background) return;
  const walked = await preflight(ctx.gate, target, { localAllowed });
  if (!walked.ok) throw unsafe('url', walked.reason);
}

function paramOf(url: string, { request, ownSecrets }: PreparedRun): string {
  if (url === request.task.url) return 'url';
  return url === ownSecrets?.totpUrl ? 'totp_url' : 'input';
}

function unsafe(param: string, reason: string): ApiError {
  return new ApiError('unsafe_url', { message: `\`${param}\`: ${reason}.`, param });
}
