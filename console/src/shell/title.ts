import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../api.ts';
import { createStore } from '../store.ts';

/** Runs that wait for a person, newest first, at most 20. Events keep it true. */
export function useWaitingRuns() {
  return useQuery({
    queryKey: ['runs', 'waiting'],
    queryFn: async ({ signal }) =>
      (await api.runs.list({ status: 'needs_human', limit: 20 }, { signal })).data,
  });
}

/** The screen's own title; null while its name in the navigation is enough. */
const own = createStore<{ title: string | null }>({ title: null });

/** A title of the screen's own, such as the task of a run. */
export function useTitle(title: string): void {
  useEffect(() => {
    own.set({ title });
    return () => own.set({ title: null });
  }, [title]);
}

/** The title of the window, with the number of questions that wait for a person. */
export function useWindowTitle(screen: string): void {
  const waiting = useWaitingRuns().data?.length ?? 0;
  const title = own.use().title ?? screen;
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${title} · Switchyard`;
  }, [title, waiting]);
}
