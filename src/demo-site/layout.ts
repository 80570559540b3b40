import { type Html, html, render, trusted } from './html.ts';
import { categories } from './shop/products.ts';

export const shopName = 'Tussock & Tin';

export interface Page {
  title: string;
  description: string;
  body: Html;
  /** Further elements for `<head>`: structured data and OpenGraph. */
  head?: Html;
  /** The menu entry this page belongs to. */
  section?: string;
  status?: number;
}

interface Visitor {
  username: string | null;
  basketCount: number;
  hasConsented: boolean;
}

/** The frame around every page of the shop: head, banner, navigation, footer and the cookie notice. */
export function layout(page: Page, visitor: Visitor): string {
  return render(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title} | ${shopName}</title>
<meta name="description" content="${page.description}">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/style.css">
${page.head}
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<p class="notice">Free delivery from $75. This is a demonstration shop: nothing here is really sold.</p>
${header(page, visitor)}
<main id="content">
${page.body}
</main>
${footer()}
${!visitor.hasConsented && cookieNotice}
</body>
</html>
`);
}

export function logo(): Html {
  return trusted(
    '<svg class="logo" viewBox="0 0 48 48" aria-hidden="true"><circle cx="24" cy="24" r="23" fill="#4a6140"/><path d="M8 33Q15 22 22 31T40 28V36Q33 45 24 45T8 36Z" fill="#d9a441"/><path d="M15 20H31V33Q31 36 28 36H18Q15 36 15 33Z" fill="#f8f1e2"/><path d="M31 23Q38 23 37 28T31 32" fill="none" stroke="#f8f1e2" stroke-width="2.6"/><path d="M20 16q-3-3 0-6M26 16q-3-3 0-6" fill="none" stroke="#f8f1e2" stroke-width="2" stroke-linecap="round"/></svg>',
  );
}

function header(page: Page, visitor: Visitor): Html {
  const links = [
    { href: '/catalogue', label: 'Catalogue' },
    ...categories.map(({ slug, name }) => ({ href: `/category/${slug}`, label: name })),
    { href: '/journal', label: 'Journal' },
    { href: '/stores', label: 'Stores' },
  ];
  return html`<header class="top">
<div class="bar">
<a class="brand" href="/">${logo()}<span>${shopName}</span></a>
<form class="search" role="search" action="/search" method="get">
<label class="hidden" for="site-search">Search the shop</label>
<input id="site-search" type="search" name="q" placeholder="Search kettles, coffee, tents" autocomplete="off">
<button type="submit">Search</button>
</form>
<nav class="personal" aria-label="Personal">
${visitor.username ? html`<a href="/account">Account</a>` : html`<a href="/login">Sign in</a>`}
<a href="/basket">Basket <span class="count" aria-hidden="true">${visitor.basketCount}</span><span class="hidden">(${visitor.basketCount} items)</span></a>
</nav>
</div>
<nav class="menu" aria-label="Main">
${links.map(
  ({ href, label }) =>
    html`<a href="${href}"${page.section === href && html` aria-current="page"`}>${label}</a>`,
)}
</nav>
</header>`;
}

function footer(): Html {
  return html`<footer class="bottom">
<div class="columns">
<section aria-labelledby="foot-shop"><h2 id="foot-shop">Shop</h2><ul>
${categories.map(({ slug, name }) => html`<li><a href="/category/${slug}">${name}</a></li>`)}
<li><a href="/live-prices">Live coffee prices</a></li></ul></section>
<section aria-labelledby="foot-help"><h2 id="foot-help">Help</h2><ul>
<li><a href="/help/shipping-and-returns">Shipping and returns</a></li><li><a href="/help/faq">Questions and answers</a></li>
<li><a href="/contact">Contact</a></li><li><a href="/repairs">Repairs</a></li></ul></section>
<section aria-labelledby="foot-about"><h2 id="foot-about">About</h2><ul>
<li><a href="/journal">Journal</a></li><li><a href="/stores">Stores</a></li><li><a href="/members">Members</a></li></ul></section>
<section aria-labelledby="foot-demo"><h2 id="foot-demo">Proving ground</h2>
<p>${shopName} is an invented shop for trying out browser agents.</p>
<ul><li><a href="/demo">What there is to try</a></li><li><a href="/demo/inbox">Demo mailbox</a></li></ul></section>
</div>
</footer>`;
}

const cookieNotice = html`<section class="cookies" role="dialog" aria-labelledby="cookie-title">
<div><h2 id="cookie-title">A word about cookies</h2>
<p>One cookie remembers your basket and one remembers your answer here. There are no others.</p></div>
<div class="actions"><button type="button" class="quiet" data-consent="necessary">Only necessary</button><button type="button" data-consent="all">Accept all</button></div>
</section>
<script>
for (const button of document.querySelectorAll('[data-consent]')) {
  button.addEventListener('click', () => {
    document.cookie = 'tussock_consent=' + button.dataset.consent + '; path=/; max-age=31536000; samesite=lax';
    button.closest('.cookies').remove();
  });
}
</script>`;
