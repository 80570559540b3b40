/**
 * Named places where a test can make the process kill itself. `FAULT=name` or `FAULT=name:3` (third pass).
 * The setting is refused in production, so there the check is one comparison with null.
 */
type FaultPoint =
  | 'before-admission-commit'
  | 'after-admission-commit'
  | 'after-claim'
  | 'after-attempt-row'
  | 'after-leftover-named'
  | 'after-provider-start'
  | 'during-attempt'
  | 'during-normalization'
  | 'before-result-commit'
  | 'after-terminal-commit'
  | 'during-cancel'
  | 'during-renewal'
  | 'after-artifact-bytes'
  | 'after-tombstone'
  | 'before-webhook-send'
  | 'after-webhook-send';

export interface FaultPoints {
  pass(name: FaultPoint): void;
}

export function createFaultPoints(setting: string | null): FaultPoints {
  if (setting === null) return { pass: () => undefined };
  const [target, count] = setting.split(':');
  let remaining = count === undefined ? 1 : Number(count);
  return {
    pass(name) {
      if (name !== target) return;
      remaining -= 1;
      if (remaining === 0) process.kill(process.pid, 'SIGKILL');
    },
  };
}
