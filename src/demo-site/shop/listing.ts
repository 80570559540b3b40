import { type Html, html } from '../html.ts';
import { productGrid } from './cards.ts';
import type { Product } from './products.ts';

const pageSize = 6;

const orders: Record<string, { label: string; compare: (one: Product, other: Product) => number }> = {
  featured: { label: 'Featured', compare: () => 0 },
  'price-up': { label: 'Price: low to high', compare: (one, other) => one.priceCents - other.priceCents },
  'price-down': { label: 'Price: high to low', compare: (one, other) => other.priceCents - one.priceCents },
  rating: { label: 'Best rated', compare: (one, other) => other.rating - one.rating },
  name: { label: 'Name', compare: (one, other) => one.name.localeCompare(other.name, 'en') },
};

interface Listing {
  path: string;
  /** The rest of the address besides sort and page. */
  keep?: Record<string, string>;
  sort: string;
  page: string;
}

/** Sort form, one page of products, and links to the other pages. An unknown sort or page means the first. */
export function productListing(found: readonly Product[], listing: Listing): Html {
  const sort = Object.hasOwn(orders, listing.sort) ? listing.sort : 'featured';
  const sorted = found.toSorted(orders[sort]?.compare);
  const pages = Math.max(1, Math.ceil(sorted.length / pageSize));
  const page = Math.min(pages, Math.max(1, Number.parseInt(listing.page, 10) || 1));
  const first = (page - 1) * pageSize;
  const shown = sorted.slice(first, first + pageSize);

  return html`<div class="toolbar">
<p role="status">Showing ${first + 1} to ${first + shown.length} of ${sorted.length} products</p>
<form action="${listing.path}" method="get">
${Object.entries(listing.keep ?? {}).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<label for="sort">Sort by</label>
<select id="sort" name="sort">${Object.entries(orders).map(
    ([key, { label }]) => html`<option value="${key}"${key === sort && html` selected`}>${label}</option>`,
  )}</select>
<button type="submit" class="quiet">Apply</button>
</form>
</div>
${productGrid(shown)}
${pages > 1 && pageLinks(page, pages, (to) => address(listing, sort, to))}`;
}

function pageLinks(page: number, pages: number, href: (page: number) => string): Html {
  const numbers = Array.from({ length: pages }, (_, index) => index + 1);
  return html`<nav class="pages" aria-label="Pages">
${page > 1 && html`<a href="${href(page - 1)}" rel="prev">Previous</a>`}
${numbers.map(
  (number) =>
    html`<a href="${href(number)}" aria-label="Page ${number}"${number === page && html` aria-current="page"`}>${number}</a>`,
)}
${page < pages && html`<a href="${href(page + 1)}" rel="next">Next</a>`}
</nav>`;
}

function address(listing: Listing, sort: string, page: number): string {
  return `${listing.path}?${new URLSearchParams({ ...listing.keep, sort, page: String(page) })}`;
}
