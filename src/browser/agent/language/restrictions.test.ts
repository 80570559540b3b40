import { describe, expect, test } from 'vitest';
import { meets, takeRestrictions } from './restrictions.ts';

describe('what must be true of a thing besides its name', () => {
  test.each([
    ['the flight that leaves before noon', 'the flight', '9:30 AM to Oslo', '2:15 PM to Oslo'],
    ['the hotel with a rating of at least 4', 'the hotel', 'Rating: 4.4 / 5', 'Rating: 3.9 / 5'],
    ['every lamp under $50', 'every lamp', 'Lamp $49.99', 'Lamp $50'],
    ['all dishes that do not contain nuts', 'all dishes', 'Tart, contains gluten', 'Cake, contains nuts'],
    ['all dishes except those that contain nuts', 'all dishes', 'Tart', 'Cake with nuts'],
    [
      'the cheapest hotel with free breakfast and a rating above 4',
      'the cheapest hotel',
      'Free breakfast, Rating: 4.4',
      'Free parking, Rating: 4.4',
    ],
    [
      'the cheapest laptop under 500 with at least 4 stars',
      'the cheapest laptop',
      'Air €459 4.6 stars',
      'Zip €249 3.2 stars',
    ],
    ['the best laptop that costs less than 400', 'the best laptop', 'Go 379 € 4.5', 'Air 459 € 3.5'],
    ['the cheapest one between 400 and 800', 'the cheapest one', 'Air $459', 'Zip $249'],
    ['the file ending with .png', 'the file', 'cat.png', 'cat.txt'],
    [
      'the cheapest laptop with at least 16 GB of RAM',
      'the cheapest laptop',
      'Core 14, 16 GB',
      'Bolt 15, 8 GB',
    ],
    ['a phone with more than 128 GB storage', 'a phone', 'Ax 256 GB 12 MP', 'Bo 128 GB 50 MP'],
    ['the laptop with 16 GB of RAM or more', 'the laptop', '16 GB RAM, 256 GB SSD', '8 GB RAM, 512 GB SSD'],
    ['the laptop with 16+ GB of memory', 'the laptop', 'Memory: 32 GB', 'Memory: 8 GB'],
    ['the laptop with at least 16 GB of RAM', 'the laptop', 'RAM 16 GB', '16 GB, 512 GB'],
    ['the inn that has at least four stars', 'the inn', 'Anchor ★★★★☆ €90', 'Anchor ★★★☆☆ €90'],
    ['the inn that includes breakfast', 'the inn', 'Breakfast included', 'Breakfast not included'],
    ['the inn with at least 3 stars and includes parking', 'the inn', '★★★ Free parking', '★★★ No parking'],
  ])('"%s" is %s', (phrase, rest, right, wrong) => {
    const taken = takeRestrictions(phrase);
    expect(taken.rest).toBe(rest);
    expect(taken.restrictions.every((restriction) => meets(right, restriction))).toBe(true);
    expect(taken.restrictions.every((restriction) => meets(wrong, restriction))).toBe(false);
  });

  test('a phrase without any stays as it is', () => {
    expect(takeRestrictions('the Save button')).toEqual({ rest: 'the Save button', restrictions: [] });
  });
});
