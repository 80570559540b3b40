import { expect, test } from 'vitest';
import { pageOf } from '../sight/page-model.fixture.ts';
import { meantOf } from './act-on-rows.ts';

const post = (author: string, words: string) => [
  { tag: 'article', isVisible: true },
  { text: author, isVisible: true, depth: 2 },
  { text: words, isVisible: true, depth: 2 },
  { text: 'Like', role: 'button', isVisible: true, depth: 2 },
];
const page = pageOf([...post('@ann', 'Hello @otto'), ...post('@otto', 'Hello'), ...post('@ann', 'Bye')]);
const likes = page.elements.filter(({ text }) => text === 'Like');
const none = { restrictions: [], near: null, except: [] };

test.each([
  ['those of @otto, and not what speaks of him', { ...none, near: '@otto' }, [1]],
  ['those of @ann', { ...none, near: '@ann' }, [0, 2]],
  ['all but the one that says bye', { ...none, except: ['Bye'] }, [0, 1]],
  ['none where nobody is called so', { ...none, except: ['@eve'] }, []],
])('%s', (_name, told, meant) => {
  expect(meantOf(page, likes, told).map((like) => likes.indexOf(like))).toEqual(meant);
});
