import { expect, test } from 'vitest';
import { Slots } from './slots.ts';

test('places are given out in the order of asking', async () => {
  const slots = new Slots(1);
  const order: number[] = [];
  const release = await slots.take();
  const rest = [1, 2, 3].map((number) =>
    slots.take().then((giveBack) => {
      order.push(number);
      giveBack();
    }),
  );
  release();
  await Promise.all(rest);
  expect(order).toEqual([1, 2, 3]);
});

test('an aborted wait takes no place, and giving back twice makes none', async () => {
  const slots = new Slots(1);
  const release = await slots.take();
  const abort = new AbortController();
  const aborted = slots.take(abort.signal);
  abort.abort(new Error('stop'));
  await expect(aborted).rejects.toThrow('stop');
  release();
  release();
  await slots.take();
  const late = new AbortController();
  const none = slots.take(late.signal);
  late.abort(new Error('full'));
  await expect(none).rejects.toThrow('full');
});
