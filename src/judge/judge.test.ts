import { describe, expect, it } from 'vitest';
import { type JudgeInput, judge } from './judge.ts';
import type { PageEvidence } from './page-reading.ts';

const PRICE = 'Find the price of the lamp';
const html = (title: string, body: string) =>
  `<html><head><title>${title}</title></head><body>${body}</body></html>`;

function page(evidence: Partial<PageEvidence> = {}): PageEvidence {
  return {
    finalUrl: 'https://shop.example/',
    httpStatus: 200,
    title: 'Shop',
    headers: {},
    markup: null,
    ...evidence,
  };
}

function judged(output: unknown, rest: Partial<JudgeInput> = {}) {
  return judge({
    goal: PRICE,
    result: { ok: true, output },
    page: null,
    files: [],
    schemaProblems: null,
    ...rest,
  });
}

function failure(
  result: Partial<Extract<JudgeInput['result'], { ok: false }>>,
  seen: PageEvidence | null = null,
) {
  return judge({
    goal: PRICE,
    result: { ok: false, fault: 'runner', code: 'failed', message: 'It did not work.', ...result },
    page: seen,
    files: [],
    schemaProblems: null,
  });
}

const challenge = page({
  httpStatus: 403,
  title: 'Just a moment...',
  markup: html('Just a moment...', '<script>_cf_chl_opt</script>'),
});
const loginPage = page({
  finalUrl: 'https://shop.example/login?next=/orders',
  title: 'Log in',
  markup: html(
    'Log in',
    '<h1>Log in</h1><form>Email<input name="email">Password<input type="password"></form>',
  ),
});

const members = page({
  finalUrl: 'https://shop.example/members',
  title: 'Members only',
  markup: html(
    'Members only',
    '<p>You must be signed in to see member prices.</p><input type="password"><p>No account yet?</p>',
  ),
});

describe('the order of the rules', () => {
  it('puts a fault of the platform before everything else', () => {
    const verdict = failure(
      { fault: 'platform', code: 'provider_5xx', message: 'The provider answered 503.' },
      challenge,
    );
    expect(verdict).toMatchObject({
      verdict: 'failed',
      fault: 'platform',
      errorCode: 'run_failed',
      reason: 'The provider answered 503.',
    });
  });

  it('puts a block page before the schema', () => {
    expect(judged('x', { page: challenge, schemaProblems: ['price is missing'] })).toMatchObject({
      verdict: 'blocked',
      blockReason: 'bot_challenge',
      errorCode: 'blocked',
      defense: 'cloudflare',
      fault: 'site',
      answer: null,
      answerPresent: false,
    });
  });

  it('puts a login wall before the schema', () => {
    const verdict = judged('Log in', {
      page: loginPage,
      schemaProblems: ['output must be object, not string'],
    });
    expect(verdict).toMatchObject({ verdict: 'failed', errorCode: 'run_failed', fault: 'caller' });
  });

  it('puts the schema before hollow and empty texts, and keeps the output', () => {
    const verdict = judged('No results found', {
      schemaProblems: ['output must be object, not string', 'and 2 more'],
    });
    expect(verdict).toMatchObject({
      verdict: 'failed',
      errorCode: 'schema_violation',
      output: 'No results found',
      answer: null,
    });
    expect(verdict.reason).toContain('output must be object, not string; and 2 more');
  });

  it('puts a claimed download before hollow text', () => {
    const verdict = judged('I downloaded the file.', { goal: 'Download the invoice' });
    expect(verdict).toMatchObject({
      verdict: 'failed',
      errorCode: 'run_failed',
      deliverables: { verdict: 'not_delivered', claimed: 1, delivered: 0 },
    });
  });
});

describe('failures that the runner reports', () => {
  it.each<[string, Parameters<typeof failure>[0], PageEvidence | null, object]>([
    [
      'a site that blocked',
      { fault: 'site', code: 'blocked', error: 'blocked' },
      null,
      { verdict: 'blocked', fault: 'site' },
    ],
    [
      'a challenge on the page',
      { fault: 'runner' },
      challenge,
      { verdict: 'blocked', defense: 'cloudflare' },
    ],
    [
      'a refusal by status',
      { fault: 'site' },
      page({ httpStatus: 403, title: null }),
      { verdict: 'blocked' },
    ],
    [
      'a block in its words',
      { message: 'Task stopped: blocked by a captcha.' },
      null,
      { verdict: 'blocked' },
    ],
    [
      'a site that is down',
      { fault: 'site', code: 'http_502' },
      page({ httpStatus: 502 }),
      { verdict: 'failed', fault: 'site' },
    ],
    [
      'an unanswered question',
      { fault: 'caller', code: 'no_input' },
      null,
      { verdict: 'failed', fault: 'caller' },
    ],
    [
      'an ordinary failure',
      {},
      null,
      { verdict: 'failed', fault: 'runner', reason: 'It did not work.', output: null },
    ],
    [
      'no words at all',
      { message: ' ', code: 'boom' },
      null,
      { verdict: 'failed', reason: 'The runner failed (boom).' },
    ],
  ])('%s', (_, result, seen, expected) => {
    expect(failure(result, seen)).toMatchObject({ answer: null, answerPresent: false, ...expected });
  });
});

