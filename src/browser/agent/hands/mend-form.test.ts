import { expect, test } from 'vitest';
import { keyOf } from '../sight/locate.ts';
import { field, pageOf } from '../sight/page-model.fixture.ts';
import { refusalOf } from './mend-form.ts';

const { elements } = pageOf([field('Name')]);
const scene = (text: string) => ({
  model: { url: 'http://page.test/', title: '', elements, parents: [-1, 0], ends: [1, 1] },
  text,
  live: async () => null,
  frameOf: () => {
    throw new Error('no page');
  },
});

test.each([
  ['You must accept the terms.', 'You must accept the terms.'],
  ['Name\nThe passwords differ.', 'The passwords differ.'],
  ['Saved.', null],
])('a form that stays and says "%s" was refused with %s', (after, reason) => {
  expect(refusalOf(scene('Name'), scene(after), new Set(elements.map(keyOf)))).toBe(reason);
});
