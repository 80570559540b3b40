import type { RoutingInsights } from '@switchyard/sdk';
import { Link } from '@tanstack/react-router';
import { count, percent } from '../ui/format.ts';
import { Crown, TrendingDown, TrendingUp } from '../ui/icons.tsx';
import { texts } from './texts.ts';

type Change = RoutingInsights['changes'][number];

const ICONS = {
  rate_up: <TrendingUp aria-hidden className="size-4 text-good" />,
  rate_down: <TrendingDown aria-hidden className="size-4 text-bad" />,
  new_winner: <Crown aria-hidden className="size-4 text-accent" />,
};

/** Sentences, strongest first; each leads to the runs behind it. */
export function Changes({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) return <p className="text-muted">{texts.noChanges}</p>;
  return (
    <ul className="grid gap-2">
      {changes.map((change) => (
        <li key={`${change.kind} ${change.runner} ${change.site}`} className="flex items-start gap-2.5">
          <span className="mt-0.5">{ICONS[change.kind]}</span>
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <Sentence change={change} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Sentence({
  change: { kind, runner, site, before, after, attempts, previous_runner },
}: {
  change: Change;
}) {
  const who = (
    <Link
      to="/runs"
      search={{ runner, ...(site === null ? {} : { site }) }}
      className="font-medium underline decoration-line-strong underline-offset-2 hover:decoration-current"
    >
      {runner}
    </Link>
  );
  if (kind === 'new_winner')
    return (
      <>
        {who} now does best on {site}: <span className="number">{percent(after)}</span> of {count(attempts)}{' '}
        attempts this week; before, {previous_runner} led with{' '}
        <span className="number">{percent(before)}</span>.
      </>
    );
  return (
    <>
      {who} succeeds {kind === 'rate_up' ? 'more often' : 'less often'}:{' '}
      <span className="number">{percent(after)}</span> of {count(attempts)} attempts this week,{' '}
      <span className="number">{percent(before)}</span> before.
    </>
  );
}
