import ipaddr from 'ipaddr.js';
import { describe, expect, it } from 'vitest';
import { addressProblem, isLoopbackAddress, isMetadataAddress } from './address.ts';

/** Range, and which of its two neighbours are refused for another reason. */
const refusedRanges: [cidr: string, closedNeighbours: ('before' | 'after')[]][] = [
  ['0.0.0.0/8', ['before']],
  ['10.0.0.0/8', []],
  ['100.64.0.0/10', []],
  ['127.0.0.0/8', []],
  ['168.63.129.16/32', []],
  ['169.254.0.0/16', []],
  ['172.16.0.0/12', []],
  ['192.0.0.0/24', []],
  ['192.0.2.0/24', []],
  ['192.88.99.0/24', []],
  ['192.168.0.0/16', []],
  ['198.18.0.0/15', []],
  ['198.51.100.0/24', []],
  ['203.0.113.0/24', []],
  ['224.0.0.0/4', ['after']],
  ['240.0.0.0/4', ['before', 'after']],
  ['2001::/23', []],
  ['2001:db8::/32', []],
  ['2002::/16', []],
  ['3fff::/20', []],
  // Everything outside 2000::/3.
  ['::/3', ['before']],
  ['4000::/2', ['after']],
  ['8000::/1', ['before', 'after']],
];

const closedEverywhere = [
  ['::', '::'],
  ['::1', '::1'],
  ['::127.0.0.1', '::8.8.8.8'],
  ['::ffff:0.0.0.0', '::ffff:255.255.255.255'],
  ['::ffff:0:0:0', '::ffff:0:ffff:ffff'],
  ['64:ff9b::', '64:ff9b::ffff:ffff'],
  ['64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['100::', '100::ffff:ffff:ffff:ffff'],
  ['5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2606:4700::5efe:0:0', '2606:4700::5efe:ffff:ffff'],
  ['2606:4700::200:5efe:0:0', '2606:4700::200:5efe:ffff:ffff'],
];

describe('addresses', () => {
  it.each(refusedRanges)('refuses %s from its first to its last and nothing beside it', (cidr, closed) => {
    const { first, last, before, after } = edges(cidr);
    expect(addressProblem(first), first).not.toBeNull();
    expect(addressProblem(last), last).not.toBeNull();
    expect(closed.includes('before') || addressProblem(before) === null, before).toBe(true);
    expect(closed.includes('after') || addressProblem(after) === null, after).toBe(true);
  });

  it.each(closedEverywhere)('refuses %s to %s', (first, last) => {
    expect([addressProblem(first), addressProblem(last)]).not.toContain(null);
  });

  it.each([
    '2000::',
    '2606:4700::1111',
    '2606:4700::5eff:7f00:1',
    '2606:4700::1:5efe:7f00:1',
    '8.8.8.8',
    '1.0.0.0',
  ])('allows %s', (address) => expect(addressProblem(address)).toBeNull());

  it.each([
    '',
    'example.com',
    '127.1',
    '0177.0.0.1',
    '2130706433',
    '8.8.8.8 ',
    '2606::1%eth0',
    '[2606::1]',
    '8.8.8.8/8',
  ])('refuses "%s", which is no plain address', (address) =>
    expect(addressProblem(address)).toBe('not a plain IP address'),
  );

  it.each([
    '169.254.0.0',
    '169.254.169.254',
    '169.254.255.255',
    '100.100.100.200',
    '192.0.0.192',
    '168.63.129.16',
    'fd00:ec2::254',
    'fd00:ec2:ffff::1',
    '::ffff:169.254.169.254',
    '::a9fe:a9fe',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::1',
  ])('knows %s as metadata', (address) => expect(isMetadataAddress(address)).toBe(true));

  it.each([
    '169.253.255.255',
    '169.255.0.0',
    '100.100.100.201',
    '192.0.0.191',
    'fd00:ec3::1',
    '127.0.0.1',
    '10.0.0.1',
  ])('does not take %s for metadata', (address) => expect(isMetadataAddress(address)).toBe(false));

  it('knows this machine in IPv4 and IPv6', () => {
    expect(
      ['127.0.0.1', '127.9.9.9', '0.0.0.0', '::', '::1', '::ffff:127.0.0.1'].every(isLoopbackAddress),
    ).toBe(true);
    expect(
      ['126.255.255.255', '128.0.0.0', '10.0.0.1', '::ffff:10.0.0.1', 'localhost'].some(isLoopbackAddress),
    ).toBe(false);
  });
});

function edges(cidr: string): { first: string; last: string; before: string; after: string } {
  const [network, bits] = ipaddr.parseCIDR(cidr);
  const bytes = network.toByteArray();
  const width = BigInt(bytes.length * 8);
  const first = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  const size = 1n << (width - BigInt(bits));
  const write = (value: bigint): string => {
    const wrapped = BigInt.asUintN(Number(width), value);
    const octets = bytes.map((_, index) =>
      Number((wrapped >> BigInt(8 * (bytes.length - 1 - index))) & 0xffn),
    );
    return ipaddr.fromByteArray(octets).toString();
  };
  return {
    first: write(first),
    last: write(first + size - 1n),
    before: write(first - 1n),
    after: write(first + size),
  };
}