describe('blocked', () => {
  it.each<[string, unknown]>([
    ['text', 'Just a moment...\nEnable JavaScript and cookies to continue'],
    [
      'a structured page',
      { title: 'Just a moment...', markdown: 'Enable JavaScript and cookies to continue', url: 'u' },
    ],
    [
      'markup in a field',
      { status: 1, html: html('Access to this page has been denied', '<div id="px-captcha">') },
    ],
    ['a report', 'I could not get the price because the site shows a CAPTCHA.'],
    ['a terse refusal', '403 Forbidden'],
    ['a challenge in German', 'Nur einen Moment…\n\nÜberprüfen Sie, dass Sie ein Mensch sind.'],
    ['a challenge in French', 'Un instant…\nVérifiez que vous êtes humain.'],
    ['a challenge in Spanish', 'Verifica que eres un ser humano'],
    ['a slider in Chinese', '请拖动滑块完成验证'],
    ['a report in German', 'Die Seite verlangt ein CAPTCHA, daher konnte ich den Preis nicht lesen.'],
    ["DataDome's answer to programs", { url: 'https://geo.captcha-delivery.com/captcha/?initialCid=x' }],
    [
      "PerimeterX's answer to programs",
      { appId: 'PX1', uuid: 'x', hostUrl: '/x/xhr', blockScript: '/x/captcha.js' },
    ],
    ["Akamai's answer to programs", { cpr_chlge: 'true' }],
  ])('when %s is the result', (_, output) => {
    expect(judged(output)).toMatchObject({
      verdict: 'blocked',
      blockReason: 'bot_challenge',
      errorCode: 'blocked',
    });
  });

  it.each<[string, unknown, Partial<JudgeInput>]>([
    ['a product called Forbidden', { title: 'Forbidden', price: 5 }, { schemaProblems: [] }],
    [
      'a film called Forbidden on a full page',
      'Forbidden',
      {
        goal: 'Which film is first?',
        page: page({ markup: `<p>${'Forbidden and other films. '.repeat(100)}</p>` }),
      },
    ],
    [
      'an answer from elsewhere beside a 403',
      'The lamp costs $5.',
      { page: page({ httpStatus: 403, markup: '<p>no</p>' }) },
    ],
    [
      'a story with a security check',
      'The hero encountered a security check and was stopped by guards.',
      { goal: 'What happens in the story?' },
    ],
    [
      'a headline about Cloudflare',
      'Thousands blocked by Cloudflare outage as security check fails',
      { goal: 'What is the top headline?' },
    ],
    [
      'names in a list',
      ['Captcha Breaker Board Game', 'Access Denied T-Shirt'],
      { goal: 'List the products' },
    ],
    ['a number that is also a status', '403', { goal: 'What is the extension of the office?' }],
    ['a book of that title', { title: 'Access Denied', price: 9.9 }, { goal: 'Get the book' }],
    ['an article about captchas', `Captchas annoy people. ${'They are everywhere. '.repeat(100)}`, {}],
  ])('not for %s', (_, output, rest) => {
    expect(judged(output, rest).verdict).toBe('succeeded');
  });

  it('when a schema was filled from the title of a block page', () => {
    const output = { title: 'Just a moment...', price: null };
    expect(judged(output, { schemaProblems: [] }).verdict).toBe('blocked');
  });

  it('when the page is a captcha and hardly a word beside it, but not when the captcha watches unseen', () => {
    const widget = '<p>One moment</p><div class="cf-turnstile" data-sitekey="x"></div>';
    expect(judged('', { page: page({ markup: html('Shop', widget) }) }).verdict).toBe('blocked');
    const shell =
      '<div id="root"></div><script src="https://www.google.com/recaptcha/api.js?render=x"></script>';
    expect(judged('', { page: page({ markup: html('Shop', shell) }) }).verdict).toBe('failed');
  });
});

