import { expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';

const latin = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));

test('the byte order mark wins over header and markup', () => {
  const bytes = new Uint8Array([0xef, 0xbb, 0xbf, ...new TextEncoder().encode('<meta charset="latin1">é')]);
  expect(decodeText(bytes, 'text/html; charset=iso-8859-1')).toBe('<meta charset="latin1">é');
  expect(decodeText(new Uint8Array([0xff, 0xfe, 0x41, 0x00]), null)).toBe('A');
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
