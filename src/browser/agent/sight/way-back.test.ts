import { expect, test } from 'vitest';
import { button, pageOf } from './page-model.fixture.ts';
import { menuEntries, wayBack } from './way-back.ts';

test('an entry of a menu has a way back to the others', () => {
  expect(wayBack(pageOf([button('Back'), { text: 'Sound' }]))?.name).toBe('Back');
  expect(wayBack(pageOf([button('← Back to settings')]))?.name).toBe('← Back to settings');
  expect(wayBack(pageOf([button('‹'), button('Background')]))?.name).toBe('‹');
});

test('a form of several steps is not gone back in', () => {
  expect(wayBack(pageOf([button('Back'), button('Next')]))).toBeNull();
});

test('a menu is what has several like entries that answer a press', () => {
  const row = (text: string) => ({ text, isHeard: true, signature: 'div.row' });
  const menu = pageOf([{ text: 'Settings' }, row('Network'), row('Sound'), row('Privacy')]);
  expect(menuEntries(menu).map(({ name }) => name)).toEqual(['Network', 'Sound', 'Privacy']);
  expect(menuEntries(pageOf([row('Call'), row('Call')]))).toEqual([]);
});
