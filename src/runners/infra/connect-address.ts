interface OwnHosts {
  domains: readonly string[];
  /** As in use: the provider's own, or the one that the operator set. */
  baseUrl: string;
}

/**
 * The address that a provider hands out for a browser, if it is one to connect to: a WebSocket on one of the provider's own
 * hosts, or on the very host that its API is called on. Anything else could be a way into our network, and would be
 * given the key that stands in the address.
 */
export function connectAddress(handedOut: string, { domains, baseUrl }: OwnHosts): URL | null {
  if (!URL.canParse(handedOut)) return null;
  const address = new URL(handedOut);
  const base = new URL(baseUrl);
  if (address.username !== '' || address.password !== '') return null;
  const host = bare(address.hostname);
  const isConfigured = host === bare(base.hostname);
  const isOwn = domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
  // Without encryption only where the operator chose to call the API so.
  const isSafe =
    address.protocol === 'wss:' || (address.protocol === 'ws:' && isConfigured && base.protocol === 'http:');
  return isSafe && (isConfigured || isOwn) ? address : null;
}

function bare(host: string): string {
  return host.toLowerCase().replace(/\.$/, '');
}
