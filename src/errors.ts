/**
 * The catalogue: every code a caller can meet, as data. Statuses, types and remediations stand only here; the OpenAPI document
 * and docs/errors.md are made from these tables.
 */

type ErrorType =
  | 'invalid_request_error'
  | 'authentication_error'
  | 'billing_error'
  | 'request_too_large'
  | 'permission_error'
  | 'not_found_error'
  | 'conflict_error'
  | 'rate_limit_error'
  | 'api_error';

interface ErrorFacts {
  status: number;
  when: string;
  remediation: string;
  /** Default `Retry-After` in seconds; every 429 and every 503 has one. */
  retryAfter?: number;
  /** Clients resend 409, 429 and 5xx on their own; false tells them not to. */
  shouldRetry?: false;
}

const CODES = {
  invalid_api_key: {
    status: 401,
    when: 'missing or invalid key',
    remediation: 'Send a valid key as `Authorization: Bearer <key>` or `x-api-key: <key>`.',
  },
  account_unclaimed: {
    status: 403,
    when: 'frozen agent account without human claim',
    remediation: 'Open `claim_url` as a human and claim the account; the same key then works again.',
  },
  invalid_json: {
    status: 400,
    when: 'body not parseable',
    remediation: 'Send one well-formed JSON object in UTF-8.',
  },
  payload_too_large: {
    status: 413,
    when: 'body over 1 MB',
    remediation: 'Keep the request body under 1 MB.',
  },
  unsafe_url: {
    status: 400,
    when: 'target URL fails the public-http(s) checks (hostname, DNS, redirect)',
    remediation:
      'Use a public http or https URL whose name resolves to public addresses only. Operators can allow an exact private host:port with SVC_LOCAL_TARGETS.',
  },
  missing_input: {
    status: 400,
    when: 'neither input nor url',
    remediation: 'Send `input` (the task in words), `url`, or both.',
  },
  missing_url: {
    status: 400,
    when: 'learning routing without a resolvable URL',
    remediation: 'Send `url`, or put an https URL into the task text.',
  },
  invalid_routing: {
    status: 400,
    when: 'malformed routing',
    remediation:
      'Use `smart`, `learning`, `learning-all`, a category, a runner slug from GET /v1/capabilities, or an array of slugs.',
  },
  missing_output_schema: {
    status: 400,
    when: 'normalize without schema',
    remediation: 'Send `output_schema` together with `normalize: true`.',
  },
  invalid_output_schema: {
    status: 400,
    when: 'unusable schema',
    remediation:
      'Send a JSON Schema object or a map of property names to types; only local references are allowed.',
  },
  invalid_max_cost_usd: {
    status: 400,
    when: 'not a positive number',
    remediation: 'Send `max_cost_usd` as a positive number of US dollars.',
  },
  invalid_max_fallbacks: {
    status: 400,
    when: 'not an integer 0..12',
    remediation: 'Send `max_fallbacks` as an integer from 0 to 12.',
  },
  invalid_time_budget_ms: {
    status: 400,
    when: 'malformed or below 30000',
    remediation: 'Send `time_budget_ms` as an integer of at least 30000.',
  },
  time_budget_unsupported: {
    status: 400,
    when: 'time budget with pinned runner or chain routing',
    remediation: 'Leave `time_budget_ms` out, or use smart, category or learning routing.',
  },
  invalid_list_filter: {
    status: 400,
    when: 'unknown status or routing filter value, or a bound that is not an ISO 8601 date-time',
    remediation: 'Use the documented filter values and ISO 8601 date-times such as 2026-08-13T00:00:00Z.',
  },
  idempotency_key_mismatch: {
    status: 400,
    when: 'two idempotency keys in one request differ',
    remediation: 'Send the idempotency key once, or the same key everywhere.',
  },
  invalid_idempotency_key: {
    status: 400,
    when: 'key over 255 characters',
    remediation: 'Use an idempotency key of 1 to 255 characters.',
  },
  idempotency_conflict: {
    status: 422,
    when: 'key reused with a different body or on another endpoint within 24 h',
    remediation: 'Use a new idempotency key for a different request.',
  },
  idempotency_in_flight: {
    status: 409,
    when: 'duplicate while the original is being admitted',
    remediation: 'Send the same request again after `Retry-After`; it will return the original run.',
    retryAfter: 1,
  },
  invalid_credential: {
    status: 400,
    when: 'credential body failed validation',
    remediation: 'Correct the named field; values are never echoed.',
  },
  credential_not_found: {
    status: 404,
    when: 'unknown, revoked, or another account’s credential',
    remediation: 'Use an id from GET /v1/credentials.',
  },
  invalid_custody: {
    status: 400,
    when: 'malformed custody policy',
    remediation: 'Use `any`, `trusted_runners`, `deck_only` or `pinned:<runner>[,<runner>...]`.',
  },
  custody_unsatisfiable: {
    status: 409,
    when: 'custody policy and routing share no runner',
    remediation: 'Loosen the custody policy or choose a routing that contains an allowed runner.',
    shouldRetry: false,
  },
  insufficient_credits: {
    status: 402,
    when: 'balance cannot cover the run',
    remediation: 'Add credits to the workspace, or choose a runner whose price the credits cover.',
  },
  session_not_found: {
    status: 404,
    when: 'unknown browser session, one that is over, or one of another account',
    remediation: 'List the sessions with `GET /v1/sessions`; a session that is over cannot be connected to.',
  },
  response_not_found: {
    status: 404,
    when: 'unknown response id',
    remediation:
      'Use an id returned by POST /v1/responses with a key of the same workspace; deleted responses are gone.',
  },
  explanation_not_found: {
    status: 404,
    when: 'no decision card',
    remediation: 'Only smart and category runs have a decision card.',
  },
  not_waiting_for_input: {
    status: 409,
    when: 'input posted while the run is not waiting',
    remediation: 'Post input only while the status is `requires_action`.',
    shouldRetry: false,
  },
  run_not_ended: {
    status: 409,
    when: 'feedback on a run that is still live, or a run that continues one',
    remediation: 'Wait until the run has ended, or cancel it.',
    shouldRetry: false,
  },
  confirmation_required: {
    status: 409,
    when: 'a test of a runner without `confirm: true`',
    remediation: 'Send it again with `confirm: true` if `price_usd` is right.',
    shouldRetry: false,
  },
  artifact_expired: {
    status: 410,
    when: 'artifact aged out',
    remediation: 'Download artifacts within the retention window of the workspace.',
  },
  runner_unavailable: {
    status: 503,
    when: 'pinned runner (or every runner of a chain) unavailable',
    remediation:
      'Choose a runner whose status is `available` in GET /v1/capabilities, or set the variable named in the message.',
    retryAfter: 5,
  },
  saturated: {
    status: 429,
    when: 'per-instance live-run concurrency cap reached',
    remediation: 'Send the request again after `Retry-After`.',
    retryAfter: 2,
  },
  learning_capacity: {
    status: 429,
    when: 'learning fan-out capacity saturated on this instance',
    remediation: 'Send the request again after `Retry-After`.',
    retryAfter: 30,
  },
  rate_limited: {
    status: 429,
    when: 'too many requests',
    remediation: 'Send the request again after `Retry-After`.',
    retryAfter: 5,
  },
  enterprise_required: {
    status: 403,
    when: 'custom retention on a non-Enterprise workspace',
    remediation: 'Ask for the Enterprise plan to choose a retention window.',
  },
  invalid_retention: {
    status: 400,
    when: 'retention not `24h`, `7d` or `30d`',
    remediation: 'Use `24h`, `7d` or `30d`.',
  },
  retention_not_self_serve: {
    status: 400,
    when: 'window outside the self-serve set',
    remediation: 'Use `24h`, `7d` or `30d`; other windows need a contract.',
  },
  feature_disabled: {
    status: 403,
    when: 'disabled feature',
    remediation: 'The feature is switched off on this service; do without it.',
  },
  long_task_not_found: {
    status: 404,
    when: 'unknown long-task id',
    remediation: 'Use an id from GET /v1/long-tasks.',
  },
  not_multi_entity: {
    status: 400,
    when: 'long-task submit gate rejection (single-shot task)',
    remediation: 'Send a single-shot task to POST /v1/responses.',
  },
  invalid_expected_entities: {
    status: 400,
    when: '`expected_entities` outside integers 2..500',
    remediation: 'Send `expected_entities` as an integer from 2 to 500.',
  },
  script_not_found: {
    status: 404,
    when: 'unknown script id',
    remediation: 'Use an id from GET /v1/scripts.',
  },
  webhook_not_found: {
    status: 404,
    when: 'unknown webhook id',
    remediation: 'Use an id from GET /v1/webhooks.',
  },
  invalid_webhook_url: {
    status: 400,
    when: 'failed public-https checks',
    remediation: 'Use a public https URL.',
  },
  invalid_webhook_event: {
    status: 400,
    when: 'events contain an unknown type',
    remediation: 'Use response.completed, response.failed, response.requires_action or response.cancelled.',
  },
  invalid_webhook_secret: {
    status: 400,
    when: 'secret shorter than 16 characters',
    remediation: 'Send a secret of at least 16 characters, or leave it out to have one made.',
  },
  webhook_limit: {
    status: 400,
    when: 'account already has 25 endpoints',
    remediation: 'Delete an endpoint first.',
  },
  webhook_event_erased: {
    status: 410,
    when: 'redelivery of an event whose response was deleted',
    remediation: 'The event was erased with its response; the delivery keeps its ids, times and status.',
  },
  webhook_delivery_not_found: {
    status: 404,
    when: 'unknown delivery id',
    remediation: 'Use an id from GET /v1/webhooks/{id}/deliveries.',
  },
  missing_user_agent: {
    status: 400,
    when: 'challenge request without User-Agent',
    remediation: 'Send a User-Agent header that names your client.',
  },
  generic_user_agent: {
    status: 400,
    when: 'signup from a generic HTTP-client User-Agent',
    remediation: 'Send a User-Agent header that names your agent, not its HTTP library.',
  },
  missing_challenge: {
    status: 400,
    when: 'signup without challenge_id or challenge_answer',
    remediation: 'Get a challenge first: GET /v1/agent-signup/challenge.',
  },
  invalid_challenge: {
    status: 400,
    when: 'challenge unknown, expired, used, or bound to another IP',
    remediation: 'Get a new challenge and answer it within two minutes from the same address.',
  },
  wrong_challenge_answer: {
    status: 400,
    when: 'answer did not solve the instruction',
    remediation: 'Read the instruction again and get a new challenge.',
  },
  auth_required: {
    status: 401,
    when: 'a page of the console without a signed-in user, or whose session is over',
    remediation: 'Sign in to the console.',
  },
  invalid_credits_usd: {
    status: 400,
    when: 'top-up amount malformed',
    remediation: 'Send `credits_usd` as a positive number of US dollars.',
  },
  stripe_error: {
    status: 502,
    when: 'the payment provider failed or is not configured',
    remediation: 'Set STRIPE_SECRET_KEY, or try again later.',
    shouldRetry: false,
  },
  key_not_found: {
    status: 404,
    when: 'unknown or revoked key id, or one of another workspace',
    remediation: 'List the keys with `GET /v1/keys`.',
  },
  limited_key: {
    status: 403,
    when: 'a key with a spend limit tried to manage keys, logins or the workspace',
    remediation: 'Use a key without a spend limit, or the console.',
  },
  not_found: {
    status: 404,
    when: 'unknown route, or an unknown id of a thing without a code of its own',
    remediation: 'Check the path and the ids in it; /api/openapi.json lists the paths.',
  },
  method_not_allowed: {
    status: 405,
    when: 'known path, wrong method',
    remediation: 'Use a method from the `Allow` header.',
  },
  not_served: {
    status: 501,
    when: "a method of another company's client that the wrapper does not have",
    remediation: 'Use the native API, or one of the methods in the list of wrappers.',
    shouldRetry: false,
  },
  unsupported_media_type: {
    status: 415,
    when: 'body that is not plain JSON',
    remediation: 'Send `Content-Type: application/json` without a content encoding.',
  },
  invalid_request: {
    status: 400,
    when: 'a malformed field that has no code of its own',
    remediation: 'Correct the request as the message says; `param` names the field where there is one.',
  },
  misdirected_request: {
    status: 421,
    when: 'host or origin of another site, on a service that listens on loopback',
    remediation: 'Use localhost or the host of `BASE_URL`; set `BASE_URL` to the address that callers use.',
  },
  internal_error: {
    status: 500,
    when: 'a fault of the service',
    remediation: 'Try again; if the error persists, report the request id.',
  },
  service_unavailable: {
    status: 503,
    when: 'database away or the instance is shutting down',
    remediation: 'Send the request again after `Retry-After`.',
    retryAfter: 2,
  },
} as const satisfies Record<string, ErrorFacts>;

