/** The site that a secret belongs to. */
export interface OwnSite {
  /** A host name: the secret is for it and the hosts below it. */
  domain: string;
  /** Whether the operator opened this address as a local target: only there is plain http good enough. */
  isLocal(url: string): boolean;
}

/** Whether an address belongs to a site. Compares the parsed host, not the text of the address. */
export function isOnSite(url: string, { domain, isLocal }: OwnSite): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, origin } = new URL(url);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLocal(`${origin}/`));
  const host = bare(hostname);
  const site = bare(domain);
  // `www` belongs to the same site; other siblings do not.
  return isSafe && host !== '' && (host === site || host.endsWith(`.${site}`) || site === `www.${host}`);
}

function bare(host: string): string {
  return host.toLowerCase().replace(/\.$/, '');
}
