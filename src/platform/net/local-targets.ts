import { isLoopbackAddress, isMetadataAddress } from './address.ts';
import { isBlockedPort } from './blocked-ports.ts';
import { type Refusal, refuse, type UrlParts } from './url-parts.ts';

/** A private `host:port` that the operator allows as a target; the spelling must match. */
export interface LocalTarget {
  /** As in a URL: lower case, IPv6 in brackets. */
  host: string;
  port: number;
}

interface OwnListener {
  host: string;
  ports: readonly number[];
}

/** Reads the operator's comma list of `host:port` pairs. The first bad entry refuses the list. */
export function parseLocalTargets(
  list: string,
  own: OwnListener,
): { ok: true; targets: LocalTarget[] } | Refusal {
  const targets: LocalTarget[] = [];
  for (const entry of list.split(',').map((part) => part.trim())) {
    if (entry === '') continue;
    const target = parsePair(entry);
    if (!target) return refuse(`"${entry}" is not a host:port pair such as shop.internal:8080 or [::1]:3000`);
    const problem = pairProblem(target, own);
    if (problem) return refuse(`"${entry}" cannot be a local target: ${problem}`);
    targets.push(target);
  }
  return { ok: true, targets };
}

export function isListed(parts: UrlParts, targets: readonly LocalTarget[]): boolean {
  return targets.some(({ host, port }) => host === parts.writtenHost && port === parts.port);
}

function parsePair(entry: string): LocalTarget | null {
  const [, host, digits] =
    /^(\[[0-9a-f:.]+\]|[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?):(\d{1,5})$/i.exec(entry) ?? [];
  return host === undefined || digits === undefined ? null : { host, port: Number(digits) };
}

function pairProblem({ host, port }: LocalTarget, own: OwnListener): string | null {
  const canonical = URL.parse(`http://${host}/`)?.hostname;
  if (!canonical) return 'its host is not valid';
  // Browsers canonicalise hosts before they connect, so another spelling would match here and not there.
  if (canonical !== host) return `write its host as ${canonical}`;
  if (port > 65_535) return 'its port is above 65535';
  if (isBlockedPort(port)) return `browsers refuse port ${port}`;
  const address = bare(host);
  if (isMetadataAddress(address)) return 'it is a cloud metadata address';
  if (own.ports.includes(port) && isThisMachine(address, own.host)) return 'it is this service itself';
  return null;
}

function isThisMachine(host: string, ownHost: string): boolean {
  return host === bare(ownHost) || /(^|\.)localhost$/.test(host) || isLoopbackAddress(host);
}

function bare(host: string): string {
  return host.replace(/^\[|\]$/g, '').toLowerCase();
}
