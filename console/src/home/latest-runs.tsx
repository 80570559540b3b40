import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../api.ts';
import { StatusBadge } from '../ui/badge.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Loaded } from '../ui/states.tsx';
import { Money, Time } from '../ui/values.tsx';
import { texts } from './texts.ts';

export function LatestRuns() {
  const query = useQuery({
    queryKey: ['runs', 'latest'],
    queryFn: async ({ signal }) => (await api.runs.rows({ limit: 8 }, { signal })).data,
  });
  return (
    <Card
      title={texts.latest}
      isFlush
      actions={
        <ButtonLink to="/runs" size="small" look="quiet">
          {texts.allRuns}
        </ButtonLink>
      }
    >
      <Loaded query={query} rows={6}>
        {(rows) => (
          <ul className="divide-y">
            {rows.map(({ id, status, task, runner, cost_usd, created_at }) => (
              <li key={id}>
                <Link to={`/runs/${id}`} className="flex items-center gap-3 px-4 py-2 hover:bg-hover">
                  <span className="flex w-30 shrink-0">
                    <StatusBadge status={status} />
                  </span>
                  <span className="min-w-0 flex-1 truncate">{task}</span>
                  <code className="max-w-32 truncate text-muted max-sm:hidden">{runner}</code>
                  <Money usd={cost_usd} className="w-16 text-right text-muted max-sm:hidden" />
                  <Time at={created_at} className="text-muted" />
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}
