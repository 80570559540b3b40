import { categories, type Product, products } from './products.ts';

/** Every word must occur somewhere in the product; a word in the name counts more than one in the text. */
export function searchProducts(words: string): Product[] {
  const terms = words
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  if (terms.length === 0) return [];
  return products
    .map((product) => ({ product, score: score(product, terms) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ product }) => product);
}

function score(product: Product, terms: string[]): number {
  const name = product.name.toLowerCase();
  const category = categories.find(({ slug }) => slug === product.category)?.name ?? '';
  const text = [category, product.sku, product.tagline, product.description, ...product.highlights]
    .join(' ')
    .toLowerCase();
  let total = 0;
  for (const term of terms) {
    const points = name.includes(term) ? 10 : text.includes(term) ? 1 : 0;
    if (points === 0) return 0;
    total += points;
  }
  return total;
}