describe('login walls', () => {
  const ORDERS = 'List my orders';
  it.each<[string, unknown, Partial<JudgeInput>, RegExp]>([
    ['a request to log in', 'Please log in to continue.', {}, /request to log in/],
    [
      'a request to sign in under a heading',
      '# Sign in\nYou must be logged in to view this page.',
      {},
      /request to log in/,
    ],
    ['a report', 'The website requires a login to see the orders.', {}, /request to log in/],
    ['the words of the login page', 'Log in Email Password', { page: loginPage }, /ended at a login page/],
    [
      'the title of the login page in a field',
      { title: 'Log in' },
      { page: loginPage, schemaProblems: [] },
      /ended at a login page/,
    ],
    ['nothing, at a login page', '', { page: loginPage }, /ended at a login page/],
    [
      'narration, at a login page',
      'I opened the page and scrolled down.',
      { page: loginPage },
      /ended at a login page/,
    ],
    ['a passage of a members page', 'You must be signed in to see member prices.', {}, /request to log in/],
    ['other words of a members page', 'No account yet?', { page: members }, /ended at a login page/],
    ['a request in German', 'Bitte melden Sie sich an, um fortzufahren.', {}, /request to log in/],
    ['a request in French', 'Veuillez vous connecter pour continuer.', {}, /request to log in/],
    ['a request in Chinese', '请先登录', {}, /request to log in/],
    [
      'a subscription',
      'Subscribe to continue reading. Already a subscriber? Log in.',
      {},
      /request to log in/,
    ],
    ['an expired session', 'Session expired. Please log in again.', {}, /request to log in/],
    [
      'a form read aloud',
      'Sign in\nEmail or phone\nPassword\nForgot password?\nNew to Shop? Join now',
      {},
      /request to log in/,
    ],
    ['its words in another order', 'Email, Password: Log in!', { page: loginPage }, /ended at a login page/],
    ['a rejection in German', 'Benutzername oder Passwort ist falsch.', {}, /rejected the login/],
    ['a locked account', 'Your account has been locked.', {}, /rejected the login/],
    ['a rejected login', 'Invalid username or password', {}, /rejected the login/],
    ['a reported rejection', 'The login failed.', {}, /rejected the login/],
    [
      'a rejection on the page',
      '',
      { page: { ...loginPage, markup: `${loginPage.markup}<p>The password you entered is incorrect</p>` } },
      /rejected the login/,
    ],
  ])('fails at %s', (_, output, rest, reason) => {
    const verdict = judged(output, { goal: ORDERS, ...rest });
    expect(verdict).toMatchObject({ verdict: 'failed', fault: 'caller', answerPresent: false });
    expect(verdict.reason).toMatch(reason);
  });

  it.each<[string, unknown, Partial<JudgeInput>]>([
    [
      'an answer before signing out',
      'The balance is $5.',
      { goal: 'Log in, read the balance and log out', page: loginPage },
    ],
    ['a number before signing out', 42, { goal: 'How many orders do I have?', page: loginPage }],
    [
      'the login page as the subject',
      'Log in',
      { goal: 'What is the title of the login page?', page: loginPage },
    ],
    [
      'the error message as the subject',
      'Invalid username or password',
      { goal: 'Log in with a wrong password and report the error message' },
    ],
    [
      'a rule about passwords',
      'If you enter an incorrect password three times, the account is locked.',
      { goal: 'Get the help text' },
    ],
    [
      'a page about login',
      `Please log in to your account first. ${'Then open the settings and choose a theme. '.repeat(20)}`,
      { goal: 'Get the help text' },
    ],
    [
      'a list of questions about logins',
      ['How do I log in?', 'I forgot my password', 'How do I create an account?'],
      { goal: 'List the questions' },
    ],
    [
      'a page with a login box',
      'The lamp costs $5.',
      { page: page({ markup: html('Shop', '<p>Lamp</p><input type="password">') }) },
    ],
  ])('is not %s', (_, output, rest) => {
    expect(judged(output, { goal: ORDERS, ...rest }).verdict).toBe('succeeded');
  });

  it('is unsure about an answer given at a login page', () => {
    expect(judged('The balance is $5.', { page: loginPage }).confidence).toBeLessThan(0.6);
  });
});

