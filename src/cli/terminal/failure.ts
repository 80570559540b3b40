import * as sdk from '@switchyard/sdk';
import { CommanderError } from 'commander';
import { StartupError } from '../../errors.ts';
import { DatabaseAway } from '../../platform/db.ts';
import { systemCause } from '../../platform/system-cause.ts';
import { CommandError, EXIT, type ExitCode } from './exit-codes.ts';

/** An error as the terminal shows it: one line, the remedy, and the exit code. */
export interface Failure {
  code: string;
  message: string;
  remediation: string;
  exitCode: ExitCode;
  requestId?: string | null;
}

/** Null for a bug of ours, which keeps its stack trace. */
export function failureOf(error: unknown): Failure | null {
  if (error instanceof CommandError) return error;
  if (error instanceof CommanderError)
    return {
      code: 'bad_call',
      message: error.message.replace(/^error: /, ''),
      remediation: 'See `switchyard --help`, or --help of the command.',
      exitCode: EXIT.badCall,
    };
  if (error instanceof StartupError || error instanceof DatabaseAway)
    return { code: 'not_done', message: error.message, remediation: '', exitCode: EXIT.failed };
  if (!(error instanceof sdk.SwitchyardError)) return failureOfMachine(error);
  const { code, message, remediation, hint, claimUrl, requestId } = error;
  const what = [hint ?? remediation, claimUrl].filter(Boolean).join(' ');
  return {
    code,
    message,
    remediation: inOurWords(error) ?? what,
    exitCode: exitCodeOfError(error),
    requestId,
  };
}

/** A full disk, a file that cannot be read, a package that is not installed: causes outside the program. */
function failureOfMachine(error: unknown): Failure | null {
  if (!(error instanceof Error)) return null;
  const failure = { code: 'not_done', remediation: '', exitCode: EXIT.failed };
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  if (code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND') {
    const [, name = 'A file'] = /Cannot find (?:package|module) '([^']+)'/.exec(error.message) ?? [];
    return { ...failure, message: `${name} is not installed.`, remediation: 'Run `npm ci`.' };
  }
  const cause = systemCause(error);
  if (cause === null || syscall === undefined) return null;
  return { ...failure, message: path ? `${path}: ${cause}` : cause };
}

function exitCodeOfError(error: sdk.SwitchyardError): ExitCode {
  if (error instanceof sdk.AuthenticationError) return EXIT.notSignedIn;
  if (error instanceof sdk.AccountUnclaimedError) return EXIT.waiting;
  const isCall = [sdk.InvalidRequestError, sdk.NotFoundError, sdk.ConflictError, sdk.OptionError];
  return isCall.some((Class) => error instanceof Class) ? EXIT.badCall : EXIT.failed;
}

/** Rewrites SDK messages for the terminal: commands and options instead of fields. */
function inOurWords(error: sdk.SwitchyardError): string | null {
  if (error instanceof sdk.AuthenticationError)
    return 'Sign in with `switchyard login`, or set SWITCHYARD_API_KEY; `switchyard whoami` shows the key in use.';
  if (error instanceof sdk.OptionError && error.param === 'baseUrl')
    return 'Give --server as http(s)://host[:port].';
  if (error.code === 'response_not_found') return 'The ids of this workspace are in `switchyard runs`.';
  if (error instanceof sdk.TimeoutError) return 'Try again; `switchyard runs` shows the state of a run.';
  if (error instanceof sdk.ConnectionError)
    return 'Check the address (--server, `switchyard whoami`), that the service runs there (`switchyard serve` starts one here), and the network between.';
  if (error instanceof sdk.UnexpectedAnswerError)
    return `Check that the address is that of a Switchyard service, that no proxy or sign-in page is in front of it, and that its version fits this program (${sdk.VERSION}).`;
  return null;
}

/** An answer of an unknown shape makes the code that prints it fail. */
export function asOtherVersion(error: unknown, server: string): unknown {
  if (!(error instanceof TypeError) && !(error instanceof RangeError)) return error;
  return new CommandError(
    `The answer of ${server} is not one that this program (${sdk.VERSION}) understands: ${error.message}.`,
    'Use the program and the service of one version; SWITCHYARD_LOG=debug shows where it stumbled.',
    EXIT.failed,
    'other_version',
  );
}
