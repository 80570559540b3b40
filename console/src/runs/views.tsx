import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Input, Select } from '../ui/field.tsx';
import { X } from '../ui/icons.tsx';
import { type Filters, filterCount, NO_FILTERS, readFilters } from './filters.ts';
import { texts } from './texts.ts';

const KEPT = 'switchyard-run-views';
const GROUPINGS = [
  { value: '', label: 'No grouping' },
  { value: 'reason', label: 'Group by reason' },
  { value: 'site', label: 'Group by site' },
];

interface View {
  name: string;
  filters: Filters;
}

/** The grouping, and filters that were saved under a name in this browser. */
export function Views({
  filters,
  onChange,
}: {
  filters: Filters;
  onChange: (part: Partial<Filters>) => void;
}) {
  const [views, setViews] = useState(readViews);
  const [name, setName] = useState<string | null>(null);
  const keep = (next: View[]) => {
    setViews(next);
    localStorage.setItem(KEPT, JSON.stringify(next));
  };
  const save = () => {
    const trimmed = name?.trim() ?? '';
    if (trimmed !== '') keep([...views.filter((view) => view.name !== trimmed), { name: trimmed, filters }]);
    setName(null);
  };
  const isWorthSaving = filterCount(filters) > 0 || filters.q !== undefined || filters.group !== undefined;
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <Select
        aria-label={texts.grouping}
        className="w-40"
        options={GROUPINGS}
        value={filters.group ?? ''}
        onChange={({ target }) => onChange({ group: target.value || undefined })}
      />
      {views.map((view) => (
        <span key={view.name} className="inline-flex items-center rounded-md border bg-raised">
          <Button
            look="quiet"
            size="small"
            className="max-w-48 truncate"
            onClick={() => onChange({ ...NO_FILTERS, ...view.filters })}
          >
            {view.name}
          </Button>
          <Button
            look="quiet"
            size="small"
            aria-label={`Delete view ${view.name}`}
            className="w-6 px-0"
            onClick={() => keep(views.filter((one) => one !== view))}
          >
            <X aria-hidden />
          </Button>
        </span>
      ))}
      {name !== null ? (
        <form
          className="flex gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <Input
            aria-label={texts.viewName}
            placeholder={texts.viewName}
            maxLength={60}
            autoFocus
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <Button type="submit">{texts.saveView}</Button>
        </form>
      ) : (
        isWorthSaving && (
          <Button size="small" look="quiet" onClick={() => setName('')}>
            {texts.saveView}
          </Button>
        )
      )}
    </div>
  );
}

/** Anything else in the browser's store is as good as nothing. */
function readViews(): View[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '[]');
    if (!Array.isArray(kept)) return [];
    return kept
      .filter(
        (one) => typeof one?.name === 'string' && typeof one?.filters === 'object' && one.filters !== null,
      )
      .map(({ name, filters }) => ({ name, filters: readFilters(filters) }));
  } catch {
    return [];
  }
}
