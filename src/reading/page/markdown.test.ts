import { expect, test } from 'vitest';
import { writeMarkdown } from './markdown.ts';
import { parseMarkup } from './parse-markup.ts';

const URL = 'https://shop.example/page';

function markdown(body: string): string {
  return writeMarkdown(parseMarkup(`<html><body>${body}</body></html>`), URL);
}

test('header rows are joined, and what spans several rows stands in each', () => {
  const table = `<table><caption>Lessons</caption>
    <tr><th rowspan=2>Time</th><th colspan=2>Monday</th><th>Tuesday</th></tr>
    <tr><th>Room A</th><th>Room B</th><th>Room A</th></tr>
    <tr><td>9:00</td><td>Maths</td><td>Art</td><td rowspan=2>Sport</td></tr>
    <tr><td>10:00</td><td colspan=2>Assembly</td></tr></table>`;
  expect(markdown(table).split('\n')).toEqual([
    'Lessons',
    '',
    '| Time | Monday Room A | Monday Room B | Tuesday Room A |',
    '| --- | --- | --- | --- |',
    '| 9:00 | Maths | Art | Sport |',
    '| 10:00 | Assembly |  | Sport |',
  ]);
});

test('the sign behind a heading that leads to itself is no part of it', () => {
  expect(markdown('<h2>Retries<a class="anchor" href="#retries">#</a></h2><p>Text.</p>')).toBe(
    '## Retries\n\nText.',
  );
  expect(markdown('<h2>C# and <a href="/f">F#</a></h2>')).toBe('## C# and [F#](https://shop.example/f)');
});

test.each([
  ['50 m<sup>2</sup> of 10<sup>-6</sup> N', '50 m² of 10⁻⁶ N'],
  ['on the 1<sup>st</sup> of May', 'on the 1st of May'],
  ['moved 300 people<sup>2</sup> by Friday.<sup><a href="#n3">3</a></sup>', 'moved 300 people by Friday.'],
  ['CO<sub>2</sub>', 'CO2'],
])('powers are kept, marks of footnotes are not: %s', (html, text) => {
  expect(markdown(`<p>${html}</p>`)).toBe(text);
});

test('a list of things to do says what is done', () => {
  expect(
    markdown('<ul><li><input type=checkbox checked> paint</li><li><input type=checkbox> sand</li></ul>'),
  ).toBe('- [x] paint\n- [ ] sand');
});

test('a picture that is loaded late has its real address', () => {
  const lazy = '<img src="data:image/gif;base64,R0" data-src="/a.jpg" alt="The square">';
  expect(markdown(`<p>${lazy}</p>`)).toBe('![The square](https://shop.example/a.jpg)');
  expect(markdown('<p><img srcset="/s.jpg 1x, /l.jpg 2x" alt="Sea"></p>')).toBe(
    '![Sea](https://shop.example/s.jpg)',
  );
});
