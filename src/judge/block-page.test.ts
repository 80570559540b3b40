import { describe, expect, it } from 'vitest';
import { blockInContent, blockOnPage, refusalByStatus } from './block-page.ts';
import { blockInReport } from './block-report.ts';
import { type PageEvidence, readPage } from './page-reading.ts';

function page(evidence: Partial<PageEvidence>) {
  return readPage({
    finalUrl: 'https://shop.example/p/1',
    httpStatus: 200,
    title: null,
    headers: {},
    markup: null,
    ...evidence,
  });
}

const html = (title: string, body: string, head = '') =>
  `<!DOCTYPE html><html><head><title>${title}</title>${head}</head><body>${body}</body></html>`;
const prose = '<p>The market opens at nine and closes at five on every working day of the week.</p>'.repeat(
  40,
);

describe('block pages', () => {
  it.each<[string, string, Partial<PageEvidence>]>([
    [
      'cloudflare',
      'a managed challenge by its header',
      { httpStatus: 403, headers: { 'cf-mitigated': 'challenge' } },
    ],
    [
      'cloudflare',
      'a managed challenge by its markup',
      {
        httpStatus: 403,
        markup: html(
          'Just a moment...',
          '<noscript>Enable JavaScript and cookies to continue</noscript><script>window._cf_chl_opt={cType:"managed"};</script>',
        ),
      },
    ],
    ['cloudflare', 'a challenge by its title alone', { httpStatus: null, title: 'Just a moment...' }],
    [
      'cloudflare',
      'a firewall block',
      {
        httpStatus: 403,
        markup: html(
          'Attention Required! | Cloudflare',
          '<div id="cf-wrapper"><h1>Sorry, you have been blocked</h1><p>You are unable to access shop.example</p></div>',
        ),
      },
    ],
    [
      'cloudflare',
      'a rate limit',
      {
        httpStatus: 429,
        markup: html(
          'Access denied',
          '<div id="cf-error-details">Error 1015 You are being rate limited</div>',
        ),
      },
    ],
    [
      'datadome',
      'the interstitial',
      {
        httpStatus: 403,
        markup: html(
          'shop.example',
          `<p id="cmsg">Please enable JS and disable any ad blocker</p><script>var dd={'rt':'c','cid':'x','host':'geo.captcha-delivery.com'}</script>`,
        ),
      },
    ],
    [
      'datadome',
      'a refusal with its header',
      { httpStatus: 403, headers: { 'x-datadome': 'protected' }, markup: '' },
    ],
    [
      'datadome',
      'a refusal with its cookie',
      { httpStatus: 403, headers: { 'set-cookie': 'datadome=abc; Path=/' }, markup: '' },
    ],
    [
      'perimeterx',
      'press and hold',
      {
        httpStatus: 403,
        markup: html(
          'Access to this page has been denied',
          '<div id="px-captcha"></div><p>Press & Hold to confirm you are a human</p>',
        ),
      },
    ],
    [
      'perimeterx',
      'a store that asks with status 200',
      {
        markup: html(
          'Robot or human?',
          '<p>Activate and hold the button</p>',
          '<script>window._pxAppId="PX1"</script>',
        ),
      },
    ],
    [
      'akamai',
      'the edge error',
      {
        httpStatus: 403,
        markup: html(
          'Access Denied',
          '<h1>Access Denied</h1>You don\'t have permission to access "http&#58;&#47;&#47;shop.example" on this server.<p>Reference&#32;&#35;18&#46;5e2a1502&#46;1700000000&#46;1a2b3c</p>',
        ),
      },
    ],
    [
      'akamai',
      'a refusal by the edge server',
      { httpStatus: 403, headers: { server: 'AkamaiGHost' }, markup: '' },
    ],
    [
      'akamai',
      'the interstitial that works by itself',
      {
        markup:
          '<html><body><script>xhr.open("POST","/_sec/verify?provider=interstitial")</script></body></html>',
      },
    ],
    ['akamai', 'the behavioural challenge', { markup: html('', '<div id="sec-if-cpt-container"></div>') }],
    [
      'turnstile',
      'a page that is only the widget',
      {
        markup: html(
          'Shop',
          '<h1>Verify you are human</h1><div class="cf-turnstile"></div>',
          '<script src="https://challenges.cloudflare.com/turnstile/v0/api.js"></script>',
        ),
      },
    ],
    [
      'recaptcha',
      'the search engine that saw unusual traffic',
      {
        httpStatus: 429,
        finalUrl: 'https://www.google.com/sorry/index?continue=x',
        markup: html(
          'https://www.google.com/search',
          '<p>Our systems have detected unusual traffic from your computer network.</p>',
        ),
      },
    ],
    [
      'recaptcha',
      'a page that is only the widget',
      {
        httpStatus: 403,
        markup: html(
          'Shop',
          '<form><p>Please solve the captcha to continue.</p><div class="g-recaptcha" data-sitekey="k"></div><input type="submit"></form>',
        ),
      },
    ],
    [
      'unknown',
      'another vendor',
      {
        markup: html(
          '',
          '<iframe src="/_Incapsula_Resource?x"></iframe>Request unsuccessful. Incapsula incident ID: 1-2',
        ),
      },
    ],
    ['unknown', 'a firewall action', { httpStatus: 202, headers: { 'x-amzn-waf-action': 'challenge' } }],
    [
      'unknown',
      'typed characters',
      { markup: html('Robot Check', "<p>Sorry, we just need to make sure you're not a robot.</p>") },
    ],
    [
      'unknown',
      'a bare refusal',
      { httpStatus: 403, markup: html('403 Forbidden', '<center><h1>403 Forbidden</h1></center><hr>nginx') },
    ],
    ['unknown', 'too many requests', { httpStatus: 429, title: 'Too Many Requests' }],
    [
      'unknown',
      "a site's own challenge",
      {
        httpStatus: 403,
        markup: html(
          'Hold on',
          '<h1>Are you a robot?</h1><p>Please verify that you are human.</p><button>Continue</button>',
        ),
      },
    ],
  ])('recognises %s: %s', (defense, _, evidence) => {
    const found = blockOnPage(page(evidence));
    expect(found).toMatchObject({ defense });
    expect(found?.confidence).toBeGreaterThan(0.8);
  });

  it.each<[string, Partial<PageEvidence>]>([
    [
      'an article on Cloudflare',
      {
        title: 'What is "Just a moment..."?',
        markup: html(
          'What is "Just a moment..."?',
          `<article><h1>Verify you are human</h1>${prose}</article>`,
        ),
      },
    ],
    [
      'an article whose title is the phrase',
      { markup: html('Just a moment...', `<article>${prose}</article>`) },
    ],
    [
      'a short article',
      { markup: html('Captcha', '<article><p>A captcha asks you to verify you are human.</p></article>') },
    ],
    ['an article with code samples', { markup: html('Bypass', `<pre>window._cf_chl_opt</pre>${prose}`) }],
    [
      'a contact form with reCAPTCHA',
      {
        markup: html(
          'Contact',
          '<h1>Contact us</h1><form><input type="email"><textarea></textarea><div class="g-recaptcha"></div><p>I\'m not a robot</p></form>',
        ),
      },
    ],
    [
      'a short form with Turnstile',
      {
        markup: html(
          'Newsletter',
          '<form><input name="mail"><div class="cf-turnstile"></div><button>Join</button></form>',
        ),
      },
    ],
    [
      'a sign-in form with Turnstile',
      {
        markup: html(
          'Log in',
          '<p>Verify you are human</p><form><input type="password"><div class="cf-turnstile"></div></form>',
        ),
      },
    ],
    [
      'a sign-in form with a captcha',
      {
        markup: html(
          'Sign in',
          '<form>Please solve the captcha to continue<input type="password"><div class="g-recaptcha"></div></form>',
        ),
      },
    ],
    [
      'a page behind Cloudflare with its script',
      {
        headers: { server: 'cloudflare', 'cf-ray': 'x' },
        markup: html(
          'Shop',
          `<h1>Lamp</h1><p>$5</p><script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script><script>window.__CF$cv$params={}</script>`,
        ),
      },
    ],
    [
      'a page with the DataDome tag',
      {
        headers: { 'x-datadome': 'protected' },
        markup: html('Shop', '<p>Lamp $5</p><script src="https://js.datadome.co/tags.js"></script>'),
      },
    ],
    [
      'a page with the PerimeterX sensor',
      { markup: html('Shop', '<p>Lamp $5</p><script>window._pxAppId="PX1"</script>') },
    ],
    [
      'a page served by Akamai',
      { headers: { server: 'AkamaiGHost' }, markup: html('Shop', '<p>Lamp $5</p>') },
    ],
    [
      'an application without JavaScript',
      {
        markup: html(
          'App',
          '<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div>',
        ),
      },
    ],
    [
      'a site that is down behind Cloudflare',
      {
        httpStatus: 522,
        markup: html(
          'shop.example | 522: Connection timed out',
          '<div id="cf-error-details">Connection timed out Error code 522</div>',
        ),
      },
    ],
    ['a page not found', { httpStatus: 404, markup: html('Not Found', '<h1>Not Found</h1>') }],
    [
      'a product called Forbidden City',
      { title: 'Forbidden City poster', markup: html('Forbidden City poster', '<p>$5</p>') },
    ],
    ['nothing known', { httpStatus: null }],
  ])('lets pass %s', (_, evidence) => {
    expect(blockOnPage(page(evidence))).toBeNull();
  });

  it('takes a bare 403 as a refusal only when there is no answer from elsewhere', () => {
    const refused = page({ httpStatus: 403, markup: '<p>Nope</p>' });
    expect(refusalByStatus(refused, '')).toMatchObject({ defense: 'unknown' });
    expect(refusalByStatus(refused, 'Nope')).not.toBeNull();
    expect(refusalByStatus(refused, 'The lamp costs $5.')).toBeNull();
    expect(refusalByStatus(page({ httpStatus: 403, markup: prose }), '')).toBeNull();
    expect(refusalByStatus(page({ httpStatus: 500, markup: '' }), '')).toBeNull();
  });

  it('reads hostile markup in linear time', () => {
    const started = performance.now();
    for (const part of ['<script', '<', '<!--', '<input ', '&#', '<title', "<a '"]) {
      blockOnPage(page({ markup: part.repeat(64 * 1024) }));
    }
    expect(performance.now() - started).toBeLessThan(8_000);
  });
});

