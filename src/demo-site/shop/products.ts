import { readFileSync } from 'node:fs';
import type { Drawing, Palette } from './artwork.ts';

interface Category {
  slug: string;
  name: string;
  blurb: string;
}

export interface Product {
  slug: string;
  name: string;
  category: string;
  sku: string;
  priceCents: number;
  stock: number;
  rating: number;
  reviews: number;
  tagline: string;
  description: string;
  highlights: string[];
  specs: Record<string, string>;
  /** A choice the buyer makes, such as the grind or the colour. */
  option: { label: string; values: string[] } | null;
  drawing: Drawing;
  palette: Palette;
}

const data: { categories: Category[]; products: Product[] } = JSON.parse(
  readFileSync(new URL('./products.json', import.meta.url), 'utf8'),
);
export const { categories, products } = data;

const bySlug = new Map(products.map((product) => [product.slug, product]));

export function findProduct(slug: string): Product | null {
  return bySlug.get(slug) ?? null;
}
