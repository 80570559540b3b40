import { expect, test } from 'vitest';
import { stuck } from '../../runners/contract.ts';
import { aRun } from '../run.fixture.ts';
import { atStartPage, withStartPage } from './start-page.ts';

const SEARCH = 'https://search.example/?q=%s&plain=1';
const { task } = aRun().request;
const facts = (needsUrl: boolean) => ({ needsUrl }) as Parameters<typeof withStartPage>[1];

test('a runner that needs a page starts at the search page with the words of the task', () => {
  const { url } = withStartPage({ ...task, goal: 'Opening hours of\nthe Louvre & $&' }, facts(true), SEARCH);
  expect(url).toBe('https://search.example/?q=Opening%20hours%20of%20the%20Louvre%20%26%20%24%26&plain=1');
});

test('a task with a URL, and a runner that needs none, are left alone', () => {
  const placed = { ...task, url: 'https://shop.example/' };
  expect(withStartPage(placed, facts(true), SEARCH)).toBe(placed);
  expect(withStartPage(task, facts(false), SEARCH)).toBe(task);
});

test('a search page that cannot be opened is the fault of the site', () => {
  const refused = stuck('unsafe_url', 'The host could not be resolved.');
  expect(atStartPage(task, refused)).toMatchObject({ fault: 'site', code: 'site_unreachable' });
  expect(atStartPage({ ...task, url: 'https://shop.example/' }, refused)).toBe(refused);
});
