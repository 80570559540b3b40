import { expect, test } from 'vitest';
import { extractPage } from '../extract.ts';
import { answerQuestion } from './answer-question.ts';
import { indexPage } from './page-index.ts';

test('where something is now is told by the newest entry, in whatever order they stand', async () => {
  const entry = (time: string, place: string) =>
    `<li><time datetime="${time}">${time}</time><span class="place">${place}</span><p>Bearbeitet.</p></li>`;
  const list = `${entry('2025-02-04T16:05', 'Jena')}${entry('2025-02-05T08:37', 'Dresden')}${entry('2025-02-04T22:41', 'Nohra')}`;
  const html = `<html lang="de"><body><h1>Sendung</h1><ol>${list}</ol></body></html>`;
  const page = await extractPage(html, 'https://a.example/');
  expect(answerQuestion(indexPage(page), 'Wo ist die Sendung jetzt?')).toBe('Dresden');
});
