import { describe, expect, it } from 'vitest';
import { type ErrorCode, errorType, requestErrors, runOutcomes } from './errors.ts';

// The contract's tables, written down a second time on purpose: a code or status changed by mistake breaks callers.
const SPECIFIED: Record<string, number> = {
  invalid_api_key: 401,
  account_unclaimed: 403,
  invalid_json: 400,
  payload_too_large: 413,
  unsafe_url: 400,
  missing_input: 400,
  missing_url: 400,
  invalid_routing: 400,
  missing_output_schema: 400,
  invalid_output_schema: 400,
  invalid_max_cost_usd: 400,
  invalid_max_fallbacks: 400,
  invalid_time_budget_ms: 400,
  time_budget_unsupported: 400,
  invalid_list_filter: 400,
  idempotency_key_mismatch: 400,
  invalid_idempotency_key: 400,
  idempotency_conflict: 422,
  idempotency_in_flight: 409,
  invalid_credential: 400,
  credential_not_found: 404,
  invalid_custody: 400,
  custody_unsatisfiable: 409,
  insufficient_credits: 402,
  response_not_found: 404,
  session_not_found: 404,
  explanation_not_found: 404,
  not_waiting_for_input: 409,
  run_not_ended: 409,
  confirmation_required: 409,
  script_not_found: 404,
  artifact_expired: 410,
  runner_unavailable: 503,
  saturated: 429,
  learning_capacity: 429,
  rate_limited: 429,
  enterprise_required: 403,
  invalid_retention: 400,
  retention_not_self_serve: 400,
  feature_disabled: 403,
  long_task_not_found: 404,
  not_multi_entity: 400,
  invalid_expected_entities: 400,
  webhook_not_found: 404,
  invalid_webhook_url: 400,
  invalid_webhook_event: 400,
  invalid_webhook_secret: 400,
  webhook_limit: 400,
  webhook_delivery_not_found: 404,
  webhook_event_erased: 410,
  missing_user_agent: 400,
  generic_user_agent: 400,
  missing_challenge: 400,
  invalid_challenge: 400,
  wrong_challenge_answer: 400,
};

const BILLING: Record<string, number> = {
  auth_required: 401,
  invalid_credits_usd: 400,
  stripe_error: 502,
  internal_error: 500,
};

/** Ours, beyond the contract's tables. */
const ADDED: Record<string, number> = {
  key_not_found: 404,
  limited_key: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_served: 501,
  unsupported_media_type: 415,
  misdirected_request: 421,
  invalid_request: 400,
  service_unavailable: 503,
};

const TYPES: Record<number, string> = {
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
  500: 'api_error',
  501: 'api_error',
  502: 'api_error',
  503: 'api_error',
};

const expected = { ...SPECIFIED, ...BILLING, ...ADDED };
const codes = Object.keys(requestErrors) as ErrorCode[];

describe('the catalogue of request errors', () => {
  it('holds every code of the contract with its status, and no other', () => {
    const statuses = Object.fromEntries(codes.map((code) => [code, requestErrors[code].status]));
    expect(statuses).toEqual(expected);
  });

  it.each(codes)('gives %s the type that clients expect for its status', (code) => {
    expect(errorType(code)).toBe(TYPES[requestErrors[code].status]);
  });

  it.each(codes)('says when %s happens, and the remedy', (code) => {
    expect(requestErrors[code].when).not.toBe('');
    expect(requestErrors[code].remediation).toMatch(/\w.*\.$/s);
  });

  it('has a time to wait for every code that asks to come back', () => {
    const waiting = codes.filter((code) => requestErrors[code].retryAfter !== undefined);
    const passing = codes.filter((code) => [429, 503].includes(requestErrors[code].status));
    expect(waiting.sort()).toEqual([...passing, 'idempotency_in_flight'].sort());
  });

  it('stops clients from resending where waiting does not help', () => {
    const stopped = codes.filter((code) => requestErrors[code].shouldRetry === false);
    expect(stopped.sort()).toEqual([
      'confirmation_required',
      'custody_unsatisfiable',
      'not_served',
      'not_waiting_for_input',
      'run_not_ended',
      'stripe_error',
    ]);
  });
});

describe('the catalogue of run outcomes', () => {
  it('holds the codes of the contract, each with a remediation', () => {
    expect(Object.keys(runOutcomes)).toEqual([
      'run_timeout',
      'budget_exhausted',
      'insufficient_credits',
      'run_cancelled',
      'blocked',
      'model_required',
      'run_failed',
      'schema_violation',
      'unsafe_url',
      'internal_error',
    ]);
    for (const { when, remediation } of Object.values(runOutcomes)) {
      expect(when).not.toBe('');
      expect(remediation).not.toBe('');
    }
  });
});
