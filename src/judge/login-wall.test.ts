import { expect, it } from 'vitest';
import { judge } from './judge.ts';

const BALANCE = 'What is my account balance?';
const form = '<form><input type="email" name="email"><input type="password" name="password"></form>';

function unanswered(
  body: string,
  { title = 'Acme', url = 'https://acme.example/account', goal = BALANCE, code = 'answer_not_found' } = {},
) {
  return judge({
    goal,
    result: {
      ok: false,
      fault: 'runner',
      code,
      message: 'The page was read, but it does not say what the task asks for.',
    },
    page: {
      finalUrl: url,
      httpStatus: 200,
      title,
      headers: {},
      markup: `<html><head><title>${title}</title></head><body>${body}</body></html>`,
    },
    files: [],
    schemaProblems: null,
  });
}

it.each<[string, string, Parameters<typeof unanswered>[1]?]>([
  ['a form', `<h1>Sign in to continue</h1>${form}`, { title: 'Sign in - Acme' }],
  [
    'a form at another address',
    `<h1>Welcome</h1>${form}`,
    { url: 'https://acme.example/login?next=/account' },
  ],
  [
    'words alone',
    '<h1>Members only</h1><p>You must be logged in to view this page. <a href="/in">Log in</a></p>',
  ],
  ['words under a heading', '<h1>Your orders</h1><p>Please sign in to see your orders.</p>'],
  ['words after a menu', '<nav><a>Home</a> <a>Shop</a> <a>Help</a></nav><p>You need to log in first.</p>'],
  ['an old session', '<h1>Acme Bank</h1><p>Your session has expired.</p><a href="/login">Start again</a>'],
  ['words in German', '<h1>Mein Konto</h1><p>Bitte melden Sie sich an, um Ihr Konto zu sehen.</p>'],
  ['words in French', '<h1>Mon compte</h1><p>Veuillez vous connecter.</p>'],
])('a question that goes unanswered at a login wall is for the caller to mend: %s', (_, body, rest) => {
  const verdict = unanswered(body, rest);
  expect(verdict).toMatchObject({ verdict: 'failed', fault: 'caller', errorCode: 'run_failed' });
  expect(verdict.reason).toMatch(/log ?in/);
});

it('a schema that nothing fills is no matter at a wall', () => {
  const verdict = judge({
    goal: BALANCE,
    result: { ok: true, output: {} },
    page: {
      finalUrl: 'https://acme.example/account',
      httpStatus: 200,
      title: 'Acme',
      headers: {},
      markup: '<h1>Account</h1><p>You must be logged in to view this page.</p>',
    },
    files: [],
    schemaProblems: ['balance is missing'],
  });
  expect(verdict).toMatchObject({ verdict: 'failed', fault: 'caller', errorCode: 'run_failed' });
});

it.each([
  ['Open my orders and tell me the total', 'caller'],
  ['Log in as ann and open my orders', 'runner'],
])('a step that finds nothing at a wall: %s', (goal, fault) => {
  expect(unanswered(`<h1>Sign in</h1>${form}`, { title: 'Sign in', goal, code: 'step_failed' }).fault).toBe(
    fault,
  );
});

it('says so when the login was refused', () => {
  const refused = `<h1>Sign in</h1><p>Incorrect email or password.</p>${form}`;
  expect(unanswered(refused, { title: 'Sign in' })).toMatchObject({
    fault: 'caller',
    reason: 'The site rejected the login.',
  });
});

it.each<[string, string, Parameters<typeof unanswered>[1]?]>([
  ['a login box in the header', `<header>${form}</header><h1>Shoes</h1><p>Price: $70</p>`],
  ['an invitation', '<h1>Shoes</h1><p>Price: $70. Sign in to see your discounts.</p>'],
  [
    'an invitation in the menu',
    '<nav><a>Home</a> <a>Sign in to your account</a></nav><h1>Shoes</h1><p>$70</p>',
  ],
  [
    'a rule on a page of rules',
    `<h1>Returns</h1><p>${'Send it back in its box. '.repeat(20)}</p><p>You must be logged in to print the label.</p>`,
  ],
  [
    'a question about the form',
    `<h1>Sign in</h1>${form}`,
    { title: 'Sign in', goal: 'Which fields does the login form have?' },
  ],
])('is no wall: %s', (_, body, rest) => {
  expect(unanswered(body, rest)).toMatchObject({
    fault: 'runner',
    reason: expect.stringMatching(/does not say/),
  });
});

const opening = 'It began on a cold night in May when the lights went out in the whole of the old town.';

function told(output: string, wall: string, goal = '') {
  const markup = `<article><h1>Big story</h1><p>${opening}</p><div><h2>${wall}</h2></div></article>`;
  const seen = {
    finalUrl: 'https://post.example/1',
    httpStatus: 200,
    title: 'Big story',
    headers: {},
    markup,
  };
  return judge({ goal, result: { ok: true, output }, page: seen, files: [], schemaProblems: null });
}

it.each([
  'Subscribe to continue reading',
  'Become a member today to keep reading this story',
  'To continue reading, please log in or register',
  'The rest of the article is available to subscribers',
])('a text that ends at a paywall comes with a doubt: %s', (wall) => {
  const verdict = told(`# Big story\n\n${opening}\n\n## ${wall}`, wall);
  expect(verdict).toMatchObject({ verdict: 'succeeded', confidence: 0.55 });
  expect(verdict.reason).toMatch(/paywall/);
});

it('a value from before the paywall, or a page without one, comes without', () => {
  expect(told('In May', 'Subscribe to continue reading', 'When did it begin?').confidence).toBe(0.8);
  expect(told(`# Big story\n\n${opening}`, 'Subscribe to our newsletter').confidence).toBe(0.8);
});

it.each([
  ['# Oak & Co\n\nYou must be logged in to view this page.\n\n[Log in](https://acme.example/in)', 'failed'],
  ['# Oak & Co\n\nPlease log in to continue.', 'failed'],
  ['# Oak & Co\n\nDesks since 1954. Please log in to see your orders.', 'succeeded'],
])('a heading over the demand makes no content of it: %j', (output, verdict) => {
  const input = { goal: 'What does the desk cost?', page: null, files: [], schemaProblems: null };
  expect(judge({ ...input, result: { ok: true, output } }).verdict).toBe(verdict);
});