export type ErrorCode = keyof typeof CODES;

export const requestErrors: Readonly<Record<ErrorCode, ErrorFacts>> = CODES;

/** The possible errors of an executed run: read on the object, never thrown. */
export const runOutcomes = {
  run_timeout: {
    when: 'exceeded its active time contract',
    remediation: 'Give the run more time, run it in the background, or choose a faster runner.',
  },
  budget_exhausted: {
    when: 'stopped at the spend ceiling',
    remediation: 'Raise max_cost_usd. The attempts of the run keep their partial results.',
  },
  insufficient_credits: {
    when: 'stopped because the credits, or the spend limit of the key, did not cover a further attempt',
    remediation:
      'Add credits, or use a key with a higher spend limit, and create the run again. Its attempts keep their partial results.',
  },
  run_cancelled: {
    when: 'cancelled via the cancel endpoint',
    remediation: 'Create a new run if the answer is still wanted.',
  },
  blocked: {
    when: 'target site blocked or challenged every attempt',
    remediation: 'Try a runner with better stealth, or another time.',
  },
  model_required: {
    when: 'the task needs a language model, and no other runner is available',
    remediation:
      'Set LLM_BASE_URL and LLM_MODEL (docs/guides/models.md), or add the key of a provider to the workspace. The run is not billed.',
  },
  run_failed: {
    when: 'executed but did not accomplish the task',
    remediation: 'Read why each attempt failed, then make the task more specific or choose another runner.',
  },
  schema_violation: {
    when: 'output did not satisfy the schema of the request',
    remediation: 'Loosen the schema or make the task name every field. The run keeps its output.',
  },
  unsafe_url: {
    when: 'the target of a background run redirects to an address that is not public',
    remediation: 'Use a URL whose redirects stay on public addresses. The run cost nothing.',
  },
  internal_error: {
    when: 'ended because of a fault of the service',
    remediation: 'Create the run again; if the error persists, report the run id.',
  },
} as const;

export type RunOutcomeCode = keyof typeof runOutcomes;

const TYPES: Record<number, ErrorType> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  405: 'invalid_request_error',
  409: 'conflict_error',
  410: 'invalid_request_error',
  413: 'request_too_large',
  415: 'invalid_request_error',
  421: 'invalid_request_error',
  422: 'invalid_request_error',
  429: 'rate_limit_error',
};

export function errorType(code: ErrorCode): ErrorType {
  return TYPES[requestErrors[code].status] ?? 'api_error';
}

interface ApiErrorDetails {
  message: string;
  param?: string;
  hint?: string;
  /** The remedy in this case, instead of the general one. */
  remediation?: string;
  claimUrl?: string;
  /** The price to confirm. */
  priceUsd?: number;
  retryAfter?: number;
  allow?: string;
  cause?: unknown;
}

/** Thrown by name anywhere, rendered in one place. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly details: ApiErrorDetails;

  constructor(code: ErrorCode, details: ApiErrorDetails | string) {
    const full = typeof details === 'string' ? { message: details } : details;
    super(full.message, { cause: full.cause });
    this.code = code;
    this.details = full;
  }
}

/** A fault that the operator must repair before the program can start: printed as one line. */
export class StartupError extends Error {}
