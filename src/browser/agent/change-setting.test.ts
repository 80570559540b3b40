import { expect, test } from 'vitest';
import { editorFor, fieldOf } from './change-setting.ts';
import { type OwnSetting, readOwnSetting } from './language/own-setting.ts';
import { button, field, pageOf } from './sight/page-model.fixture.ts';

const phone = readOwnSetting('Change my phone number to 07700 900987') as OwnSetting;
const postcode = readOwnSetting('Change the postcode of my work address to LS1 6AB') as OwnSetting;
const edit = (depth = 1) => button('Edit', { depth, signature: 'edit' });

test('the field that is called so is the one, and no search', () => {
  expect(fieldOf(pageOf([field('Name'), field('Phone')]), phone)?.name).toBe('Phone');
  expect(fieldOf(pageOf([field('Phone', { type: 'search' })]), phone)).toBeNull();
});

test('of several things of one’s own, only the form of the right one is it', () => {
  const form = (label: string) => pageOf([field('Label', { value: label }), field('Postcode')]);
  expect(fieldOf(form('Work'), postcode)?.name).toBe('Postcode');
  expect(fieldOf(form('Home'), postcode)).toBeNull();
});

test('a page that shows the setting and one way to change it leads to its form', () => {
  const shown = [
    { tag: 'dt', text: 'Phone' },
    { tag: 'dd', text: '07700 900111' },
  ];
  expect(editorFor(pageOf([...shown, edit()]), '', phone)?.name).toBe('Edit');
  expect(editorFor(pageOf([{ tag: 'p', text: 'No number yet' }, edit()]), '', phone)).toBeNull();
});

test('among cards it is the way of the card that is meant', () => {
  const card = (name: string) => [{ tag: 'div', depth: 1 }, { tag: 'h2', text: name, depth: 2 }, edit(2)];
  const page = pageOf([...card('Home'), ...card('Work')]);
  expect(editorFor(page, 'Home Work', postcode)).toBe(page.elements[5]);
});
