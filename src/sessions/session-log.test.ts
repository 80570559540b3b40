import { expect, test } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { SessionLog } from './session-log.ts';

function logged(method: string, params: object | string): string {
  const log = new SessionLog('sess_1', systemClock, true);
  log.event(method, typeof params === 'string' ? params : JSON.stringify({ method, params }));
  return JSON.stringify(log.entries);
}

test('a request is kept without its body and without the headers that prove who sends it', () => {
  const text = logged('Network.requestWillBeSent', {
    request: {
      url: 'https://shop.example/login',
      headers: {
        Authorization: 'Bearer canary',
        Cookie: 'id=canary',
        'x-api-key': 'canary',
        Accept: 'text/html',
      },
      postData: 'user=ada&password=canary',
      postDataEntries: [{ bytes: 'Y2FuYXJ5' }],
    },
    redirectResponse: { headers: { 'Set-Cookie': 'id=canary' }, status: 302 },
  });
  expect(text).not.toMatch(/canary|Y2FuYXJ5/);
  expect(text).toContain('https://shop.example/login');
  expect(text).toContain('text/html');
});

test('what is no message is left out', () => {
  expect(logged('Page.frameNavigated', '{"method":"Page.frameNavigated", oops')).toBe('[]');
});