describe('block pages returned as content', () => {
  it.each([
    'Just a moment...\n\nEnable JavaScript and cookies to continue',
    '# Access Denied\n\nYou don\'t have permission to access "http://shop.example/" on this server.\nReference #18.abc.1',
    'Please enable JS and disable any ad blocker',
    'Verify you are human by completing the action below. shop.example needs to review the security of your connection before proceeding.',
    'Checking your browser before accessing shop.example. This process is automatic.',
    '403 Forbidden',
    'Robot or human?\nActivate and hold the button to confirm that you’re human. Thank You!',
    html('Just a moment...', '<script>window._cf_chl_opt={}</script>'),
    '![Icon](x.png)\n\n## Performing security verification\n\nThis website uses a security service to protect itself.',
    "You've been blocked by network security.\n\nTo continue, log in to your account or use your developer token",
    'The requested URL was rejected. Please consult with your administrator.\n\nYour support ID is: 1234567890',
    "Making sure you're not a bot!\n\nLoading...",
    'JavaScript is disabled in your browser. A required part of this site couldn’t load.',
    'Подтвердите, что запросы отправляли вы, а не робот',
  ])('%s', (content) => {
    expect(blockInContent(content, 'Get the price of the lamp', true)).not.toBeNull();
  });

  it.each<[string, string]>([
    ['How do I log in?', 'Open the login page, verify you are human and enter your code.'],
    [
      'What does Cloudflare show to bots?',
      'Verify you are human. Enable JavaScript and cookies to continue.',
    ],
    ['What status does the page have?', 'The page answers with status 200.'],
    ['Get the text', `Just a moment, said the clerk. ${prose}`],
    ['Summarise the article', 'Captchas ask people to prove that they are human; they are widely disliked.'],
    ['Get the price', 'The price is $403.'],
  ])('not for %s', (goal, content) => {
    expect(blockInContent(content, goal, true)).toBeNull();
  });
});

