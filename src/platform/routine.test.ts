import { expect, test } from 'vitest';
import { systemClock } from './clock.ts';
import { createLog } from './log.ts';
import { Routine } from './routine.ts';

const options = { clock: systemClock, log: createLog('silent'), everyMs: 3_600_000, failure: 'failed' };

test('a routine that is woken works again, also when it is woken during its work', async () => {
  const passes: Array<PromiseWithResolvers<void>> = [];
  const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await using routine = new Routine(options, async () => {
    const pass = Promise.withResolvers<void>();
    passes.push(pass);
    begun[passes.length - 1]?.resolve();
    await pass.promise;
  });
  passes[0]?.resolve();
  await routine.first;
  routine.wake();
  await begun[1]?.promise;
  routine.wake();
  routine.wake();
  passes[1]?.resolve();
  await begun[2]?.promise;
  passes[2]?.resolve();
  expect(passes).toHaveLength(3);
});

test('a disposed routine ends its pause at once', async () => {
  const routine = new Routine(options, async () => undefined);
  await routine.first;
  await routine[Symbol.asyncDispose]();
  expect(await routine.first).toBeUndefined();
});
