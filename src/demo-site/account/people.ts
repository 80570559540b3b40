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

export const people: Person[] = [
  {
    username: 'demo',
    password: 'campfire',
    name: 'Wren Calloway',
    email: 'wren@tussock-and-tin.example',
    address: '14 Fernhill Terrace, Alderwick',
    memberSince: '2023',
    points: 412,
    totpSeed: null,
    orders: [
      {
        number: 1003,
        date: '2026-06-30',
        status: 'On its way',
        lines: [
          { slug: 'glowworm-lantern', quantity: 1 },
          { slug: 'cold-creek-brew-bags', quantity: 2 },
        ],
      },
      {
        number: 1002,
        date: '2026-04-11',
        status: 'Returned',
        lines: [
          { slug: 'wayside-pocket-scale', quantity: 1 },
          { slug: 'slow-fog-coffee', quantity: 3 },
        ],
      },
      {
        number: 1001,
        date: '2026-02-03',
        status: 'Delivered',
        lines: [
          { slug: 'fernfall-camp-kettle', quantity: 1 },
          { slug: 'speckled-tin-mug', quantity: 2 },
          { slug: 'first-light-coffee', quantity: 1 },
        ],
      },
    ],
  },
  {
    username: 'ranger',
    password: 'lantern',
    name: 'Juniper Ashdown',
    email: 'juniper@tussock-and-tin.example',
    address: '2 Watch House, Kestrel Moor',
    memberSince: '2021',
    points: 1280,
    totpSeed: 'ORUGKIDLMV2HI3DFEBUXGIDPNYQG433X',
    orders: [
      {
        number: 2001,
        date: '2026-05-19',
        status: 'Delivered',
        lines: [
          { slug: 'cairn-two-person-tent', quantity: 1 },
          { slug: 'reed-sleeping-mat', quantity: 2 },
        ],
      },
    ],
  },
];

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
