import { expect, test } from 'vitest';
import { readDomain } from './domain.ts';

const isLocalHost = (host: string): boolean => host === '127.0.0.1' || host === '[::1]';
const long = `${'a'.repeat(249)}.com`;

test.each([
  ['example.com', 'example.com'],
  ['  Example.COM  ', 'example.com'],
  ['https://example.com/login?next=%2F#top', 'example.com'],
  ['HTTP://www.example.com', 'www.example.com'],
  ['example.com/login', 'example.com'],
  ['example.com:8443', 'example.com'],
  ['example.com.', 'example.com'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['https://例え.テスト/', 'xn--r8jz45g.xn--zckzah'],
  ['my_app.example.com', 'my_app.example.com'],
  ['127.0.0.1:8788', '127.0.0.1'],
  ['http://[::1]:8788/', '[::1]'],
  ['localhost', 'localhost'],
  [long, long],
])('%j is the domain %s', (text, domain) => {
  expect(readDomain(text, isLocalHost)).toBe(domain);
});

test.each([
  '',
  '   ',
  'https://',
  'ftp://example.com',
  'javascript:alert(1)',
  'user:pass@example.com',
  'https://user@example.com',
  'exam ple.com',
  'example.com\\evil',
  'exam\nple.com',
  'example.com\u0000',
  '*.example.com',
  'example..com',
  '.example.com',
  '10.0.0.1',
  '192.168.1.1',
  '[::2]',
  `a${long}`,
  'example.com%00',
  'com',
  'co.uk',
  'https://com.au/',
  'github.io',
])('%j is no domain', (text) => {
  expect(readDomain(text, isLocalHost)).toBeNull();
});
