import { expect, test } from 'vitest';
import { field, pageOf } from '../sight/page-model.fixture.ts';
import { boxesSaid, factFor, meantWords, saidIn } from './stated-facts.ts';

const fact = (label: string, text: string) => {
  const [element] = pageOf([field(label)]).elements;
  return element ? factFor(element, text) : null;
};

test('prose gives a form what only one kind of field can take', () => {
  const text = 'Complete the sign-up for Maud Abbott from Lisbon, aged 41.';
  expect(fact('Full name', text)).toBe('Maud Abbott');
  expect(fact('First name *', text)).toBe('Maud');
  expect(fact('City', text)).toBe('Lisbon');
  expect(fact('Age', text)).toBe('41');
  expect(fact('Amount', 'Transfer $25.50 to Ann.')).toBe('25.50');
  expect(fact('Name', 'Book a table for Monday.')).toBeNull();
  expect(fact('Company', text)).toBeNull();
  expect(fact('Place', 'Create an event in Hall B')).toBe('Hall B');
  expect(fact('Place', 'Meet in Room 4 on Friday')).toBe('Room 4');
});

test('a box is ticked when the words agree to it, and not when they refuse', () => {
  const box = { tag: 'input', role: 'checkbox', name: 'I accept the terms', isChecked: false };
  const page = pageOf([box]);
  expect(boxesSaid(page, 'Sign up, accepting the terms.')).toHaveLength(1);
  expect(boxesSaid(page, 'Sign up without accepting the terms.')).toHaveLength(0);
  expect(boxesSaid(page, 'Sign up for Maud.')).toHaveLength(0);
  expect(boxesSaid(page, 'Sign up: name Maud, terms accepted.')).toMatchObject([{ isOn: true }]);
  const news = pageOf([{ ...box, role: 'switch', name: 'Send me the newsletter', isChecked: true }]);
  expect(boxesSaid(news, 'Sign up: name Maud, newsletter: no.')).toMatchObject([{ isOn: false }]);
});

test('people name themselves, their number and their address in many ways', () => {
  expect(fact('Your name', 'Request a repair. My name is Bo Berg, bo@example.org')).toBe('Bo Berg');
  expect(fact('Name', 'Book a table for four on Friday under the name Ada')).toBe('Ada');
  expect(fact('Guests', 'Book a table for four on Friday at 7 pm')).toBe('4');
  expect(fact('Full name', 'Deliver it to Ada Lind, 5 Mill Road, York, YO1 7HH')).toBe('Ada Lind');
  expect(fact('Address', 'Deliver it to Ada Lind, 5 Mill Road, York, YO1 7HH')).toBe('5 Mill Road');
  expect(fact('Username', 'My name is Bo Berg')).toBeNull();
  expect(fact('Name', 'Please get Esther a Large pizza. Delivery.')).toBe('Esther');
  expect(fact('Name', 'Buy Ada Lind two tickets for Monday')).toBe('Ada Lind');
  expect(fact('Name', 'Order Margherita and a salad')).toBeNull();
});

test('what is to be written is what is quoted or follows "saying"', () => {
  expect(saidIn('titled "Good" saying "It lasts."')).toBe('It lasts.');
  expect(saidIn('subject Fence, message: I can lend you one')).toBe('I can lend you one');
  expect(saidIn('Buy a lamp')).toBeNull();
  expect(meantWords('get notices weekly instead of daily')).toBe('get notices weekly');
});

test('labels that are questions get what answers them', () => {
  const text = 'Suggest that the library buys "Moth Season" by Ida Grell. I am Tove Lind, tove@example.se.';
  expect(fact('What is it called?', text)).toBe('Moth Season');
  expect(fact('Who wrote it?', text)).toBe('Ida Grell');
  expect(fact('And who are you?', text)).toBe('Tove Lind');
  const room = 'Book the Attic for our chess club, 12 people, from 2 pm. Contact: Ben Ozal, ben@example.com';
  expect(fact('How many will you be?', room)).toBe('12');
  expect(fact('What is it for?', room)).toBe('our chess club');
  expect(fact('Contact name', room)).toBe('Ben Ozal');
  expect(fact('How many places do you need?', 'Sign two children up for the workshop')).toBe('2');
  expect(fact('How many nights?', 'for two people')).toBeNull();
});
