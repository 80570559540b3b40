import { expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';

const latin = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));

test('the byte order mark wins over header and markup', () => {
  const bytes = new Uint8Array([0xef, 0xbb, 0xbf, ...new TextEncoder().encode('<meta charset="latin1">é')]);
  expect(decodeText(bytes, 'text/html; charset=iso-8859-1')).toBe('<meta charset="latin1">é');
  expect(decodeText(new Uint8Array([0xff, 0xfe, 0x41, 0x00]), null)).toBe('A');
  expect(decodeText(new Uint8Array([0x3c, 0x00, 0x70, 0x00]), 'text/html')).toBe('<p');
});

test('the header wins over the markup, and the markup over the default', () => {
  expect(decodeText(latin('<meta charset="utf-8">\xe9'), 'text/html; Charset="ISO-8859-1"')).toContain('é');
  expect(
    decodeText(
      latin('<meta http-equiv=content-type content="text/html; charset=windows-1252">\x80'),
      'text/html',
    ),
  ).toContain('€');
  expect(decodeText(latin('<meta charset=shift_jis>\x83\x65'), null)).toContain('テ');
  expect(decodeText(new TextEncoder().encode('naïve'), null)).toBe('naïve');
});

test('an unknown charset and a false UTF-16 claim are read as UTF-8', () => {
  expect(decodeText(new TextEncoder().encode('é'), 'text/html; charset=klingon')).toBe('é');
  expect(decodeText(new TextEncoder().encode('<meta charset="utf-16">é'), null)).toContain('é');
});

test('a page that is not the UTF-8 it claims to be is read as what it says of itself, or as Western', () => {
  expect(decodeText(latin('<p>caf\xe9'), 'text/html; charset=utf-8')).toBe('<p>café');
  expect(
    decodeText(latin('<meta charset=windows-1251>\xd6\xe5\xed\xe0'), 'text/html; charset=UTF-8'),
  ).toContain('Цена');
  const broken = new Uint8Array([...new TextEncoder().encode('é ü ö ß '), 0xff]);
  expect(decodeText(broken, 'text/html; charset=utf-8')).toBe('é ü ö ß \ufffd');
});

test('Japanese that nobody labels is read as what it spells', () => {
  const shiftJis = '<p>\x93\xfa\x96\x7b\x8c\xea\x82\xcc\x83\x65\x83\x58\x83\x67';
  expect(decodeText(latin(shiftJis), 'text/html')).toBe('<p>日本語のテスト');
  const eucJp = '<p>\xc6\xfc\xcb\xdc\xb8\xec\xa4\xce\xa5\xc6\xa5\xb9\xa5\xc8';
  expect(decodeText(latin(eucJp), null)).toBe('<p>日本語のテスト');
});

test.each([
  'Gr\xfc\xdfe aus K\xf6ln',
  'd\xe9j\xe0 vu, \xe0 la carte: \x80 5',
  'ma\xf1ana \xbfqu\xe9? \xa1no!',
  '\x93quoted\x94 \x96 it\x92s \x85',
  '\xa320, \xa5300 and 20\xb0',
])('Western text is not taken for Japanese: %s', (text) => {
  expect(decodeText(latin(text), null)).toBe(new TextDecoder('windows-1252').decode(latin(text)));
});
