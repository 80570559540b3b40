import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Redactor, spellings } from './redactor.ts';

const SECRET = `p&ss "wörd" <7>/+'x`;

test('a secret is taken out in every spelling that something may write it in', () => {
  const redactor = new Redactor();
  redactor.hide(SECRET, '{{credential.password}}');
  for (const spelled of spellings(SECRET)) {
    const out = redactor.scrub(`before ${spelled} after`);
    expect(out).toContain('{{credential.password}}');
    expect(out).not.toContain(spelled);
  }
});

test('a secret inside an encoded text is found at every alignment', () => {
  const redactor = new Redactor();
  redactor.hide('correct-horse-battery', '[x]');
  for (const before of ['', 'a', 'ab', 'abc']) {
    const encoded = Buffer.from(`${before}correct-horse-battery and more`).toString('base64');
    expect(redactor.scrub(encoded)).toContain('[x]');
  }
});

test('any text that holds a long secret holds it no more', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 8 }), fc.string(), fc.string(), (secret, before, after) => {
      fc.pre(secret.trim() !== '');
      const redactor = new Redactor();
      redactor.hide(secret, '•');
      expect(redactor.scrub(before + secret + after).includes(secret)).toBe(false);
    }),
  );
});

test('short values are hidden as words only, and very short ones only alone', () => {
  const redactor = new Redactor();
  redactor.hide('lamp', '[pw]');
  redactor.hide('ann', '[user]');
  expect(redactor.scrub('lamp lamps, "lamp"? Clamp')).toBe('[pw] lamps, "[pw]"? Clamp');
  expect(redactor.scrub('ann met anne and ann')).toBe('ann met anne and ann');
  expect(redactor.scrub(' ann ')).toBe('[user]');
});

test('keys, numbers and nested values are scrubbed, other objects stay what they are', () => {
  const redactor = new Redactor();
  redactor.hide('12345678', '[pw]');
  const date = new Date(0);
  const bytes = new Uint8Array([1]);
  const value = { '12345678': [12_345_678, { deep: 'is 12345678' }], date, bytes, none: null };
  expect(redactor.scrubDeep(value)).toEqual({
    '[pw]': ['[pw]', { deep: 'is [pw]' }],
    date,
    bytes,
    none: null,
  });
  expect(redactor.hits).toBe(3);
});
