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
    ['Was kostet die Lampe?', 'Ich werde jetzt die Seite öffnen und den Preis suchen.'],
    ['Combien coûte la lampe ?', 'Tâche terminée avec succès.'],
    ['Сколько стоит лампа?', 'Задача выполнена успешно.'],
    ['램프 가격은?', '작업을 완료했습니다.'],
    ['Lade die Rechnung herunter', 'Die Rechnung liegt im Konto unter März.'],
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
    expect(verdictOf('Finde Flüge', 'Keine Flüge gefunden.')).toBe('empty');
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

it.each([
  'The price is displayed on the page.',
  'Please see the attached screenshot for the price.',
  'I was able to find the price of the lamp.',
  'The user wants to know the price. I should open the page.',
  'Agent stopped: max steps reached',
  'As an AI language model I cannot browse the internet.',
  'Clicked on element 12, then scrolled.',
  '\u0000\u0001\ufffd\ufffdPK\u0003\u0004\ufffd\ufffd',
])('words around a price are no price: %j', (output) => {
  expect(verdictOf('What does the lamp cost?', output)).toBe('failed');
});

it.each([
  ['Is the shop open?', 'Closed'],
  ['Where is the price shown?', 'The price is shown on the page.'],
  ['What is the lamp called?', [...'The Lantern of Sandhamn']],
])('"%s" is answered by %j', (goal, output) => {
  expect(verdictOf(goal, output)).toBe('succeeded');
});
