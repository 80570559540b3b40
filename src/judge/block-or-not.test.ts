import { describe, expect, it } from 'vitest';
import { type Judgement, judge } from './judge.ts';

const shoes = '<h1>Shoes</h1><p>Price: $70</p>';
const article = [
  'How Cloudflare, DataDome and PerimeterX work',
  'Sites often show a page with the title “Just a moment...” while Cloudflare checks the browser. DataDome says “Please enable JS and disable any ad blocker”.',
  'PerimeterX asks people to press and hold a button. Imperva shows an Incapsula incident ID.',
  'The market leader is Cloudflare with a share of 40 percent.',
];

/** The judgement of a page that is read as it is. */
function read(markup: string, output: unknown, goal = ''): Judgement {
  const title = /<title>(.*?)<\/title>/.exec(markup)?.[1] ?? '';
  return judge({
    goal,
    result: { ok: true, output },
    page: { finalUrl: 'https://shop.example/', httpStatus: 200, title, headers: {}, markup },
    files: [],
    schemaProblems: null,
  });
}

/** The same handed over by a runner that shows no page. */
function told(output: string, goal = ''): Judgement {
  return judge({ goal, result: { ok: true, output }, page: null, files: [], schemaProblems: null });
}

const paragraphs = article.slice(1).map((line) => `<p>${line}</p>`);
const text = article.join('\n\n');

describe('no block pages', () => {
  it.each([
    ['Imperva', '<script src="/_Incapsula_Resource?SWJIYLWA=1"></script>'],
    [
      'Imperva, at the end',
      '<script type="text/javascript" src="/_Incapsula_Resource?SWKMTFSR=1&e=0.2" async></script>',
    ],
    [
      'AWS WAF',
      '<script>window.awsWafCookieDomainList = ["shop.example"]</script><script src="https://x.token.awswaf.com/challenge.js"></script>',
    ],
    ['Kasada', '<script>window.KPSDK={};KPSDK.now=Date.now</script><script src="/149e9513/p.js"></script>'],
  ])('a short page with the script of %s', (_, script) => {
    expect(read(`<title>Shoes</title>${script}${shoes}`, '# Shoes\n\nPrice: $70').verdict).toBe('succeeded');
    expect(read(`<title>Shoes</title>${shoes}${script}`, '$70', 'What is the price?').verdict).toBe(
      'succeeded',
    );
  });

  it('an article about bot defences, whole', () => {
    expect(read(`<title>${article[0]}</title><article>${paragraphs.join('')}</article>`, text).verdict).toBe(
      'succeeded',
    );
    expect(read(`<title>${article[0]}</title><main>${paragraphs.join('')}</main>`, text).verdict).toBe(
      'succeeded',
    );
    expect(told(text).verdict).toBe('succeeded');
  });

  it.each([
    [
      'a quoted phrase',
      'Fixing the blank screen\n\nIf a shop greets you with "Please enable JS and disable any ad blocker", clear the cookies of the site and load it again. It helps in nine of ten cases.',
    ],
    [
      'a changelog',
      'Version 4.2\n\nThe error page now shows the Cloudflare Ray ID to our support staff. Orders are exported faster.',
    ],
    ['a product', 'Gatekeeper Pro\n\nOur bot challenge keeps scripts away from your forms. $19 a month.'],
    [
      'a help page',
      'Help\n\nMy account does not work. If you have been blocked, write to help@shop.example with your order number and we look at it within two days.',
    ],
    [
      'a job',
      'Analyst, trust and safety\n\nYou build human verification for sellers. Oslo, full time, 70,000 EUR.',
    ],
  ])('%s', (_, words) => {
    const [title, ...rest] = words.split('\n\n');
    const markup = `<title>${title}</title><h1>${title}</h1>${rest.map((line) => `<p>${line}</p>`).join('')}`;
    expect(read(markup, words).verdict).toBe('succeeded');
    expect(told(words).verdict).toBe('succeeded');
  });
});

