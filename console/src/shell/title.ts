import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../api.ts';

/** Runs that wait for a person, newest first, at most 20. Events keep it true. */
export function useWaitingRuns() {
  return useQuery({
    queryKey: ['runs', 'waiting'],
    queryFn: async ({ signal }) =>
      (await api.runs.list({ status: 'needs_human', limit: 20 }, { signal })).data,
  });
}

/** The title of the window, with the number of questions that wait for a person. */
export function useTitle(title: string): void {
  const waiting = useWaitingRuns().data?.length ?? 0;
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${title} · Switchyard`;
  }, [title, waiting]);
}
