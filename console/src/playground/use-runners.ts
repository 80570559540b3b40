import { useQuery } from '@tanstack/react-query';
import { api } from '../api.ts';
import type { ComboOption } from '../ui/combobox.tsx';
import { money } from '../ui/format.ts';

function useCatalog() {
  return useQuery({
    queryKey: ['runners', 'available'],
    queryFn: ({ signal }) => api.runners.list({ status: 'available' }, { signal }),
    staleTime: 300_000,
  });
}

/** Runners that are on, with their typical price. */
export function useRunnerOptions(): ComboOption[] {
  const runners = useCatalog().data?.runners ?? [];
  return runners
    .filter(({ status }) => status === 'available')
    .map(({ slug, name, price }) => ({
      value: slug,
      label: slug,
      keywords: [name],
      note: money(price.typical_task_usd),
      group: 'Runners',
    }));
}

const MODES: Record<string, string> = {
  smart: 'the router chooses',
  learning: 'tries several, to learn',
  'learning-all': 'tries all, to learn',
};

/** Every value of `routing`: modes, categories, runners. */
export function useRoutingOptions(): ComboOption[] {
  const catalog = useCatalog().data;
  const runners = useRunnerOptions();
  return [
    ...(catalog?.routing_modes ?? ['smart']).map((value) => ({
      value,
      label: value,
      note: MODES[value],
      group: 'Modes',
    })),
    ...Object.entries(catalog?.categories ?? {}).map(([value, members]) => ({
      value,
      label: value,
      note: `${members.length} runners`,
      group: 'Categories',
    })),
    ...runners,
  ];
}
