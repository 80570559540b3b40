import { expect, it } from 'vitest';
import { scrub } from './scrub.ts';

const STARTED = Date.parse('2026-11-18T09:30:00Z');
const HOSTS = { 'http://127.0.0.1:41234': 'https://switchyard.example' };

function recorded(id: string, lateMs: number) {
  return {
    id: `resp_${id}`,
    message: `msg_${id}`,
    created_at: new Date(STARTED + lateMs).toISOString(),
    completed_at: Math.floor((STARTED + lateMs) / 1_000),
    expires_at: new Date(STARTED + lateMs + 15 * 60_000).toISOString(),
    day: '2026-11-17',
    api_version: '2026-08-13',
    api_key: `svc_${id}abcdefgh`,
    url: 'http://127.0.0.1:41234/live',
    long: [1, 2, 3, 4],
  };
}

it('two recordings of the same calls are the same text, without the machine, its secrets and its time', () => {
  const first = scrub(recorded('01a1ed4224c97693b767de57f1692f46', 1_200), HOSTS, STARTED);
  const second = scrub(recorded('01a1ed4224c97693b767de57f1692f99', 150_000), HOSTS, STARTED);
  expect(second).toEqual(first);
  expect(first).toEqual({
    id: 'resp_019d2f1b600070008000000000000001',
    message: 'msg_019d2f1b600070008000000000000001',
    created_at: '2026-11-02T12:00:00.000Z',
    completed_at: Date.UTC(2026, 10, 2, 12) / 1_000,
    expires_at: '2026-11-02T12:15:00.000Z',
    day: '2026-11-01',
    api_version: '2026-08-13',
    api_key: 'svc_your_key',
    url: 'https://switchyard.example/live',
    long: [1, 2, 3],
  });
});

it('two ids stay two ids', () => {
  const both = ['resp_01a1ed4224c97693b767de57f1692f46', 'resp_01a1ed4224c97693b767de57f1692f47'];
  expect(new Set(scrub(both, {}, STARTED)).size).toBe(2);
});
