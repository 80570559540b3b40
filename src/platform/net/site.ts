import { getDomain, getPublicSuffix } from 'tldts';

const byList = { allowPrivateDomains: true };

/** The registrable domain of a URL (`shop.example.co.uk` is `example.co.uk`); else the host. */
export function siteOf(url: string): string {
  const host = new URL(url).hostname.replace(/\.$/, '');
  return getDomain(host, byList) ?? host;
}

/** A name below which anyone can have a site, such as `co.uk` or `github.io`. */
export function isSharedName(host: string): boolean {
  return getPublicSuffix(host, byList) === host;
}
