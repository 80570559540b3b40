/** The exit codes, for scripts. Leaving a live run ends the program like an interrupt. */
export const EXIT = {
  succeeded: 0,
  failed: 1,
  badCall: 2,
  blockedOrEmpty: 3,
  notSignedIn: 4,
  waiting: 5,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

const BY_STATUS: Record<string, ExitCode> = {
  succeeded: EXIT.succeeded,
  blocked: EXIT.blockedOrEmpty,
  empty: EXIT.blockedOrEmpty,
  needs_human: EXIT.waiting,
};

export function exitCodeOf({ status }: { status: string }): ExitCode {
  return BY_STATUS[status] ?? EXIT.failed;
}

/** A failure that the person at the terminal can remedy. */
export class CommandError extends Error {
  readonly remediation: string;
  readonly exitCode: ExitCode;
  readonly code: string;

  constructor(message: string, remediation: string, exitCode: ExitCode = EXIT.badCall, code = 'bad_call') {
    super(message);
    this.remediation = remediation;
    this.exitCode = exitCode;
    this.code = code;
  }
}
