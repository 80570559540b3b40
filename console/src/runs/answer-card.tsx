import type { Artifact, RunDetails, Timeline } from '@switchyard/sdk';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { cn } from '../ui/cn.ts';
import { DataTable, tableIn } from '../ui/data-table.tsx';
import { bytes, duration, money, percent } from '../ui/format.ts';
import { Check, CircleAlert, Download, Sparkles } from '../ui/icons.tsx';
import { JsonView } from '../ui/json-view.tsx';
import { save } from '../ui/save.ts';
import { Skeleton } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { TipText } from '../ui/tooltip.tsx';
import { CopyButton } from '../ui/values.tsx';
import { Feedback } from './feedback.tsx';
import type { Found } from './outcome.ts';
import { type FieldResult, fieldsOf } from './schema-result.ts';
import { texts } from './texts.ts';

const Markdown = lazy(async () => ({ default: (await import('../ui/markdown.tsx')).Markdown }));

const TITLES: Record<Found, string> = {
  value: texts.answer,
  done: texts.result,
  passages: texts.passages,
  text: texts.pageText,
};

/** The answer in its own shape, where it came from in one line, and what the owner thinks of it. */
export function AnswerCard({
  run,
  found,
  timeline,
  onAgain,
}: {
  run: RunDetails;
  found: Found;
  timeline: Timeline | undefined;
  onAgain: () => void;
}) {
  const { text, data } = useMemo(() => shapesOf(run), [run]);
  const files = run.artifacts.filter(({ kind }) => kind === 'download');
  return (
    <Card
      title={TITLES[found]}
      actions={
        <CopyButton text={() => text ?? JSON.stringify(data, null, 2) ?? ''} label={texts.copyAnswer} />
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {data !== undefined && <Shaped data={data} schema={timeline?.request.output_schema} />}
        {text !== null && <LongText text={text} name={`${run.id}.txt`} found={found} />}
        {text === null && data === undefined && files.length === 0 && (
          <p className="text-muted">{texts.noAnswer}</p>
        )}
        {files.length > 0 && <Files runId={run.id} files={files} />}
        {found === 'passages' && <AskModel onAgain={onAgain} />}
        <Origin run={run} found={found} />
      </div>
    </Card>
  );
}

/** Data is shown once: text that only repeats it is left out, and text that is JSON becomes data. */
function shapesOf({ answer, output }: RunDetails): { text: string | null; data: unknown } {
  const text = answer ?? (typeof output === 'string' ? output : null);
  const data = typeof output === 'object' && output !== null ? output : parsed(text);
  if (data === undefined) return { text, data };
  const isRepeated = text !== null && (parsed(text) !== undefined || text === JSON.stringify(data));
  return { text: isRepeated ? null : text, data };
}

function parsed(text: string | null): unknown {
  if (text === null || !/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function Shaped({ data, schema }: { data: unknown; schema: unknown }) {
  const table = useMemo(() => tableIn(data), [data]);
  const fields = table ? null : fieldsOf(schema, data);
  if (table) return <DataTable table={table} label={texts.result} />;
  return fields ? <Fields fields={fields} /> : <JsonView value={data} label={texts.result} />;
}

function Origin({ run, found }: { run: RunDetails; found: Found }) {
  const verb = found === 'done' ? 'Done by' : found === 'value' ? 'Found by' : 'Read by';
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t pt-3 text-muted">
      <p className="min-w-0 flex-1 basis-60 tabular-nums">
        {verb} {run.runner ?? 'the service'} in {duration(run.timing_ms)} for {money(run.cost.total_usd)}
        {run.confidence !== null && (found === 'value' || found === 'done') && (
          <>
            {' · '}
            <TipText text={run.quality?.reason ?? ''}>
              <span>Confidence {percent(run.confidence)}</span>
            </TipText>
          </>
        )}
      </p>
      <Feedback run={run} />
    </div>
  );
}

function AskModel({ onAgain }: { onAgain: () => void }) {
  return (
    <p className="flex flex-wrap items-center gap-3 rounded-md tint-warn px-3 py-2">
      <span className="min-w-0 flex-1 basis-60">{texts.passagesWhy}</span>
      <Button onClick={onAgain}>
        <Sparkles aria-hidden /> {texts.askModel}
      </Button>
      <ButtonLink to="/models" look="quiet">
        {texts.seeModels}
      </ButtonLink>
    </p>
  );
}

/** Files that the run downloaded. A picture is shown; any other file is its name and size. */
function Files({ runId, files }: { runId: string; files: Artifact[] }) {
  return (
    <ul aria-label={texts.files} className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
      {files.map(({ id, name, content_type, size_bytes, unavailable_reason }) => {
        const address = `/api/v1/responses/${runId}/artifacts/${id}`;
        const about = `${content_type}, ${bytes(size_bytes)}`;
        if (unavailable_reason !== null)
          return (
            <li key={id} className="rounded-md border p-3">
              <p className="truncate font-medium">{name}</p>
              <p className="text-xs text-muted">{unavailable_reason}</p>
            </li>
          );
        return (
          <li key={id}>
            <a
              href={address}
              download
              className="flex items-center gap-3 rounded-md border p-3 hover:bg-hover"
            >
              {/^image\/(png|jpeg|webp|gif)$/.test(content_type) && (size_bytes ?? 0) < 2e6 ? (
                <img src={address} alt="" loading="lazy" className="size-10 rounded-sm object-cover" />
              ) : (
                <Download aria-hidden className="size-4 shrink-0 text-accent" />
              )}
              <span className="min-w-0">
                <span className="block truncate font-medium">{name}</span>
                <span className="block truncate text-xs text-muted">{about}</span>
              </span>
            </a>
          </li>
        );
      })}
    </ul>
  );
}

const SHOWN = 4_000;
const STEP = 20_000;

/** As much as a person reads; the rest is a file. A browser that lays out megabytes of text stands still. */
function LongText({ text, name, found }: { text: string; name: string; found: Found }) {
  const [shown, setShown] = useState(SHOWN);
  const rest = text.length - shown;
  const part = rest > 0 ? `${text.slice(0, shown)}…` : text;
  const isShort = text.length < 80 && !text.includes('\n');
  return (
    <div className={cn('min-w-0', found !== 'value' && found !== 'done' && 'rounded-md bg-surface p-3')}>
      {isShort ? (
        <p dir="auto" className="text-2xl font-semibold tracking-tight [overflow-wrap:anywhere]">
          {text}
        </p>
      ) : (
        <Suspense fallback={<Skeleton className="h-20" />}>
          <Markdown text={part} />
        </Suspense>
      )}
      {rest > 0 && (
        <p className="mt-2 flex flex-wrap items-center gap-2 text-xs text-muted">
          <span className="number">{bytes(text.length)} of text</span>
          <Button size="small" onClick={() => setShown(shown + STEP)}>
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

const PROBLEMS = {
  missing: 'missing',
  type: 'wrong type',
  not_listed: 'not an allowed value',
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
                <Check aria-label="Valid" className="size-4 text-good" />
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

function Value({ value }: { value: unknown }): ReactNode {
  if (value === undefined) return <span className="text-muted">–</span>;
  const table = tableIn(value);
  if (table) return <DataTable table={table} label="Value" />;
  if (typeof value === 'object' && value !== null)
    return (
      <JsonView value={value} label="Value" openDepth={1} className="max-h-48 min-w-48 overflow-hidden" />
    );
  const text = String(value);
  return (
    <span dir="auto" className="[overflow-wrap:anywhere]">
      {text.slice(0, 400)}
      {text.length > 400 && '…'}
    </span>
  );
}
