import { expect, test } from 'vitest';
import { isPlaceFor, stateFor } from './approach.ts';
import { readSiteErrand, type SiteErrand } from './language/site-errand.ts';
import { button, field, pageOf } from './sight/page-model.fixture.ts';

const errandOf = (goal: string) => readSiteErrand(goal) as SiteErrand;
const heading = (text: string) => ({ tag: 'h1', role: 'heading', text });

test('an order is cancelled on its own page, and not on that of another or where nothing cancels it', () => {
  const errand = errandOf('Cancel order 1026');
  expect(isPlaceFor(pageOf([heading('Order #1026'), button('Cancel')]), errand)).toBe(true);
  expect(isPlaceFor(pageOf([heading('Order #1027'), button('Cancel')]), errand)).toBe(false);
  expect(isPlaceFor(pageOf([heading('Order #1026'), button('Print')]), errand)).toBe(false);
});

test('of several controls of that name, the one whose row bears the name must be the only one', () => {
  const row = (name: string) => [
    { tag: 'li', depth: 1 },
    { tag: 'span', text: name, depth: 2 },
    button('Renew', { depth: 2, signature: 'renew' }),
  ];
  const errand = errandOf('Renew my loan of Harbour Lights');
  const head = heading('Your loans');
  expect(isPlaceFor(pageOf([head, ...row('Harbour Lights'), ...row('Tall Grass')]), errand)).toBe(true);
  expect(isPlaceFor(pageOf([head, ...row('Winter Ferry'), ...row('Tall Grass')]), errand)).toBe(false);
});

test('a form that only filters makes nothing new', () => {
  const errand = errandOf('Create an issue titled "Button missing" in harbor.');
  const head = heading('Issues of harbor');
  expect(isPlaceFor(pageOf([head, field('Search'), button('Apply')]), errand)).toBe(false);
  expect(isPlaceFor(pageOf([head, field('Title'), button('Create issue')]), errand)).toBe(true);
});

test('"approve" is a choice called "Approved", "disable" a switch to be turned off', () => {
  const options = ['Pending', 'Approved', 'Not Approved'].map((label) => ({
    label,
    value: label,
    isSelected: false,
  }));
  const select = { tag: 'select', role: 'combobox', name: 'Status', options };
  expect(stateFor(pageOf([select]), errandOf('Approve the review by Tomas'))?.value).toBe('Approved');
  const enabled = {
    tag: 'input',
    type: 'checkbox',
    role: 'switch',
    name: 'Enable Product',
    isChecked: true,
    isClickable: true,
  };
  expect(stateFor(pageOf([enabled]), errandOf('Disable the Foam Roller'))?.value).toBe(false);
});
