import { expect, test } from 'vitest';
import { isPageOf } from './go-to-named.ts';
import { pageOf } from './sight/page-model.fixture.ts';

const heading = (text: string, tag = 'h1') => ({ tag, role: 'heading', text });

test('the page of a thing is headed by its name; a list that links to it is not', () => {
  const link = { tag: 'a', role: 'link', text: 'Trade fair', href: '/boards/2', isClickable: true };
  expect(isPageOf(pageOf([heading('Trade fair')]), 'Trade fair')).toBe(true);
  expect(isPageOf(pageOf([heading('Boards'), link]), 'Trade fair')).toBe(false);
  expect(isPageOf(pageOf([heading('Boards'), heading('Trade fair', 'h2'), link]), 'Trade fair')).toBe(false);
});
