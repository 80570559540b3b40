import { useQueries } from '@tanstack/react-query';
import { api } from '../api.ts';
import { Card } from '../ui/card.tsx';
import { count, money } from '../ui/format.ts';
import { Table } from '../ui/table.tsx';
import { CsvLink } from './breakdown.tsx';
import { texts } from './texts.ts';
import { csvAddress, lastMonths } from './usage.ts';

const MONTHS = 6;

export function Statements() {
  const months = lastMonths(MONTHS);
  const totals = useQueries({
    queries: months.map(({ month, from, to }) => ({
      queryKey: ['usage', 'month', month],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await api.usage.get({ from, to, group_by: 'day' }, { signal })).total,
    })),
  });
  return (
    <Card title={texts.statements} isFlush>
      <p className="border-b px-4 py-2 text-xs text-muted">{texts.statementsHelp}</p>
      <Table
        label={texts.statements}
        rows={months.map((month, at) => ({ ...month, total: totals[at]?.data }))}
        keyOf={({ month }) => month}
        columns={[
          { title: texts.month, cell: ({ month }) => <span className="number">{month}</span> },
          { title: texts.attempts, isNumber: true, cell: ({ total }) => count(total?.attempts) },
          { title: 'Total', isNumber: true, cell: ({ total }) => money(total?.total_usd) },
          {
            title: 'File',
            cell: ({ month, from, to }) => (
              <CsvLink
                href={csvAddress({ from, to, group_by: 'day,runner' })}
                name={`statement-${month}.csv`}
              />
            ),
          },
        ]}
      />
    </Card>
  );
}
