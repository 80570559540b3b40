import { expect, test } from 'vitest';
import { remarks } from './remarks.ts';

test.each([
  ['Select peach (and only that) and click Submit.', 'Select only peach and click Submit.'],
  ['Select a, b, c (and only those) and click Submit.', 'Select only a, b, c and click Submit.'],
  ['Choose A and B, and only those, then press Submit', 'Choose only A and B, then press Submit'],
  ['Tick "News, daily" (nothing else) and submit', 'Tick only "News, daily" and submit'],
  ['Tick milk and nothing else.', 'Tick only milk.'],
  ['Highlight the word "fox" in the text, only that word.', 'Highlight the word "fox" in the text.'],
  ['Set the zoom to 50% (via the View menu).', 'Set the zoom to 50%.'],
  ['Set the font to Arial using the Format menu, then save.', 'Set the font to Arial, then save.'],
  ['Set the theme to Dark (in the View menu).', 'Set the theme to Dark.'],
  ['Choose Print via the File menu.', 'Choose Print in the File menu.'],
  ['Report the user Ann using the menu next to the name.', 'Report the user Ann.'],
  ['Delete a.txt using its context menu.', 'Delete a.txt using its context menu.'],
  [
    'Make the panel about 370 pixels wide (within 10 px), and keep its height (within 10 px).',
    'Make the panel about 370 pixels wide, and keep its height.',
  ],
  ['Make it 200 px high, give or take 10. Then save.', 'Make it 200 px high. Then save.'],
  ['Resize it to 310 × 190 (width × height). 10 pixels more or less is fine.', 'Resize it to 310 × 190. '],
  ['Set the alarm for 07:45 (24 h time).', 'Set the alarm for 07:45.'],
  ['Put a.doc into the trash. (The files have a right-click menu.)', 'Put a.doc into the trash.'],
  ['Choose the size L (large).', 'Choose the size L (large).'],
  ['Enter 020 (7946) 0000 as the phone number.', 'Enter 020 (7946) 0000 as the phone number.'],
])('%s', (said, order) => {
  expect(remarks(said)).toBe(order);
});
