import { expect, test } from 'vitest';
import { toldPlace } from './told-place.ts';

test.each([
  ['Under Security, switch on email alerts.', ['Security'], 'switch on email alerts.', false],
  ['In the billing section turn on receipts', ['billing'], 'turn on receipts', true],
  ['Please switch on texts in the deliveries section', ['deliveries'], 'switch on texts', true],
  ['Tick "Offers" in the Mail section and save.', ['Mail'], 'Tick "Offers" and save.', true],
  ['Under Settings, Notifications, tick Sound.', ['Settings', 'Notifications'], 'tick Sound.', true],
  ['Delete plan.txt in Projects / 2025.', ['Projects', '2025'], 'Delete plan.txt.', true],
  ['In Archive > 2024, delete plan.txt', ['Archive', '2024'], 'delete plan.txt', true],
  ['Post "Hi" in the lunch-club channel.', ['lunch-club'], 'Post "Hi".', true],
  ['Click Edit under "Delivery address"', ['Delivery address'], 'Click Edit', false],
])('%s', (task, steps, rest, isSure) => {
  expect(toldPlace(task)).toEqual({ steps, rest, isSure });
});

test.each([
  'Find a flat under 900 euros',
  'Send the number shown under Details.',
  'Write "in the Billing section" into the field',
  'Open the first link',
])('no place: %s', (task) => {
  expect(toldPlace(task)).toBeNull();
});