describe('hollow completions', () => {
  it.each<[string, unknown, string]>([
    ['nothing', '', PRICE],
    ['null', null, PRICE],
    ['an empty object', {}, PRICE],
    ['empty fields', { price: null, title: '' }, PRICE],
    ['a placeholder', 'N/A', PRICE],
    ['an unprintable object', '[object Object]', PRICE],
    ['the task again', 'Find the price of the lamp.', PRICE],
    ['the task under a label', 'Task: find the price of the lamp', PRICE],
    ['narration', 'I navigated to the shop. Then I clicked on "Lamps" and scrolled down.', PRICE],
    [
      'narration in steps',
      '1. Navigated to https://shop.example/?page=2\n2. Clicked the 3rd link\n3. Waited 5 seconds',
      PRICE,
    ],
    ['narration by gerunds', 'Navigating to the site. Clicking on "Lamps". Loading...', PRICE],
    [
      'narration by an agent',
      'The agent has successfully navigated to the page and clicked the button.',
      PRICE,
    ],
    ['narration wrapped in a key', { answer: 'I opened the page and clicked the button.' }, PRICE],
    ['narration without a task', 'Opened the page. Scrolled to the bottom.', ''],
    ['narration that ends with success', 'I searched for the lamp. Task completed successfully.', PRICE],
    ['success without an answer', 'The task has been completed successfully.', PRICE],
    ['having found it', 'I have found the information you requested.', PRICE],
    ['a promise', "I'll search for the lamp now.", PRICE],
    ['a promise for a deed', 'I will click the button.', 'Click the button'],
    ['the next step', 'Let me open the page. Next, I will look for the price.', PRICE],
    ['giving up', 'I was unable to find the price on the page.', PRICE],
    ['an apology', "I'm sorry, but I cannot browse the internet.", PRICE],
    ['running out of steps', 'Maximum number of steps reached', PRICE],
    ['reaching the limit', 'The agent reached the maximum number of steps.', PRICE],
    ['success with a tick', '✅ Done! I have successfully extracted the price as requested.', PRICE],
    ['a passive', 'The price has been extracted.', PRICE],
    ['a surrender without a subject', 'The price could not be determined from the page.', PRICE],
    ['a question back', 'Sure! Could you tell me which lamp you mean?', PRICE],
    ['a status', { status: 'success', message: 'Task completed' }, PRICE],
    ['a thought', { thought: 'I should click', action: 'click', index: 4 }, PRICE],
    ['placeholders in fields', { price: 'N/A', title: 'Unknown' }, PRICE],
    ['a placeholder under a label', 'Price: not found', PRICE],
    ['a truth for a thing', 'true', 'How much is the lamp?'],
    ['a plea for scripts', 'You need to enable JavaScript to run this app.', PRICE],
    ['an error of the runner', 'Error: net::ERR_CONNECTION_REFUSED', PRICE],
    ['an error in a field', { error: 'Element not found', success: false }, PRICE],
  ])('fail: %s', (_, output, goal) => {
    expect(judged(output, { goal })).toMatchObject({
      verdict: 'failed',
      errorCode: 'run_failed',
      fault: 'runner',
      answer: null,
      answerPresent: false,
    });
  });

  it.each<[string, unknown, string]>([
    ['an answer', 'The lamp costs $29.99.', PRICE],
    ['an answer after narration', 'I opened the shop and clicked on the lamp. The price is $29.99.', PRICE],
    ['an answer inside narration', 'I navigated to the page and found that the lamp costs 30 euros.', PRICE],
    ['a single word', 'Paris', 'What is the capital of France: Paris or London?'],
    ['a bare number', '29.99', PRICE],
    ['a short no', 'No', 'Is the lamp in stock?'],
    ['a page that begins like narration', 'Opening hours: Monday to Friday, nine to five.', ''],
    ['a country', 'USA', 'Which country is it?'],
    ['a company', 'Google', 'Who made it?'],
    ['opening hours', 'Opening hours vary by season', 'When is it open?'],
    ['a history', 'Started as a bookstore in Seattle', 'How did it begin?'],
    ['one imperative', 'Log in', 'What does the button say?'],
    ['a text in another language', 'Die Lampe kostet wenig.', PRICE],
    ['a text in another script', '在庫あり', 'Is it in stock?'],
    ['a quotation', 'Searching for Bobby Fischer', 'Which film is listed first?'],
    [
      'instructions that were asked for',
      'Click "Forgot password", enter your email, and follow the link; it is valid for one hour.',
      'How do I reset my password?',
    ],
    ['data', [{ price: 1 }], PRICE],
    ['a song that begins like a promise', 'Let me entertain you', 'What is the song called?'],
    ['a status that was asked for', { status: 'shipped' }, 'What is the status of order 5?'],
    ['a truth that was asked for', true, 'Is the lamp in stock?'],
    ['false', false, 'Is the lamp in stock?'],
  ])('pass: %s', (_, output, goal) => {
    expect(judged(output, { goal })).toMatchObject({
      verdict: 'succeeded',
      answerPresent: true,
      errorCode: null,
      fault: 'none',
    });
  });

  it.each([
    ['Click the Subscribe button', 'I clicked the Subscribe button.'],
    ['Find the email by Ann and delete it', 'I selected the email and pressed the trash icon.'],
    ['Enter "what is new" into the box and press submit', 'Done.'],
  ])('a deed may be answered by a report of it, but the rules stay unsure: %s', (goal, output) => {
    const verdict = judged(output, { goal });
    expect(verdict.verdict).toBe('succeeded');
    expect(verdict.confidence).toBeLessThan(0.6);
  });
});

