import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../api.ts';
import { hasSecret, maskSecrets } from '../secret-words.ts';
import { StatusBadge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { Loaded } from '../ui/states.tsx';
import { Money, Time } from '../ui/values.tsx';
import { texts } from './texts.ts';

/** Marks a run of the playground in its metadata. */
export const TAG = { source: 'playground' };

export function History() {
  const query = useQuery({
    queryKey: ['runs', 'playground'],
    queryFn: async ({ signal }) =>
      (await api.runs.rows({ tag: 'source=playground', limit: 12 }, { signal })).data,
  });
  return (
    <Card title={texts.history} isFlush>
      <Loaded
        query={query}
        isEmpty={(rows) => rows.length === 0}
        empty={<p className="px-4 py-4 text-muted">{texts.noHistory}</p>}
      >
        {(rows) => (
          <ul className="divide-y">
            {rows.map((row) => (
              <li key={row.id}>
                <Link
                  to="/playground"
                  search={
                    {
                      task: hasSecret(row.task) ? undefined : row.task,
                      url: row.url ?? undefined,
                      runs: row.id,
                    } as never
                  }
                  className="flex items-center gap-3 px-4 py-2 hover:bg-hover"
                >
                  <span className="min-w-0 flex-1 truncate">{maskSecrets(row.task)}</span>
                  <code className="truncate text-muted max-sm:hidden">{row.runner}</code>
                  <StatusBadge status={row.status} />
                  <Money usd={row.cost_usd} className="w-16 text-right text-muted" />
                  <span className="max-sm:hidden">
                    <Time at={row.created_at} className="text-muted" />
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}
