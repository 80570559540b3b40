import { expect, test } from 'vitest';
import { field, pageOf } from '../sight/page-model.fixture.ts';
import { agreedBoxes, factFor } from './stated-facts.ts';

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
});

test('a box is ticked when the words agree to it, and not when they refuse', () => {
  const box = { tag: 'input', role: 'checkbox', name: 'I accept the terms', isChecked: false };
  const page = pageOf([box]);
  expect(agreedBoxes(page, 'Sign up, accepting the terms.')).toHaveLength(1);
  expect(agreedBoxes(page, 'Sign up without accepting the terms.')).toHaveLength(0);
  expect(agreedBoxes(page, 'Sign up for Maud.')).toHaveLength(0);
});
