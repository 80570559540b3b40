import { Script } from 'node:vm';
import { codeOf } from '../platform/failure.ts';

const WORK = new Script('svcWork()');

/** Runs it as a script, because only scripts can be interrupted without ending their thread. Null when interrupted. */
export function within<T>(limitMs: number, work: () => T): T | null {
  const place = globalThis as unknown as { svcWork?: () => T };
  place.svcWork = work;
  try {
    return WORK.runInThisContext({ timeout: limitMs });
  } catch (error) {
    if (codeOf(error) === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return null;
    throw error;
  } finally {
    place.svcWork = undefined;
  }
}
