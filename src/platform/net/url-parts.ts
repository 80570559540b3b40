import { isIPv4 } from 'node:net';

export interface UrlParts {
  ok: true;
  url: URL;
  /** The host exactly as the caller wrote it, IPv6 in brackets. */
  writtenHost: string;
  /** The host as parsed: lower case, no brackets, no trailing dot. */
  host: string;
  port: number;
}

export interface Refusal {
  ok: false;
  /** A message for the caller. Never contains a resolved address. */
  reason: string;
}

const longestUrl = 16_384;

/** Some parsers strip spaces and control characters and convert backslashes; others do not. */
const ambiguous = /[\p{Cc}\s\\]/u;

/**
 * Reads an absolute http(s) URL once, and refuses every spelling on which two parsers could disagree about the
 * host. Says nothing yet about whether that host may be reached.
 */
export function readUrl(raw: string): UrlParts | Refusal {
  if (raw.length > longestUrl) return refuse(`the URL is longer than ${longestUrl} characters`);
  if (ambiguous.test(raw)) return refuse('the URL contains a space, a control character or a backslash');
  const [, scheme, rest] = /^([a-z][a-z0-9+.-]*):(.*)$/is.exec(raw) ?? [];
  if (scheme === undefined || rest === undefined)
    return refuse('the URL must be absolute, with http:// or https://');
  if (!/^https?$/i.test(scheme))
    return refuse(`the scheme "${scheme.slice(0, 32)}" is not allowed, use http or https`);
  const authority = /^\/\/([^/?#]+)/.exec(rest)?.[1];
  if (!authority) return refuse('the URL must name a host after "//"');
  if (authority.includes('@')) return refuse('the URL must not contain a user name or password');

  const writtenHost = authority.replace(/:\d*$/, '');
  if (writtenHost.startsWith('[') && writtenHost.includes('%')) {
    return refuse('the URL must not contain an IPv6 zone id');
  }
  const url = URL.parse(raw);
  if (!url?.hostname) return refuse('the URL is not valid');
  if (isIPv4(url.hostname) && url.hostname !== writtenHost) {
    return refuse('an IPv4 address must be written as four plain decimal numbers');
  }
  return {
    ok: true,
    url,
    writtenHost,
    host: url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, ''),
    port: url.port === '' ? defaultPort(url) : Number(url.port),
  };
}

export function refuse(reason: string): Refusal {
  return { ok: false, reason };
}

function defaultPort(url: URL): number {
  return url.protocol === 'https:' ? 443 : 80;
}
