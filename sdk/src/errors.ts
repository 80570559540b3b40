import type { ErrorCode } from './generated/client.schemas.ts';
import { API_VERSION } from './version.ts';

/** Codes of errors that arise on this side of the wire. */
export type ClientErrorCode =
  | 'connection_failed'
  | 'timeout'
  | 'unexpected_answer'
  | 'invalid_address'
  | 'missing_api_key'
  | 'invalid_option'
  | 'invalid_schema'
  | 'invalid_answer'
  | 'invalid_signature'
  | 'run_not_successful'
  | 'needs_human';

interface ErrorFacts {
  // Servers may have codes that this version does not know.
  code: ErrorCode | ClientErrorCode | (string & {});
  message: string;
  remediation: string;
  status?: number | undefined;
  type?: string | undefined;
  param?: string | null | undefined;
  hint?: string | undefined;
  claimUrl?: string | undefined;
  priceUsd?: number | undefined;
  retryAfter?: number | undefined;
  requestId?: string | null | undefined;
  cause?: unknown;
}

/** Every error of this SDK. Branch on the class or on `code`, never on the text of `message`. */
export class SwitchyardError extends Error {
  readonly code: ErrorFacts['code'];
  /** The remedy. */
  readonly remediation: string;
  /** The HTTP status, where the service answered. */
  readonly status: number | null;
  readonly type: string | null;
  /** The field that is wrong. */
  readonly param: string | null;
  readonly hint: string | null;
  /** The page on which a person can claim the account; only of `account_unclaimed`. */
  readonly claimUrl: string | null;
  /** The price to confirm; only of `confirmation_required`. */
  readonly priceUsd: number | null;
  /** Seconds until a new try can succeed, where the service says so. */
  readonly retryAfter: number | null;
  /** Names the request in the logs of the service. */
  readonly requestId: string | null;

  constructor(facts: ErrorFacts) {
    super(facts.message, { cause: facts.cause });
    this.name = new.target.name;
    this.code = facts.code;
    this.remediation = facts.remediation;
    this.status = facts.status ?? null;
    this.type = facts.type ?? null;
    this.param = facts.param ?? null;
    this.hint = facts.hint ?? null;
    this.claimUrl = facts.claimUrl ?? null;
    this.priceUsd = facts.priceUsd ?? null;
    this.retryAfter = facts.retryAfter ?? null;
    this.requestId = facts.requestId ?? null;
  }
}

/** The service refused or failed; the classes below tell the kind. */
export class ApiError extends SwitchyardError {
  declare readonly status: number;
}
/** The key is missing, wrong or revoked. */
export class AuthenticationError extends ApiError {}
/** The account of an agent is not claimed yet; `claimUrl` is the page for it. */
export class AccountUnclaimedError extends ApiError {}
/** The key may not do this. */
export class PermissionDeniedError extends ApiError {}
export class InsufficientCreditsError extends ApiError {}
/** A field is missing or wrong; `param` names it. */
export class InvalidRequestError extends ApiError {}
/** The address is not public, or leads to one that is not. */
export class UnsafeUrlError extends InvalidRequestError {}
export class NotFoundError extends ApiError {}
/** The state of the object does not allow it. */
export class ConflictError extends ApiError {}
/** The key of a create was used for another request, or its first request is still being admitted. */
export class IdempotencyError extends ConflictError {}
/** Too much at once, also after the retries of the SDK; `retryAfter` has the seconds to wait. */
export class RateLimitError extends ApiError {}
/** None of the allowed runners is there. */
export class RunnerUnavailableError extends ApiError {}
/** A fault of the service. */
export class ServiceError extends ApiError {}

/** The service cannot be reached, or the connection broke. */
export class ConnectionError extends SwitchyardError {}
export class TimeoutError extends ConnectionError {}
/** The server is not a Switchyard, or has another version. */
export class UnexpectedAnswerError extends SwitchyardError {
  declare readonly status: number;
}
/** A webhook that the service did not sign with this secret, or signed long ago. */
export class SignatureError extends SwitchyardError {}
/** An option of the client or of a call that cannot work. */
export class OptionError extends SwitchyardError {}

type ApiErrorClass = new (facts: ErrorFacts) => ApiError;

