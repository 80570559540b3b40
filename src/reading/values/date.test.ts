import { expect, test } from 'vitest';
import { findDates, locateDates } from './date.ts';

test.each([
  ['from 23 June until 11 July 2025, daily', 'en', ['2025-06-23', '2025-07-11']],
  ['from 20 December to 6 January 2026', 'en', ['2025-12-20', '2026-01-06']],
  ['läuft vom 1. April bis zum 30. September 2025', 'de', ['2025-04-01', '2025-09-30']],
  ['du 3 mai au 5 juin 2026', 'fr', ['2026-05-03', '2026-06-05']],
  ['2025年2月3日（月曜日）から2月21日（金曜日）まで', 'ja', ['2025-02-03', '2025-02-21']],
  ['令和7年4月1日から令和8年2月28日まで', 'ja', ['2025-04-01', '2026-02-28']],
  ['opened on 3 May 2024', 'en', ['2024-05-03']],
  ['room 12 and room 14', 'en', []],
])('the days of "%s"', (text, language, dates) => {
  expect(findDates(text, language)).toEqual(dates);
});

test('a day is told with where it stands', () => {
  expect(locateDates('Submitted 6 March 2025, revised 22 April 2025')).toEqual([
    { date: '2025-03-06', at: 10, end: 22 },
    { date: '2025-04-22', at: 32, end: 45 },
  ]);
});
