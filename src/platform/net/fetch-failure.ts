export type FailureCode =
  | 'connect'
  | 'tls'
  | 'timeout'
  | 'aborted'
  | 'protocol'
  | 'decode'
  | 'too_large'
  | 'too_many_redirects'
  | 'redirect_loop'
  | 'invalid_request';

/** Names a network error. Its own message is left out, because drivers put headers and values into it. */
export function failureOf(error: unknown): { code: FailureCode; message: string } {
  const detail = errorCode(error);
  const code = classify(detail);
  return { code, message: detail ? `${messages[code]} (${detail})` : messages[code] };
}

type WireFailure = 'connect' | 'tls' | 'protocol' | 'decode' | 'invalid_request';

const messages: Record<WireFailure, string> = {
  connect: 'the host could not be reached',
  tls: 'no trusted TLS connection could be made',
  protocol: 'the connection broke or the answer was not valid HTTP',
  decode: 'the body could not be decompressed',
  invalid_request: 'the request could not be sent as given',
};

const connectCodes = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'EADDRNOTAVAIL',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function classify(code: string): WireFailure {
  if (connectCodes.has(code)) return 'connect';
  if (/^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_|EPROTO$)/.test(code))
    return 'tls';
  if (/^(Z_|ERR_BROTLI|ERR__ERROR_FORMAT|ERR_PADDING|ZSTD_|ERR_ZSTD)/.test(code)) return 'decode';
  if (code === 'UND_ERR_INVALID_ARG') return 'invalid_request';
  return 'protocol';
}

function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  if (error instanceof AggregateError) return errorCode(error.errors[0]);
  return errorCode(error.cause);
}