it('a status that only refusals have refuses', () => {
  const unread = page({ httpStatus: 999, markup: '<html><body></body></html>' });
  expect(refusalByStatus(unread, '')).not.toBeNull();
});

it('a block page beside its own metadata is still one', () => {
  const content = 'Robot or human?\n===\n\nHold the button to confirm that you’re human.\nRobot or human?';
  expect(blockInContent(content, 'Get the price of the lamp', false)).not.toBeNull();
});

describe('blocks that a runner reports', () => {
  it.each([
    ['I was unable to complete the task because the site displayed a CAPTCHA challenge.', 'unknown'],
    ['The page is protected by Cloudflare and I could not proceed.', 'cloudflare'],
    ['Access was blocked by bot detection (DataDome).', 'datadome'],
    ['We encountered a reCAPTCHA which could not be solved.', 'recaptcha'],
  ])('%s', (text, defense) => {
    expect(blockInReport(text, 'Get the price of the lamp', false)).toMatchObject({ defense });
  });

  it.each<[string, string]>([
    ['Why do scripts fail on captchas?', 'They are unable to solve a captcha.'],
    ['Who hosts the site?', 'The site uses Cloudflare.'],
    ['Get the price', 'I could not find the price.'],
    ['Describe the product', 'An anti-bot plugin for shops.'],
  ])('not for %s', (goal, text) => {
    expect(blockInReport(text, goal, false)).toBeNull();
  });
});
