import type { RunDetails, Timeline } from '@switchyard/sdk';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { cn } from '../ui/cn.ts';
import { bytes } from '../ui/format.ts';
import { Check, CircleAlert, Download } from '../ui/icons.tsx';
import { JsonView } from '../ui/json-view.tsx';
import { Table } from '../ui/table.tsx';
import { CopyButton } from '../ui/values.tsx';
import { type FieldResult, fieldsOf } from './schema-result.ts';
import { texts } from './texts.ts';

/** The answer in words, beside the result in the requested shape. */
export function AnswerCard({ run, timeline }: { run: RunDetails; timeline: Timeline | undefined }) {
  const { answer, output } = run;
  const isShaped = typeof output === 'object' && output !== null;
  const fields = fieldsOf(timeline?.request.output_schema, output);
  const text = answer ?? (typeof output === 'string' ? output : null);
  return (
    <Card title={texts.answer} actions={text !== null && <CopyButton text={text} />}>
      {text === null && !isShaped ? (
        <p className="text-muted">{run.error?.message ?? texts.noAnswer}</p>
      ) : (
        <div className={cn('grid gap-4', text !== null && isShaped && 'items-start xl:grid-cols-2')}>
          {text !== null && <LongText text={text} name={`${run.id}.txt`} look={lookOf(text, isShaped)} />}
          {fields && <Fields fields={fields} />}
          {isShaped && !fields && <JsonView value={output} label={texts.result} />}
        </div>
      )}
    </Card>
  );
}

const SHOWN = 4_000;

/** A short answer stands out; data reads as data. */
function lookOf(text: string, isShaped: boolean): string {
  if (/^[[{]/.test(text)) return 'font-mono text-xs';
  return !isShaped && text.length < 120 ? 'text-lg font-medium' : 'text-base';
}

/** As much as a person reads; the rest is a file. A browser that lays out megabytes of text stands still. */
function LongText({ text, name, look }: { text: string; name: string; look: string }) {
  const [shown, setShown] = useState(SHOWN);
  const rest = text.length - shown;
  return (
    <div className="min-w-0">
      <p className={cn('[overflow-wrap:anywhere] whitespace-pre-wrap', look)}>
        {text.slice(0, shown)}
        {rest > 0 && '…'}
      </p>
      {rest > 0 && (
        <p className="mt-2 flex flex-wrap items-center gap-2 text-xs text-muted">
          <span className="number">{bytes(text.length)} of text</span>
          <Button size="small" onClick={() => setShown(shown + 20_000)}>
            Show more
          </Button>
          <Button size="small" onClick={() => save(text, name)}>
            <Download aria-hidden /> Download
          </Button>
        </p>
      )}
    </div>
  );
}

function save(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

const PROBLEMS = {
  missing: 'asked for and not there',
  type: 'of another type',
  not_listed: 'not one of the allowed values',
} as const;

function Fields({ fields }: { fields: FieldResult[] }) {
  return (
    <div className="overflow-hidden rounded-md border">
      <Table
        label={texts.result}
        rows={fields}
        keyOf={({ name }) => name}
        columns={[
          {
            title: 'Field',
            cell: ({ name, type, isRequired }) => (
              <>
                <code className="[overflow-wrap:anywhere]">{name}</code>
                <span className="block text-xs text-muted">
                  {type}
                  {isRequired && ', required'}
                </span>
              </>
            ),
          },
          { title: 'Value', cell: ({ value }) => <Value value={value} /> },
          {
            title: 'Check',
            cell: ({ problem }) =>
              problem === null ? (
                <Check aria-label="Fits" className="size-4 text-good" />
              ) : (
                <span className="flex items-center gap-1 text-xs text-bad">
                  <CircleAlert aria-hidden className="size-4 shrink-0" /> {PROBLEMS[problem]}
                </span>
              ),
          },
        ]}
      />
    </div>
  );
}

function Value({ value }: { value: unknown }) {
  if (value === undefined) return <span className="text-muted">–</span>;
  if (typeof value === 'object' && value !== null)
    return (
      <JsonView value={value} label="Value" openDepth={1} className="max-h-48 min-w-48 overflow-hidden" />
    );
  const text = String(value);
  return (
    <span className="[overflow-wrap:anywhere]">
      {text.slice(0, 400)}
      {text.length > 400 && '…'}
    </span>
  );
}
