import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { type Refusal, refuse } from './url-parts.ts';

/** Why an address may not be reached, as words that follow "it is ..."; null for a public one. */
export function addressProblem(address: string): string | null {
  const parsed = parseAddress(address);
  if (!parsed) return 'not a plain IP address';
  if (parsed instanceof ipaddr.IPv4) return rangeProblem(parsed, refusedIpv4);
  if (!inRange(parsed, globalIpv6)) return 'not a public IPv6 address';
  return rangeProblem(parsed, refusedIpv6) ?? (isIsatap(parsed) ? 'an ISATAP tunnel address' : null);
}

/** Cloud metadata addresses. No setting allows them. */
export function isMetadataAddress(address: string): boolean {
  const parsed = parseAddress(address);
  if (!parsed) return false;
  const spoken = [parsed, ...embeddedIpv4(parsed)];
  return spoken.some((candidate) => metadataRanges.some((range) => inRange(candidate, range)));
}

/** This machine itself, including the "any" address and IPv4 loopback written as IPv6. */
export function isLoopbackAddress(address: string): boolean {
  const parsed = parseAddress(address);
  if (!parsed) return false;
  return [parsed, ...embeddedIpv4(parsed)].some((candidate) =>
    ['loopback', 'unspecified'].includes(candidate.range()),
  );
}

export type AddressRange = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Throws on anything but a CIDR range. */
export function parseRange(cidr: string): AddressRange {
  return ipaddr.parseCIDR(cidr);
}

/** A comma list of CIDR ranges. */
export function parseRanges(list: string): { ok: true; ranges: AddressRange[] } | Refusal {
  const written = list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const wrong = written.find((part) => !ipaddr.isValidCIDR(part));
  return wrong === undefined
    ? { ok: true, ranges: written.map(parseRange) }
    : refuse(`"${wrong.slice(0, 60)}" is not a range such as 198.51.100.0/24`);
}

export function isInRange(address: string, range: AddressRange): boolean {
  const parsed = parseAddress(address);
  return parsed !== null && inRange(parsed, range);
}

interface RefusedRange {
  range: AddressRange;
  what: string;
}

const refusedIpv4: RefusedRange[] = [
  refused('0.0.0.0/8', 'a "this network" address'),
  refused('10.0.0.0/8', 'a private address'),
  refused('100.64.0.0/10', 'a carrier-grade NAT address'),
  refused('127.0.0.0/8', 'a loopback address'),
  refused('168.63.129.16/32', 'a cloud-internal address'),
  refused('169.254.0.0/16', 'a link-local address'),
  refused('172.16.0.0/12', 'a private address'),
  refused('192.0.0.0/24', 'a protocol-assignment address'),
  refused('192.0.2.0/24', 'a documentation address'),
  refused('192.88.99.0/24', 'a 6to4 relay address'),
  refused('192.168.0.0/16', 'a private address'),
  refused('198.18.0.0/15', 'a benchmarking address'),
  refused('198.51.100.0/24', 'a documentation address'),
  refused('203.0.113.0/24', 'a documentation address'),
  refused('224.0.0.0/4', 'a multicast address'),
  refused('240.0.0.0/4', 'a reserved address'),
];

const globalIpv6 = parseRange('2000::/3');

const refusedIpv6: RefusedRange[] = [
  refused('2001::/23', 'a special-purpose address'),
  refused('2001:db8::/32', 'a documentation address'),
  refused('2002::/16', 'a 6to4 address'),
  refused('3fff::/20', 'a documentation address'),
];

const metadataRanges = [
  '169.254.0.0/16',
  '100.100.100.200/32',
  '168.63.129.16/32',
  '192.0.0.192/32',
  'fd00:ec2::/32',
].map(parseRange);

/** IPv6 prefixes whose last 32 bits are an IPv4 address: compatible, mapped, translated, NAT64. */
const ipv4Carriers = ['::/96', '::ffff:0:0/96', '::ffff:0:0:0/96', '64:ff9b::/96'].map(parseRange);

function refused(cidr: string, what: string): RefusedRange {
  return { range: parseRange(cidr), what };
}

/** Only spellings the system itself prints: ipaddr.js alone would also read octal and short forms. */
function parseAddress(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (isIP(address) === 0 || address.includes('%')) return null;
  return ipaddr.parse(address);
}

function rangeProblem(address: ipaddr.IPv4 | ipaddr.IPv6, table: RefusedRange[]): string | null {
  return table.find(({ range }) => inRange(address, range))?.what ?? null;
}

function inRange(address: ipaddr.IPv4 | ipaddr.IPv6, [network, bits]: AddressRange): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}

function embeddedIpv4(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4[] {
  if (address instanceof ipaddr.IPv4) return [];
  const bytes = address.toByteArray();
  if (ipv4Carriers.some((range) => inRange(address, range))) return [new ipaddr.IPv4(bytes.slice(12))];
  return bytes[0] === 0x20 && bytes[1] === 0x02 ? [new ipaddr.IPv4(bytes.slice(2, 6))] : [];
}

/** Interface ids ::5efe:a.b.c.d and ::200:5efe:a.b.c.d carry an IPv4 address to tunnel to. */
function isIsatap(address: ipaddr.IPv6): boolean {
  const [flags = 0, zero, first, second] = address.toByteArray().slice(8);
  return (flags & 0xfc) === 0 && zero === 0 && first === 0x5e && second === 0xfe;
}
