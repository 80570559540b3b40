import { expect, test } from 'vitest';
import { quoteNames } from './quote-names.ts';

const NAMES = [
  'Save',
  'Save and close',
  'Delete all',
  'Edit',
  'Find',
  'Zoom',
  'Zoom in',
  'Red',
  'Blue',
  'Submit',
  'Send e-mail (2/3)',
];

test.each([
  ['press save and close', 'press "save and close"'],
  [
    'Click the button labelled Delete all, not Delete.',
    'Click the button labelled "Delete all", not Delete.',
  ],
  ['Select Edit, then Find, then "Replace"', 'Select "Edit", then "Find", then "Replace"'],
  ['In the View menu choose Zoom and there Zoom in', 'In the View menu choose "Zoom" and there "Zoom in"'],
  ['Click Red, then Blue twice, then Submit', 'Click "Red", then "Blue" twice, then "Submit"'],
  ['Press the buttons in the order Red, Blue', 'Press the buttons in the order "Red", "Blue"'],
  ['click send e-mail (2/3)', 'click "send e-mail (2/3)"'],
  ['Choose Edit > Find > Zoom', 'Choose Edit > Find > Zoom'],
  ['Enter Ann, then Submit', 'Enter Ann, then Submit'],
  ['Check "Stay" and zoom in', 'Check "Stay" and zoom in'],
  ['save and close the file', 'save and close the file'],
  ['click the red circle', 'click the red circle'],
])('%s', (task, quoted) => {
  expect(quoteNames(task, NAMES)).toBe(quoted);
});
