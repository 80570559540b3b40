import { expect, test } from 'vitest';
import { onTwelve, wrongHalf } from './half-of-day.ts';

test('a time on a clock of twelve hours', () => {
  expect(onTwelve('00:30')).toEqual({ clock: '12:30', half: 'AM' });
  expect(onTwelve('12:05')).toEqual({ clock: '12:05', half: 'PM' });
  expect(onTwelve('19:30')).toEqual({ clock: '7:30', half: 'PM' });
});

test('a time that was kept in the other half of the day', () => {
  expect(wrongHalf('Set an alarm for 7:30 AM', ['Alarms', '7:30 PM'])).toBe('7:30 PM');
  expect(wrongHalf('Set an alarm for 7:30 AM', ['7:30 PM', '07:30 am'])).toBeNull();
  expect(wrongHalf('Set an alarm for 7:30', ['7:30 PM'])).toBeNull();
});
