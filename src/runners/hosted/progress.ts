import { LRUCache } from 'lru-cache';
import type { AttemptScope } from '../contract.ts';

/** Tells a step whenever what a provider says of a task has changed: a task that goes on is not one that hangs. */
export function progressTeller() {
  const told = new LRUCache<string, string>({ max: 10_000 });
  return (reference: string, said: string, scope: AttemptScope): void => {
    if (told.get(reference) === said) return;
    told.set(reference, said);
    scope.onStep({ action: said, target: null, detail: null, url: null, ok: true, durationMs: 0 });
  };
}
