import { expect, test } from 'vitest';
import { indexPage } from '../answers/page-index.ts';
import { extractPage } from '../extract.ts';
import { fillSchema } from './fill-schema.ts';
import { agesIn } from './prose-value.ts';

async function fill(body: string, properties: Record<string, unknown>, language = 'en') {
  const page = await extractPage(
    `<html lang="${language}"><body>${body}</body></html>`,
    'https://a.example/',
  );
  return fillSchema({ type: 'object', properties }, indexPage(page));
}
const integer = { type: 'integer' };
const number = { type: 'number' };
const date = { type: 'string', format: 'date' };

const licence = `<h1>Boarding licence</h1><p>You must be 18 or over. You can board up to 4 dogs at a time.</p>
  <h2>Fees</h2><p>The application fee is £210. If your application is approved you also pay a licence fee of £95 a year.</p>
  <h2>How long it takes</h2><p>You get a decision within ten working days. Lamps have a five-year warranty.</p>`;

test('numbers are taken out of sentences, each by its words and its unit', async () => {
  const asked = {
    minimum_age: integer,
    max_dogs: integer,
    application_fee: number,
    processing_days: integer,
    warranty_years: integer,
  };
  expect(await fill(licence, asked)).toEqual({
    minimum_age: 18,
    max_dogs: 4,
    application_fee: 210,
    processing_days: 10,
    warranty_years: 5,
  });
});

test('what the sentences do not say of the key stays empty', async () => {
  expect(await fill(licence, { maximum_age: integer, appeal_days: integer, garden_sqm: number })).toEqual({});
});

test('millions, and what was before, are told apart', async () => {
  const body =
    '<p>Die AG hat 2024 mit einem Umsatz von 846 Mio. Euro abgeschlossen (Vorjahr: 755 Mio. Euro).</p>';
  const asked = { revenue_million_eur: number, previous_revenue_million_eur: number };
  expect(await fill(body, asked, 'de')).toEqual({
    revenue_million_eur: 846,
    previous_revenue_million_eur: 755,
  });
});

test('the ends of a range are found by a description in the language of the page', async () => {
  const body = '<p>Der Aktienrückkauf läuft vom 1. April bis zum 30. September 2025.</p>';
  const asked = {
    buyback_from: { ...date, description: 'Beginn des Aktienrückkaufs' },
    buyback_until: { ...date, description: 'Ende des Aktienrückkaufs' },
  };
  expect(await fill(body, asked, 'de')).toEqual({ buyback_from: '2025-04-01', buyback_until: '2025-09-30' });
});

test('when something was done is not told by when it is expected', async () => {
  const body = '<h2>Expected delivery</h2><p>It will be delivered on 17 November 2026.</p>';
  expect(await fill(body, { delivered_at: { type: 'string', format: 'date-time' } })).toEqual({});
});

test.each([
  ['You must be 18 or over', 'least', [18]],
  ['ab 16 Jahren', 'least', [16]],
  ['市内に住所を有する18歳以上の方', 'least', [18]],
  ['No recomendado a menores de 12 años', 'most', [12]],
  ['Puppies under 16 weeks cannot be boarded', 'most', []],
] as const)('ages in "%s"', (text, bound, ages) => {
  expect(agesIn(text, bound).map(({ value }) => value)).toEqual(ages);
});