describe('block pages', () => {
  it.each([
    ['Imperva with a frame', '<iframe src="/_Incapsula_Resource?CWUDNSAI=9&incident_id=1-2"></iframe>'],
    ['Imperva with nothing', '<script src="/_Incapsula_Resource?SWJIYLWA=1"></script>'],
    [
      'Imperva in words',
      '<script src="/_Incapsula_Resource?x"></script>Request unsuccessful. Incapsula incident ID: 877000-1',
    ],
    [
      'AWS WAF',
      '<script>window.awsWafCookieDomainList=[];window.gokuProps={"key":"x"}</script><div id="challenge-container"></div>',
    ],
    ['Kasada', '<script>window.KPSDK={};KPSDK.now=Date.now</script><script src="/149e9513/ips.js"></script>'],
    [
      'a typed captcha',
      '<title>Access</title><h1>Please complete the security check</h1><p>Enter the code shown in the image to continue.</p><img src="/captcha.png" alt="captcha"><form><label>Security code <input name=captcha></label><button>Continue</button></form>',
    ],
    [
      'a typed captcha without many words',
      '<title>shop.example</title><form><img src="/captcha.php?id=1"><input name="captcha_code"><button>Submit</button></form>',
    ],
    [
      'digits of a picture',
      '<title>shop.example</title><p>Type the digits in the picture below, so that we know you are not a program.</p><form><img id="captchaImage" src="/i/8f3"><input type="text" name="answer"><input type="hidden" name="t"><button>Go</button></form>',
    ],
    [
      'a captcha in French',
      '<title>Vérification</title><p>Recopiez les caractères de l’image.</p><form><img src="/captcha/1.png"><input name="captcha"></form>',
    ],
    [
      'a code in a picture, in plain words',
      '<title>Are you a robot?</title><p>To continue, enter the verification code shown in the picture.</p><img src="/i/8f3.png"><form><input name="code"><button>Go on</button></form>',
    ],
    [
      'a code in a picture under an ordinary title',
      '<title>Shoes and more</title><p>Please type the five letters you see in the image below.</p><img src="/i/8f3.png"><form><input type="text" name="a"><button>Go on</button></form>',
    ],
    [
      'a sum',
      '<title>shop.example</title><p>Confirm that you are not a robot. Solve: what is 7 + 5?</p><form><input name="sum"><button>Continue</button></form>',
    ],
    [
      'a box to tick',
      '<title>One moment</title><p>Please confirm that you are human.</p><form><label><input type="checkbox" name="h"> I am not a robot</label><button>Continue</button></form>',
    ],
    [
      'a captcha with a drawing',
      '<title>Security check</title><p>Please solve the captcha.</p><canvas id="captcha"></canvas><input name="captcha-input"><button>Verify</button>',
    ],
  ])('%s', (_, markup) => {
    expect(read(markup, '')).toMatchObject({ verdict: 'blocked', blockReason: 'bot_challenge' });
  });

  it.each([
    [
      'a letter to the shop',
      '<title>Contact</title><p>Price of a talk: $70.</p><form><textarea></textarea><img src="/captcha.png"><input name="captcha"></form>',
    ],
    [
      'a way to follow a parcel',
      '<title>Track</title><p>Price: $70.</p><form><label>Parcel number <input name="n"></label><img src="/captcha.png"><label>Code in the image <input name="captcha"></label></form>',
    ],
    [
      'a sign-in',
      '<title>Shop</title><p>Price: $70.</p><form><input name="u"><input type="password"><img src="/captcha.png"><input name="captcha"></form>',
    ],
    [
      'a comment under a text',
      `<title>Shoes</title>${shoes}<p>${'A fine pair for the city. '.repeat(10)}</p><form><img src="/captcha.png"><input name="captcha"><button>Rate</button></form>`,
    ],
  ])('but not a captcha that guards %s', (_, markup) => {
    expect(read(markup, '$70', 'What is the price?').verdict).toBe('succeeded');
  });

  it.each([
    [
      'a text about robots with a field to search in',
      '<title>Are you a robot?</title><form><input type="text" name="q"></form><h1>Are you a robot?</h1><p>Websites ask you to type the characters of a picture to prove that you are human. The book costs $70.</p>',
    ],
    [
      'a text that quotes them',
      '<title>Robot checks</title><p>Shops say "Confirm that you are not a robot. Solve: what is 7 + 5?" far too often. The talk costs $70.</p><form><input name="name"><button>Book a seat</button></form>',
    ],
    [
      'a newsletter under a story',
      '<title>Am I a robot?</title><p>My vacuum cleaner cost $70 and is not a robot. 3 + 4 of them clean the house.</p><form><input type="email" name="m"><button>Subscribe</button></form>',
    ],
    [
      'a riddle for children',
      '<title>Sums</title><p>What is 7 + 5? The whole book costs $70.</p><form><input name="sum"><button>Check</button></form>',
    ],
    [
      'a voucher',
      '<title>Voucher</title><img src="/card.png"><p>Enter the code shown on the back of your card. Worth $70.</p><form><input name="code"><button>Redeem</button></form>',
    ],
  ])('but not %s', (_, markup) => {
    expect(read(markup, '$70', 'What is the price?').verdict).toBe('succeeded');
  });
});
