import { useNavigate, useSearch } from '@tanstack/react-router';

/**
 * The part of the address after `?` as the state of a screen: `read` makes typed values of any text. A change replaces the entry
 * of the history; undefined and '' leave the address.
 */
export function useSearchState<T extends object>(
  read: (raw: Record<string, unknown>) => T,
): [state: T, change: (part: Partial<T>) => void] {
  const raw = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const change = (part: Partial<T>) =>
    void navigate({
      to: '.',
      replace: true,
      search: (before: Record<string, unknown>) =>
        Object.fromEntries(
          Object.entries({ ...before, ...part }).filter(([, value]) => value !== undefined && value !== ''),
        ),
    });
  return [read(raw), change];
}
