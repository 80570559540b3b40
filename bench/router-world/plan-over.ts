import { bestChain } from '../../src/routing/model/chain.ts';

/** The same exact plan as ours, over the guesses of another method; places in the list, in the order of the attempts. */
export function planOver(
  options: readonly { success: number; price: number }[],
  most: number,
  value: number,
): number[] {
  const columns = {
    success: Float64Array.from(options, ({ success }) => success),
    price: Float64Array.from(options, ({ price }) => price),
  };
  return bestChain(columns, [...options.keys()], { most, value, factor: () => 1 }).order;
}
