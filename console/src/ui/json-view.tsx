import { useMemo, useState } from 'react';
import { cn } from './cn.ts';
import { bytes } from './format.ts';
import { ChevronRight } from './icons.tsx';
import { CopyButton } from './values.tsx';
import { VirtualList } from './virtual-list.tsx';

interface Row {
  path: string;
  depth: number;
  name: string | null;
  value: unknown;
  /** The number of its members; null for a value without any. */
  size: number | null;
}

const LONGEST = 400;
const ROW = 20;

/** JSON of any size as a tree: only rows in view are drawn, long text is cut, and base64 is a link to its bytes. */
export function JsonView({
  value,
  label,
  openDepth = 2,
  className,
}: {
  value: unknown;
  label: string;
  openDepth?: number;
  className?: string;
}) {
  // The rows that differ from `openDepth`.
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(() => [...rowsOf(value, turned, openDepth)], [value, turned, openDepth]);
  const turn = (path: string) => {
    const next = new Set(turned);
    if (!next.delete(path)) next.add(path);
    setTurned(next);
  };
  return (
    <div className={cn('relative rounded-md border bg-surface', className)}>
      <div className="absolute top-1 right-3 z-10">
        <CopyButton text={() => JSON.stringify(value, null, 2) ?? ''} />
      </div>
      <VirtualList
        label={label}
        rows={rows}
        keyOf={({ path }) => path}
        rowHeight={ROW}
        className="max-h-128 py-2 font-mono text-xs"
      >
        {(row) => <Line row={row} isOpen={isOpen(row.path, row.depth, turned, openDepth)} onTurn={turn} />}
      </VirtualList>
    </div>
  );
}

function Line({ row, isOpen, onTurn }: { row: Row; isOpen: boolean; onTurn: (path: string) => void }) {
  const { depth, name, value, size, path } = row;
  const indent = { paddingLeft: 8 + depth * 14 };
  const label = name !== null && <span className="text-muted">{name}: </span>;
  if (size === null)
    return (
      <div style={indent} className="flex h-5 items-center whitespace-pre">
        <span className="inline-block w-4 shrink-0" />
        {label}
        <Leaf value={value} />
      </div>
    );
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={() => onTurn(path)}
      style={indent}
      className="flex h-5 w-full items-center whitespace-pre hover:bg-hover"
    >
      <ChevronRight aria-hidden className={cn('mr-1 size-3 shrink-0 text-muted', isOpen && 'rotate-90')} />
      {label}
      <span className="text-muted">{isOpen ? open : `${open} ${size} ${close}`}</span>
    </button>
  );
}

function Leaf({ value }: { value: unknown }) {
  if (typeof value !== 'string')
    return (
      <span className={typeof value === 'number' ? 'text-info' : 'text-warn'}>{JSON.stringify(value)}</span>
    );
  const data = /^data:([\w/+.-]+);base64,/.exec(value);
  if (data || (value.length > 200 && /^[A-Za-z0-9+/]+={0,2}$/.test(value))) {
    const href = data ? value : `data:application/octet-stream;base64,${value}`;
    return (
      <a href={href} download="value" className="text-accent underline">
        {data?.[1] ?? 'base64'}, {bytes(Math.floor((value.length * 3) / 4))}
      </a>
    );
  }
  return (
    <span className="text-good">
      {JSON.stringify(value.slice(0, LONGEST))}
      {value.length > LONGEST && (
        <span className="text-muted"> and {value.length - LONGEST} more characters</span>
      )}
    </span>
  );
}

function isOpen(path: string, depth: number, turned: ReadonlySet<string>, openDepth: number): boolean {
  return depth < openDepth !== turned.has(path);
}

function* rowsOf(
  value: unknown,
  turned: ReadonlySet<string>,
  openDepth: number,
  name: string | null = null,
  path = '$',
  depth = 0,
): Generator<Row> {
  const members = typeof value === 'object' && value !== null ? Object.entries(value) : null;
  yield { path, depth, name, value, size: members?.length ?? null };
  if (!members || !isOpen(path, depth, turned, openDepth)) return;
  for (const [key, member] of members)
    yield* rowsOf(member, turned, openDepth, key, `${path}/${key}`, depth + 1);
}
