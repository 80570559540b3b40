import type { RunDetails } from '@switchyard/sdk';
import { VerdictBadge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { Table } from '../ui/table.tsx';
import { Duration, Money } from '../ui/values.tsx';
import { texts } from './texts.ts';

type Ranked = NonNullable<RunDetails['learning_ranking']>[number];

/** The result of a sweep: its runners, best first. */
export function Ranking({ ranking }: { ranking: Ranked[] }) {
  return (
    <Card title={texts.ranking} isFlush>
      <Table
        label={texts.ranking}
        rows={ranking}
        keyOf={({ rank, runner }) => `${rank} ${runner}`}
        columns={[
          { title: 'Rank', cell: ({ rank }) => rank, isNumber: true },
          { title: 'Runner', cell: ({ runner }) => <code>{runner}</code> },
          { title: 'Result', cell: ({ verdict }) => <VerdictBadge verdict={verdict} /> },
          { title: 'Cost', cell: ({ cost_usd }) => <Money usd={cost_usd} />, isNumber: true },
          { title: 'Time', cell: ({ timing_ms }) => <Duration ms={timing_ms} />, isNumber: true },
          {
            title: 'Score',
            cell: ({ score }) => score?.toFixed(2) ?? '–',
            isNumber: true,
            isSecondary: true,
          },
        ]}
      />
    </Card>
  );
}
