import { isIP } from 'node:net';
import { addressProblem } from './address.ts';
import { isBlockedPort } from './blocked-ports.ts';
import { isListed, type LocalTarget } from './local-targets.ts';
import { type Refusal, readUrl, refuse, type UrlParts } from './url-parts.ts';

export type UrlUse = 'target' | 'webhook';

interface Allowances {
  /** Development mode: webhooks to http://localhost and http://127.0.0.1, in exactly that spelling. */
  allowLoopbackHttp?: boolean;
  /** Pairs this URL may be although private. Pass none unless the run's own target is one of them. */
  localTargets?: readonly LocalTarget[];
}

export interface PublicUrl {
  ok: true;
  url: URL;
  /** Lower case, without brackets or trailing dot. */
  host: string;
  port: number;
  /** Why the host need not be public: a pair the operator listed, or a development webhook. */
  exempt: 'listed' | 'loopback' | null;
}

/** Checks the text of a URL, without DNS. */
export function parsePublicUrl(raw: string, use: UrlUse, allowances: Allowances = {}): PublicUrl | Refusal {
  const parts = readUrl(raw);
  if (!parts.ok) return parts;
  const { url, host, port } = parts;
  const exempt = exemption(raw, parts, use, allowances);
  if (use === 'webhook' && url.protocol !== 'https:' && !exempt)
    return refuse('a webhook URL must use https');
  if (isBlockedPort(port)) return refuse(`port ${port} is not allowed`);
  const problem = exempt ? null : hostProblem(host);
  return problem ? refuse(problem) : { ok: true, url, host, port, exempt };
}

const privateSuffixes = [
  'localhost',
  'local',
  'internal',
  'localdomain',
  'home.arpa',
  'lan',
  'corp',
  'intranet',
  'onion',
  'invalid',
  'test',
];

function exemption(raw: string, parts: UrlParts, use: UrlUse, allowances: Allowances): PublicUrl['exempt'] {
  if (use === 'target') return isListed(parts, allowances.localTargets ?? []) ? 'listed' : null;
  const isLoopback = raw.startsWith('http://') && ['localhost', '127.0.0.1'].includes(parts.writtenHost);
  return allowances.allowLoopbackHttp && isLoopback ? 'loopback' : null;
}

function hostProblem(host: string): string | null {
  if (isIP(host) !== 0) {
    const problem = addressProblem(host);
    return problem && `${host} is ${problem}`;
  }
  if (host.split('.').includes('')) return 'the host name has an empty part';
  const suffix = privateSuffixes.find((name) => host === name || host.endsWith(`.${name}`));
  if (suffix) return `"${host}" is not a public name: names under "${suffix}" are private`;
  return host.includes('.') ? null : `"${host}" is not a public name: it has only one part`;
}
