import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '../api.ts';
import { useActions } from '../shell/actions.ts';
import { Button } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';
import { Combobox } from '../ui/combobox.tsx';
import { Field, Input, Select } from '../ui/field.tsx';
import { ListFilter, Search, X } from '../ui/icons.tsx';
import { type Filters, filterCount, NO_FILTERS } from './filters.ts';
import { texts } from './texts.ts';

const STATUSES = {
  running: 'Running',
  needs_human: 'Waiting for you',
  succeeded: 'Succeeded',
  empty: 'Empty',
  blocked: 'Blocked',
  failed: 'Failed',
  cancelled: 'Cancelled',
} as const;

const choices = (any: string, values: Record<string, string>) => [
  { value: '', label: any },
  ...Object.entries(values).map(([value, label]) => ({ value, label })),
];
const VERDICTS = choices('Any verdict', {
  succeeded: 'Succeeded',
  empty: 'Empty',
  blocked: 'Blocked',
  failed: 'Failed',
});
const ROUTINGS = choices('Any routing', {
  smart: 'Smart',
  category: 'Category',
  runner: 'One runner',
  chain: 'Chain',
  learning: 'Sweep',
  'learning-all': 'Sweep of all',
});
const TIMES = choices('Any time', {
  '1h': 'Last hour',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
});

/** The bar above the list: words and status at once, everything else on demand. */
export function RunFilters({
  filters,
  onChange,
}: {
  filters: Filters;
  onChange: (part: Partial<Filters>) => void;
}) {
  const count = filterCount(filters);
  const [isOpen, setOpen] = useState(count > (filters.status ? 1 : 0));
  const chosen = new Set(filters.status?.split(',') ?? []);
  const toggle = (status: string) => {
    const next = new Set(chosen);
    if (!next.delete(status)) next.add(status);
    onChange({ status: [...next].join(',') || undefined });
  };
  return (
    <div className="mb-3 grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Words value={filters.q ?? ''} onChange={(q) => onChange({ q: q || undefined })} />
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <ListFilter aria-hidden /> Filters{count > 0 && <span className="number text-accent">{count}</span>}
        </Button>
        <fieldset className="bare-scroll flex min-w-0 gap-1 overflow-x-auto p-0.5 max-sm:w-full">
          <legend className="sr-only">Status</legend>
          {Object.entries(STATUSES).map(([status, label]) => (
            <button
              key={status}
              type="button"
              aria-pressed={chosen.has(status)}
              onClick={() => toggle(status)}
              className={cn(
                'h-7 rounded-full border px-2.5 text-xs font-medium whitespace-nowrap text-muted hover:bg-hover',
                chosen.has(status) && 'border-accent! tint-accent text-accent!',
              )}
            >
              {label}
            </button>
          ))}
        </fieldset>
        {(count > 0 || filters.q) && (
          <Button look="quiet" size="small" onClick={() => onChange(NO_FILTERS)}>
            <X aria-hidden /> {texts.clearFilters}
          </Button>
        )}
      </div>
      {isOpen && <More filters={filters} onChange={onChange} />}
    </div>
  );
}

function More({ filters, onChange }: { filters: Filters; onChange: (part: Partial<Filters>) => void }) {
  const runners = useQuery({
    queryKey: ['runners', 'names'],
    queryFn: ({ signal }) => api.runners.list({ fields: 'slug,name' }, { signal }),
  });
  const options = (runners.data?.runners ?? []).map(({ slug, name }) => ({
    value: slug,
    label: slug,
    keywords: [name],
  }));
  const text = (name: 'site' | 'tag', label: string, placeholder: string) => (
    <Field label={label}>
      {(control) => (
        <Typed
          {...control}
          placeholder={placeholder}
          value={filters[name] ?? ''}
          onChange={(value) => onChange({ [name]: value || undefined })}
        />
      )}
    </Field>
  );
  const amount = (name: 'min' | 'max', label: string) => (
    <Field label={label}>
      {(control) => (
        <Typed
          {...control}
          inputMode="decimal"
          placeholder="USD"
          value={filters[name] ?? ''}
          onChange={(value) => onChange({ [name]: /^\d{1,9}(\.\d{1,9})?$/.test(value) ? value : undefined })}
        />
      )}
    </Field>
  );
  const select = (name: 'verdict' | 'routing' | 'since', label: string, values: typeof VERDICTS) => (
    <Field label={label}>
      {(control) => (
        <Select
          {...control}
          options={values}
          value={filters[name] ?? ''}
          onChange={({ target }) => onChange({ [name]: target.value || undefined })}
        />
      )}
    </Field>
  );
  return (
    <div className="grid grid-cols-2 gap-2 rounded-lg border bg-surface p-3 sm:grid-cols-4 lg:grid-cols-8">
      {select('since', 'Time', TIMES)}
      {select('verdict', 'Verdict', VERDICTS)}
      <Field label="Runner">
        {(control) => (
          <Combobox
            {...control}
            options={[{ value: '', label: 'Any runner' }, ...options]}
            value={filters.runner ?? ''}
            onChange={(runner) => onChange({ runner: runner || undefined })}
          />
        )}
      </Field>
      {select('routing', 'Routing', ROUTINGS)}
      {text('site', 'Site', 'example.com')}
      {text('tag', 'Tag', 'team=blue')}
      {amount('min', 'Cost from')}
      {amount('max', 'Cost to')}
    </div>
  );
}

const TYPING_MS = 300;

/** A field that reports when the typing pauses. */
function Typed({
  value,
  onChange,
  ...rest
}: Omit<React.ComponentProps<typeof Input>, 'value' | 'onChange'> & {
  value: string;
  onChange: (value: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => latest.current(typed.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, value]);
  return <Input {...rest} value={typed} onChange={({ target }) => setTyped(target.value)} />;
}

function Words({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const box = useRef<HTMLDivElement>(null);
  useActions([
    {
      title: 'Search the runs',
      keys: '/',
      group: 'Runs',
      run: () => box.current?.querySelector('input')?.focus(),
    },
  ]);
  return (
    <div ref={box} className="relative w-72 max-sm:w-auto max-sm:flex-1">
      <Search aria-hidden className="pointer-events-none absolute top-2 left-2 size-4 text-muted" />
      <Typed
        type="search"
        aria-label="Search the runs"
        placeholder="Words of the task, or an id"
        maxLength={200}
        value={value}
        onChange={onChange}
        className="pl-8"
      />
    </div>
  );
}
