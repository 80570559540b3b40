import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { exportLines } from './export.ts';

test('an export holds no address that opens a browser or a recording without a key', async () => {
  const opener = 'https://svc.example/live/token';
  const svc = {
    live_view: opener,
    replay_url: opener,
    session: { live_url: opener, replay_url: opener, status: 'ended' },
  };
  const ask = async (path: string) => ({ data: path.startsWith('/v1/responses') ? [{ id: 'r', svc }] : [] });
  expect(await text(exportLines(ask))).toBe(
    `${JSON.stringify({ kind: 'run', data: { id: 'r', svc: { session: { status: 'ended' } } } })}\n`,
  );
});
