import type { ErrorCode } from '../errors.ts';
import type { RegistryEntry } from '../runners/catalog.ts';
import { outOfReachMessage, type RunnerFacts } from '../runners/contract.ts';
import type { TaskReading } from '../task/index.ts';
import { REPLAY_RUNNER } from './model/parameters.ts';
import { providerKey } from './model/probation.ts';
import type { Candidate, Excluded, ExclusionReason } from './port.ts';
import type { RequestedRouting } from './requested-routing.ts';

/** The demands of a request on a runner; made by `questionOf` alone. */
export interface CandidateRequest {
  routing: RequestedRouting;
  words: Pick<TaskReading, 'acts' | 'file'>;
  /** The target is on this network, where providers elsewhere cannot go. */
  isLocalTarget: boolean;
  /** True refuses runners that cannot relay a question to a human. */
  needsInteraction: boolean;
  /** The run brings a stored login: runners that cannot take it are passed over. */
  needsLogin: boolean;
  /** Custody. A hard filter before anything else. */
  isAllowed(entry: RegistryEntry): boolean;
  /** This very task has a recorded success that can be repeated. */
  hasScript: boolean;
  /** The spend ceiling covers the price of the runner. */
  isAffordable(slug: string): boolean;
  /** The rules of the runner cover the task. */
  covers(slug: string): boolean;
}

interface Asked extends Pick<CandidateRequest, 'routing' | 'words' | 'isLocalTarget'> {
  allowInteraction?: boolean | null;
  credentialId?: string | null;
  hasScript?: boolean;
  isAffordable?: CandidateRequest['isAffordable'];
  covers?: CandidateRequest['covers'];
}

/** The one question for the candidates of a run: at its creation, at a fallback, for a sweep and for rankings. */
export function questionOf(
  { routing, words, isLocalTarget, allowInteraction, credentialId, hasScript = false, ...can }: Asked,
  policies: ReadonlyArray<(facts: RunnerFacts) => boolean> = [],
): CandidateRequest {
  return {
    routing,
    words,
    isLocalTarget,
    needsInteraction: allowInteraction === true,
    needsLogin: credentialId != null,
    isAllowed: ({ facts }) => policies.every((allows) => allows(facts)),
    hasScript,
    isAffordable: can.isAffordable ?? (() => true),
    covers: can.covers ?? (() => true),
  };
}

export interface RunnerSource {
  entries(): readonly RegistryEntry[];
  entry(slug: string): RegistryEntry | null;
  pools: Record<string, readonly string[]>;
}

export interface Candidates {
  eligible: Candidate[];
  excluded: Excluded[];
  /** The excluded runners that are on here; a card does not name the others. */
  skipped: Excluded[];
  /** Runners that only the spend ceiling excludes. */
  tooDear: Candidate[];
}

/** The runners that fit the request, and the first reason against each other one. Pure; an empty list is an answer. */
export function candidatesOf(
  request: CandidateRequest,
  catalog: RunnerSource,
  health: { probation: ReadonlyMap<string, unknown> },
): Candidates {
  const { class: asked } = request.routing;
  const isChosen = asked === 'runner' || asked === 'chain';
  // A sweep exists to find out: it leaves out only runners that could not even begin.
  const isSwept = asked === 'learning' || asked === 'learning-all';
  const excluded: Excluded[] = [];
  const skipped: Excluded[] = [];
  const without = (
    entries: readonly RegistryEntry[],
    why: ExclusionReason,
    isFit: (entry: RegistryEntry) => boolean,
  ): readonly RegistryEntry[] =>
    entries.filter((entry) => {
      if (isFit(entry)) return true;
      const one = { runner: entry.facts.slug, why };
      excluded.push(one);
      if (entry.status === 'available') skipped.push(one);
      return false;
    });
  /** Filters while a runner is left: a weak candidate is better than none. */
  const preferably: typeof without = (entries, why, isFit) =>
    entries.some(isFit) ? without(entries, why, isFit) : entries;

  let left = without(namedEntries(request.routing, catalog), 'custody', request.isAllowed);
  left = without(left, 'off', ({ status }) => status === 'available');
  if (request.isLocalTarget) left = without(left, 'local_target', ({ reachesLocal }) => reachesLocal);
  if (request.needsInteraction)
    left = without(left, 'no_interaction_relay', ({ facts }) => facts.capabilities.interaction_relay);
  // A runner that the caller named stays a candidate, even where none of them can sign in.
  if (request.needsLogin) left = (isChosen ? preferably : without)(left, 'no_login', canLogIn);
  if (!isChosen) {
    const { words, hasScript } = request;
    left = without(left, 'nothing_to_replay', ({ facts }) => facts.slug !== REPLAY_RUNNER || hasScript);
    if (isSwept) return { eligible: left.map(candidateOf), excluded, skipped, tooDear: [] };
    if (words.acts) left = preferably(left, 'cannot_act', canAct);
    // Without any other runner the attempt itself ends with `model_required`.
    left = preferably(left, 'needs_model', ({ facts }) => request.covers(facts.slug));
    if (words.file !== null)
      left = preferably(left, 'cannot_download', ({ facts }) => facts.capabilities.downloads);
    left = preferably(left, 'probation', ({ facts: { slug, family } }) =>
      [slug, providerKey(family)].every((key) => !health.probation.has(key)),
    );
  }
  if (isChosen) return { eligible: left.map(candidateOf), excluded, skipped, tooDear: [] };
  // Last, and without a weaker choice in its place: a lower ceiling only removes candidates.
  const affordable = without(left, 'over_ceiling', ({ facts }) => request.isAffordable(facts.slug));
  const tooDear = left.filter((entry) => !affordable.includes(entry)).map(candidateOf);
  return { eligible: affordable.map(candidateOf), excluded, skipped, tooDear };
}

