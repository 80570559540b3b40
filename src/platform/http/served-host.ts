import type { IncomingMessage } from 'node:http';
import { ApiError } from '../../errors.ts';
import { isLoopbackAddress } from '../net/address.ts';
import { headerValuesOf } from './caller.ts';

/** Whether this name or address means the machine itself. */
export function isLoopbackName(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  return (
    /^(?:[^.]+\.)*localhost$/.test(bare) || (isLoopbackAddress(bare) && bare !== '0.0.0.0' && bare !== '::')
  );
}

/**
 * DNS rebinding: a web page of another site whose name resolves to this machine must not talk to a service that listens on
 * loopback. `serves` is absent where the service listens elsewhere; then only the form of the header is checked.
 */
export function refuseMisdirected(
  request: IncomingMessage,
  serves: ((hostname: string) => boolean) | undefined,
  isFromAnyOrigin = false,
): void {
  if (headerValuesOf(request, 'host').length > 1)
    throw new ApiError('invalid_request', 'The request has more than one Host header.');
  const { host, origin } = request.headers;
  if (host === undefined && request.httpVersion === '1.1')
    throw new ApiError('invalid_request', 'The Host header is missing.');
  if (!serves) return;
  if (host !== undefined && !isServed(`http://${host}`, serves))
    throw new ApiError('misdirected_request', 'This service does not answer for the host of the request.');
  if (origin !== undefined && !isFromAnyOrigin && !isServed(origin, serves))
    throw new ApiError('misdirected_request', 'This request comes from a page of another site.');
}

function isServed(origin: string, serves: (hostname: string) => boolean): boolean {
  const hostname = URL.parse(origin)?.hostname;
  return hostname !== undefined && serves(hostname);
}
