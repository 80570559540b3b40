import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../api.ts';
import { IconButton } from '../ui/button.tsx';
import { Pause, Play } from '../ui/icons.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { Time } from '../ui/values.tsx';
import { type Frame, framesOf } from './frames.ts';
import { texts } from './texts.ts';

/** The pictures that were recorded, as a film that a person can stop and wind. */
export function Recording({ id }: { id: string }) {
  const recording = useQuery({
    queryKey: ['sessions', 'recording', id],
    queryFn: async ({ signal }) => framesOf(await api.sessions.recording(id, { signal })),
  });
  return (
    <Loaded
      query={recording}
      isEmpty={(frames) => frames.length === 0}
      empty={<EmptyState title={texts.noRecording} />}
    >
      {(frames) => <Film frames={frames} />}
    </Loaded>
  );
}

const LONGEST_STILL_MS = 2_000;

function Film({ frames }: { frames: readonly Frame[] }) {
  const [at, setAt] = useState(0);
  const [isPlaying, setPlaying] = useState(false);
  const last = frames.length - 1;
  const frame = frames[Math.min(at, last)];
  useEffect(() => {
    if (!isPlaying) return;
    const next = frames[at + 1];
    if (!next) return setPlaying(false);
    const pause = Math.min(LONGEST_STILL_MS, next.at - (frames[at]?.at ?? next.at));
    const timer = setTimeout(() => setAt(at + 1), pause);
    return () => clearTimeout(timer);
  }, [isPlaying, at, frames]);
  return (
    <figure className="overflow-hidden rounded-lg border bg-raised">
      <img
        src={frame?.src}
        alt={`The browser, ${at + 1} of ${frames.length}`}
        className="block w-full bg-surface"
      />
      <figcaption className="flex items-center gap-3 border-t px-2 py-1">
        <IconButton
          label={isPlaying ? 'Pause' : 'Play'}
          onClick={() => {
            if (at >= last) setAt(0);
            setPlaying(!isPlaying);
          }}
        >
          {isPlaying ? <Pause /> : <Play />}
        </IconButton>
        <input
          type="range"
          aria-label="Position"
          className="min-w-0 flex-1 accent-accent-fill"
          min={0}
          max={last}
          value={Math.min(at, last)}
          onChange={(event) => setAt(Number(event.target.value))}
        />
        <Time at={frame?.at} className="text-xs text-muted" />
      </figcaption>
    </figure>
  );
}
