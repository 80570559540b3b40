import { expect, test } from 'vitest';
import { isTalk } from '../talk/is-talk.ts';
import { actingWords } from './acting-words.ts';

test('how to work is no part of what to do', () => {
  const manner =
    'You are a careful agent. Think step by step, and never submit a form twice. Answer in English. Only use this site.';
  const words = actingWords('Click the Save button', manner);
  expect(words).toBe('Click the Save button');
  expect(isTalk(words)).toBe(false);
});

test('details and acts that instructions plainly give count as told', () => {
  const instructions =
    'Be polite. My name is Ann Lee. Email: ann@example.com\nAccept the cookies first. Do not click ads.';
  expect(actingWords('Book a table', instructions)).toBe(
    'Book a table\nMy name is Ann Lee.\nEmail: ann@example.com\nAccept the cookies first.',
  );
  expect(actingWords('Book a table', null)).toBe('Book a table');
});
