import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { ApiError } from '../../errors.ts';
import { parseJson, readJsonBody } from './json-body.ts';

const parse = (text: string | Buffer) => parseJson(Buffer.from(text as string));

function codeOf(text: string | Buffer): string {
  try {
    parse(text);
    return 'accepted';
  } catch (error) {
    return (error as ApiError).code;
  }
}

describe('the content of a body', () => {
  test('nesting of 64 levels is read and 65 levels are refused', () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    expect(codeOf(nested(64))).toBe('accepted');
    expect(codeOf(nested(65))).toBe('invalid_json');
    expect(codeOf(nested(400_000))).toBe('invalid_json');
  });

  test('20,000 values are read and more are refused, however they are arranged', () => {
    const list = (values: number) => JSON.stringify(Array.from({ length: values }, () => 0));
    expect(codeOf(list(19_999))).toBe('accepted');
    expect(codeOf(list(20_000))).toBe('invalid_json');
    expect(codeOf(JSON.stringify(Object.fromEntries(Array.from({ length: 30_000 }, (_, i) => [i, 0]))))).toBe(
      'invalid_json',
    );
    expect(codeOf(JSON.stringify(Array.from({ length: 5_000 }, () => [{}, [0, 0]])))).toBe('invalid_json');
  });

  test('a member that is sent 100,000 times counts once', () => {
    expect(parse(`{${Array.from({ length: 100_000 }, (_, i) => `"a":${i}`).join()}}`)).toEqual({ a: 99_999 });
  });

  test('keys that could reach a prototype are dropped, and the prototype stays clean', () => {
    const value = parse(
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"prototype":{"a":1},"a":{"__proto__":null}}',
    );
    expect(value).toEqual({ a: {} });
    expect(Object.keys(value as object)).toEqual(['a']);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test('a plain text under the name constructor is only data', () => {
    expect(parse('{"constructor":"ACME"}')).toEqual({ constructor: 'ACME' });
  });

  test('NUL is refused in texts and in keys', () => {
    expect(codeOf('{"a":"x\\u0000"}')).toBe('invalid_request');
    expect(codeOf('{"a\\u0000":1}')).toBe('invalid_request');
  });

  test('lone surrogates are replaced in texts and in keys', () => {
    expect(parse('{"a":"\\ud800x","b":["\\udc00"]}')).toEqual({ a: '\ufffdx', b: ['\ufffd'] });
    expect(parse('{"\\ud800":{"c":"\\ud83d\\ude00"}}')).toEqual({ '\ufffd': { c: '😀' } });
  });

  test('numbers beyond every range stay finite', () => {
    expect(parse('[1e999,-1e999,1e-999]')).toEqual([Number.MAX_VALUE, -Number.MAX_VALUE, 0]);
  });

  test.each(['{"a":NaN}', '{"a":Infinity}', '{"a":0x10}', "{'a':1}", '{"a":1,}', '{', 'undefined', '\u0001'])(
    '%j is not JSON',
    (text) => expect(codeOf(text)).toBe('invalid_json'),
  );

  test('of a repeated key the last one counts', () => {
    expect(parse('{"a":1,"a":2}')).toEqual({ a: 2 });
  });

  test('a byte order mark is ignored and bytes outside UTF-8 are refused', () => {
    expect(parse(Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0x7d]))).toEqual({});
    expect(codeOf(Buffer.from([0x22, 0xff, 0x22]))).toBe('invalid_json');
    expect(codeOf(Buffer.from('{"a":1}', 'utf16le'))).toBe('invalid_json');
  });
});

describe('how a body is read', () => {
  test('the limit counts bytes, not the announced length', async () => {
    const fits = `"${'x'.repeat(999_998)}"`;
    await expect(readJsonBody(Readable.from([Buffer.from(fits)]))).resolves.toHaveLength(999_998);
    const over = [Buffer.from(fits), Buffer.from(' ')];
    await expect(readJsonBody(Readable.from(over))).rejects.toMatchObject({ code: 'payload_too_large' });
  });

  test('a body that breaks off is the client’s fault', async () => {
    const broken = new Readable({ read: () => undefined });
    const reading = readJsonBody(broken);
    broken.destroy(new Error('aborted'));
    await expect(reading).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