const BY_CODE: Partial<Record<ErrorCode, ApiErrorClass>> = {
  invalid_api_key: AuthenticationError,
  account_unclaimed: AccountUnclaimedError,
  insufficient_credits: InsufficientCreditsError,
  unsafe_url: UnsafeUrlError,
  idempotency_conflict: IdempotencyError,
  idempotency_in_flight: IdempotencyError,
  idempotency_key_mismatch: IdempotencyError,
  runner_unavailable: RunnerUnavailableError,
};

const BY_STATUS: Record<number, ApiErrorClass> = {
  401: AuthenticationError,
  402: InsufficientCreditsError,
  403: PermissionDeniedError,
  404: NotFoundError,
  409: ConflictError,
  410: NotFoundError,
  429: RateLimitError,
};

/** The error that an answer of the service stands for. */
type Answered = Pick<Response, 'status' | 'headers'>;

export function errorOfAnswer(answered: Answered, body: unknown, url: string): SwitchyardError {
  const { status, headers } = answered;
  const { error = body } = (body ?? {}) as { error?: unknown };
  // Sessions speak another company's envelope: flat, and `error` is the name of the status.
  const said = (typeof error === 'object' ? error : body) as Record<string, unknown> | null;
  if (typeof said?.code !== 'string' || typeof said.message !== 'string')
    return unexpectedAnswer(url, `answered ${status} without a reason`, answered);
  const version = headers.get('x-api-version');
  if (/^(?:not_found|method_not_allowed)$/.test(said.code) && version !== API_VERSION)
    return unexpectedAnswer(
      url,
      `does not know this call: it speaks version ${version ?? 'unknown'} of the API and this SDK ${API_VERSION}`,
      answered,
    );
  const text = (name: string) => (typeof said[name] === 'string' ? (said[name] as string) : undefined);
  const code = said.code as ErrorCode;
  const Class = BY_CODE[code] ?? BY_STATUS[status] ?? (status >= 500 ? ServiceError : InvalidRequestError);
  return new Class({
    code,
    status,
    message: said.message,
    type: text('type'),
    param: text('param'),
    hint: text('hint'),
    remediation: text('remediation') ?? `See the code ${code} in the list of errors of your Switchyard.`,
    claimUrl: text('claim_url'),
    priceUsd: typeof said.price_usd === 'number' ? said.price_usd : undefined,
    retryAfter: secondsIn(headers.get('retry-after')),
    requestId: headers.get('x-request-id'),
  });
}

/** A header has seconds, or a date. */
function secondsIn(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = Number(header);
  const date = (Date.parse(header) - Date.now()) / 1_000;
  return Number.isFinite(seconds)
    ? seconds
    : Number.isFinite(date)
      ? Math.max(0, Math.ceil(date))
      : undefined;
}

export function unexpectedAnswer(
  url: string,
  what: string,
  { status, headers }: Answered,
): UnexpectedAnswerError {
  return new UnexpectedAnswerError({
    code: 'unexpected_answer',
    status,
    message: `${originOf(url)} ${what}.`,
    remediation:
      'Check that the address is that of a Switchyard service, that no proxy or sign-in page stands before it, and that its version fits this SDK.',
    requestId: headers.get('x-request-id'),
  });
}

export function connectionError(url: string, cause: unknown): ConnectionError {
  const { code, message } = ((cause as { cause?: unknown })?.cause ?? cause ?? {}) as {
    code?: string;
    message?: string;
  };
  return new ConnectionError({
    code: 'connection_failed',
    message: `${originOf(url)} could not be reached: ${code ?? message ?? String(cause)}.`,
    remediation: 'Check the address (`baseUrl`), that the service runs there, and the network between.',
    cause,
  });
}

export function timeoutError(url: string, ms: number): TimeoutError {
  return new TimeoutError({
    code: 'timeout',
    message: `${originOf(url)} did not answer within ${ms} ms.`,
    remediation: 'Try again, or allow more time with `timeout`.',
  });
}

/** The error of an event that ends a stream which the service could not continue. */
export function errorOfEvent({ code, message }: { code: string; message: string }): ServiceError {
  return new ServiceError({ code, message, remediation: 'Follow the run again, or read it.' });
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'The service';
}
