/** Aborts with the first of these. `AbortSignal.any`, which Safari below 17.4 and some edge runtimes lack. */
export function anySignal(...given: Array<AbortSignal | undefined>): AbortSignal {
  const signals = given.filter((one) => one !== undefined);
  if (typeof AbortSignal.any === 'function') return AbortSignal.any(signals);
  const first = new AbortController();
  for (const signal of signals) {
    const abort = () => first.abort(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true, signal: first.signal });
  }
  return first.signal;
}
