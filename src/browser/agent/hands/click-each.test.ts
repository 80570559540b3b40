import { expect, test } from 'vitest';
import { readTarget } from '../language/read-target.ts';
import { button, pageOf } from '../sight/page-model.fixture.ts';
import { allOf } from './click-each.ts';

test('a name in quotes is that name wherever the page has it, not one that means the same', () => {
  const page = pageOf(['Retweet', 'Share', 'Retweet'].map((name) => button(name)));
  const target = { ...readTarget('', []), text: 'retweet', isQuoted: true };
  expect(allOf(page, target, false).map(({ element }) => element.name)).toEqual(['Retweet', 'Retweet']);
});
