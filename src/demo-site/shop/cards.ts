import { type Html, html } from '../html.ts';
import { dollars } from '../money.ts';
import { categories, type Product } from './products.ts';

export function productGrid(products: readonly Product[]): Html {
  return html`<ul class="grid" aria-label="Products">${products.map((product) => html`<li>${card(product)}</li>`)}</ul>`;
}

export function ratingStars(product: Product): Html {
  return html`<span class="rating" style="--rating:${product.rating}"><span class="stars" aria-hidden="true"></span>
<span>${product.rating.toFixed(1)}<span class="hidden"> out of 5</span> <span class="muted">(${product.reviews}<span class="hidden"> reviews</span>)</span></span></span>`;
}

export function stockNote(product: Product): Html {
  if (product.stock === 0) return html`<span class="stock none">Out of stock</span>`;
  if (product.stock < 10) return html`<span class="stock few">Only ${product.stock} left</span>`;
  return html`<span class="stock">In stock</span>`;
}

export function categoryName(slug: string): string {
  return categories.find((category) => category.slug === slug)?.name ?? slug;
}

function card(product: Product): Html {
  return html`<article class="card">
<img src="/pictures/${product.slug}.svg" alt="" width="400" height="320">
<div class="text">
<p class="eyebrow">${categoryName(product.category)}</p>
<h3><a class="card-link" href="/products/${product.slug}">${product.name}</a></h3>
<p class="muted">${product.tagline}</p>
<p class="meta">${ratingStars(product)} ${product.stock < 10 && stockNote(product)}</p>
<p class="price">${dollars(product.priceCents)}</p>
</div>
</article>`;
}
