import { expect, test } from 'vitest';
import { extractPage } from '../extract.ts';

const soup = `<html lang="en"><title>Visit | Sea Road</title><body>
<div class="hdr"><a href="/">Sea Road</a><a href="/shop">Shop</a></div>
<div class="wrap"><div class="big">Visit</div>
<div class="mid">Opening hours</div>
<div class="line">April to October: Tuesday to Sunday, 10am to 5pm</div>
<div class="line">In winter: closed</div>
<div class="mid">Getting here</div><div>There is no parking at the door; please use the car park in Quay Street.</div>
<div class="mid">Dogs</div><div>Dogs on a lead are welcome in the yard and in the café, though not upstairs.</div>
</div></body></html>`;

const page = extractPage(soup, 'https://sea.example/visit.html');

test('lines that are only drawn as headings are headings, and the name of the page is its first', () => {
  expect(page.headings).toEqual([
    { level: 1, text: 'Visit' },
    { level: 3, text: 'Opening hours' },
    { level: 3, text: 'Getting here' },
    { level: 3, text: 'Dogs' },
  ]);
  expect(page.parts.find(({ text }) => text.startsWith('There is no parking'))?.under).toEqual([
    'Visit',
    'Getting here',
  ]);
});

test.each([
  [
    'boxes',
    '<div class="g"><div class="t">Starters</div><div class="d"><span>Soup</span> <b>£6</b></div><div class="d"><span>Shrimp</span> <b>£8</b></div></div><div class="g"><div class="t">Mains</div><div class="d"><span>Pie</span> <b>£13</b></div></div>',
  ],
  [
    'lists',
    '<section class="c"><p class="h">Starters</p><ul><li>Soup <b>£6</b></li><li>Shrimp <b>£8</b></li></ul></section><section class="c"><p class="h">Mains</p><ul><li>Pie <b>£13</b></li></ul></section>',
  ],
])('the line that begins a box of like things is a heading: %s', (_what, body) => {
  const { parts, headings } = extractPage(
    `<html lang="en"><title>Menu</title><body><h1>Menu</h1><div>${body}</div></body></html>`,
    'https://inn.example/',
  );
  expect(headings.map(({ text }) => text)).toEqual(['Menu', 'Starters', 'Mains']);
  expect(parts.find(({ text }) => text.startsWith('Pie'))?.under).toEqual(['Menu', 'Mains']);
});

test('a heading may say that it is one by its role', () => {
  const { headings } = extractPage(
    '<html lang="en"><body><h1>Boats</h1><div role="heading" aria-level="2">For hire</div><p>Two of them.</p></body></html>',
    'https://sea.example/',
  );
  expect(headings).toContainEqual({ level: 2, text: 'For hire' });
});

test.each([
  [
    'cards',
    '<div class="c"><div class="n">Red kite</div></div><div class="c"><div class="n">Black tern</div></div>',
  ],
  [
    'entries of a list',
    '<ul><li class="e">Red kite</li><li class="e">Black tern</li></ul><p>Both are seen often here in May.</p>',
  ],
  [
    'sentences',
    '<div class="s">We saw a red kite.</div><div>It stayed all day over the reed beds and the quay.</div><div class="s">Then it left.</div><div>Nobody has seen it in the harbour since that day.</div>',
  ],
])('%s are no headings', (_what, body) => {
  const { headings } = extractPage(
    `<html lang="en"><title>Birds</title><body><h1>Birds</h1>${body}</body></html>`,
    'https://sea.example/birds',
  );
  expect(headings).toEqual([{ level: 1, text: 'Birds' }]);
});
