import type { ServerResponse } from 'node:http';
import type { EndCode } from '../../../src/runners/codes.ts';

/** An answer that a provider should not give. */
export interface Fault {
  name: string;
  status: number;
  /** Missing where the connection is closed without an answer. */
  answer?: { body: string; type?: string; headers?: Record<string, string>; isCut?: boolean };
  /** The meaning of the answer where no vendor says otherwise. */
  code: EndCode;
}

const JSON_TYPE = 'application/json';
const refusal = (status: number, code: EndCode, headers?: Record<string, string>): Fault => ({
  name: `${status}${headers ? ' with Retry-After' : ''}`,
  status,
  answer: { body: JSON.stringify({ message: `scripted ${status}` }), headers },
  code,
});

/** Before anything was done. */
export const REFUSALS: Fault[] = [
  refusal(401, 'provider_auth'),
  refusal(402, 'provider_quota'),
  refusal(403, 'provider_auth'),
  refusal(408, 'provider_timeout'),
  refusal(409, 'provider_rejected'),
  refusal(429, 'provider_rate_limited'),
  refusal(429, 'provider_rate_limited', { 'retry-after': '60' }),
  refusal(500, 'provider_5xx'),
  refusal(503, 'provider_5xx'),
  {
    name: 'a redirect',
    status: 302,
    answer: { body: '', headers: { location: '/else' } },
    code: 'provider_garbage',
  },
];

/** After the work was done, or may have been. */
export const BAD_ANSWERS: Fault[] = [
  {
    name: 'HTML',
    status: 200,
    answer: { body: '<html>Hello</html>', type: 'text/html' },
    code: 'provider_garbage',
  },
  {
    name: 'an error in a 200',
    status: 200,
    answer: { body: '{"success":false,"error":"no"}' },
    code: 'provider_rejected',
  },
  { name: 'null', status: 200, answer: { body: 'null' }, code: 'provider_garbage' },
  { name: '10 MB', status: 200, answer: { body: `"${'x'.repeat(10_000_000)}"` }, code: 'provider_garbage' },
  {
    name: 'half an answer',
    status: 200,
    answer: { body: '{"id":', isCut: true },
    code: 'provider_unreachable',
  },
  { name: 'a closed socket', status: 0, code: 'provider_unreachable' },
];

export function answerFault({ status, answer }: Fault, response: ServerResponse): void {
  if (!answer) return void response.socket?.resetAndDestroy();
  const { body, type = JSON_TYPE, headers, isCut } = answer;
  response.writeHead(status, {
    'content-type': type,
    'content-length': String(Buffer.byteLength(body) + (isCut ? 100 : 0)),
    ...headers,
  });
  if (isCut) response.write(body, () => response.socket?.destroy());
  else response.end(body);
}

/** Every JSON document that differs from this one in one field: null, missing, or of another type. */
export function* changedFields(json: unknown): Generator<{ path: string; json: unknown }> {
  if (typeof json !== 'object' || json === null) return;
  const entries = Object.entries(json);
  const rebuilt = (changed: [string, unknown][]) =>
    Array.isArray(json) ? changed.map(([, value]) => value) : Object.fromEntries(changed);
  for (const [index, [name, value]] of entries.entries()) {
    const swap = (other: unknown) => rebuilt(entries.with(index, [name, other]));
    yield { path: `${name} null`, json: swap(null) };
    yield { path: `${name} missing`, json: rebuilt(entries.toSpliced(index, 1)) };
    yield { path: `${name} retyped`, json: swap(typeof value === 'string' ? { odd: 1 } : 'odd') };
    for (const inner of changedFields(value)) yield { path: `${name}.${inner.path}`, json: swap(inner.json) };
  }
}
