import { describe, expect, it } from 'vitest';
import { hollowData, hollowText } from './hollow-text.ts';

const COST = 'What does the kettle cost?';

describe('hollow', () => {
  it.each([
    [
      'advice instead of an answer',
      'To find the price, you would need to open the product page and look below the title.',
    ],
    [
      'advice in the second person',
      'You can find the price by visiting the product page and scrolling down.',
    ],
    [
      'advice with an address',
      'In order to see the price, please visit https://shop.example/kettle and check the details there.',
    ],
    ['advice to check', 'You should check the website of the shop for the current price.'],
    [
      'advice in two sentences',
      'To get the cost of the kettle, one could search the shop. Then you can read it next to the title.',
    ],
    ['a plan', 'Step 1: Open the page\nStep 2: Click on the kettle\nStep 3: Read the price'],
    ['a plan with dots', '1. Go to the shop.\n2. Search for the kettle.\n3. Note the price shown.'],
    [
      'a plan with bullets under a heading',
      'Plan:\n- Navigate to the website\n- Locate the kettle\n- Extract the price',
    ],
    [
      'a visit, and that there are details',
      'I visited the site, and the page displays the details of the product.',
    ],
    ['that there is information', 'The page contains information about the kettle.'],
    ['that there is a price', 'I opened the page. It shows the price of the kettle.'],
    ['that there is a lot', 'The website lists various products and their prices.'],
    ['a found page', 'I found the product page, which provides all relevant details about the kettle.'],
  ])('%s', (_, text) => {
    expect(hollowText(text, COST)).not.toBeNull();
  });
});

describe('not hollow', () => {
  it.each<[string, string, string]>([
    [
      'advice that was asked for',
      'To return an item, go to the returns page and click Start return.',
      'How do I return an item?',
    ],
    [
      'steps that were asked for',
      'Step 1: Open the lid\nStep 2: Fill in the water\nStep 3: Press the button',
      'How is the kettle used?',
    ],
    ['steps of a recipe', '1. Open the tin.\n2. Add the beans.\n3. Check the salt.', 'Give me the recipe'],
    ['a place', 'You can find the price on the back of the box.', 'Where do I find the price?'],
    ['what one can do', 'You can visit the museum free of charge on Mondays.', 'When is it free?'],
    ['advice with the answer in it', 'You can find it for $58 in the shop.', COST],
    ['a description', 'The page shows a red kettle on a wooden table.', 'What does the page show?'],
    [
      'what a page is about',
      'The page contains information about kettles and teapots.',
      'What is the page about?',
    ],
    [
      'a summary',
      'The site provides information on tax, rent and pensions for people who move to Norway.',
      'Summarise the page',
    ],
    ['a finding', 'The page displays the details of the product: the kettle costs 58 dollars.', COST],
    ['words of a page', 'Check in at the desk. Look out for the tram.', 'Get the text'],
    ['a list of chores', '- Check the oil\n- Read the meter', 'List the tasks on the page'],
    ['what is in a box', 'It contains a kettle, a lid and a cable.', 'What is in the box?'],
    ['no price', 'The page lists no price for the kettle.', COST],
  ])('%s', (_, text, goal) => {
    expect(hollowText(text, goal)).toBeNull();
  });
});

it.each(['We take all cards except American Express.', 'We open at nine.', 'We only accept cash.'])(
  'a site that speaks of itself narrates nothing: %s',
  (words) => {
    expect(hollowText(words, 'Do you accept American Express?')).toBeNull();
  },
);

it.each([
  'We moved the side pockets forward because people could not reach their bottle.',
  'We opened a second branch in Coldwell, since the old one was too small.',
  'We closed the café because the lease ran out.',
  'We chose steel because it can be repaired.',
  'We added a second oven so that bread stays warm until noon.',
  'We started out in a garage behind the station.',
  "We've moved to Mill Lane.",
])('what a house did is no report of a runner: %s', (words) => {
  expect(hollowText(words, 'Why did it change?')).toBeNull();
});