describe('legitimate empty results', () => {
  it.each<[string, unknown, string]>([
    ['a statement', 'No results found for "purple lamp".', 'No results found for "purple lamp".'],
    [
      'a full sentence',
      'There are no flights available on 12 May 2026.',
      'There are no flights available on 12 May 2026.',
    ],
    [
      'a search that did not match',
      'Your search did not match any documents.',
      'Your search did not match any documents.',
    ],
    [
      'a runner that found none',
      'I could not find any open positions.',
      'I could not find any open positions.',
    ],
    ['an empty cart', 'Your cart is empty', 'Your cart is empty'],
    ['a list', [], 'No results: the list is empty.'],
    ['a list as text', '[]', 'No results: the list is empty.'],
    [
      'an object of lists',
      { results: [], total: 0, query: 'lamp' },
      'No results: results is empty, total is 0.',
    ],
    ['an object with a message', { items: [], message: 'No items found' }, 'No items found'],
    ['a statement under a key', { answer: 'No results found' }, 'No results found'],
    ['the number zero', 0, '0'],
    ['zero as text', '0', '0'],
    ['a count of zero', { count: 0 }, 'No results: count is 0.'],
    ['lists below a key', { data: { items: [] } }, 'No results: data is empty.'],
    ['an empty bag', 'Your shopping bag is empty.', 'Your shopping bag is empty.'],
    ['no notifications', 'You have no unread notifications.', 'You have no unread notifications.'],
    ['none placed', "You haven't placed any orders yet.", "You haven't placed any orders yet."],
    ['a count of none', 'Showing 0 of 0', 'Showing 0 of 0'],
    ['no positions', 'There are currently no open positions.', 'There are currently no open positions.'],
    ['no title', 'Sorry, no titles match.', 'Sorry, no titles match.'],
    ['a heading of none', 'Search results (0)', 'Search results (0)'],
    ['German', 'Leider wurden keine Treffer gefunden.', 'Leider wurden keine Treffer gefunden.'],
  ])('%s', (_, output, answer) => {
    expect(judged(output, { goal: 'List the lamps' })).toMatchObject({
      verdict: 'empty',
      answer,
      answerPresent: true,
      errorCode: null,
    });
  });

  it.each<[string, unknown]>([
    ['a result with an alternative', 'No results found for purple, but the red lamp costs 5.'],
    ['a price beside missing reviews', 'The lamp has no reviews yet and costs $20.'],
    ['a long text', `No results of the study were kept. ${'It went on for years. '.repeat(20)}`],
    ['a heading of some', 'Search results (10)'],
    ['a list of zeros', [0]],
    ['a filled list beside an empty one', { items: [1], errors: [] }],
    ['a name beside a zero', { name: 'Lamp', stock: 0 }],
    ['a plain no', 'No, it opens on Monday.'],
    ['a promise about data', 'No data is shared with third parties.'],
    ['free shipping', 'No shipping costs on orders over 50'],
    ['a delay', 'No flights will depart before noon'],
  ])('not %s', (_, output) => {
    expect(judged(output, { goal: 'List the lamps' }).verdict).toBe('succeeded');
  });

  it('is no answer when a schema without required keys got none at all', () => {
    const verdict = judged({}, { schemaProblems: [] });
    expect(verdict).toMatchObject({ verdict: 'failed', errorCode: 'run_failed', answerPresent: false });
  });

  it('is unsure about a contract that is filled with nothing', () => {
    const verdict = judged({ items: [] }, { goal: 'List the lamps', schemaProblems: [] });
    expect(verdict.verdict).toBe('empty');
    expect(verdict.confidence).toBeLessThan(0.6);
  });
});

it('is unsure where the runner acted and found no answer to the question', () => {
  const result = { ok: true as const, output: 'The page now shows: Basket', unanswered: 'what is the total' };
  expect(judged('', { result })).toMatchObject({
    verdict: 'succeeded',
    confidence: 0.5,
    reason: expect.stringContaining('what is the total'),
  });
});

it('is unsure whether an act without proof failed', () => {
  expect(failure({ code: 'not_confirmed' })).toMatchObject({ verdict: 'failed', confidence: 0.5 });
});

it('is unsure where the runner says that it read only a part', () => {
  const result = {
    ok: true as const,
    output: { boats: ['Tern'] },
    partly: 'Only a part of the list was read.',
  };
  expect(judged('', { result })).toMatchObject({
    confidence: 0.5,
    reason: 'Only a part of the list was read.',
  });
});

it('is as sure as the runner is right with such answers, and never surer than of others', () => {
  const told = (share: number, of: 'answer' | 'deed') =>
    judged('', { result: { ok: true, output: '£12', likely: { share, of } } });
  // The confidence is the only number.
  expect(told(0.66, 'answer')).toMatchObject({ confidence: 0.66, reason: 'The page states the answer.' });
  expect(told(0.6600000211514834, 'answer').confidence).toBe(0.66);
  expect(told(0.97, 'answer')).toMatchObject({ confidence: 0.8 });
  expect(told(0.41, 'deed')).toMatchObject({
    confidence: 0.41,
    reason: 'The page shows that it was done.',
  });
});

