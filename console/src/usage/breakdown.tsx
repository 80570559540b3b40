import { useQuery } from '@tanstack/react-query';
import { api } from '../api.ts';
import { Card } from '../ui/card.tsx';
import { Bar } from '../ui/charts.tsx';
import { Select } from '../ui/field.tsx';
import { count, money } from '../ui/format.ts';
import { Download } from '../ui/icons.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { texts } from './texts.ts';
import { csvAddress, type Dimension, type UsageRow } from './usage.ts';

/** The spend of a time by runner, site, key or tag, most first. */
export function Breakdown({
  from,
  to,
  by,
  onBy,
}: {
  from: string;
  to: string;
  by: Dimension;
  onBy: (by: Dimension) => void;
}) {
  const usage = useQuery({
    queryKey: ['usage', by, from, to],
    queryFn: ({ signal }) => api.usage.get({ from, to, group_by: by }, { signal }),
  });
  const actions = (
    <>
      <Select
        aria-label={texts.by}
        className="w-28"
        value={by}
        onChange={(event) => onBy(event.target.value as Dimension)}
        options={Object.entries(texts.dimensions).map(([value, label]) => ({ value, label }))}
      />
      <CsvLink href={csvAddress({ from, to, group_by: by })} name={`usage-by-${by}.csv`} />
    </>
  );
  return (
    <Card title={`${texts.by} ${texts.dimensions[by].toLowerCase()}`} actions={actions} isFlush>
      <Loaded
        query={usage}
        isEmpty={({ data }) => data.length === 0}
        empty={<EmptyState title={texts.empty} />}
      >
        {({ data, total, truncated }) => (
          <>
            <Rows rows={data} by={by} totalUsd={total.total_usd} />
            {by === 'tag' && <p className="border-t px-4 py-2 text-xs text-muted">{texts.tagsOverlap}</p>}
            {truncated && <p className="border-t px-4 py-2 text-xs text-muted">{texts.truncated}</p>}
          </>
        )}
      </Loaded>
    </Card>
  );
}

function Rows({ rows, by, totalUsd }: { rows: readonly UsageRow[]; by: Dimension; totalUsd: number }) {
  const nameOf = (row: UsageRow) =>
    by === 'key' ? (row.key_name ?? (row.key_id || texts.console)) : row[by] || NAMELESS[by];
  const sorted = [...rows].sort((a, b) => b.total_usd - a.total_usd || b.attempts - a.attempts);
  return (
    <Table
      label={`${texts.by} ${by}`}
      rows={sorted}
      keyOf={(row) => `${row.runner} ${row.site} ${row.key_id} ${row.tag}`}
      columns={[
        {
          title: texts.dimensions[by],
          cell: (row) => <span className="font-medium [overflow-wrap:anywhere]">{nameOf(row)}</span>,
        },
        {
          title: 'Share',
          isSecondary: true,
          cell: ({ total_usd }) => (
            <Bar
              share={totalUsd > 0 ? total_usd / totalUsd : 0}
              label={`${money(total_usd)} of ${money(totalUsd)}`}
              className="w-40"
            />
          ),
        },
        { title: texts.attempts, isNumber: true, cell: ({ attempts }) => count(attempts) },
        {
          title: texts.fee,
          isNumber: true,
          isSecondary: true,
          cell: ({ platform_fee_usd }) => money(platform_fee_usd),
        },
        { title: 'Total', isNumber: true, cell: ({ total_usd }) => money(total_usd) },
      ]}
    />
  );
}

const NAMELESS: Record<Dimension, string> = {
  runner: texts.unknown,
  site: texts.noSite,
  key: texts.console,
  tag: texts.untagged,
};

export function CsvLink({ href, name }: { href: string; name: string }) {
  return (
    <a
      href={href}
      download={name}
      className="inline-flex h-6 items-center gap-1.5 rounded-md border px-2 text-xs font-medium hover:bg-hover [&_svg]:size-3.5"
    >
      <Download aria-hidden /> {texts.csv}
    </a>
  );
}
