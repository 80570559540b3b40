import type { Step } from '@switchyard/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { count, money } from '../ui/format.ts';
import { ErrorState, Skeleton } from '../ui/states.tsx';
import { pathOf } from './picture.tsx';
import { texts } from './texts.ts';

/** What the model thought, read and cost at a step; nothing for a step without a model. */
export function StepDetails({ step }: { step: Step }) {
  const { thought, tokens, cost_usd, observation } = step;
  if (!thought && !tokens && !observation) return null;
  return (
    <section aria-label={texts.stepModel} className="mt-4 grid gap-2 rounded-md border p-3">
      {thought && (
        <p dir="auto" className="[overflow-wrap:anywhere]">
          {thought}
        </p>
      )}
      {tokens && (
        <p className="number text-xs text-muted">
          {tokensIn(tokens)}, {count(tokens.output)} out · {money(cost_usd)}
        </p>
      )}
      {observation && <Observation key={observation} url={observation} />}
    </section>
  );
}

/** Input tokens and how many of them came from the cache. */
export function tokensIn({ input, cached }: NonNullable<Step['tokens']>): string {
  const share = input > 0 ? Math.round((100 * cached) / input) : 0;
  return `${count(input)} tokens in (${share}% cached)`;
}

/** The page as the model read it, loaded on demand. */
function Observation({ url }: { url: string }) {
  const [isOpen, setOpen] = useState(false);
  const path = pathOf(url) ?? '';
  const text = useQuery({
    queryKey: ['observations', path],
    queryFn: ({ signal }) => readText(path, signal),
    enabled: isOpen,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <>
      <div>
        <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? texts.hideObservation : texts.showObservation}
        </Button>
      </div>
      {isOpen && text.isPending && <Skeleton className="h-24" />}
      {isOpen && text.isError && <ErrorState error={text.error} onRetry={() => void text.refetch()} />}
      {isOpen && text.data !== undefined && (
        <section
          aria-label={texts.observation}
          tabIndex={0}
          dir="auto"
          className="max-h-96 overflow-auto rounded-md bg-surface p-3 font-mono text-xs whitespace-pre-wrap [overflow-wrap:anywhere]"
        >
          {text.data}
        </section>
      )}
    </>
  );
}

async function readText(path: string, signal: AbortSignal): Promise<string> {
  const answer = await fetch(path, { credentials: 'same-origin', signal });
  if (!answer.ok) throw new Error(texts.observationGone);
  return answer.text();
}
