import { expect, test } from 'vitest';
import { bothDoors, contextProxy, launchOptions, type Protection } from './launch-options.ts';

const settings = {
  hasSandbox: true,
  platform: 'linux',
  home: '/data/x',
  omit: [],
} as const;

test('the browser starts without network, without our environment and inside its sandbox', () => {
  const options = launchOptions(settings);
  expect(options.args).toContain('--proxy-server=http://nowhere.invalid:9');
  expect(options.args).not.toContain('--no-sandbox');
  expect(launchOptions({ ...settings, hasSandbox: false }).args).toContain('--no-sandbox');
  expect(Object.keys(options.env).toSorted()).toEqual(['HOME', 'LANG', 'PATH', 'TMPDIR']);
});

test.each<[Protection, RegExp]>([
  ['resolver', /--host-resolver-rules=MAP egress\.invalid 127\.0\.0\.1, MAP \* ~NOTFOUND/],
  ['webrtc', /--webrtc-ip-handling-policy=disable_non_proxied_udp/],
  ['quic', /--disable-quic/],
  ['doh', /--disable-features=.*DnsOverHttps/],
  ['background', /--disable-background-networking.*--disable-component-update.*--disable-sync/],
])('the protection %s is there, and only leaving it out removes it', (name, pattern) => {
  expect(launchOptions(settings).args?.join(' ')).toMatch(pattern);
  expect(launchOptions({ ...settings, omit: [name] }).args?.join(' ')).not.toMatch(pattern);
});

test('loopback goes through the proxy of the run too, and WebSockets by a door of their own', () => {
  const credentials = { username: 'u', password: 'p' };
  const proxy = contextProxy({ port: 4000, talkPort: 5000, credentials }, []);
  expect(proxy).toMatchObject({ bypass: '<-loopback>', ...credentials });
  expect(bothDoors(proxy.server)).toBe('https=egress.invalid:4000;socks=http://egress.invalid:5000');
});
