import { expect, test } from 'vitest';
import { pageOf } from './page-model.fixture.ts';
import { fullestOf, patchName } from './patch-name.ts';

test('patches without names go by the words of their markup', () => {
  const { elements } = pageOf([{ hints: 'sw on red' }, { hints: 'sw dark red' }, { hints: 'sw navy' }]);
  expect(elements.map((element) => patchName(element, elements))).toEqual(['red', 'dark red', 'navy']);
});

test('the fullest of the names that are told', () => {
  expect(fullestOf([{ called: 'red' }, { called: 'dark red' }])).toEqual({ called: 'dark red' });
  expect(fullestOf([{ called: 'red' }, { called: 'blue' }])).toBeNull();
});
