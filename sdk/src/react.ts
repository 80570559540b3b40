import { useEffect, useState } from 'react';
import { SwitchyardError } from './errors.ts';
import type { RunDetails } from './run-result.ts';
import { Switchyard, type SwitchyardOptions } from './switchyard.ts';

export interface LiveRun {
  /** The run as last heard of; null before the first word. */
  run: RunDetails | null;
  /** The reason why no more news will come, where that is not the end of the run. */
  error: SwitchyardError | null;
  /** More news may come. */
  isLive: boolean;
}

const NOTHING_YET: LiveRun = { run: null, error: null, isLive: true };

/** Follows a run in a web page with a token of `runs.createToken(id)`. Without an id it waits for one. */
export function useRun(
  id: string | null | undefined,
  token: string | null | undefined,
  { baseUrl, fetch }: Pick<SwitchyardOptions, 'baseUrl' | 'fetch'> = {},
): LiveRun {
  const [known, setKnown] = useState<LiveRun>(NOTHING_YET);
  useEffect(() => {
    setKnown(NOTHING_YET);
    if (!id || !token) return;
    const gone = new AbortController();
    const { signal } = gone;
    const tell = (news: Partial<LiveRun>) => {
      if (!signal.aborted) setKnown((before) => ({ ...before, ...news }));
    };
    const follow = async () => {
      const { runs } = new Switchyard({ apiKey: token, baseUrl, fetch });
      for await (const _event of runs.stream(id, { signal, onProgress: (run) => tell({ run }) }));
    };
    follow().then(
      () => tell({ isLive: false }),
      (error: unknown) => tell({ isLive: false, error: asError(error) }),
    );
    return () => gone.abort();
  }, [id, token, baseUrl, fetch]);
  return known;
}

function asError(error: unknown): SwitchyardError {
  if (error instanceof SwitchyardError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new SwitchyardError({ code: 'connection_failed', message, remediation: 'Load the page again.' });
}
