import { expect, test } from 'vitest';
import { pageOf } from './page-model.fixture.ts';
import { entriesBroughtUp, entryNamed } from './submenu.ts';

const entry = (text: string, isVisible = true) => ({ role: 'menuitem', text, isVisible, isClickable: true });
const closed = pageOf([entry('Save'), entry('Export as'), entry('PDF', false), entry('CSV', false)]);
const open = pageOf([entry('Save'), entry('Export as'), entry('PDF'), entry('CSV')]);
const [, pressed] = closed.elements;
if (!pressed) throw new Error('the page has no such entry');

test('an entry that only leads on to others is told by what came up', () => {
  const entries = entriesBroughtUp(closed, open, pressed);
  expect(entries.map(({ name }) => name)).toEqual(['PDF', 'CSV']);
  expect(entryNamed(entries, 'Export the file as CSV')?.name).toBe('CSV');
  expect(entryNamed(entries, 'Export the file as Excel')).toBeNull();
  expect(entriesBroughtUp(open, open, pressed)).toEqual([]);
});
