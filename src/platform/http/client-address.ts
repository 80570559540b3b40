import ipaddr from 'ipaddr.js';

/** The trusted sources of client addresses: so many proxies, or proxies at these addresses. */
export type ProxyTrust = number | Array<[ipaddr.IPv4 | ipaddr.IPv6, number]>;

/** `off`, a number of proxies, or a comma list of their addresses and ranges. Null is neither. */
export function parseProxyTrust(text: string): ProxyTrust | null {
  if (text === 'off') return 0;
  if (/^\d+$/.test(text)) return Number(text);
  const ranges = text.split(',').map((part) => {
    const [written = '', bits] = part.trim().split('/');
    const address = normalized(written);
    const range = `${address}/${bits ?? (address?.includes(':') ? 128 : 32)}`;
    return address !== null && ipaddr.isValidCIDR(range) ? ipaddr.parseCIDR(range) : null;
  });
  return ranges.some((range) => range === null) ? null : (ranges as ProxyTrust);
}

/**
 * The address of the client: that of the connection, unless it is one of our proxies. Then `X-Forwarded-For` is read
 * from the right, past our own proxies, to the first address that is not ours: everything left of it was sent by
 * the client and proves nothing. Something malformed on the way means the connection's address.
 */
export function clientAddress(peer: string, forwardedFor: string | null, trust: ProxyTrust): string {
  const known = normalized(peer);
  if (known === null || forwardedFor === null || trust === 0) return known ?? peer;
  const path = forwardedFor.split(',').map((part) => normalized(part.trim()));
  let address = known;
  for (let proxies = 1; isTrusted(address, trust, proxies) && path.length > 0; proxies += 1) {
    const next = path.pop() ?? null;
    if (next === null) return known;
    address = next;
  }
  return address;
}

/** The unit of limits: one IPv4 address, or the /64 that belongs to one IPv6 customer. */
export function addressGroup(address: string): string {
  const known = normalized(address);
  if (known === null || !known.includes(':')) return known ?? address;
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${known}/64`);
  return `${network.toString()}/64`;
}

function isTrusted(address: string, trust: ProxyTrust, proxies: number): boolean {
  if (typeof trust === 'number') return proxies <= trust;
  const parsed = ipaddr.parse(address);
  return trust.some(([range, bits]) => range.kind() === parsed.kind() && parsed.match(range as never, bits));
}

/** IPv4 written as IPv6 is IPv4. */
function normalized(address: string): string | null {
  const plain = address.split('%')[0] ?? '';
  const isPlain = ipaddr.IPv4.isValidFourPartDecimal(plain) || ipaddr.IPv6.isValid(plain);
  return isPlain ? ipaddr.process(plain).toString() : null;
}
