/** The code of a failed system call or statement; undefined where the error has none. */
export function codeOf(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Rejection handler for a file that may be missing or unreadable: system errors give `fallback`, other errors are thrown. */
export function ifUnreadable<T>(fallback: T): (error: unknown) => T {
  return (error) => {
    if (codeOf(error) === undefined) throw error;
    return fallback;
  };
}

/** Rejection handler for a wait that an abort signal ends early: `value` on abort, other errors are thrown. */
export function ifAborted<T>(value: T): (error: unknown) => T {
  return (error) => {
    if (!(error instanceof Error && error.name === 'AbortError')) throw error;
    return value;
  };
}

/** Handler for a second reference to a promise whose error is reported where it is awaited; without it Node would exit. */
export function reportedElsewhere(): undefined {}

/** Handler for a command to a page, session or connection that may have closed; the owner notices the close by its event. */
export function mayBeClosed(): undefined {}
