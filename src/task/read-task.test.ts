import { expect, test } from 'vitest';
import { readTask } from './read-task.ts';

const acts = (goal: string, steps: string[] = [], hasSchema = false) =>
  readTask({ goal, steps, url: null, outputSchema: hasSchema ? {} : null }).acts;

test.each([
  'Click the Next button and tell me the title',
  'Log in and tell me the balance',
  'Open the shop, add the mug to the basket',
  'Search for "grinder" and tell me the price',
  'Fill in the form and submit it',
  'Please sign up for the newsletter',
  'Put two tin mugs into the basket',
  'Delete the mail from Anna',
  'Sort the products by price and give me the first name',
  'Could you book a table for four on Friday?',
  'Here is my order. I need you to change the address to 4 Hill Road.',
  'Order 2 kettles',
  'Take a full-page screenshot',
  'Open the about page and give me a screenshot of it',
  'I want to reserve the blue bike',
  'Lege den Kessel in den Warenkorb',
  'Klicken Sie bitte auf Weiter',
  'Deactivate all products that are out of stock.',
  'Invite bernd@hausgut.example to the team as an Admin.',
  'Please refund the order 1007',
  'Promote ann@example.org to editor',
  'Lock my debit card',
  "Upvote milla's answer in the topic Best flour",
  'From the Tools menu encrypt this folder',
  'In the Billing section, waive all fees',
  'go to Garden > Pots > Clay',
  "Approve Jo Lindqvist's holiday request.",
  'There is a webhook called Old sync that nobody needs. Revoke it.',
  'My card was stolen! Freeze it.',
  'I want to be removed from the waiting list',
  "I'd like my appointment cancelled.",
  'Report the second comment as abuse.',
  'Filter by the category Knives.',
  'Join with the nickname moonfish.',
  'Set Espresso to 1 and Cocoa to 4 and check out.',
  'Select river and click Submit.',
  'Set Town to Riga and click Apply.',
  'Vote for cherry in the poll.',
  'Move Dracula to the top of the list.',
  'Select -9 with the spinner and hit Submit.',
  'Select File > New from the menu.',
  'Rate the notebook 3 out of 5',
  'Get rid of the project zephyr-48.',
  'Endorse milla for baking, with the note "great bread"',
  'Thank otter for the answer about rye',
  'How much is in my savings account? My user ID is kim7 and my password is Ab!9x.',
])('%j needs a browser', (goal) => {
  expect(acts(goal)).toBe(true);
});

test.each([
  'What is the price of the kettle?',
  'Search for the price of the kettle on this page',
  'Download the report and tell me the total',
  'How do I sign in?',
  'Book price list',
  'What screenshot tool do they use?',
  'Which type of engine does it have?',
  'Get the title and the author',
  'How to reset the password?',
  'Share price and market capitalisation',
  'Filter coffee: what does it cost?',
  'Order number and date',
  'Set menu prices',
  'Where can I buy the lamp, and is it possible to return it?',
  'Go to https://shop.example/ and list all prices',
  'Find the cheapest tent',
  'Check whether the shop is open on Sunday',
  'Wie hoch ist der Preis?',
  'Products that are out of stock',
  'Under the heading Prices: the first row',
  'Price of the kettle',
  'Summarize the page for me',
  'Write a short summary of all news',
  'Opening the shop: the times',
  'Refund policy of the shop',
  'Names, prices and the stock of all lamps',
  'Unlike the others, which lamp is dimmable?',
  'Rank all hotels by price',
  'When do the banners have to be ordered?',
  'On the contact page the phone number',
  'In the price list the cheapest lamp',
  "Author Stephen King's books",
  'Report the totals as a table',
  'Report the revenue as JSON',
  'I want to be informed about the price',
  'Thank you. What does it cost?',
  'Is it allowed to freeze it?',
  'Temperatures > 30 degrees',
  'Set menu prices from 12 to midnight',
  'Hit songs of the year',
])('%j can be read', (goal) => {
  expect(acts(goal)).toBe(false);
});

test.each([
  'Fill in the notice',
  'Please fill in the product sheet',
  'Fill in all keys',
  'Fill in the fields from this page',
])('%j beside a schema can be read', (goal) => {
  expect(acts(goal, [], true)).toBe(false);
});

