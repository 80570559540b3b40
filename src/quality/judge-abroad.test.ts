import { describe, expect, it } from 'vitest';
import { judge } from './judge.ts';

function verdictOf(goal: string, output: unknown): string {
  const result = { ok: true as const, output };
  return judge({ goal, result, page: null, files: [], schemaProblems: null }).verdict;
}

describe('a runner that speaks another language', () => {
  it.each([
    [
      'Was kostet die Lampe?',
      'Ich habe die Seite geöffnet und nach der Lampe gesucht. Danach habe ich geklickt.',
    ],
    ['Combien coûte la lampe ?', "J'ai ouvert la page et j'ai cliqué. Ensuite, j'ai fait défiler la page."],
    ['¿Cuánto cuesta la lámpara?', 'He abierto la página. Después hice clic en el producto.'],
    ['Ile kosztuje lampa?', 'Otworzyłem stronę i kliknąłem produkt.'],
    ['ランプの値段は？', 'ページを開いて、商品をクリックしました。'],
    ['Was kostet die Lampe?', 'Ich werde jetzt die Seite öffnen und den Preis suchen.'],
    ['¿Cuánto cuesta la lámpara?', 'No pude encontrar el precio.'],
    ['Combien coûte la lampe ?', 'Tâche terminée avec succès.'],
  ])('has not answered "%s" with "%s"', (goal, output) => {
    expect(verdictOf(goal, output)).toBe('failed');
  });

  it.each([
    ['Was kostet die Lampe?', 'Ich habe die Seite geöffnet. Die Lampe kostet 39,90 €.'],
    ['Wer hat das Buch geschrieben?', 'Die Autorin ist Jana Weber.'],
    ['Klicke auf „Abbestellen“', 'Ich habe auf „Abbestellen“ geklickt.'],
    ['¿Cuál es el estado del pedido?', 'Completado.'],
  ])('has answered "%s" with "%s"', (goal, output) => {
    expect(verdictOf(goal, output)).toBe('succeeded');
  });

  it('may have looked for something and found none', () => {
    expect(verdictOf('Busca vuelos a Oslo', 'No hay vuelos disponibles para esa fecha.')).toBe('empty');
    expect(verdictOf('Finde Flüge', 'Ich konnte keine Flüge für diesen Tag finden.')).not.toBe('failed');
  });
});

it.each([
  ['What is the refund policy?', 'No refunds are available after 30 days.', 'succeeded'],
  ['What is the refund policy?', 'No refunds are available.', 'succeeded'],
  ['List my refunds', 'No refunds are available.', 'empty'],
])('a rule that begins with "no" is not an empty result: "%s", "%s"', (goal, output, verdict) => {
  expect(verdictOf(goal, output)).toBe(verdict);
});

it.each([
  ['Just a moment... Checking your browser before accessing shop.example. Ray ID: 8f1c2d3e4a5b6c7d'],
  [
    {
      title: 'Attention Required! | Cloudflare',
      text: 'Sorry, you have been blocked. You are unable to access it',
    },
  ],
])('a block page is recognised under its title: %j', (output) => {
  expect(verdictOf('Find the price of the lamp', output)).toBe('blocked');
});

it.each([['**Task completed successfully** ✅'], [{ steps: ['open page', 'click lamp'], done: true }]])(
  'emphasis and a log of steps make no answer: %j',
  (output) => {
    expect(verdictOf('Find the price of the lamp', output)).toBe('failed');
  },
);
