import { describe, expect, it } from 'vitest';
import { findUrls } from './find-urls.ts';

describe('URLs in a text', () => {
  it.each<[string, string[]]>([
    ['nothing here, not even example.com', []],
    ['Open https://example.com and read', ['https://example.com']],
    ['Is it at https://example.com/a?b=c#d?', ['https://example.com/a?b=c#d']],
    ['Go to HTTP://Example.COM/x.', ['HTTP://Example.COM/x']],
    ['(see https://en.wikipedia.org/wiki/A_(b))', ['https://en.wikipedia.org/wiki/A_(b)']],
    ['[shop](https://a.example/x)[b](http://b.example)', ['https://a.example/x', 'http://b.example']],
    ['"https://a.example/x", \'https://b.example/y\'', ['https://a.example/x', 'https://b.example/y']],
    ["['https://a.example','https://b.example']", ['https://a.example', 'https://b.example']],
    [
      'https://a.example,https://b.example;http://c.example',
      ['https://a.example', 'https://b.example', 'http://c.example'],
    ],
    [
      '<https://a.example/> **https://b.example** `https://c.example`',
      ['https://a.example/', 'https://b.example', 'https://c.example'],
    ],
    ['“https://a.example/x”。打开https://b.example/y，然后', ['https://a.example/x', 'https://b.example/y']],
    ['http://[::1]:8080/x and [http://[fe80::1]/]', ['http://[::1]:8080/x', 'http://[fe80::1]/']],
    ['view-source:http://127.0.0.1/ xhttp://10.0.0.1', ['http://127.0.0.1/', 'http://10.0.0.1']],
    ['http://user:pw@127.0.0.1/', ['http://user:pw@127.0.0.1/']],
    ['{"url":"http://a.example/x\\n"}', ['http://a.example/x']],
    ['https://a.example/?u=http://b.example/', ['https://a.example/?u=http://b.example/']],
    ['https://a.example https://a.example', ['https://a.example']],
    ['http:// https://) http://...', []],
    ['line\nhttps://a.example/x\r\nnext', ['https://a.example/x']],
  ])('%s', (text, urls) => expect(findUrls(text)).toEqual(urls));

  it.each(['http://', 'http://a,', 'http://a)', 'http://((((', 'https://a/....', 'h', '(', 'http://a '])(
    'are found in linear time in a million characters of "%s"',
    (part) => {
      const text = part.repeat(Math.ceil(1_100_000 / part.length));
      const started = performance.now();
      findUrls(text);
      expect(performance.now() - started).toBeLessThan(8_000);
    },
  );

  it('are not looked for behind the first megabyte', () => {
    expect(findUrls(`${'x'.repeat(1_048_576)} https://a.example`)).toEqual([]);
  });
});
