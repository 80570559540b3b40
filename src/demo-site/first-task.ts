import { findProduct } from './shop/products.ts';

/** The task of the first curl that the start-up text and the README show; it stays true with the catalogue. */
export const firstTask = priceTask('fernfall-camp-kettle');

function priceTask(slug: string): { path: string; input: string } {
  const product = findProduct(slug);
  if (!product) throw new Error(`The catalogue has no ${slug}`);
  return { path: `/products/${slug}`, input: `What does the ${product.name} cost?` };
}
