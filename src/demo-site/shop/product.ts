import type { FastifyInstance } from 'fastify';
import { type Html, html, scriptJson } from '../html.ts';
import { shopName } from '../layout.ts';
import { decimal, dollars } from '../money.ts';
import { sendNotFound } from '../not-found.ts';
import { type Site, sendPage } from '../site.ts';
import { mostOfOneProduct } from './basket-lines.ts';
import { categoryName, productGrid, ratingStars, stockNote } from './cards.ts';
import { findProduct, type Product, products } from './products.ts';

export function productRoutes(app: FastifyInstance, site: Site): void {
  app.get<{ Params: { slug: string } }>('/products/:slug', (request, reply) => {
    const product = findProduct(request.params.slug);
    if (!product) return sendNotFound(site, request, reply);
    return sendPage(site, request, reply, {
      title: product.name,
      description: product.tagline,
      section: `/category/${product.category}`,
      head: metadata(product, site.origin),
      body: html`${breadcrumbs(product)}${details(product)}${related(product)}`,
    });
  });
}

function details(product: Product): Html {
  const inStock = product.stock > 0;
  return html`<article class="product" itemscope itemtype="https://schema.org/Product">
<div class="picture"><img itemprop="image" src="/pictures/${product.slug}.svg" alt="Drawing of the ${product.name}" width="400" height="320"></div>
<div class="facts">
<p class="eyebrow">${categoryName(product.category)}</p>
<h1 itemprop="name">${product.name}</h1>
<p class="lead">${product.tagline}</p>
<p itemprop="aggregateRating" itemscope itemtype="https://schema.org/AggregateRating">${ratingStars(product)}<meta itemprop="ratingValue" content="${product.rating}"><meta itemprop="reviewCount" content="${product.reviews}"></p>
<p class="offer" itemprop="offers" itemscope itemtype="https://schema.org/Offer"><span class="price">${dollars(product.priceCents)}</span> ${stockNote(product)}
<meta itemprop="price" content="${decimal(product.priceCents)}"><meta itemprop="priceCurrency" content="USD"><link itemprop="availability" href="${availability(product)}"></p>
<p itemprop="description">${product.description}</p>
<ul class="ticks">${product.highlights.map((highlight) => html`<li>${highlight}</li>`)}</ul>
${inStock ? buyForm(product) : html`<p class="message warn" role="status">The ${product.name} is out of stock. We expect more next month.</p>`}
</div>
<section class="specs" aria-labelledby="specs-title"><h2 id="specs-title">Specifications</h2>
<table><caption class="hidden">Specifications of the ${product.name}</caption><tbody>
<tr><th scope="row">Article number</th><td itemprop="sku">${product.sku}</td></tr>
${Object.entries(product.specs).map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`)}
</tbody></table></section>
</article>`;
}

function buyForm(product: Product): Html {
  return html`<form class="buy" action="/basket" method="post">
<input type="hidden" name="product" value="${product.slug}">
${
  product.option &&
  html`<div><label for="option">${product.option.label}</label><select id="option" name="option">${product.option.values.map(
    (value) => html`<option>${value}</option>`,
  )}</select></div>`
}
<div><label for="quantity">Quantity</label><input id="quantity" type="number" name="quantity" value="1" min="1" max="${mostOfOneProduct(product)}" inputmode="numeric"></div>
<button type="submit">Add to basket</button>
</form>`;
}

function breadcrumbs(product: Product): Html {
  return html`<nav class="crumbs" aria-label="Breadcrumb"><a href="/catalogue">Catalogue</a> <a href="/category/${product.category}">${categoryName(product.category)}</a> <span aria-current="page">${product.name}</span></nav>`;
}

function related(product: Product): Html {
  const others = products.filter(
    ({ category, slug }) => category === product.category && slug !== product.slug,
  );
  return html`<section class="band" aria-labelledby="related-title"><h2 id="related-title">Goes well with</h2>${productGrid(others.slice(0, 3))}</section>`;
}

function metadata(product: Product, origin: string): Html {
  const url = `${origin}/products/${product.slug}`;
  const image = `${origin}/pictures/${product.slug}.svg`;
  return html`<link rel="canonical" href="${url}">
<meta property="og:type" content="product"><meta property="og:title" content="${product.name}"><meta property="og:site_name" content="${shopName}">
<meta property="og:description" content="${product.tagline}"><meta property="og:url" content="${url}"><meta property="og:image" content="${image}">
<meta property="product:price:amount" content="${decimal(product.priceCents)}"><meta property="product:price:currency" content="USD">
<script type="application/ld+json">${scriptJson({
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.name,
    description: product.description,
    sku: product.sku,
    image,
    url,
    category: categoryName(product.category),
    brand: { '@type': 'Brand', name: shopName },
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: product.rating,
      reviewCount: product.reviews,
    },
    offers: {
      '@type': 'Offer',
      url,
      price: decimal(product.priceCents),
      priceCurrency: 'USD',
      availability: availability(product),
    },
  })}</script>`;
}

function availability(product: Product): string {
  return `https://schema.org/${product.stock > 0 ? 'InStock' : 'OutOfStock'}`;
}
