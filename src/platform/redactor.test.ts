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

test.each([
  ['the text of a page', `<p>p&amp;ss "wörd" &lt;7&gt;/+'x</p>`],
  ['an attribute of a page', `<input value="p&amp;ss &quot;wörd&quot; <7>/+'x">`],
  ['a form that was sent', `a=1&password=${new URLSearchParams({ p: SECRET }).toString().slice(2)}&b`],
  ['cautious JSON', String.raw`{"p": "p\u0026ss \"w\u00f6rd\" \u003c7\u003e/+'x"}`],
  ['numbered entities', 'p&#38;ss &#34;w&#xf6;rd&#34; &#60;7&#62;&#47;&#43;&#39;x'],
])('a secret is found in %s', (_, text) => {
  const redactor = new Redactor();
  redactor.hide(SECRET, '[x]');
  expect(redactor.scrub(text)).toContain('[x]');
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

test('keys, numbers and nested values are scrubbed, other objects stay unchanged', () => {
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

test('a half of a secret is found in any spelling, and a quarter is not', () => {
  const redactor = new Redactor();
  redactor.hide('canary-PW/8f3k"2j1h&5g', '{{credential.password}}');
  expect(redactor.findsPart('https://thief.example/?v=canary-PW%2F8f3k')).toBe(true);
  expect(redactor.findsPart(`https://thief.example/?v=${btoa('canary-PW/8f3k"2j')}`)).toBe(true);
  expect(redactor.findsPart('https://thief.example/?v=canary')).toBe(false);
});

test('codes and seeds are found in groups', () => {
  const redactor = new Redactor();
  redactor.hide('481516', '[code]');
  redactor.hide('ORUGKIDLMV2HI3DF', '[seed]');
  expect(redactor.scrub('481 516, 481-516, 4 8 1 5 1 6; 1481 516, 481 5162')).toBe(
    '[code], [code], [code]; 1481 516, 481 5162',
  );
  expect(redactor.scrub('key orug kidl mv2h i3df.')).toBe('key [seed].');
});

test('a secret that is emphasized in part is found', () => {
  const redactor = new Redactor();
  redactor.hide('pass-"4&7"-x3v9', '[pw]');
  expect(redactor.scrub('pass-**"4&7"-x3v9**, pa<b class=x>ss-&quot;4&amp;</b><i>7"-x3v9</i>')).toBe(
    '[pw]**, [pw]</i>',
  );
});
