import { isIP } from 'node:net';
import { isSharedName } from '../platform/net/site.ts';

const MAX_LENGTH = 253;

/**
 * The site a credential belongs to, from a host name or a URL: scheme, port and path are dropped. An IP address
 * is allowed only if the operator listed that host as a local target.
 */
export function readDomain(text: string, isLocalHost: (host: string) => boolean): string | null {
  const written = text.trim();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
  if (/[\s\\\x00-\x1f\x7f]/.test(written)) return null;
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(written)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') return null;
  const address = scheme ? written : `https://${written}`;
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') return null;
  const host = url.hostname.replace(/\.$/, '');
  if (host.length > MAX_LENGTH) return null;
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0) return isLocalHost(host) ? host : null;
  if (!/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(host)) return null;
  // A public suffix such as `co.uk` is not a site.
  return isSharedName(host) && host !== 'localhost' && !isLocalHost(host) ? null : host;
}
