import { expect, test } from 'vitest';
import { partNamed, withinPart } from './named-part.ts';
import { button, field, pageOf } from './page-model.fixture.ts';

const head = (text: string, depth: number) => ({ tag: 'h2', role: 'heading', text, depth });
const namesIn = (model: ReturnType<typeof pageOf>) => model.elements.map(({ name }) => name).filter(Boolean);

test('parts with frames of their own', () => {
  const page = pageOf([
    { depth: 1 },
    head('Home', 2),
    field('City', { depth: 2 }),
    { depth: 1 },
    head('Office', 2),
    field('City', { depth: 2 }),
    button('Save'),
  ]);
  expect(namesIn(withinPart(page, 'office'))).toEqual(['Office', 'City', 'Save']);
  expect(partNamed(page, 'Garage')).toBeNull();
});

test('parts one after the other without frames, and what keeps them all', () => {
  const page = pageOf([
    head('Home', 1),
    field('City'),
    head('Office', 1),
    field('Street'),
    field('City'),
    button('Save'),
  ]);
  expect(namesIn(withinPart(page, 'Home'))).toEqual(['Home', 'City', 'Save']);
  expect(namesIn(withinPart(page, 'Office'))).toEqual(['Office', 'Street', 'City', 'Save']);
});

test('what is drawn as a heading', () => {
  const title = (text: string) => ({ tag: 'span', signature: 'div>span.t', text, depth: 2 });
  const page = pageOf([
    { depth: 1 },
    title('Red'),
    button('Edit', { depth: 2 }),
    { depth: 1 },
    title('Blue'),
    button('Edit', { depth: 2 }),
  ]);
  expect(namesIn(withinPart(page, 'Blue'))).toEqual(['Blue', 'Edit']);
});
