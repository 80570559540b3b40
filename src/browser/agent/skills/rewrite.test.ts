import { expect, test } from 'vitest';
import type { Change } from '../language/intent.ts';
import { rewrite } from './rewrite.ts';

test.each<[string, Change, string]>([
  ['Winter notes', { kind: 'join', text: ' 2027', end: 'end' }, 'Winter notes 2027'],
  ['It snowed.', { kind: 'join', text: 'We stayed.', end: 'end' }, 'It snowed. We stayed.'],
  ['snow', { kind: 'join', text: 'Deep', end: 'start' }, 'Deep snow'],
  ['', { kind: 'join', text: 'Snow', end: 'end' }, 'Snow'],
  ['Winter notes', { kind: 'letters', to: 'upper' }, 'WINTER NOTES'],
  ['the cat, the dog', { kind: 'replace', was: 'the', now: 'a', isAll: true }, 'a cat, a dog'],
  ['the cat, the dog', { kind: 'replace', was: 'the', now: 'one', isAll: false }, 'one cat, the dog'],
  ['It was frozen in May.', { kind: 'replace', was: 'frozen', now: '', isAll: false }, 'It was in May.'],
])('%s with %o is "%s"', (text, change, after) => {
  expect(rewrite(text, change)).toBe(after);
});
