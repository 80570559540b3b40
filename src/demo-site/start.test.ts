import { createHash } from 'node:crypto';
import { parseHTML } from 'linkedom';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';
import { totpCode } from './account/one-time-code.ts';
import { findPerson } from './account/people.ts';
import { firstTasks } from './first-tasks.ts';
import { dollars } from './money.ts';
import { findProduct, products } from './shop/products.ts';
import { type DemoSite, startDemoSite } from './start.ts';

const log = createLog('silent');
const demo = { username: 'demo', password: 'campfire' };
let site: DemoSite;

beforeAll(async () => {
  site = await startDemoSite({ clock: systemClock, log });
});

afterAll(async () => {
  await site[Symbol.asyncDispose]();
});

describe('the shop', () => {
  test('the product of the first tasks shows its price to people and to machines', async () => {
    const product = findProduct(firstTasks[0].path.replace('/products/', ''));
    const { status, document } = await visitor().get(firstTasks[0].path);
    expect(status).toBe(200);
    expect(document.querySelector('h1')?.textContent).toBe(product?.name);
    expect(document.querySelector('.offer .price')?.textContent).toBe(dollars(product?.priceCents ?? 0));
    const data = JSON.parse(document.querySelector('script[type="application/ld+json"]')?.textContent ?? '');
    expect(data).toMatchObject({ '@type': 'Product', name: product?.name, offers: { price: '58.00' } });
    expect(document.querySelector('[itemprop=price]')?.getAttribute('content')).toBe('58.00');
    expect(document.querySelector('meta[property="og:title"]')?.getAttribute('content')).toBe(product?.name);
  });

  test('the pages of the catalogue together show every product once', async () => {
    const slugs: string[] = [];
    let path: string | null = '/catalogue';
    while (path !== null) {
      const { document }: Visit = await visitor().get(path);
      slugs.push(...cardLinks(document));
      path = document.querySelector('a[rel=next]')?.getAttribute('href') ?? null;
    }
    expect(slugs.toSorted()).toEqual(products.map(({ slug }) => `/products/${slug}`).toSorted());
  });

  test('a category can be sorted by price', async () => {
    const { document } = await visitor().get('/category/coffee?sort=price-up');
    const prices = [...document.querySelectorAll('.card .price')].map((price) =>
      Number(price.textContent?.slice(1)),
    );
    expect(prices).toEqual(prices.toSorted((one, other) => one - other));
  });

  test.each(['page=99', 'page=-1', 'page=x', 'sort=__proto__', 'sort=a&sort=b'])(
    'a listing with ?%s still shows products',
    async (query) => {
      const { status, document } = await visitor().get(`/catalogue?${query}`);
      expect(status).toBe(200);
      expect(cardLinks(document).length).toBeGreaterThan(0);
    },
  );

  test('search finds products, and says so honestly when it finds none', async () => {
    expect(cardLinks((await visitor().get('/search?q=blanket')).document)).toContain(
      '/products/ashgrove-wool-blanket',
    );
    const { status, document } = await visitor().get('/search?q=umbrella');
    expect(status).toBe(200);
    expect(document.querySelector('main')?.textContent).toContain('No products match “umbrella”.');
    expect(cardLinks(document)).toEqual([]);
  });

  test('typed words are shown as text, never as markup', async () => {
    const { body } = await visitor().get(`/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
    expect(body).not.toContain('<script>alert(1)');
    expect(body).toContain('&lt;script&gt;alert(1)');
  });

  test('the basket belongs to the visitor and adds up', async () => {
    const wren = visitor();
    await wren.post('/basket', { product: 'fernfall-camp-kettle', quantity: '1' });
    const { path, document } = await wren.post('/basket', {
      product: 'speckled-tin-mug',
      option: 'Oat',
      quantity: '2',
    });
    expect(path).toBe('/basket');
    expect(document.querySelector('#basket-total')?.textContent).toBe('$86.00');
    expect((await visitor().get('/basket')).body).toContain('Your basket is empty');
    expect((await wren.post('/basket', { product: 'drift-hammock' })).status).toBe(422);
  });

  test('the old address of the catalogue leads to the new one', async () => {
    const answer = await fetch(`${site.origin}/old-catalogue`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([301, '/catalogue']);
  });
});

describe('journal and help', () => {
  test('an article names its author and date for machines', async () => {
    const { document } = await visitor().get('/journal/mending-a-tent');
    const data = JSON.parse(document.querySelector('script[type="application/ld+json"]')?.textContent ?? '');
    expect(data).toMatchObject({
      '@type': 'Article',
      author: { name: 'Bastian Quill' },
      datePublished: '2026-05-02',
    });
  });

  test('the table of stores has twelve rows of eight cells', async () => {
    const { document } = await visitor().get('/stores');
    const rows = [...document.querySelectorAll('tbody tr')];
    expect(rows).toHaveLength(12);
    for (const row of rows) expect(row.children).toHaveLength(8);
  });

  test('the contact form names each wrong field and keeps the right ones', async () => {
    const { status, document } = await visitor().post('/contact', {
      name: 'Kim',
      email: 'kim',
      message: 'short',
    });
    expect(status).toBe(422);
    const invalid = [...document.querySelectorAll('[aria-invalid]')].map((input) =>
      input.getAttribute('name'),
    );
    expect(invalid).toEqual(['email', 'topic', 'message', 'consent']);
    expect(document.querySelector('#name')?.getAttribute('value')).toBe('Kim');
  });

  test('a complete message is thanked for, with a reference', async () => {
    const message = {
      name: 'Kim',
      email: 'kim@example.org',
      topic: 'A repair',
      message: 'The zip is stuck.',
      consent: 'yes',
    };
    const { path, document } = await visitor().post('/contact', message);
    expect(path).toMatch(/^\/contact\/thank-you/);
    expect(document.querySelector('#reference')?.textContent).toMatch(/^M-\d{6}$/);
  });

  test('an uploaded file is described by its name, size and digest', async () => {
    const bytes = new Uint8Array([0, 255, 13, 10, 45, 45, 128]);
    const form = new FormData();
    form.set('photo', new File([bytes], '<zip>.png', { type: 'image/png' }));
    const { status, document } = await visitor().post('/repairs', form);
    expect(status).toBe(200);
    const text = document.querySelector('main')?.textContent;
    expect(text).toContain('<zip>.png');
    expect(text).toContain('7 bytes');
    expect(text).toContain(createHash('sha256').update(bytes).digest('hex'));
  });

  test('an upload without a file, a broken one and one that is too large are refused', async () => {
    const empty = new FormData();
    empty.set('photo', new File([], ''));
    expect((await visitor().post('/repairs', empty)).status).toBe(422);
    const large = new FormData();
    large.set('photo', new File([new Uint8Array(6 * 1024 * 1024)], 'large.bin'));
    expect((await visitor().post('/repairs', large)).status).toBe(413);
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const broken = await fetch(`${site.origin}/repairs`, { method: 'POST', headers, body: 'nonsense' });
    expect(broken.status).toBe(400);
  });
});

describe('the account', () => {
  test.each([
    ['demo', 'wrong'],
    ['demo', ''],
    ['nobody', 'campfire'],
    ['__proto__', 'campfire'],
  ])('signing in as %s with the password "%s" is refused', async (username, password) => {
    const { status, document } = await visitor().post('/login', { username, password });
    expect(status).toBe(401);
    expect(document.querySelector('[role=alert]')?.textContent).toBe(
      'The username or the password is wrong.',
    );
    expect(document.querySelector('#username')?.getAttribute('value')).toBe(username);
  });

  test('a code from the mailbox opens the account, after a wrong one was refused', async () => {
    const wren = visitor();
    const { path, document } = await wren.post('/login', { username: 'demo', password: 'campfire' });
    expect(path).toBe('/login/code');
    expect((await wren.get('/account')).path).toMatch(/^\/login/);
    const code = await mailedCode(document);

    const refused = await wren.post('/login/code', { code: code === '000000' ? '000001' : '000000' });
    expect(refused.status).toBe(401);
    expect(refused.document.querySelector('[role=alert]')?.textContent).toContain('That code is not right');

    const account = await wren.post('/login/code', { code: `${code.slice(0, 3)} ${code.slice(3)}` });
    expect(account.path).toBe('/account');
    expect([...account.document.querySelectorAll('tbody th')].map((cell) => cell.textContent)).toEqual([
      '1003',
      '1002',
      '1001',
    ]);
  });

  test('a code of the authenticator app opens the second account', async () => {
    const ranger = findPerson('ranger');
    const juniper = visitor();
    await juniper.post('/login', { username: 'ranger', password: 'lantern' });
    const code = totpCode(ranger?.totpSeed ?? '', systemClock.now().getTime());
    const { path, body } = await juniper.post('/login/code', { code });
    expect(path).toBe('/account');
    expect(body).toContain('Juniper Ashdown');
  });

  test('a new code replaces the one before', async () => {
    const wren = visitor();
    const first = await mailedCode((await wren.post('/login', demo)).document);
    const again = async () => mailedCode((await wren.post('/login/code/resend', {})).document);
    let second = await again();
    while (second === first) second = await again();
    expect((await wren.post('/login/code', { code: first })).status).toBe(401);
    expect((await wren.post('/login/code', { code: second })).path).toBe('/account');
  });

  test('five wrong codes lead back to the password', async () => {
    const wren = visitor();
    await wren.post('/login', demo);
    for (let round = 0; round < 4; round += 1) await wren.post('/login/code', { code: 'no' });
    const { body } = await wren.post('/login/code', { code: 'no' });
    expect(body).toContain('Too many wrong codes');
    expect((await wren.get('/login/code')).path).toBe('/login');
  });

  test('a mailed code lasts ten minutes', async () => {
    let elapsedMs = 0;
    const clock = { ...systemClock, now: () => new Date(Date.UTC(2026, 6, 1) + elapsedMs) };
    await using other = await startDemoSite({ clock, log });
    const wren = visitor(other.origin);
    const code = await mailedCode((await wren.post('/login', demo)).document, other.origin);
    elapsedMs = 10 * 60_000 + 1;
    expect((await wren.post('/login/code', { code })).body).toContain('expired');
    elapsedMs = 10 * 60_000;
    expect((await wren.post('/login/code', { code })).path).toBe('/account');
  });

  test('invoices and orders are downloads for their owner only', async () => {
    const wren = await signedIn();
    const invoice = await wren.get('/account/invoice-1001.pdf');
    expect(invoice.headers.get('content-type')).toBe('application/pdf');
    expect(invoice.headers.get('content-disposition')).toBe('attachment; filename="invoice-1001.pdf"');
    expect(invoice.body).toMatch(/^%PDF-/);
    expect((await wren.get('/account/orders.csv')).headers.get('content-type')).toBe(
      'text/csv; charset=utf-8',
    );
    expect((await wren.get('/account/invoice-2001.pdf')).status).toBe(404);
    expect((await visitor().get('/account/invoice-1001.pdf')).path).toBe(
      '/login?next=%2Faccount%2Finvoice-1001.pdf',
    );
  });

  test('signing in keeps the basket, changes the session and ends with signing out', async () => {
    const wren = visitor();
    await wren.post('/basket', { product: 'fernfall-camp-kettle' });
    const before = wren.cookies.get('tussock_session');
    await signedIn(wren);
    expect(wren.cookies.get('tussock_session')).not.toBe(before);
    expect((await wren.get('/basket')).body).toContain('Fernfall Camp Kettle');
    expect((await wren.get('/members')).body).toContain('HEDGEHOG15');
    await wren.post('/logout', {});
    expect((await wren.get('/account')).path).toBe('/login?next=/account');
  });

  test.each([
    'https://elsewhere.example/',
    '//elsewhere.example/',
    '/\\elsewhere.example',
    'javascript:alert(1)',
  ])('a login never leads to %s', async (next) => {
    const wren = visitor();
    const code = await mailedCode((await wren.post('/login', { ...demo, next })).document);
    expect((await wren.post('/login/code', { code })).path).toBe('/account');
  });

  test('members see the content behind the login wall', async () => {
    const { body, document } = await visitor().get('/members');
    expect(body).not.toContain('HEDGEHOG15');
    expect(document.querySelector('input[type=password]')).not.toBeNull();
  });
});

describe('the whole site', () => {
  test('every link, picture and style sheet of every page leads somewhere on the site', async () => {
    const expected = new Map([
      ['/challenge', 403],
      ['/no-such-page', 404],
      ['/old-catalogue', 301],
    ]);
    const found = new Set(['/']);
    for (const path of found) {
      if (path.startsWith('/slow')) continue;
      const { status, body, document } = await visitor().get(path);
      expect([path, status]).toEqual([path, expected.get(path) ?? 200]);
      for (const link of linksOf(document, body)) found.add(link);
    }
    for (const { slug } of products) expect(found).toContain(`/products/${slug}`);
  });

  test('every page has one main heading, a title and a label for every field', async () => {
    for (const path of [
      '/',
      '/catalogue',
      firstTasks[0].path,
      '/login',
      '/contact',
      '/repairs',
      '/stores',
      '/demo',
    ]) {
      const { document } = await visitor().get(path);
      expect(document.querySelectorAll('h1')).toHaveLength(1);
      expect(document.title).not.toBe('');
      for (const input of document.querySelectorAll('input:not([type=hidden]), select, textarea')) {
        const label = document.querySelector(`label[for="${input.id}"]`) ?? input.closest('label');
        expect(label, `${path} ${input.getAttribute('name')}`).not.toBeNull();
      }
    }
  });

  test('the cookie notice is gone once the visitor has answered', async () => {
    expect((await visitor().get('/')).document.querySelector('.cookies')).not.toBeNull();
    const answer = await fetch(`${site.origin}/`, { headers: { cookie: 'tussock_consent=all' } });
    expect(await answer.text()).not.toContain('class="cookies"');
  });

  test.each([
    '/nothing',
    '/products/nothing',
    '/category/nothing',
    '/journal/nothing',
    '/pictures/x.svg',
    '/%00',
    '/products/%E0%A4%A',
  ])('%s answers with a page, not with a failure of the server', async (path) => {
    const { status, document } = await visitor().get(path);
    expect([400, 404]).toContain(status);
    expect(document.querySelector('h1')).not.toBeNull();
  });

  test('it can be reached at an IPv6 address', async () => {
    await using six = await startDemoSite({ host: '::1', clock: systemClock, log });
    expect(six.origin).toMatch(/^http:\/\/\[::1\]:\d+$/);
    expect((await fetch(six.origin)).status).toBe(200);
  });
});

function cardLinks(document: Document): string[] {
  return [...document.querySelectorAll('main .grid .card-link')].map(
    (link) => link.getAttribute('href') ?? '',
  );
}

/** The site's own paths. Fails on an address outside; schema.org names are identifiers, which are never fetched. */
function linksOf(document: Document, body: string): string[] {
  const addresses = body.match(/https?:\/\/[^\s"'<>]+/g) ?? [];
  const outside = addresses.filter((address) => !address.startsWith(site.origin));
  expect(
    outside.filter((address) => !/^https?:\/\/(schema\.org|www\.w3\.org|www\.sitemaps\.org)/.test(address)),
  ).toEqual([]);
  return [...document.querySelectorAll('[href], [src]')].flatMap((element) => {
    const target = element.getAttribute('href') ?? element.getAttribute('src') ?? '';
    const isIdentifier = element.getAttribute('itemprop') === 'availability';
    if (isIdentifier || target.startsWith('#')) return [];
    const url = new URL(target, site.origin);
    return [url.pathname + url.search];
  });
}

async function signedIn(person = visitor()) {
  const code = await mailedCode((await person.post('/login', demo)).document);
  await person.post('/login/code', { code });
  return person;
}

/** The code of the mail that carries the reference shown on the code page. */
async function mailedCode(document: Document, origin = site.origin): Promise<string> {
  const reference = document.querySelector('main strong')?.textContent;
  const answer = await fetch(`${origin}/demo/inbox.json`);
  const { mails } = (await answer.json()) as { mails: { reference: string; code: string }[] };
  return mails.find((mail) => mail.reference === reference)?.code ?? '';
}

interface Visit {
  status: number;
  headers: Headers;
  /** The end of the redirects. */
  path: string;
  body: string;
  document: Document;
}

/** A visitor with cookies of their own. */
function visitor(origin = site.origin) {
  const cookies = new Map<string, string>();

  async function visit(path: string, init: RequestInit = {}): Promise<Visit> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(origin + path, { ...init, redirect: 'manual', headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (name && value) cookies.set(name, value);
    }
    if (answer.status === 303) return visit(answer.headers.get('location') ?? '');
    const body = await answer.text();
    const { document } = parseHTML(body);
    return { status: answer.status, headers: answer.headers, path, body, document };
  }

  return {
    cookies,
    get: (path: string) => visit(path),
    post: (path: string, form: FormData | Record<string, string>) =>
      visit(path, { method: 'POST', body: form instanceof FormData ? form : new URLSearchParams(form) }),
  };
}
