import { expect, test } from 'vitest';
import { button, pageOf } from './sight/page-model.fixture.ts';
import { foldsOn } from './walk-site.ts';

const named = (given: Parameters<typeof pageOf>[0]) => foldsOn(pageOf(given)).map(({ name }) => name);
const menu = button('Ann Lee', { isExpanded: false });
const link = { tag: 'a', role: 'link', text: 'Profile', href: '/profile' };

test('a closed menu is opened for what the page does not hold yet', () => {
  expect(named([menu, { tag: 'main', text: 'Hello' }])).toEqual(['Ann Lee']);
  expect(named([menu, { tag: 'ul', isVisible: false }, { ...link, isVisible: false }])).toEqual([]);
});

test('tabs that are not chosen are opened; what does something is not', () => {
  const tab = (text: string, isSelected: boolean) => button(text, { role: 'tab', isSelected });
  expect(named([tab('General', true), tab('Billing', false)])).toEqual(['Billing']);
  expect(named([button('Delete all', { isExpanded: false })])).toEqual([]);
});