describe('deliverables', () => {
  const file = (name: string) => ({ kind: 'download', name });
  const goal = 'Open the account page and download the invoice';

  it('are null for a task without files', () => {
    expect(judged('The lamp costs $5.').deliverables).toBeNull();
    expect(judged('4,000', { goal: 'How many downloads does the package have?' }).deliverables).toBeNull();
    expect(judged('https://a.example/x.pdf', { goal: 'Find the download link' }).deliverables).toBeNull();
    expect(
      judged('The app has been downloaded 5 million times.', { goal: 'Summarise' }).deliverables,
    ).toBeNull();
  });

  it('are a success as soon as the requested file is there, against the report of the runner', () => {
    const files = [file('invoice.pdf')];
    const asked = { goal, files, page: null, schemaProblems: null };
    const result = { ok: false, fault: 'runner', code: 'step_failed', message: 'A click failed.' } as const;
    const expected = {
      verdict: 'succeeded',
      fault: 'none',
      deliverables: { delivered: 1, verdict: 'delivered' },
    };
    expect(judge({ ...asked, result })).toMatchObject({
      ...expected,
      answer: 'Delivered 1 file: invoice.pdf',
    });
    expect(judged('I will now download the file.', { goal, files })).toMatchObject(expected);
    expect(judged('Please log in to continue.', { goal, files })).toMatchObject(expected);
    const other = { ...asked, goal: 'What does the page say?' };
    expect(judge({ ...other, result })).toMatchObject({ verdict: 'failed' });
    expect(judge({ ...asked, result, schemaProblems: ['there is no output'] }).verdict).toBe('failed');
  });

  it('answer a download task with the delivered files', () => {
    const verdict = judged('I clicked download.', {
      goal,
      files: [file('invoice.pdf'), { kind: 'screenshot', name: 'a.png' }],
    });
    expect(verdict).toMatchObject({
      verdict: 'succeeded',
      answer: expect.stringContaining('Delivered 1 file: invoice.pdf'),
      deliverables: { claimed: 1, delivered: 1, verdict: 'delivered' },
    });
  });

  it('take the picture of the page for the file where a picture is asked for', () => {
    const picture = { kind: 'screenshot', name: 'page.png' };
    expect(judged('', { goal: 'Take a screenshot of the page.', files: [picture] })).toMatchObject({
      verdict: 'succeeded',
      answer: 'Delivered 1 file: page.png',
    });
    expect(
      judged('I took the picture.', { goal: 'Open the shop and take a screenshot', files: [] }),
    ).toMatchObject({
      verdict: 'failed',
      deliverables: { verdict: 'not_delivered' },
    });
  });

  it('succeed without a word when the file is there', () => {
    expect(judged('', { goal, files: [file('a.csv')] })).toMatchObject({
      verdict: 'succeeded',
      answer: 'Delivered 1 file: a.csv',
    });
  });

  it('say which file was too large to be kept', () => {
    const tooLarge = [{ kind: 'download', name: 'archive.zip' }];
    expect(judged('Invoices', { goal, tooLarge })).toMatchObject({
      verdict: 'failed',
      reason: expect.stringContaining('archive.zip'),
      deliverables: { claimed: 1, delivered: 0, verdict: 'not_delivered' },
    });
    expect(judged('Invoices', { goal, tooLarge, files: [file('a.csv')] }).deliverables).toMatchObject({
      claimed: 2,
      delivered: 1,
      verdict: 'partial',
    });
  });

  it('say which file the provider did not hand over', () => {
    const notFetched = [{ kind: 'download', name: 'archive.zip' }];
    expect(judged('Invoices', { goal, notFetched })).toMatchObject({
      verdict: 'failed',
      fault: 'platform',
      reason: 'The provider did not hand over what it names: archive.zip.',
    });
  });

  it('are neither made nor failed by a recording', () => {
    const recording = { kind: 'recording', name: 'recording.mp4' };
    const asked = { verdict: 'failed', deliverables: { delivered: 0, verdict: 'not_delivered' } };
    expect(judged('Invoices', { goal, files: [recording] })).toMatchObject(asked);
    for (const lost of [{ tooLarge: [recording] }, { notFetched: [recording] }, { notStored: [recording] }])
      expect(judged('Tea costs 4 euros.', lost)).toMatchObject({ verdict: 'succeeded', deliverables: null });
  });

  it('are counted by the downloads that began', () => {
    const files = Array.from({ length: 10 }, (_, index) => file(`${index}.csv`));
    expect(judged('', { goal, files, begunDownloads: 14 }).deliverables).toMatchObject({
      claimed: 14,
      delivered: 10,
      verdict: 'partial',
    });
    expect(judged('Invoices', { goal, begunDownloads: 1 })).toMatchObject({
      verdict: 'failed',
      fault: 'site',
      reason: 'A download began, but the file did not come to its end.',
    });
  });

  it('are no matter where a page sends an unrequested file', () => {
    expect(judged('$58.00', { goal: 'What does the kettle cost?', begunDownloads: 1 })).toMatchObject({
      verdict: 'succeeded',
      deliverables: null,
    });
  });

  it.each([
    ['a status', 'Task completed successfully.', 'failed'],
    ['narration', 'I navigated to the page and clicked on the product.', 'failed'],
    ['an error page', '404 Not Found', 'failed'],
    ['a claimed download', 'I downloaded the file.', 'failed'],
    ['nothing found', 'No results found.', 'failed'],
    ['an answer', 'The kettle costs $58.00.', 'succeeded'],
  ])('are no matter to a question: %s', (_, output, verdict) => {
    const question = { goal: 'What does the kettle cost?' };
    const plain = judged(output, question);
    expect(plain).toMatchObject({ verdict, deliverables: null });
    for (const stray of [
      { files: [file('todo.md')] },
      { notFetched: [file('todo.md')] },
      { tooLarge: [file('todo.md')] },
      { files: [file('kettle.pdf')], begunDownloads: 1 },
    ])
      expect(judged(output, { ...question, ...stray })).toEqual(plain);
  });

  it.each([
    ['Get the invoice as PDF', 'todo.md', 'text/markdown', 'not_delivered'],
    ['Get the invoice as PDF', 'invoice.pdf', 'text/plain', 'not_delivered'],
    ['Get the invoice as PDF', 'invoice', 'application/pdf', 'delivered'],
    ['Get the invoice as PDF', 'invoice.bin', 'application/pdf; charset=binary', 'delivered'],
    ['Speichere die Rechnung als PDF', 'rechnung.pdf', 'application/pdf', 'delivered'],
    ['Download the price list as CSV', 'prices.csv', 'text/plain', 'delivered'],
    ['Download the price list as CSV', 'prices.csv', 'text/html', 'not_delivered'],
    ['Download the invoice', 'todo.md', 'text/markdown', 'not_delivered'],
    ['Download the invoice', 'invoice-7.txt', 'text/plain', 'delivered'],
    ['Download the invoice', '4711.pdf', 'application/pdf', 'delivered'],
  ])('%s: %s as %s', (asked, name, contentType, verdict) => {
    const files = [{ kind: 'download', name, contentType }];
    const judgement = judged('Done.', { goal: asked, files });
    expect(judgement.deliverables).toMatchObject({ verdict });
    expect(judgement.verdict).toBe(verdict === 'delivered' ? 'succeeded' : 'failed');
  });

  it.each<[string, unknown]>([
    ['in words', 'The invoice has been downloaded as invoice.pdf.'],
    ['by a flag', { download_succeeded: true, name: 'invoice.pdf' }],
    ['by a list', { downloaded_files: ['a.pdf', 'b.pdf'] }],
  ])('fail when claimed %s and nothing was captured', (_, output) => {
    expect(judged(output, { goal: 'Download my invoice' })).toMatchObject({
      verdict: 'failed',
      deliverables: { verdict: 'not_delivered', delivered: 0 },
    });
  });

  it.each<[string, unknown]>([
    ['in German', 'Die Rechnung wurde erfolgreich heruntergeladen.'],
    ['by a status', { files: ['invoice.pdf'], status: 'downloaded' }],
  ])('fail when they are claimed %s', (_, output) => {
    expect(judged(output, { goal: 'Download the invoice' }).deliverables?.verdict).toBe('not_delivered');
  });

  it('are not claimed by instructions', () => {
    expect(judged('Once you have downloaded setup.exe, run it.').verdict).toBe('succeeded');
  });

  it('fail when a file was asked for and only words came', () => {
    expect(judged('Invoice 7, total $5', { goal })).toMatchObject({
      verdict: 'failed',
      deliverables: { claimed: 0, verdict: 'not_delivered' },
    });
  });

  it('may be legitimately none', () => {
    expect(judged('There are no invoices available.', { goal }).verdict).toBe('empty');
  });

  it('are partial when fewer files came than were claimed, and the rules are unsure', () => {
    const verdict = judged('I downloaded a.pdf and b.pdf.', { goal, files: [file('a.pdf')] });
    expect(verdict).toMatchObject({
      verdict: 'succeeded',
      deliverables: { claimed: 2, delivered: 1, verdict: 'partial' },
    });
    expect(verdict.confidence).toBeLessThan(0.6);
  });

  it('rename the success flag of the runner and say whether a file arrived', () => {
    expect(judged({ download_succeeded: true, name: 'x' }, { goal }).output).toEqual({
      download_triggered: true,
      file_delivered: false,
      name: 'x',
    });
    expect(judged([{ download_succeeded: true }], { goal, files: [file('a.pdf')] }).output).toEqual([
      { download_triggered: true, file_delivered: true },
    ]);
    const deep = {
      items: [
        { download_succeeded: 'yes', path: '/tmp/a.pdf' },
        { download_succeeded: null, path: 'b.pdf' },
      ],
    };
    expect(judged(deep, { goal: 'List the files', files: [file('a.pdf')] }).output).toEqual({
      items: [
        { download_triggered: 'yes', file_delivered: true, path: '/tmp/a.pdf' },
        { download_triggered: null, file_delivered: false, path: 'b.pdf' },
      ],
    });
  });

  it('rename it under a schema too, also one that asks for that very key', () => {
    const output = { download_succeeded: true, name: 'x' };
    const more = { goal, files: [file('a.pdf')], schemaProblems: [] };
    const schema = (...keys: string[]) => ({
      type: 'object',
      properties: Object.fromEntries(keys.map((key) => [key, {}])),
    });
    for (const outputSchema of [schema('name'), schema('name', 'download_succeeded')])
      expect(judged(output, { ...more, outputSchema }).output).toEqual({
        download_triggered: true,
        file_delivered: true,
        name: 'x',
      });
  });
});

