import type { FastifyInstance } from 'fastify';
import { type Html, html } from '../html.ts';
import { articleCards } from '../journal/article-cards.ts';
import { articles } from '../journal/articles.ts';
import { shopName } from '../layout.ts';
import { type Site, sendPage } from '../site.ts';
import { landscape } from './artwork.ts';
import { productGrid } from './cards.ts';
import { categories, type Product, products } from './products.ts';

const favourites = [
  'fernfall-camp-kettle',
  'cairn-two-person-tent',
  'slow-fog-coffee',
  'ridgeline-28-daypack',
  'speckled-tin-mug',
  'glowworm-lantern',
];

export function homeRoutes(app: FastifyInstance, site: Site): void {
  app.get('/', (request, reply) =>
    sendPage(site, request, reply, {
      title: 'Camp coffee and quiet gear',
      description: `${shopName}: kettles, coffee, shelter and packs for slow mornings outdoors.`,
      head: html`<meta property="og:type" content="website"><meta property="og:title" content="${shopName}"><meta property="og:url" content="${site.origin}/">`,
      body: html`${hero}${categoryTiles()}
<section class="band" aria-labelledby="favourites"><div class="band-head"><h2 id="favourites">Favourites of the season</h2><a href="/catalogue">All ${products.length} products</a></div>
${productGrid(favouriteProducts())}</section>
<section class="band" aria-labelledby="from-journal"><div class="band-head"><h2 id="from-journal">From the journal</h2><a href="/journal">All stories</a></div>
${articleCards(articles)}</section>`,
    }),
  );
}

const hero = html`<section class="hero" aria-labelledby="hero-title">${landscape}
<div class="hero-text"><p class="eyebrow">Camp coffee &amp; quiet gear</p>
<h1 id="hero-title">Slow mornings, well equipped</h1>
<p>Kettles that pour, tents that stay up and coffee worth getting up for. Made to be mended.</p>
<p class="hero-links"><a class="button" href="/catalogue">See the catalogue</a> <a class="button quiet" href="/journal">Read the journal</a></p></div>
</section>`;

function categoryTiles(): Html {
  return html`<nav class="tiles" aria-label="Categories">${categories.map(({ slug, name, blurb }) => {
    const example = products.find(({ category }) => category === slug);
    return html`<a href="/category/${slug}">${example && html`<img src="/pictures/${example.slug}.svg" alt="" width="400" height="320">`}<span><strong>${name}</strong><small>${blurb}</small></span></a>`;
  })}</nav>`;
}

function favouriteProducts(): Product[] {
  return products.filter(({ slug }) => favourites.includes(slug));
}