export function candidateOf({ facts }: RegistryEntry): Candidate {
  return {
    runner: facts.slug,
    kind: facts.kind,
    provider: facts.family,
    listPriceMicro: facts.price.typicalTaskMicroUsd,
    ...(facts.wire?.checked === 'unverified' && { isUnverified: true }),
  };
}

/** The error of a request without candidates, with the reason. */
export function whyNobody(
  request: CandidateRequest,
  catalog: RunnerSource,
  excluded: readonly Excluded[],
): { code: ErrorCode; message: string; param?: string } {
  const by = (why: ExclusionReason) => excluded.filter((one) => one.why === why).map(({ runner }) => runner);
  const [eligible, off] = [by('custody'), by('off')];
  if (eligible.length > 0 && eligible.length === excluded.length)
    return { code: 'custody_unsatisfiable', message: 'The custody policy and the routing share no runner.' };
  const isOn = (runner: string) => catalog.entry(runner)?.status === 'available';
  const isNarrowed = eligible.some(isOn);
  if (eligible.length + off.length === excluded.length) {
    if (!isNarrowed) return unavailable(request.routing, off, catalog);
    const named = off.slice(0, 5).map((runner) => withReason(runner, catalog));
    const message = `The custody policy leaves only runners that are off here: ${named.join(', ')}.`;
    return { code: 'custody_unsatisfiable', message };
  }
  const code = isNarrowed ? 'custody_unsatisfiable' : 'runner_unavailable';
  if (by('no_login').length > 0)
    return { code, message: 'No available runner can sign in with a stored credential.' };
  if (by('no_interaction_relay').length > 0) {
    const message = 'No available runner can relay a question to a human (allow_interaction: true).';
    return { code, message };
  }
  const [far, ...others] = by('local_target');
  if (far !== undefined) {
    const who = others.length > 0 ? 'the available runners' : (catalog.entry(far)?.facts.name ?? far);
    return { code, message: outOfReachMessage(who), param: 'url' };
  }
  return { code, message: 'No available runner can take this task.' };
}

function namedEntries(routing: RequestedRouting, catalog: RunnerSource): readonly RegistryEntry[] {
  if (routing.class === 'runner' || routing.class === 'chain')
    return routing.runners.map((slug) => catalog.entry(slug)).filter((entry) => entry !== null);
  if (routing.class === 'category')
    return (catalog.pools[routing.category] ?? [])
      .map((slug) => catalog.entry(slug))
      .filter((entry) => entry !== null);
  return catalog.entries();
}

export function canLogIn({ facts }: RegistryEntry): boolean {
  return facts.capabilities.login && facts.secrets.channel !== 'none';
}

/** Extraction engines run a page's scripts, but only to read it. */
function canAct({ facts }: RegistryEntry): boolean {
  return facts.capabilities.javascript && facts.kind !== 'extraction';
}

function unavailable(routing: RequestedRouting, off: string[], catalog: RunnerSource) {
  const [first] = off;
  const reason =
    first === undefined ? null : (catalog.entry(first)?.reason ?? 'it is listed but not built yet');
  const message =
    off.length === 1
      ? `The runner ${first} is not available: ${reason}.`
      : `None of the ${off.length} runners of this ${routing.class} is available.`;
  return { code: 'runner_unavailable' as const, message, param: 'routing' };
}

function withReason(runner: string, catalog: RunnerSource): string {
  const reason = catalog.entry(runner)?.reason;
  return reason ? `${runner} (${reason})` : runner;
}
