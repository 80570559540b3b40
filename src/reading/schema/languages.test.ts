import { expect, test } from 'vitest';
import { indexPage } from '../answers/page-index.ts';
import { extractPage } from '../extract.ts';
import { toBoolean } from '../values/convert-value.ts';
import { currencyOf } from '../values/number.ts';
import { fillSchema } from './fill-schema.ts';

const boolean = { type: 'boolean' };
const date = { type: 'string', format: 'date' };
const string = { type: 'string' };

async function fill(language: string, body: string, properties: Record<string, unknown>) {
  const html = `<html lang="${language}"><head><title>X1</title></head><body><h1>X1</h1>${body}</body></html>`;
  const page = await extractPage(html, 'https://shop.example/p/1');
  return fillSchema({ type: 'object', properties }, indexPage(page));
}

test.each<[string, string, Record<string, unknown>, Record<string, unknown>]>([
  [
    'pt-BR',
    '<ul><li>Disponível: Sim</li><li>Lançamento: 05/03/2024</li></ul>',
    { available: boolean, in_stock: boolean, release_date: date, launch_date: date },
    { available: true, in_stock: true, release_date: '2024-03-05', launch_date: '2024-03-05' },
  ],
  [
    'ja',
    '<p>価格 ¥12,800（税込）</p><p>在庫あり</p>',
    { currency: string, in_stock: boolean },
    { currency: 'JPY', in_stock: true },
  ],
  ['ja', '<p>¥12,800</p><p>在庫がありません</p>', { in_stock: boolean }, { in_stock: false }],
  [
    'de',
    '<ul><li>Spülmaschinenfest: Nein</li><li>Wasserdicht: Ja</li></ul>',
    { dishwasher_safe: boolean, is_waterproof: boolean },
    { dishwasher_safe: false, is_waterproof: true },
  ],
  [
    'fr',
    '<dl><dt>Animaux acceptés</dt><dd>Non</dd><dt>Date de sortie</dt><dd>05/03/2024</dd></dl><p>En rupture de stock</p>',
    { pets_allowed: boolean, release_date: date, in_stock: boolean },
    { pets_allowed: false, release_date: '2024-03-05', in_stock: false },
  ],
  [
    'es-MX',
    '<dl><dt>Precio</dt><dd>$1,299.00</dd><dt>Envío gratis</dt><dd>Sí</dd></dl><p>Agotado</p>',
    { price: { type: 'number' }, currency: string, free_shipping: boolean, in_stock: boolean },
    { price: 1299, currency: 'MXN', free_shipping: true, in_stock: false },
  ],
  [
    'ru',
    '<dl><dt>Наличие</dt><dd>Нет в наличии</dd><dt>Цвет</dt><dd>Синий</dd></dl>',
    { in_stock: boolean, color: string },
    { in_stock: false, color: 'Синий' },
  ],
  [
    'nl',
    '<dl><dt>Vaatwasserbestendig</dt><dd>Nee</dd></dl><p>Op voorraad</p>',
    { dishwasher_safe: boolean, in_stock: boolean },
    { dishwasher_safe: false, in_stock: true },
  ],
  [
    'zh-CN',
    '<p>¥128.00</p><p>有货</p>',
    { currency: string, in_stock: boolean },
    { currency: 'CNY', in_stock: true },
  ],
])('%s: %s', async (language, body, asked, filled) => {
  expect(await fill(language, body, asked)).toEqual(filled);
});

test.each<[string, boolean | undefined]>([
  ['Sim', true],
  ['Não', false],
  ['нет', false],
  ['Hayır', false],
  ['在庫あり（即納）', true],
  ['在庫ありません', false],
  ['無料', undefined],
  ['Nível 3', undefined],
  ['Disponible en trois tailles', undefined],
  ['Nicht vorrätig', false],
  ['Em estoque', true],
])('%s is %s', (text, value) => {
  expect(toBoolean(text)).toBe(value);
});

test.each<[string, string | null, string | undefined]>([
  ['¥980', 'ja', 'JPY'],
  ['¥980', 'zh', 'CNY'],
  ['¥980', null, undefined],
  ['¥980（税込）', null, 'JPY'],
  ['79 kr', 'sv', 'SEK'],
  ['79 kr', 'da-DK', 'DKK'],
  ['79 kr', null, undefined],
  ['$20', 'en-AU', 'AUD'],
  ['US$20', 'en-AU', 'USD'],
  ['$20', 'en', 'USD'],
])('%s on a page in %s is in %s', (text, language, code) => {
  expect(currencyOf(text, language)).toBe(code);
});

test('things that something was done to are counted by the number before them', async () => {
  const integer = { type: 'integer' };
  const body =
    '<p>In the winter of 2021 14,000 willows were planted along the banks. In 2022 the club sold 310 copies of its map.</p>';
  expect(
    await fill('en', body, { willows_planted: integer, copies_sold: integer, oaks_planted: integer }),
  ).toEqual({ willows_planted: 14_000, copies_sold: 310 });
});
