import { expect, test } from 'vitest';
import { contextProxy, launchOptions, type Protection } from './launch-options.ts';

const settings = {
  executablePath: '/chromium',
  isRoot: false,
  platform: 'linux',
  folder: '/data/x',
  omit: [],
} as const;

test('the browser starts without network, without our environment and inside its sandbox', () => {
  const options = launchOptions(settings);
  expect(options.proxy?.server).toBe('http://nowhere.invalid:9');
  expect(options.chromiumSandbox).toBe(true);
  expect(launchOptions({ ...settings, isRoot: true }).chromiumSandbox).toBe(false);
  expect(Object.keys(options.env ?? {}).toSorted()).toEqual(['HOME', 'LANG', 'PATH', 'TMPDIR']);
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

test('loopback goes through the proxy of the run too', () => {
  const proxy = contextProxy('http://127.0.0.1:4000', { username: 'u', password: 'p' }, []);
  expect(proxy).toEqual({
    server: 'http://egress.invalid:4000',
    bypass: '<-loopback>',
    username: 'u',
    password: 'p',
  });
});
