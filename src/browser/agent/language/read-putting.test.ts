import { expect, test } from 'vitest';
import { readPutting } from './read-putting.ts';

test.each([
  ['Put the jacket and the hat into the suitcase.', 'jacket+hat > suitcase'],
  ['Drag socks, towel and book to the Backpack', 'socks+towel+book > Backpack'],
  ['Pack both the camera and the charger in my bag', 'camera+charger > bag'],
  ['Put the saw into the shed and the apple in the kitchen', 'saw > shed, apple > kitchen'],
  ['Place the following items in the crate: mug, plate, fork', 'mug+plate+fork > crate'],
  ['Move "Fix login" to Done', 'Fix login > Done'],
  ['Put the pears aside', ''],
  ['Click the hat in the list', ''],
])('"%s" puts %s', (sentence, puttings) => {
  expect(
    readPutting(sentence)
      .map(({ names, place }) => `${names.join('+')} > ${place}`)
      .join(', '),
  ).toBe(puttings);
});