describe('a page in place of the site', () => {
  const down = (title: string, body: string) => page({ title, markup: html(title, body) });

  it.each([
    [
      'Shop',
      '<p>The site is down for scheduled maintenance.</p>',
      'The site is down for scheduled maintenance.',
    ],
    ['Maintenance', '<h1>Back soon</h1><p>See you in an hour.</p>', '# Back soon\n\nSee you in an hour.'],
    ['Shop', "<p>We're currently performing some maintenance.</p>", 'The shop is under maintenance.'],
  ])('%s: %s is no content', (title, body, said) => {
    expect(judged(said, { goal: '', page: down(title, body) })).toMatchObject({
      verdict: 'failed',
      fault: 'site',
      reason: 'The site says that it is down for maintenance, and nothing else.',
    });
  });

  it.each([
    ['When is the site back?', '<p>The site is down for maintenance until 6 pm.</p>', '6 pm'],
    [
      'Is the shop down?',
      '<p>The shop is down for maintenance.</p>',
      'Yes, the shop is down for maintenance.',
    ],
    [PRICE, '<p>The lamp costs $30. Lift 2 is under maintenance.</p>', '$30'],
    [PRICE, `<p>The site is down for maintenance on Sunday. ${'Lamps are $30. '.repeat(40)}</p>`, '$30'],
  ])('%s may be answered by one', (goal, body, said) => {
    expect(judged(said, { goal, page: down('Shop', body) }).verdict).toBe('succeeded');
  });
});

