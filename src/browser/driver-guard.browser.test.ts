import { expect, test } from 'vitest';
import { gateFor, openPool, serveSite } from './browser.fixture.ts';

test('pages that close while handles to their things are made fail those calls only', async () => {
  await using site = await serveSite({ '/': '<iframe src="/inner"></iframe>', '/inner': '<p>inner</p>' });
  await using opened = await openPool({ gate: gateFor(site) });
  const strays: unknown[] = [];
  const note = (error: unknown) => strays.push(error);
  process.on('uncaughtException', note);
  try {
    for (let round = 0; round < 4; round += 1) {
      const run = await opened.pool.acquire({ localAllowed: true });
      expect(await run.goto(`${site.origin}/`, 20_000)).toBeNull();
      const making = run.page
        .frames()
        .flatMap((frame) =>
          Array.from({ length: 200 }, (_, at) =>
            frame.evaluateHandle((ms) => new Promise((done) => setTimeout(done, ms, {})), at % 20),
          ),
        );
      void run.page.evaluate(() => document.querySelector('iframe')?.remove()).catch(() => undefined);
      const ends = Promise.allSettled(making);
      // Some handles are made, others are on their way.
      await Promise.allSettled(making.slice(0, 1 + 4 * round));
      await run[Symbol.asyncDispose]();
      expect(await ends).toHaveLength(making.length);
    }
  } finally {
    process.off('uncaughtException', note);
  }
  expect(strays).toEqual([]);
});
