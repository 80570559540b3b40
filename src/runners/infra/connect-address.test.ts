import { expect, test } from 'vitest';
import { connectAddress } from './connect-address.ts';

const cloud = { domains: ['browserbase.com'], baseUrl: 'https://api.browserbase.com' };
const own = { domains: ['browserbase.com'], baseUrl: 'http://10.0.0.5:3000/prefix' };

test.each([
  ['wss://connect.browserbase.com/?apiKey=k', cloud],
  ['wss://connect.usw2.browserbase.com:8443/x?signingKey=k', cloud],
  ['wss://BROWSERBASE.com./', cloud],
  ['ws://10.0.0.5:9222/devtools/browser/1', own],
  ['wss://10.0.0.5/', own],
  ['wss://connect.browserbase.com/', own],
])('%s is one to connect to', (address, hosts) => {
  expect(connectAddress(address, hosts)?.href).toBe(new URL(address).href);
});

test.each([
  ['not an address', cloud],
  ['', cloud],
  ['wss://browserbase.com.evil.example/', cloud],
  ['wss://evilbrowserbase.com/', cloud],
  ['wss://169.254.169.254/latest', cloud],
  ['wss://127.0.0.1/', cloud],
  ['wss://[::1]/', cloud],
  // In the open, or by another protocol, or with a name and a password that are not ours to send.
  ['ws://connect.browserbase.com/', cloud],
  ['https://connect.browserbase.com/', cloud],
  ['http://10.0.0.5:9222/', own],
  ['file:///etc/passwd', cloud],
  ['wss://connect.browserbase.com@evil.example/', cloud],
  ['wss://user:pass@connect.browserbase.com/', cloud],
  ['ws://10.0.0.6:9222/', own],
  ['ws://connect.browserbase.com/', own],
])('%s is not', (address, hosts) => {
  expect(connectAddress(address, hosts)).toBeNull();
});
