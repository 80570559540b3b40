import { readFileSync } from 'node:fs';
import { findProduct } from '../shop/products.ts';

/** The accounts of the demonstration. Everything here is shown on the sign-in page and protects nothing. */
export interface Person {
  username: string;
  password: string;
  name: string;
  email: string;
  address: string;
  memberSince: string;
  points: number;
  /** Base32 seed of the authenticator app; null when codes are sent by mail. */
  totpSeed: string | null;
  orders: Order[];
}

export interface Order {
  number: number;
  /** Year, month, day. */
  date: string;
  status: 'Delivered' | 'On its way' | 'Returned';
  lines: { slug: string; quantity: number }[];
}

export const people: Person[] = JSON.parse(readFileSync(new URL('./people.json', import.meta.url), 'utf8'));

export function findPerson(username: string | null): Person | null {
  return people.find((person) => person.username === username) ?? null;
}

/** The lines with their products, and the sum. Orders name only products the catalogue has. */
export function priceOrder(order: Order) {
  const lines = order.lines.flatMap(({ slug, quantity }) => {
    const product = findProduct(slug);
    return product ? [{ product, quantity, sumCents: quantity * product.priceCents }] : [];
  });
  return { lines, totalCents: lines.reduce((sum, line) => sum + line.sumCents, 0) };
}