const SOFAS = `<nav>${'<a href="/c">Sofas</a> '.repeat(20)}</nav>`;

describe('error pages', () => {
  const missing = page({
    httpStatus: 404,
    title: 'Not Found',
    markup: html('Not Found', '<h1>Oops</h1><p>We lost this page.</p>'),
  });

  it.each(['404 Not Found', 'Oops We lost this page.', 'The page could not be found.'])(
    'are no answer: %s',
    (output) => {
      expect(judged(output, { page: missing })).toMatchObject({
        verdict: 'failed',
        fault: 'site',
        errorCode: 'run_failed',
      });
    },
  );

  it.each([
    '502 Bad Gateway',
    'This site can’t be reached',
    'Oops! Something went wrong. Please try again later.',
  ])('are no result without a page beside them either: %s', (output) => {
    expect(judged(output)).toMatchObject({ verdict: 'failed', fault: 'site' });
  });

  it.each([
    ['Page not found - Oak & Co', '# Page not found\n\nSorry, it is gone.'],
    ['404 Not Found | Oak & Co', '404 Not Found\n\nIt may have moved.'],
    ['Oak & Co | 404', 'Page not found\n\nTry our search.'],
  ])('come with status 200 as well: %s', (title, output) => {
    const soft = page({ title, markup: html(title, SOFAS) });
    expect(judged(output, { page: soft })).toMatchObject({ verdict: 'failed', fault: 'site' });
    const text = { ok: true, output: 'Oops! It moved.', reading: { rung: 'text' } } as const;
    expect(judged(null, { page: soft, result: text })).toMatchObject({ verdict: 'failed', fault: 'site' });
    expect(judged('The lamp costs $5.', { page: soft }).verdict).toBe('succeeded');
  });

  it('are not the goods that are called like them', () => {
    const shirt = page({ title: '404 Not Found T-shirt - Nerd shop', markup: html('', SOFAS) });
    const goal = 'What is the name of the shirt?';
    expect(judged('404 Not Found T-shirt', { goal, page: shirt }).verdict).toBe('succeeded');
  });

  it('may be the subject of the task, and do not outweigh an answer from elsewhere', () => {
    expect(judged('404 Not Found', { page: missing, goal: 'Which status does the page have?' }).verdict).toBe(
      'succeeded',
    );
    const unsure = judged('The lamp costs $5.', { page: missing });
    expect(unsure.verdict).toBe('succeeded');
    expect(unsure.confidence).toBeLessThan(0.6);
  });
});

describe('answers', () => {
  it('are the text itself, or the structured result as indented JSON', () => {
    expect(judged('The lamp costs $5.').answer).toBe('The lamp costs $5.');
    expect(judged('{"price":5}')).toMatchObject({ output: { price: 5 }, answer: '{\n  "price": 5\n}' });
    expect(judged({ ...'The lamp costs $5.'.split('') }).output).toBe('The lamp costs $5.');
  });

  it('are sure when the schema is satisfied, and unsure when every value is null', () => {
    expect(judged({ price: 5 }, { schemaProblems: [] }).confidence).toBeGreaterThan(0.9);
    expect(judged({ price: null }, { schemaProblems: [] })).toMatchObject({
      verdict: 'succeeded',
      confidence: 0.55,
    });
  });

  it('are present exactly when they are not null, with a reason every time', () => {
    for (const output of [
      'x y z',
      '',
      null,
      [],
      0,
      {},
      { a: 1 },
      'I will click.',
      '403 Forbidden',
      'Please log in',
      true,
    ]) {
      const verdict = judged(output);
      expect(verdict.answerPresent).toBe(verdict.answer !== null);
      expect(verdict.answerPresent).toBe(verdict.verdict === 'succeeded' || verdict.verdict === 'empty');
      expect(verdict.reason).not.toBe('');
      expect(verdict.confidence).toBeGreaterThan(0);
      expect(verdict.confidence).toBeLessThanOrEqual(1);
    }
  });
});

it('words of the page are no narration, the same words elsewhere are', () => {
  const words = 'Visiting the tower in winter and climbing over the ice.';
  const goal = 'What is not allowed?';
  const seen = page({ markup: html('Tower', `<p>Not allowed:</p><p>${words}</p>`) });
  expect(judged(words, { goal, page: seen }).verdict).toBe('succeeded');
  expect(judged(words, { goal, page: page() }).verdict).toBe('failed');
});
