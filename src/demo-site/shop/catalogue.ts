import type { FastifyInstance, FastifyRequest } from 'fastify';
import { csv } from '../csv.ts';
import { query } from '../forms.ts';
import { html } from '../html.ts';
import { decimal } from '../money.ts';
import { sendNotFound } from '../not-found.ts';
import { type Site, sendPage } from '../site.ts';
import { productListing } from './listing.ts';
import { categories, type Product, products } from './products.ts';
import { searchProducts } from './search.ts';

export function catalogueRoutes(app: FastifyInstance, site: Site): void {
  app.get('/catalogue', (request, reply) =>
    sendPage(site, request, reply, {
      title: 'Catalogue',
      description: `All ${products.length} products of the shop.`,
      section: '/catalogue',
      body: html`<header class="page-head"><h1>Catalogue</h1>
<p>All ${products.length} things we make, roast or have made around the corner. <a href="/price-list.csv" download>Download the price list (CSV)</a></p></header>
${productListing(products, { path: '/catalogue', ...sortAndPage(request) })}`,
    }),
  );

  app.get('/price-list.csv', (_request, reply) =>
    reply
      .type('text/csv; charset=utf-8')
      .send(csv([['sku', 'product', 'price_usd'], ...products.map(priceRow)])),
  );

  app.get('/old-catalogue', (_request, reply) => reply.redirect('/catalogue', 301));

  app.get<{ Params: { slug: string } }>('/category/:slug', (request, reply) => {
    const category = categories.find(({ slug }) => slug === request.params.slug);
    if (!category) return sendNotFound(site, request, reply);
    const path = `/category/${category.slug}`;
    const found = products.filter((product) => product.category === category.slug);
    return sendPage(site, request, reply, {
      title: category.name,
      description: category.blurb,
      section: path,
      body: html`<nav class="crumbs" aria-label="Breadcrumb"><a href="/catalogue">Catalogue</a> <span aria-current="page">${category.name}</span></nav>
<header class="page-head"><h1>${category.name}</h1><p>${category.blurb}</p></header>
${productListing(found, { path, ...sortAndPage(request) })}`,
    });
  });

  app.get('/search', (request, reply) => {
    const words = query(request, 'q');
    const found = searchProducts(words);
    return sendPage(site, request, reply, {
      title: words ? `Search: ${words}` : 'Search',
      description: 'Search the shop.',
      body: html`<header class="page-head"><h1>${words ? html`Results for “${words}”` : 'Search'}</h1></header>
<form class="big-search" action="/search" method="get"><label for="q">Search for</label>
<div><input id="q" type="search" name="q" value="${words}"><button type="submit">Search</button></div></form>
${
  found.length > 0
    ? productListing(found, { path: '/search', keep: { q: words }, ...sortAndPage(request) })
    : words
      ? html`<section class="empty"><p role="status">No products match “${words}”.</p>
<p>Try fewer or other words, or look through the <a href="/catalogue">whole catalogue</a>.</p></section>`
      : html`<p role="status">Type what you are looking for.</p>`
}`,
    });
  });
}

function sortAndPage(request: FastifyRequest): { sort: string; page: string } {
  return { sort: query(request, 'sort'), page: query(request, 'page') };
}

function priceRow({ sku, name, priceCents }: Product): string[] {
  return [sku, name, decimal(priceCents)];
}