test.each([
  'Fill in the form',
  'Fill in the contact form and tell me the confirmation number',
  'Fill in the name with Ann Lee',
  'Fill in the notice and submit it',
  'Fill out the fields. Then press "Send"',
  'Fill in Email: ann@example.com',
])('%j needs a browser, schema or not', (goal) => {
  expect(acts(goal, [], true)).toBe(true);
});

test.each(['Fill in the fields from this page', 'Fill out the schema with the details of this page'])(
  '%j fills in the answer',
  (goal) => {
    expect(acts(goal)).toBe(false);
  },
);

test('steps count as well', () => {
  expect(acts('Tell me the total', ['Click "Show prices"'])).toBe(true);
});

const told = (goal: string, steps: string[] = [], url: string | null = 'https://shop.example/') =>
  readTask({ goal, steps, url, outputSchema: null });

test.each([
  ['What is the price of the kettle?', 'extract'],
  ['Get the title and the author', 'extract'],
  ['', 'extract'],
  ['Find the cheapest tent', 'search'],
  ['Search the shop for "grinder" and tell me the price', 'search'],
  ['Download the report and tell me the total', 'download'],
  ['Get me the invoices of May as PDF', 'download'],
  ['Save the price list as a CSV', 'download'],
  ['Fill in the contact form with Ann Lee and submit it', 'form'],
  ['Sign up for the newsletter with ann@example.com', 'form'],
  ['Log in and tell me the balance', 'form'],
  ['Add the mug to the basket', 'multistep'],
  ['Open the shop, add the mug to the basket, then check out and pay for it', 'multistep'],
  ['Monitor the price and alert me when it drops', 'monitor'],
  ['Has anything changed since yesterday on this page?', 'monitor'],
])('%j is %s', (goal, type) => {
  expect(told(goal).type).toBe(type);
});

test('a task without an address is a search, one with many steps is multistep', () => {
  expect(told('Who won the last election?', [], null).type).toBe('search');
  expect(told('Buy it', ['Open the shop', 'Add the mug', 'Check out']).type).toBe('multistep');
});

test.each([
  ['Log in and tell me the balance', true],
  ['How many orders are in my account?', true],
  ['How do I sign in?', false],
  ['What is the price?', false],
])('%j needs a login: %s', (goal, needsLogin) => {
  expect(told(goal).needsLogin).toBe(needsLogin);
});

test.each([
  'Get the revenue of all 50 companies on this list',
  'For each of these find the address: Acme, Globex, Initech, Umbrella, Hooli',
  'Find the phone number for the following companies:\n- Acme\n- Globex\n- Initech\n- Hooli',
  'Compare https://a.example/1 https://b.example/2 and https://c.example/3',
])('%j is about many', (goal) => {
  expect(told(goal).isMulti).toBe(true);
});

test.each([
  'What does the kettle cost?',
  'List all products with their prices',
  'Book a table for four on Friday, at 7, near the window, with a view',
  'Take the name, the price, the colour, the size, the weight of the kettle',
])('%j is about one page', (goal) => {
  expect(told(goal).isMulti).toBe(false);
});

test('two words with a question mark are a thing, not an order', () => {
  const words = (goal: string) => readTask({ goal, steps: [], url: null, outputSchema: null }).searchWords;
  expect(words('Return policy?')).toEqual(['return', 'polic']);
  expect(words('Return the policy.')).toEqual(['polic']);
});

test.each([
  ['List the names and prices of all boats', { kind: 'list' }],
  ['the name and the price of this boat', { kind: 'facts', facts: ['the name', 'the price'] }],
  ['Who has the most posts?', { kind: 'question' }],
  ['How many links are on this page?', { kind: 'question' }],
  ['When was this posted?', { kind: 'question' }],
  ['What does the page say?', { kind: 'whole', what: 'text' }],
  ['Summarise this in one sentence', { kind: 'whole', what: 'summary' }],
  ['Summarize the article in three bullet points', { kind: 'whole', what: 'summary' }],
])('%s', (goal, asks) => {
  expect(readTask({ goal, steps: [], url: null, outputSchema: null }).asks).toMatchObject(asks);
});

test.each([
  [['Download "January"', 'Open the archive, then download “Données 2025”'].join('\n'), []],
  ['', ['Download the report']],
  ['', ['Open the archive', 'Download "January"']],
])('%j with the steps %j asks for a file', (goal, steps) => {
  expect(readTask({ goal, steps, url: null, outputSchema: null }).file).toBe('any');
});
