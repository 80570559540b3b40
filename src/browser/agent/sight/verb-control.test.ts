import { expect, test } from 'vitest';
import type { Act } from '../language/intent.ts';
import { readTarget } from '../language/read-target.ts';
import { button, pageOf } from './page-model.fixture.ts';
import { controlIn } from './verb-control.ts';

const card = (name: string) => [
  { depth: 1 },
  { tag: 'h4', text: name, depth: 2 },
  button('Add to cart', { depth: 2 }),
];
const shop = (...names: string[]) => pageOf(names.flatMap(card));
const adding = (thing: string): Act => ({
  kind: 'act',
  verb: 'add',
  object: readTarget(thing, []),
  phrase: `${thing} to the cart`,
  source: '',
});

test('what one thing is called and another is made of makes no third', () => {
  const near = shop('Red felt hat', 'Blue felt scarf', 'Blue linen hat');
  expect(controlIn(near, adding('the blue felt hat'))?.score ?? 0).toBe(0);
  const there = shop('Red felt hat', 'Blue felt hat', 'Blue linen hat');
  expect(controlIn(there, adding('the blue felt hat'))?.element.node).toBe(6);
});
