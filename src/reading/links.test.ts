import { expect, test } from 'vitest';
import { answerAsked } from './answer.ts';
import { readMarkup } from './extract.ts';

function answer(html: string, goal: string, outputSchema: Record<string, unknown> | null = null) {
  const { page } = readMarkup(html, 'https://site.example/about');
  const said = answerAsked({ goal, instructions: null, outputSchema }, page);
  return said.found ? said.output : undefined;
}

const page = `<h1>Mill</h1><p>Read the <a href="/files/annual.pdf">Annual report 2024 (PDF)</a> or the <a href="/r">report of the mayor</a>.
  Call <a href="tel:+44205550199">us</a> or <a href="mailto:hi%40mill.example?subject=Hello">write</a>.</p>
  <footer><a href="/privacy">Privacy policy</a></footer>`;

test.each([
  ['What is the link to the annual report?', 'https://site.example/files/annual.pdf'],
  ['Give me the URL of the annual report', 'https://site.example/files/annual.pdf'],
  ['Where does the privacy policy link lead?', 'https://site.example/privacy'],
  ['What is the URL of this page?', 'https://site.example/about'],
  ['What is the link to the terms of service?', undefined],
  ['What is the phone number?', '+44205550199'],
  ['What is the email address?', 'hi@mill.example'],
])('what a link holds behind its words answers a question: %s', (goal, output) => {
  expect(answer(page, goal)).toBe(output);
});

test('each of several things has the address behind its own link', () => {
  const card = (name: string) =>
    `<div class="card"><h3>${name}</h3><a href="mailto:${name}@mill.example">Email</a></div>`;
  const person = { type: 'object', properties: { name: { type: 'string' }, email: { type: 'string' } } };
  const schema = { type: 'object', properties: { people: { type: 'array', items: person } } };
  expect(answer(`<h1>Team</h1>${card('Ana')}${card('Ben')}`, 'The team', schema)).toEqual({
    people: [
      { name: 'Ana', email: 'Ana@mill.example' },
      { name: 'Ben', email: 'Ben@mill.example' },
    ],
  });
});

test.each([
  ['<x-card><template shadowrootmode="open"><dl><dt>Fax</dt><dd>0555 1234</dd></dl></template></x-card>'],
  ['<iframe srcdoc="&lt;p&gt;Fax: 0555 1234&lt;/p&gt;"></iframe>'],
  ['<pre>Phone     0555 9999\nFax       0555 1234</pre>'],
])('trees inside the markup and lines set as such are read: %s', (html) => {
  expect(answer(`<h1>Mill</h1>${html}`, 'What is the fax number?')).toBe('0555 1234');
});
