import type { RunDetails } from '@switchyard/sdk';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../api.ts';
import { StatusBadge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { cn } from '../ui/cn.ts';
import { Combobox } from '../ui/combobox.tsx';
import { Field } from '../ui/field.tsx';
import { duration, localTime, money, percent } from '../ui/format.ts';
import { ArrowRight, GitCompareArrows } from '../ui/icons.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { type Change, changesOf, linesOf } from './diff.ts';
import { texts } from './texts.ts';

/** The differences between this run and another, field by field. */
export function CompareTab({
  run,
  other,
  onChoose,
}: {
  run: RunDetails;
  other: string | undefined;
  onChoose: (id: string) => void;
}) {
  const recent = useQuery({
    queryKey: ['runs', 'recent'],
    queryFn: async ({ signal }) => (await api.runs.list({ limit: 30 }, { signal })).data,
  });
  const second = useQuery({
    queryKey: ['runs', 'one', other],
    queryFn: ({ signal }) => api.runs.get(other ?? '', { signal }),
    enabled: other !== undefined,
  });
  const options = (recent.data ?? [])
    .filter(({ id }) => id !== run.id)
    .map(({ id, runner, status, url, created_at, cost }) => ({
      value: id,
      label: `${localTime(new Date(created_at))} · ${runner ?? status}`,
      note: money(cost.total_usd),
      group: url === run.url ? 'Same address' : 'Others',
      keywords: [url ?? '', status],
    }))
    .sort((a, b) => Number(b.group === 'Same address') - Number(a.group === 'Same address'));
  return (
    <div className="grid gap-4">
      <Field label={texts.compareWith} className="w-80 max-w-full">
        {(control) => (
          <Combobox
            {...control}
            options={options}
            value={other ?? ''}
            onChange={onChoose}
            placeholder="Choose a run"
          />
        )}
      </Field>
      {other === undefined ? (
        <EmptyState icon={<GitCompareArrows aria-hidden />} title={texts.compare}>
          {texts.compareWhy}
        </EmptyState>
      ) : (
        <Loaded query={second}>{(two) => <Difference one={run} two={two} />}</Loaded>
      )}
    </div>
  );
}

function Difference({ one, two }: { one: RunDetails; two: RunDetails }) {
  const rows: Array<{
    name: string;
    of: (run: RunDetails) => ReactNode;
    text: (run: RunDetails) => unknown;
  }> = [
    { name: 'Status', of: ({ status }) => <StatusBadge status={status} />, text: ({ status }) => status },
    { name: 'Confidence', of: ({ confidence }) => percent(confidence), text: ({ confidence }) => confidence },
    { name: 'Runner', of: ({ runner }) => runner ?? '–', text: ({ runner }) => runner },
    {
      name: 'Routing',
      of: ({ routing }) => routingText(routing),
      text: ({ routing }) => routingText(routing),
    },
    { name: 'Cost', of: ({ cost }) => money(cost.total_usd), text: ({ cost }) => cost.total_usd },
    { name: 'Time', of: ({ timing_ms }) => duration(timing_ms), text: ({ timing_ms }) => timing_ms },
    {
      name: 'Attempts',
      of: ({ routing_attempts }) => routing_attempts.map(({ runner }) => runner).join(', '),
      text: ({ routing_attempts }) => routing_attempts.map(({ runner }) => runner).join(),
    },
    { name: 'Address', of: ({ url }) => url ?? '–', text: ({ url }) => url },
  ];
  const isShaped = [one, two].every(({ output }) => typeof output === 'object' && output !== null);
  return (
    <>
      <Card isFlush>
        <Table
          label="Both runs"
          rows={rows}
          keyOf={({ name }) => name}
          columns={[
            { title: 'Figure', cell: ({ name }) => <span className="text-muted">{name}</span> },
            {
              title: 'This run',
              cell: ({ of }) => <span className="[overflow-wrap:anywhere]">{of(one)}</span>,
            },
            {
              title: 'The other',
              cell: ({ of, text }) => (
                <span className={cn('[overflow-wrap:anywhere]', text(one) !== text(two) && 'font-medium')}>
                  {of(two)}
                  {text(one) !== text(two) && (
                    <span className="ml-2 inline-block text-xs whitespace-nowrap text-warn">differs</span>
                  )}
                </span>
              ),
            },
          ]}
        />
      </Card>
      <Card title={texts.answer}>
        {isShaped ? (
          <Changes changes={changesOf(one.output, two.output)} />
        ) : (
          <Lines before={String(one.answer ?? '')} after={String(two.answer ?? '')} />
        )}
      </Card>
    </>
  );
}

export function routingText(routing: unknown): string {
  return Array.isArray(routing) ? routing.join(' → ') : String(routing ?? 'smart');
}

function Changes({ changes }: { changes: Change[] }) {
  if (changes.length === 0) return <p className="text-muted">Both answers are the same.</p>;
  return (
    <ul className="grid gap-1.5">
      {changes.map(({ path, before, after }) => (
        <li key={path} className="grid items-baseline gap-x-3 sm:grid-cols-[minmax(120px,auto)_1fr_auto_1fr]">
          <code className="[overflow-wrap:anywhere] text-muted">{path || 'all'}</code>
          <span className="[overflow-wrap:anywhere] text-bad">{short(before)}</span>
          <ArrowRight aria-label="became" className="size-3.5 text-muted max-sm:hidden" />
          <span className="[overflow-wrap:anywhere] text-good">{short(after)}</span>
        </li>
      ))}
    </ul>
  );
}

function short(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

const LOOKS = { same: 'text-muted', removed: 'tint-bad text-bad', added: 'tint-good text-good' } as const;
const SIGNS = { same: ' ', removed: '−', added: '+' } as const;
const LONGEST = 20_000;

function Lines({ before, after }: { before: string; after: string }) {
  const parts = linesOf(before.slice(0, LONGEST), after.slice(0, LONGEST));
  if (before === after) return <p className="text-muted">Both answers are the same.</p>;
  return (
    <ol className="grid gap-px">
      {parts.map(({ kind, text }, at) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a text do not move
          key={at}
          className={cn(
            'flex gap-2 rounded-sm px-1 [overflow-wrap:anywhere] whitespace-pre-wrap',
            LOOKS[kind],
          )}
        >
          <code>{SIGNS[kind]}</code>
          <span>{text}</span>
        </li>
      ))}
    </ol>
  );
}
