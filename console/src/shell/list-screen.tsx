import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Card, PageHeader } from '../ui/card.tsx';
import { type Icon, Plus } from '../ui/icons.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { useActions } from './actions.ts';

/** The palette leads to the form of a screen. */
export function isAskedForNew(): boolean {
  return new URLSearchParams(location.search).has('new');
}

/** A screen of one list: its content, the way to add to it, and the same words while it is empty. */
export function ListScreen<Row extends { id: string }>({
  texts: { title, description, create: createText, empty, emptyHelp },
  icon: Icon,
  query,
  columns,
  onCreate,
  children,
}: {
  texts: Record<'title' | 'description' | 'create' | 'empty' | 'emptyHelp', string>;
  icon: Icon;
  query: UseQueryResult<Row[]>;
  columns: ReadonlyArray<Column<Row>>;
  /** Null for a session that may only look. */
  onCreate: (() => void) | null;
  /** Dialogs. */
  children?: ReactNode;
}) {
  useActions(onCreate ? [{ title: createText, keys: 'c', group: title, run: onCreate }] : []);
  const create = onCreate && (
    <Button look="primary" onClick={onCreate}>
      <Plus aria-hidden /> {createText}
    </Button>
  );
  return (
    <>
      <PageHeader title={title} description={description} actions={create} />
      <Card isFlush>
        <Loaded
          query={query}
          isEmpty={(rows) => rows.length === 0}
          empty={
            <EmptyState icon={<Icon aria-hidden />} title={empty} action={create}>
              {emptyHelp}
            </EmptyState>
          }
        >
          {(rows) => <Table label={title} rows={rows} keyOf={({ id }) => id} columns={columns} />}
        </Loaded>
      </Card>
      {children}
    </>
  );
}
