import { expect, test } from 'vitest';
import { readMarkup } from '../extract.ts';
import { answerQuestion } from './answer-question.ts';
import { indexPage } from './page-index.ts';

test('what is listed under a question of what may not be done is answered with no', () => {
  const { page } = readMarkup(
    `<html lang="en"><title>Help</title><body><h1>Help</h1>
    <div class="qa"><div class="q">Is my parcel insured?</div><div class="a">Yes, up to £50 on every parcel.</div></div>
    <div class="qa"><div class="q">What may I not send?</div><div class="a">Batteries, perfume and anything alive.</div></div></body></html>`,
    'https://parcels.example/help',
  );
  expect(answerQuestion(indexPage(page), 'Can I send perfume?')).toMatch(/^No \(/);
});
