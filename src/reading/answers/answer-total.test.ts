import { expect, test } from 'vitest';
import { answerAsked } from '../answer.ts';
import { readMarkup } from '../extract.ts';

function answer(html: string, goal: string) {
  const { page } = readMarkup(html, 'https://site.example/');
  const said = answerAsked({ goal, instructions: null, outputSchema: null }, page);
  return said.found ? said.output : undefined;
}

function table(title: string, head: string[], ...rows: string[][]): string {
  const line = (tag: string, cells: string[]) =>
    `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
  return `<html lang="en"><title>${title}</title><body><h1>${title}</h1><table><thead>${line('th', head)}</thead>
    <tbody>${rows.map((row) => line('td', row)).join('')}</tbody></table></body></html>`;
}

const orders = table(
  'Orders',
  ['Order', 'Customer', 'Status', 'Total'],
  ['1001', 'Ann Lee', 'Paid', '40.00'],
  ['1002', 'Bo Ek', 'Open', '15.50'],
  ['1003', 'Cy Orr', 'Open', '1,200.00'],
  ['1004', 'Di Fox', 'Paid', '8.25'],
);

test.each([
  ['What is the total of all open orders?', '1215.5'],
  ['What is the sum of the paid orders?', '48.25'],
  ['How much are all orders together?', '1263.75'],
  ['How many orders are open?', '2'],
  ['How many paid orders are there?', '2'],
  ['How many open orders are above 100?', '1'],
  ['How many orders are cancelled?', undefined],
  ['Who placed the most expensive order?', 'Cy Orr'],
  ['Which customer has the largest order?', 'Cy Orr'],
])('the number of an order is no amount, and one row no count: %s', (goal, output) => {
  expect(answer(orders, goal)).toBe(output);
});

const invoices = table(
  'Invoices',
  ['Invoice no.', 'Client', 'State', 'Amount'],
  ['INV-201', 'Hill Ltd', 'Overdue', '€310.00'],
  ['INV-202', 'Kerr & Co', 'Settled', '€1,045.20'],
  ['INV-203', 'Hill Ltd', 'Overdue', '€89.90'],
);

test.each([
  ['How many invoices are overdue?', '2'],
  ['How much is overdue in total?', '€399.90'],
  ['Which client has the highest invoice?', 'Kerr & Co'],
])('nor is that of an invoice: %s', (goal, output) => {
  expect(answer(invoices, goal)).toBe(output);
});

const hours = table(
  'Time sheet',
  ['Day', 'Project', 'Person', 'Hours'],
  ['Mon', 'Apollo', 'Ann', '3.5'],
  ['Mon', 'Zeus', 'Bob', '8'],
  ['Wed', 'Apollo', 'Ann', '2'],
);

test.each([
  ['How many hours did Ann work?', '5.5'],
  ['How many hours were spent on Apollo in total?', '5.5'],
  ['What is the total number of hours?', '13.5'],
])('what is counted in a column is added up: %s', (goal, output) => {
  expect(answer(hours, goal)).toBe(output);
});

const costs = table(
  'Expenses',
  ['Item', 'Category', 'Cost'],
  ['Train', 'Travel', '120.00'],
  ['Flight', 'Travel', '1,310.75'],
  ['Lunch', 'Food', '18.50'],
  ['Desk', 'Office', '-'],
  ['Chair', 'Office', '80.00'],
  ['Lamp', 'Light', 'see the invoice'],
  ['Bulb', 'Light', '4.00'],
);

test.each([
  ['What is the total of the travel expenses?', '1430.75'],
  ['How much did we spend on travel?', '1430.75'],
  ['What does the office cost in total?', '80'],
  ['What is the total of the light expenses?', undefined],
  ['What is the total of all expenses?', undefined],
  ['What is the sum of the hotel expenses?', undefined],
])('a sum is of all that is meant, or there is none: %s', (goal, output) => {
  expect(answer(costs, goal)).toBe(output);
});

const mixed = table('Fees', ['Fee', 'Amount'], ['Entry', '€10.00'], ['Visa', '$25.00'], ['Guide', '€5.00']);

test('amounts of different currencies have no sum', () => {
  expect(answer(mixed, 'What is the total of the fees?')).toBeUndefined();
});

const field = (quantity: number) =>
  `<input type="number" value="${quantity}" aria-label="Quantity"> <button>Remove</button>`;

test.each([
  ['Price', field(2), field(6), '24.5'],
  ['Unit price', '2', '6', '24.5'],
  ['Price', '2', 'a few', undefined],
])('a price counts as often as the thing is there: %s, %s', (price, one, other, output) => {
  const cart = table('Cart', ['Item', 'Qty', price], ['Mug', one, '8.50'], ['Spoon', other, '1.25']);
  for (const goal of [
    'What is the total of the cart?',
    'What does everything in the cart cost?',
    'How much is the whole cart?',
  ])
    expect(answer(cart, goal), goal).toBe(output);
});

test('what the page itself sums up is not multiplied again', () => {
  const head = ['Product', 'Price', 'Quantity', 'Subtotal'];
  const basket = table('Basket', head, ['Lamp', '€30.00', '2', '€60.00'], ['Bulb', '€4.50', '4', '€18.00']);
  expect(answer(basket, 'What is the total of the basket?')).toBe('€78.00');
  expect(answer(basket, 'What is the total price?')).toBe('€78.00');
});

test('the things in an inbox are messages', () => {
  const message = (subject: string, isNew: boolean) =>
    `<li><input type="checkbox" aria-label="Select"><a href="#">${subject}</a> ${isNew ? '<span>(unread)</span>' : ''} <button aria-label="Star">☆</button></li>`;
  const subjects = [
    'Ann: Lunch?',
    'Billing: Your invoice',
    'Carl: Contract draft',
    'Dana: Photos',
    'Eve: Lunch?',
  ];
  const inbox = `<html lang="en"><title>Inbox</title><h1>Inbox</h1><ul>${subjects
    .map((subject, at) => message(subject, at % 2 === 0))
    .join('')}</ul>`;
  expect(answer(inbox, 'How many unread messages are there?')).toBe('3');
  expect(answer(inbox, 'How many messages are there?')).toBe('5');
});

const account = table(
  'Everyday account',
  ['Date', 'Description', 'Amount'],
  ['2026-11-14', 'Salary Brightwell', '€3,120.00'],
  ['2026-11-05', 'Green Grocer Ltd', '-€27.80'],
  ['2026-10-30', 'Green Grocer Ltd', '-€23.40'],
  ['2026-10-29', 'City Transport', '-€2.90'],
  ['2026-10-11', 'Green Grocer Ltd', '-€18.75'],
);

test.each([
  ['How much did I spend at Green Grocer in October 2026 altogether?', '€42.15'],
  ['How much did I spend at Green Grocer?', '€69.95'],
  ['How much have I paid to City Transport?', '€2.90'],
  ['What did I spend in October 2026 in total?', '€45.05'],
  ['How much did we pay Green Grocer in November 2026?', '€27.80'],
  ['How much did I spend at Green Grocer in September 2026?', undefined],
  ['How much did I spend at Aldi in October 2026?', undefined],
])('what was spent is told without a sign, and of those days alone: %s', (goal, output) => {
  expect(answer(account, goal)).toBe(output);
});

const tile = (name: string, count: number) => `<div class="card"><h5>${name}</h5><p>${count}</p></div>`;
const dashboard = `<html lang="en"><title>Dashboard</title><body><h1>Good evening</h1><div>${tile('Customers', 22)}${tile('Orders', 26)}${tile('Products', 8)}</div></body></html>`;

test.each([
  ['How many orders are there?', '26'],
  ['How many pending orders over €500 are there?', undefined],
  ['How many products under €20 are there?', undefined],
])('a page that only says how many there are holds none to count: %s', (goal, output) => {
  expect(answer(dashboard, goal)).toBe(output);
});
