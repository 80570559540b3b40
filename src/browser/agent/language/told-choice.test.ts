import { describe, expect, it } from 'vitest';
import { isViewChoice, toldChoice } from './told-choice.ts';

describe('toldChoice', () => {
  it.each([
    ['Who last changed docs/api.md on the develop branch?', 'develop', '', 'on the develop'],
    ['Who wrote a.ts on the feat/ripples branch?', 'feat/ripples', '', 'on the feat/ripples'],
    ['How long is it to the station by bus?', '🚌 Bus', '', 'by bus'],
    ['How long does it take to walk there on foot?', 'Walking', '', 'on foot'],
    ['What does the Pro plan cost if I pay yearly?', 'Annual', '', 'if i pay yearly'],
    ['What does the Pro plan cost per year?', 'Yearly', '', 'per year'],
    ['What were the sales in 2024?', '2024', 'Year', 'in 2024'],
    ['How much would the Team plan cost?', 'Team', 'Plan', 'the team plan'],
    ['What does the boat cost for 3 people?', '3', 'Number of people', 'for 3 people'],
  ])('%s: %s', (question, option, kind, told) => {
    expect(toldChoice(question, option, kind)).toBe(told);
  });

  it.each([
    ['Is the ticket closed?', 'Closed', 'Status'],
    ['Who last changed it on the develop branch?', 'main', ''],
    ['Which of them costs less than 25 euros?', '25', 'Rows per page'],
    ['Who wrote a.ts on the feat/ripples branch?', 'feat', ''],
  ])('%s says nothing of %s', (question, option, kind) => {
    expect(toldChoice(question, option, kind)).toBeNull();
  });
});

describe('isViewChoice', () => {
  it('takes what belongs to a thing for a filter only where all can be shown', () => {
    expect(isViewChoice('Status', ['Open', 'Closed'])).toBe(false);
    expect(isViewChoice('Status', ['All', 'Open', 'Closed'])).toBe(true);
    expect(isViewChoice('Branch', ['main', 'develop'])).toBe(true);
  });
});
