import { expect, test } from 'vitest';
import { answerAsked } from '../answer.ts';
import { readMarkup } from '../extract.ts';

function ask(rule: string, goal: string): string {
  const html = `<html lang="en"><title>Help</title><body><main><h1>Good to know</h1><p>We are open all year round.</p><p>${rule}</p><p>Write to us if anything is unclear.</p></main></body></html>`;
  const { page } = readMarkup(html, 'https://site.example/help');
  const said = answerAsked({ goal, instructions: null, outputSchema: null }, page);
  return said.found ? String(said.output).replace(/[\s(].*/su, '') : '';
}

test.each([
  ['Goods can be returned within 14 days.', 'Can I still return it after 20 days?', 'No'],
  ['Goods can be returned within 14 days.', 'Can I return the goods after 10 days?', 'Yes'],
  ['You have 30 days to return an item.', 'I bought it three weeks ago. Can I still return it?', 'Yes'],
  ['Refunds are not possible after 30 days.', 'Can I get a refund after 45 days?', 'No'],
  ['Refunds are not possible after 30 days.', 'Can I get a refund after 2 weeks?', 'Yes'],
  ['Bookings may be cancelled up to 24 hours before arrival.', 'Can I cancel 12 hours before arrival?', 'No'],
  ['Bookings may be cancelled up to 24 hours before arrival.', 'Can I cancel 2 days before arrival?', 'Yes'],
  ['Please cancel at least 3 days in advance.', 'Can I cancel one day before?', 'No'],
  ['Hand luggage may weigh at most 8 kg.', 'May I bring hand luggage of 10 kg?', 'No'],
  ['Children under 6 are not admitted to the sauna.', 'My son is 8. May he use the sauna?', 'Yes'],
  ['Children under 6 are not admitted to the sauna.', 'My son is 4. May he use the sauna?', 'No'],
  ['The climbing wall is for visitors aged 12 and over.', 'Can my 10-year-old use the climbing wall?', 'No'],
  ['Bags larger than 40 cm are not allowed in the gallery.', 'Can I bring a bag of 50 cm?', 'No'],
  ['The hut takes groups of up to 20 people.', 'Can a group of 25 people stay in the hut?', 'No'],
  ['Goods can be returned within 14 days.', 'Is it too late to return it after 20 days?', 'Yes'],
  ['You can board up to 4 dogs at a time.', 'Can I board 5 dogs?', 'No'],
  ['You can board up to 4 dogs at a time.', 'Can I board 4 dogs?', 'Yes'],
  ['Die Rückgabe ist innerhalb von 14 Tagen möglich.', 'Ist die Rückgabe nach 3 Wochen möglich?', 'No'],
  ['You can return unused lamps within 30 days.', 'Can I pay the invoice after 40 days?', ''],
])('"%s": %s', (rule, goal, output) => {
  expect(ask(rule, goal)).toBe(output);
});

test.each([
  ['Goods can be returned within 14 days.', 'Can I park for 3 days?'],
  ['The hut takes groups of up to 20 people.', 'Can I bring a dog of 25 kg?'],
])('a rule about something else says nothing: "%s": %s', (rule, goal) => {
  expect(ask(rule, goal)).not.toMatch(/^(?:Yes|No)$/u);
});

test('the rule under the heading of the matter binds before one elsewhere on the page', () => {
  const html = `<html lang="en"><title>Shipping and returns</title><body><main><h1>Shipping and returns</h1>
    <h2>Returns</h2><p>You have 60 days from delivery.</p><h2>Lost parcels</h2><p>After 10 working days we send everything again.</p></main></body></html>`;
  const { page } = readMarkup(html, 'https://site.example/help');
  const asked = { goal: 'Can I return something after 3 weeks?', instructions: null, outputSchema: null };
  expect(answerAsked(asked, page)).toEqual({ found: true, output: 'Yes (You have 60 days from delivery.)' });
});