it.each([
  'We opened the page and scrolled down.',
  'We opened the page because the task asked for it.',
  'We searched the site for the price.',
  'We started the browser and went to the shop.',
  'We chose the first result.',
])('what was done at a browser is: %s', (words) => {
  expect(hollowText(words, COST)).not.toBeNull();
});

it.each(['(', '(.+)+~~', '[', '\\', '*'])('a key of the output is no pattern: %s', (key) => {
  expect(hollowData({ status: 'ok', [key]: '1' }, `${COST} ${'x'.repeat(40)}`)).toBeNull();
});

it('apologies in a row are read at once', () => {
  const apologies = `AS AN AI, ${'IM SORRY AS AN AI MODEL, '.repeat(30)}`;
  expect(hollowText(apologies, COST)).not.toBeNull();
});

it.each([
  ['passive', 'The page was opened and the product was clicked.'],
  ['participle', 'Price extracted.'],
  ['steps', 'Step 1: open page. Step 2: click product.'],
  ['gerund', 'Opening the page, clicking through the gallery and reading the captions.'],
  ['a list', '- opened site\n- clicked "Prices"\n- read first row'],
  ['a table', '| Step | Action |\n|---|---|\n| 1 | Open page |\n| 2 | Scroll down |'],
  ['chatty', 'Alright, all done! Let me know if you need anything else 😊'],
  ['formal', 'It is confirmed that the information has been retrieved.'],
  ['figures of the work', 'Visited 4 pages, clicked 7 links, took 2 screenshots.'],
  ['a place', 'The price is given on the page.'],
  ['a gap', 'The kettle costs [price].'],
  ['a gate', 'We need to make sure you are not a robot.'],
  ['third person', 'The agent went to the site and took a screenshot.'],
])('nothing is told in %s', (_, text) => {
  expect(hollowText(text, COST)).not.toBeNull();
});

it.each([
  'Die Seite wurde geöffnet und das Produkt angeklickt.',
  'Ich habe die Webseite aufgerufen und nach dem Preis gesucht.',
  'Preis ermittelt.',
  'Öffnen der Seite, Scrollen zum Seitenende, Auslesen der Tabelle.',
  'Alles erledigt!',
  'Ich werde den Preis für Sie heraussuchen.',
  'Leider konnte ich die Seite nicht öffnen.',
  'Den gewünschten Preis finden Sie auf der Website.',
])('nothing is told in German: %s', (text) => {
  expect(hollowText(text, 'Was kostet der Wasserkocher?')).not.toBeNull();
});

it.each([
  ['What did the council decide?', 'The proposal was accepted.'],
  ['When was the museum opened?', 'The museum was opened in spring by the mayor.'],
  ['Is breakfast included?', 'Breakfast is included.'],
  ['Which colour is cheaper, red or blue?', 'The red one is cheaper.'],
  ['What time does it close on Saturdays?', 'It is not open on Saturdays.'],
  ['Was kostet der Eintritt?', 'Ich habe die Seite geöffnet: Der Eintritt kostet 7 Euro.'],
  ['Was wurde beschlossen?', 'Der Antrag wurde angenommen.'],
  ['Warum wurde die Straße gesperrt?', 'Wegen Bauarbeiten'],
  ['Wie heißt der Film?', 'Suche nach dem Glück'],
])('%s is answered by "%s"', (goal, text) => {
  expect(hollowText(text, goal)).toBeNull();
});

it('reads any text in time that grows with its length', () => {
  const pieces = ['I clicked, and ', 'a-b_c ', '(((', '1,2.3 ', '[x] ', '<a ', 'und dann ', '- * > ', "'a "];
  for (const piece of pieces) {
    const spent = [10_000, 100_000].map((length) => {
      const text = piece.repeat(length / piece.length);
      const begun = performance.now();
      hollowText(text.slice(0, 3_000), text.slice(0, length));
      hollowData({ answer: text, list: Array(20).fill(text.slice(0, 2_900)) }, COST);
      return performance.now() - begun;
    });
    expect(spent[1], piece).toBeLessThan(1_000 + 40 * (spent[0] ?? 0));
  }
});
