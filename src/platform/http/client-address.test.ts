import { expect, test } from 'vitest';
import { addressGroup, clientAddress, parseProxyTrust } from './client-address.ts';

test.each([
  ['off', '203.0.113.9', '198.51.100.7', '203.0.113.9'],
  ['off', '::ffff:203.0.113.9', null, '203.0.113.9'],
  ['1', '10.0.0.1', '198.51.100.7', '198.51.100.7'],
  ['1', '10.0.0.1', '6.6.6.6, 198.51.100.7', '198.51.100.7'],
  ['1', '10.0.0.1', null, '10.0.0.1'],
  ['2', '10.0.0.1', '6.6.6.6, 198.51.100.7, 10.0.0.2', '198.51.100.7'],
  ['2', '10.0.0.1', '198.51.100.7', '198.51.100.7'],
  ['10.0.0.0/8', '10.0.0.1', '6.6.6.6, 198.51.100.7, 10.9.9.9', '198.51.100.7'],
  ['10.0.0.1, fd00::/8', '10.0.0.1', '2001:db8::5, fd00::1', '2001:db8::5'],
  ['10.0.0.0/8', '203.0.113.9', '198.51.100.7', '203.0.113.9'],
  ['10.0.0.0/8', '10.0.0.1', '198.51.100.7, garbage', '10.0.0.1'],
  ['10.0.0.0/8', '10.0.0.1', '', '10.0.0.1'],
  ['10.0.0.0/8', '10.0.0.1', '10.0.0.2, 10.0.0.3', '10.0.0.2'],
  ['10.0.0.0/8', '10.0.0.1', '3232235777', '10.0.0.1'],
])('with %s, a peer %s that forwards for %s is %s', (trust, peer, forwarded, expected) => {
  expect(clientAddress(peer, forwarded, parseProxyTrust(trust) ?? 0)).toBe(expected);
});

test.each(['true', 'on', '-1', '1.5', '10.0.0.0/40', 'proxy.example', '', '1,,2'])(
  '%j is no such setting',
  (text) => {
    expect(parseProxyTrust(text)).toBeNull();
  },
);

test('limits count an IPv4 address and an IPv6 /64', () => {
  expect(addressGroup('203.0.113.9')).toBe('203.0.113.9');
  expect(addressGroup('::ffff:203.0.113.9')).toBe('203.0.113.9');
  const group = addressGroup('2001:db8:1:2:3:4:5:6');
  expect(group).toBe('2001:db8:1:2::/64');
  expect(addressGroup('2001:db8:1:2:ffff::1')).toBe(group);
  expect(addressGroup('2001:db8:1:3::1')).not.toBe(group);
});
