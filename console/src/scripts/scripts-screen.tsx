import type { ResultOf } from '@switchyard/sdk';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api.ts';
import { useChange } from '../change.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card, PageHeader } from '../ui/card.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { count } from '../ui/format.ts';
import { RotateCw } from '../ui/icons.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { TipText } from '../ui/tooltip.tsx';
import { Time } from '../ui/values.tsx';
import { texts } from './texts.ts';

type Script = ResultOf<'scripts.list'>['data'][number];

const SHOWN = 100;

export function Screen() {
  const scripts = useQuery({
    queryKey: ['runs', 'scripts'],
    queryFn: async ({ signal }) => (await api.scripts.list({ limit: SHOWN }, { signal })).data,
  });
  return (
    <>
      <PageHeader title={texts.title} description={texts.description} />
      <Card isFlush>
        <Loaded
          query={scripts}
          isEmpty={(rows) => rows.length === 0}
          empty={
            <EmptyState icon={<RotateCw aria-hidden />} title={texts.empty}>
              {texts.emptyHelp}
            </EmptyState>
          }
        >
          {(rows) => <Table label={texts.title} rows={rows} keyOf={({ id }) => id} columns={COLUMNS} />}
        </Loaded>
      </Card>
    </>
  );
}

const COLUMNS: Array<Column<Script>> = [
  {
    title: texts.task,
    cell: ({ task, url }) => (
      <>
        <span dir="auto" className="line-clamp-2 font-medium [overflow-wrap:anywhere]">
          {task}
        </span>
        {url && <span className="block text-xs text-muted [overflow-wrap:anywhere]">{url}</span>}
      </>
    ),
  },
  {
    title: texts.state,
    cell: ({ state, pinned }) => (
      <span className="flex flex-wrap gap-1">
        {state === 'active' ? (
          <Badge tone="good">{texts.active}</Badge>
        ) : (
          <TipText text={texts.staleWhy}>
            <Badge tone="warn">{texts.stale}</Badge>
          </TipText>
        )}
        {pinned && <Badge tone="info">{texts.pinned}</Badge>}
      </span>
    ),
  },
  {
    title: texts.results,
    isNumber: true,
    cell: ({ runs, successes }) => `${count(successes)} of ${count(runs)}`,
  },
  { title: texts.steps, isNumber: true, isSecondary: true, cell: ({ step_count }) => count(step_count) },
  { title: texts.version, isNumber: true, isSecondary: true, cell: ({ version }) => version },
  { title: 'Updated', isSecondary: true, cell: ({ updated_at }) => <Time at={updated_at} /> },
  { title: 'Actions', cell: (script) => <Actions script={script} /> },
];

function Actions({ script: { id, pinned } }: { script: Script }) {
  const rooms = ['runs'];
  const pin = useChange((isPinned: boolean) => api.scripts.pin(id, isPinned), { rooms });
  const remove = useChange(() => api.scripts.delete(id), { rooms, done: texts.removed });
  return (
    <span className="flex flex-wrap gap-1.5">
      <Button size="small" isBusy={pin.isPending} onClick={() => pin.mutate(!pinned)}>
        {pinned ? texts.unpin : texts.pin}
      </Button>
      <Confirm
        title={texts.removeTitle}
        description={texts.removeHelp}
        confirm={texts.remove}
        onConfirm={() => remove.mutateAsync(undefined)}
        trigger={(open) => (
          <Button size="small" onClick={open}>
            {texts.remove}
          </Button>
        )}
      />
    </span>
  );
}
