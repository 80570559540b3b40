import type { RunDetails } from '@switchyard/sdk';
import { bytes } from '../ui/format.ts';
import { Download } from '../ui/icons.tsx';
import { Table } from '../ui/table.tsx';
import { CopyId, Time } from '../ui/values.tsx';
import { texts } from './texts.ts';

export function FilesTab({ run }: { run: RunDetails }) {
  return (
    <Table
      label={texts.files}
      rows={run.artifacts}
      keyOf={({ id }) => id}
      columns={[
        {
          title: 'Name',
          cell: ({ id, name, unavailable_reason }) =>
            unavailable_reason === null ? (
              <a
                href={`/api/v1/responses/${run.id}/artifacts/${id}`}
                download
                className="inline-flex items-center gap-1.5 [overflow-wrap:anywhere] text-accent hover:underline"
              >
                <Download aria-hidden className="size-3.5 shrink-0" /> {name}
              </a>
            ) : (
              <>
                <span className="[overflow-wrap:anywhere]">{name}</span>
                <span className="block text-xs text-muted">{unavailable_reason}</span>
              </>
            ),
        },
        { title: 'Kind', cell: ({ kind }) => kind },
        { title: 'Type', cell: ({ content_type }) => content_type, isSecondary: true },
        { title: 'Size', cell: ({ size_bytes }) => bytes(size_bytes), isNumber: true },
        { title: 'Id', cell: ({ id }) => <CopyId id={id} short />, isSecondary: true },
        { title: 'Captured', cell: ({ created_at }) => <Time at={created_at} />, isSecondary: true },
      ]}
    />
  );
}
