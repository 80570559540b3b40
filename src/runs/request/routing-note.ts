import { canLogIn } from '../../routing/candidates.ts';
import type { Plan } from '../../routing/plan.ts';
import type { Excluded, ExclusionReason } from '../../routing/port.ts';
import type { RequestedRouting } from '../../routing/requested-routing.ts';
import type { RegistryEntry } from '../../runners/catalog.ts';

interface Runners {
  entry(slug: string): RegistryEntry | null;
  pools: Readonly<Record<string, readonly string[]>>;
}

const WHY: Record<ExclusionReason, string> = {
  custody: 'the custody policy does not allow it',
  off: 'it is not available',
  local_target: 'it cannot reach this network',
  no_interaction_relay: 'it cannot relay a question',
  no_login: 'it cannot sign in with a stored login',
  cannot_act: 'it only reads',
  cannot_download: 'it cannot download',
  needs_model: 'the task needs a language model',
  nothing_to_replay: 'nothing is recorded to repeat',
  probation: 'it failed of late',
  over_ceiling: 'it costs more than the spend ceiling',
};

/** The change to the requested routing, and a login that its runners cannot take; null without any. */
export function routingNote(
  routing: RequestedRouting,
  { excluded, order }: Pick<Plan, 'excluded' | 'order'>,
  runners: Runners,
  hasLogin: boolean,
): string | null {
  const strangers = order.filter((slug) => {
    const entry = runners.entry(slug);
    return hasLogin && entry !== null && !canLogIn(entry);
  });
  const ignored =
    strangers.length > 0 ? `The credential is not used: ${strangers.join(', ')} cannot sign in.` : null;
  return [changeOf(routing, excluded, runners), ignored].filter((note) => note !== null).join(' ') || null;
}

function changeOf(routing: RequestedRouting, excluded: readonly Excluded[], runners: Runners): string | null {
  if (routing.class === 'chain') return listed('Skipped in the chain', excluded, runners);
  if (routing.class === 'learning' || routing.class === 'learning-all') {
    const isOption = ({ runner }: Excluded) => {
      const entry = runners.entry(runner);
      return entry?.status === 'available' && (routing.class === 'learning-all' || entry.facts.curated);
    };
    return listed('Left out of the sweep', excluded.filter(isOption), runners);
  }
  if (routing.class !== 'category') return null;
  const eligible = excluded.filter(({ why }) => why === 'custody').length;
  const all = runners.pools[routing.category]?.length ?? 0;
  return eligible === 0
    ? null
    : `The custody policy narrowed ${routing.category} from ${all} runners to ${all - eligible}.`;
}

/** Joins runners with the same reason. */
function listed(title: string, excluded: readonly Excluded[], runners: Runners): string | null {
  if (excluded.length === 0) return null;
  const byReason = Map.groupBy(excluded, ({ runner, why }) =>
    why === 'off' ? (runners.entry(runner)?.reason ?? WHY.off) : WHY[why],
  );
  const parts = [...byReason].map(
    ([reason, some]) => `${some.map(({ runner }) => runner).join(', ')} (${reason})`,
  );
  return `${title}: ${parts.join('; ')}.`;
}
