import { expect, test } from 'vitest';
import { extractPage } from '../extract.ts';
import { answerQuestion } from './answer-question.ts';
import { indexPage } from './page-index.ts';

async function ask(body: string, question: string, language = 'en') {
  const page = await extractPage(
    `<html lang="${language}"><body>${body}</body></html>`,
    'https://a.example/',
  );
  return answerQuestion(indexPage(page), question);
}

const rules =
  '<h1>Lamp</h1><h2>Returns</h2><p>You can return unused lamps within 30 days of delivery.</p><h2>Dogs</h2><p>You can board up to 4 dogs at a time.</p><p>The deposit is £20. It is not refundable.</p>';

test.each([
  ['Can I return the lamp after 40 days?', /^No/],
  ['Can I return the lamp after 20 days?', /^Yes/],
  ['Can I board 5 dogs?', /^No/],
  ['Can I board 4 dogs?', /^Yes/],
  ['Is the deposit refundable?', /^No/],
])('a rule answers "%s"', async (question, answer) => {
  expect(await ask(rules, question)).toMatch(answer);
});

test('a rule about something else does not', async () => {
  expect(await ask(rules, 'Can I pay the invoice after 40 days?')).toBeUndefined();
});

test('where something is now is told by the newest entry, in whatever order they stand', async () => {
  const entry = (time: string, place: string) =>
    `<li><time datetime="${time}">${time}</time><span class="place">${place}</span><p>Bearbeitet.</p></li>`;
  const body = `<h1>Sendung</h1><ol>${entry('2025-02-04T16:05', 'Jena')}${entry('2025-02-05T08:37', 'Dresden')}${entry('2025-02-04T22:41', 'Nohra')}</ol>`;
  expect(await ask(body, 'Wo ist die Sendung jetzt?', 'de')).toBe('Dresden');
});
