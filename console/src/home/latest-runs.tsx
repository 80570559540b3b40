import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../api.ts';
import { lookOf } from '../runs/outcome.ts';
import { maskSecrets } from '../secret-words.ts';
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
            {rows.map((row) => (
              <li key={row.id}>
                <Link to={`/runs/${row.id}`} className="flex items-center gap-3 px-4 py-2 hover:bg-hover">
                  <span className="flex w-34 shrink-0">
                    <StatusBadge status={row.status} look={lookOf(row)} />
                  </span>
                  <span className="min-w-0 flex-1 truncate">{maskSecrets(row.task)}</span>
                  <code className="max-w-32 truncate text-muted max-sm:hidden">{row.runner}</code>
                  <Money usd={row.cost_usd} className="w-16 text-right text-muted max-sm:hidden" />
                  <Time at={row.created_at} className="text-muted" />
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}
