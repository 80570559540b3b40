/** The back office of a shop: orders, products with variants, customers, reviews, price rules and pages in grids; drawn in the browser. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { answers, type BenchSite, isNowhere, listOf, type Page, rowsOf, type Visit } from './bench-site.ts';

const SCRIPT = readFileSync(path.join(import.meta.dirname, 'back-office.js'), 'utf8');

interface Order {
  id: number;
  day: string;
  customer: string;
  email: string;
  total: number;
  status: string;
  street: string;
  city: string;
  zip: string;
  items: [name: string, count: number, total: number][];
  notes: { text: string; isTold: boolean }[];
  carrier: string;
  tracking: string;
}

const order = (
  id: number,
  day: string,
  customer: string,
  status: string,
  ...items: Order['items']
): Order => ({
  id,
  day,
  customer,
  email: `${customer.toLowerCase().replace(' ', '.')}@mail.example`,
  total: items.reduce((sum, [, , total]) => sum + total, 0),
  status,
  street: '4 Quay Street',
  city: 'Bristol',
  zip: 'BS1 4DJ',
  items,
  notes: [],
  carrier: '',
  tracking: '',
});

const product = (
  id: number,
  name: string,
  sku: string,
  price: number,
  stock: number,
  status = 'Enabled',
  variants: { name: string; sku: string; stock: number }[] = [],
) => ({ id, name, sku, price, stock, status, variants });

function beginning() {
  return {
    orders: [
      order(1015, '2026-08-03', 'Grace Oduya', 'Complete', ['Hera Pullover', 1, 54]),
      order(1016, '2026-08-09', 'Liam Novak', 'Complete', ['Juno Tee', 3, 66]),
      order(1017, '2026-08-21', 'Sarah Miller', 'Complete', ['Sprite Foam Roller', 1, 19]),
      order(1018, '2026-08-30', 'Ana Prieto', 'Canceled', ['Olivia Jacket', 1, 77]),
      order(
        1019,
        '2026-09-04',
        'Grace Oduya',
        'Complete',
        ['Affirm Water Bottle', 2, 14],
        ['Olivia Jacket', 1, 77],
      ),
      order(1020, '2026-09-12', 'Wen Zhao', 'Processing', ['Quest Yoga Mat', 1, 32]),
      order(1021, '2026-09-13', 'Sarah Miller', 'Pending', ['Juno Tee', 1, 22]),
      order(1022, '2026-09-20', 'Liam Novak', 'Processing', ['Echo Fit Shorts', 2, 58]),
      order(1023, '2026-09-29', 'Ana Prieto', 'Complete', ['Pursuit Backpack', 1, 120]),
      order(1024, '2026-10-02', 'Wen Zhao', 'Processing', ['Hera Pullover', 2, 108]),
      order(1025, '2026-10-08', 'Grace Oduya', 'Canceled', ['Quest Yoga Mat', 2, 64]),
      order(1026, '2026-10-15', 'Sarah Miller', 'Pending', ['Echo Fit Shorts', 1, 29]),
      order(1027, '2026-10-19', 'Idris Bello', 'Pending', ['Juno Tee', 2, 44], ['Dual Handle Ball', 1, 15]),
      order(1028, '2026-10-27', 'Grace Oduya', 'Complete', ['Pursuit Backpack', 1, 120]),
      order(1029, '2026-11-03', 'Ana Prieto', 'Pending', ['Sprite Foam Roller', 2, 38]),
    ],
    invoices: [
      { id: 501, order: 1015, day: '2026-08-04', amount: 54 },
      { id: 502, order: 1016, day: '2026-08-10', amount: 66 },
      { id: 503, order: 1019, day: '2026-09-05', amount: 96.5 },
      { id: 504, order: 1023, day: '2026-09-30', amount: 124.9 },
      { id: 505, order: 1028, day: '2026-10-28', amount: 120 },
    ],
    products: [
      product(1, 'Hera Pullover', 'WH09', 54, 31),
      product(2, 'Juno Tee', 'WS06', 22, 40, 'Enabled', [
        { name: 'S, Blue', sku: 'WS06-S-Blue', stock: 12 },
        { name: 'M, Blue', sku: 'WS06-M-Blue', stock: 9 },
        { name: 'M, Red', sku: 'WS06-M-Red', stock: 8 },
        { name: 'L, Red', sku: 'WS06-L-Red', stock: 11 },
      ]),
      product(3, 'Olivia Jacket', 'WJ12', 77, 0),
      product(4, 'Sprite Foam Roller', '24-WG09', 19, 100),
      product(5, 'Quest Yoga Mat', '24-MG01', 32, 18),
      product(6, 'Lumen Yoga Mat', '24-MG03', 27.5, 0, 'Disabled'),
      product(7, 'Affirm Water Bottle', '24-UG06', 7, 55),
      product(8, 'Echo Fit Shorts', 'WSH07', 29, 14),
      product(9, 'Pursuit Backpack', '24-MB05', 120, 6),
      product(10, 'Dual Handle Ball', '24-UG07', 15, 0),
      product(11, 'Aim Yoga Mat', '24-MG07', 24.9, 3),
      product(12, 'Cora Parka', 'WJ07', 145, 8),
    ],
    customers: [
      ['Grace Oduya', 'General', '020 7946 0011'],
      ['Liam Novak', 'General', '020 7946 0023'],
      ['Sarah Miller', 'Retailer', '020 7946 0035'],
      ['Ana Prieto', 'General', '020 7946 0047'],
      ['Wen Zhao', 'Wholesale', '020 7946 0059'],
      ['Idris Bello', 'General', '020 7946 0062'],
    ].map(([name = '', group = '', phone = ''], at) => ({
      id: at + 1,
      name,
      email: `${name.toLowerCase().replace(' ', '.')}@mail.example`,
      group,
      phone,
    })),
    reviews: [
      ['Olivia Jacket', 'mim', 'Lovely', 5, 'Approved', 'Fits like a glove.'],
      ['Olivia Jacket', 'Rosa', 'Too thin', 2, 'Approved', 'Not warm enough for March.'],
      ['Juno Tee', 'Tomas', 'Good colour', 4, 'Pending', 'The blue is really blue.'],
      ['Olivia Jacket', 'hk', 'Average', 3, 'Approved', 'It is fine.'],
      ['Quest Yoga Mat', 'bestpills24', 'CHEAP PILLS', 5, 'Pending', 'Visit my site.'],
      ['Olivia Jacket', 'Ulla', 'Zip broke', 1, 'Approved', 'The zip broke on day two.'],
      ['Echo Fit Shorts', 'Devi', 'Runs small', 2, 'Approved', 'Order a size up, they are too small.'],
      ['Hera Pullover', 'Jo', 'Warm', 5, 'Approved', 'So warm.'],
      ['Olivia Jacket', 'Nat', 'Great', 4, 'Approved', 'Great for cycling.'],
      ['Echo Fit Shorts', 'Bea', 'Comfy', 5, 'Approved', 'I live in them.'],
    ].map(([item, nickname, title, stars, status, text], at) => ({
      id: at + 301,
      product: String(item),
      nickname: String(nickname),
      title: String(title),
      stars: Number(stars),
      status: String(status),
      text: String(text),
    })),
    rules: [{ id: 1, name: 'Welcome back', from: '2026-01-01', to: '2026-12-31', percent: 10, apply: '' }],
    pages: [
      { id: 1, title: 'Home page', url: 'home', status: 'Enabled' },
      { id: 2, title: 'About us', url: 'about-us', status: 'Enabled' },
      { id: 3, title: 'Customer service', url: 'customer-service', status: 'Enabled' },
      { id: 4, title: 'Privacy policy', url: 'privacy', status: 'Disabled' },
    ],
  };
}

type State = ReturnType<typeof beginning>;

const orderOf = (state: State, id: number) => state.orders.find((one) => one.id === id);
const count = (answer: string, figure: number, word: string) =>
  answers(answer) && new RegExp(`\\b(${figure}|${word})\\b`, 'i').test(answer);

export const backOffice: BenchSite<State> = {
  name: 'back-office',
  open() {
    const state = beginning();
    return { state, answer: (visit) => route(state, visit) };
  },
  tasks: [
    {
      kind: 'most',
      goal: 'What is the top search term in our shop?',
      isRight: (_, answer) => answers(answer, 'jacket') && !/mat\b/i.test(answer),
    },
    {
      kind: 'count',
      goal: 'How many reviews give the Olivia Jacket three stars or fewer?',
      isRight: (_, answer) => count(answer, 3, 'three'),
    },
    {
      kind: 'ask',
      goal: 'Which email address belongs to the customer who placed order 1027?',
      isRight: (_, answer) => answers(answer, 'idris.bello@mail.example'),
    },
    {
      kind: 'most',
      goal: 'What is the grand total of the most recent canceled order?',
      isRight: (_, answer) => answers(answer) && /\b64\b/.test(answer),
    },
    {
      kind: 'count',
      goal: 'How many orders of Grace Oduya are complete?',
      isRight: (_, answer) => count(answer, 3, 'three'),
    },
    {
      kind: 'count',
      goal: 'How many products are out of stock at the moment?',
      isRight: (_, answer) => count(answer, 3, 'three'),
    },
    {
      kind: 'most',
      goal: 'Which is our cheapest yoga mat, and what does it cost?',
      isRight: (_, answer) => answers(answer, 'Aim') && /24\.90?\b/.test(answer),
    },
    {
      kind: 'ask',
      goal: 'How much did we invoice for order 1019?',
      isRight: (_, answer) => answers(answer) && /\b96\.50?\b/.test(answer),
    },
    {
      kind: 'most',
      goal: 'Which customer has placed the most orders?',
      isRight: (_, answer) => answers(answer, 'Grace Oduya'),
    },
    {
      kind: 'ask',
      goal: 'Who complains that the Echo Fit Shorts are too small?',
      isRight: (_, answer) => answers(answer, 'Devi') && !/Bea/.test(answer),
    },
    {
      kind: 'compute',
      goal: 'What did Wen Zhao order altogether, in dollars?',
      isRight: (_, answer) => answers(answer) && /\b140\b/.test(answer),
    },
    {
      kind: 'schema',
      goal: 'Give me all pending orders with their number, customer and total.',
      outputSchema: listOf('orders', { number: 'string', customer: 'string', total: 'number' }),
      isRight: (state, answer) => {
        const pending = state.orders.filter(({ status }) => status === 'Pending');
        const told = rowsOf(answer, 'orders');
        return (
          told.length === pending.length &&
          pending.every(({ id, customer, total }) =>
            told.some(
              (row) =>
                String(row.number).endsWith(String(id)) && row.customer === customer && row.total === total,
            ),
          )
        );
      },
    },
    {
      kind: 'schema',
      goal: 'What are our three bestsellers and how many did we sell of each?',
      outputSchema: listOf('products', { name: 'string', sold: 'integer' }),
      isRight: (_, answer) =>
        rowsOf(answer, 'products')
          .map(({ name, sold }) => `${name} ${sold}`)
          .join('|') === 'Juno Tee 61|Sprite Foam Roller 38|Quest Yoga Mat 27',
    },
    {
      kind: 'form',
      goal: 'Change the price of the Hera Pullover to 49.90.',
      isRight: ({ products }) =>
        products
          .map(({ price }) => price)
          .slice(0, 3)
          .join() === '49.9,22,77',
    },
    {
      kind: 'act',
      goal: 'Cancel order 1026',
      isRight: ({ orders }) =>
        orders
          .filter(({ status }) => status === 'Canceled')
          .map(({ id }) => id)
          .join() === '1018,1025,1026',
    },
    {
      kind: 'form',
      goal: 'Ship order 1024 with DHL, the tracking number is JD014600.',
      isRight: (state) =>
        orderOf(state, 1024)?.carrier === 'DHL' && orderOf(state, 1024)?.tracking === 'JD014600',
    },
    {
      kind: 'act',
      goal: 'Approve the review that Tomas wrote.',
      isRight: ({ reviews }) =>
        reviews
          .filter(({ status }) => status !== 'Approved')
          .map(({ id }) => id)
          .join() === '305',
    },
    {
      kind: 'act',
      goal: 'Delete the spam review by bestpills24.',
      isRight: ({ reviews }) => reviews.length === 9 && reviews.every(({ id }) => id !== 305),
    },
    {
      kind: 'form',
      goal: 'Set up a cart price rule named "Spring sale" that takes 15 percent off from 1 March 2027 to 31 March 2027.',
      isRight: ({ rules: [, one] }) =>
        one?.name === 'Spring sale' &&
        one.from === '2027-03-01' &&
        one.to === '2027-03-31' &&
        one.percent === 15 &&
        /^Percent/.test(one.apply),
    },
    {
      kind: 'form',
      goal: 'We got new Juno Tees: set the quantity of the blue ones in size M to 40.',
      isRight: ({ products }) =>
        products[1]?.variants.map(({ stock }) => stock).join() === '12,40,8,11' && products[1].price === 22,
    },
    {
      kind: 'form',
      goal: 'Add a new wholesale customer: Ines Falk, ines@falk.example, phone 020 7946 0099.',
      isRight: ({ customers }) => {
        const one = customers.at(-1);
        return (
          customers.length === 7 &&
          one?.name === 'Ines Falk' &&
          one.email === 'ines@falk.example' &&
          one.group === 'Wholesale' &&
          one.phone === '020 7946 0099'
        );
      },
    },
    {
      kind: 'act',
      goal: 'Take the Sprite Foam Roller out of the shop: disable the product.',
      isRight: ({ products }) =>
        products
          .filter(({ status }) => status === 'Disabled')
          .map(({ id }) => id)
          .join() === '4,6',
    },
    {
      kind: 'form',
      goal: 'Rename the page "About us" to "Our story".',
      isRight: ({ pages }) => pages[1]?.title === 'Our story' && pages[0]?.title === 'Home page',
    },
    {
      kind: 'form',
      goal: 'Tell Sarah Miller by email, on her most recent pending order, that "the order is ready to be picked up".',
      isRight: (state) =>
        /^the order is ready to be picked up\.?$/i.test(orderOf(state, 1026)?.notes[0]?.text ?? '') &&
        orderOf(state, 1026)?.notes[0]?.isTold === true &&
        orderOf(state, 1021)?.notes.length === 0,
    },
    {
      kind: 'form',
      goal: 'Change the shipping address of order 1022 to 12 Mill Lane, Leeds, LS1 4AB.',
      isRight: (state) => {
        const one = orderOf(state, 1022);
        return one?.street === '12 Mill Lane' && one.city === 'Leeds' && one.zip === 'LS1 4AB';
      },
    },
    {
      kind: 'missing',
      goal: 'What is the phone number of our customer Zelda Quark?',
      isRight: (_, answer, __, failure) => isNowhere(answer, failure),
    },
  ],
};

function route(state: State, { method, path: at, form }: Visit): Page {
  const json = (body: unknown): Page => ({ type: 'application/json', body: JSON.stringify(body) });
  const values = Object.fromEntries(form);
  if (at === '/favicon.ico') return { status: 404 };
  if (at === '/app.js') return { type: 'text/javascript', body: SCRIPT };
  if (at === '/api/dashboard')
    return json({
      terms: [
        ['yoga mat', 3, 112],
        ['jacket', 1, 240],
        ['hoodie', 0, 57],
      ],
      orders: state.orders
        .slice(-4)
        .reverse()
        .map(({ customer, items, total }) => [customer, items.length, `$${total}.00`]),
      sold: [
        ['Juno Tee', '$22.00', 61],
        ['Sprite Foam Roller', '$19.00', 38],
        ['Quest Yoga Mat', '$32.00', 27],
        ['Hera Pullover', '$54.00', 20],
      ],
    });
  const [, kind = '', id = '', act = ''] = /^\/api\/(\w+)(?:\/(\w+))?(?:\/(\w+))?$/.exec(at) ?? [];
  if (kind && method === 'POST') return json(change(state, kind, id, act, values));
  const list = { ...state, orders: state.orders.toReversed() }[kind as keyof State];
  if (list) return json(id ? list.find((one) => one.id === Number(id)) : list);
  return {
    body: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop Admin</title><style>aside{float:left;width:180px}.modal{position:fixed;top:80px;left:30%;background:#fff;border:1px solid #333;padding:20px;z-index:9}.overlay{position:fixed;inset:0;background:#0006;z-index:8}#messages .error{color:#a00}th[data-by]{cursor:pointer}</style></head><body><main id="app" style="margin-left:200px"></main><script type="module" src="/app.js"></script></body></html>',
  };
}

function change(
  state: State,
  kind: string,
  id: string,
  act: string,
  values: Record<string, string>,
): Record<string, string> {
  if (kind === 'orders') {
    const one = orderOf(state, Number(id));
    if (!one) return { error: 'This order no longer exists.' };
    if (act === 'cancel') one.status = 'Canceled';
    if (act === 'address') Object.assign(one, values);
    if (act === 'note') {
      if (!values.text) return { error: 'The comment is missing. Enter and try again.' };
      one.notes.push({ text: values.text, isTold: 'notify' in values });
    }
    if (act === 'ship') {
      if (!values.tracking) return { error: 'Please enter a tracking number.' };
      Object.assign(one, values, { status: 'Complete' });
    }
    const said = {
      cancel: 'You canceled the order.',
      address: 'You updated the order address.',
      ship: 'The shipment has been created.',
      note: 'The comment was added.',
    };
    return { ok: said[act as keyof typeof said] ?? 'Done.' };
  }
  if (kind === 'products') {
    const one = state.products.find((other) => other.id === Number(id));
    if (!one || !(Number(values.price) > 0))
      return { error: 'Please enter a number greater than 0 in the price.' };
    one.name = values.name ?? '';
    one.price = Number(values.price);
    one.status = 'enabled' in values ? 'Enabled' : 'Disabled';
    for (const variant of one.variants)
      variant.stock = Number(values[`stock:${variant.sku}`] ?? variant.stock);
    if (values.stock) one.stock = Number(values.stock);
    return { ok: 'You saved the product.' };
  }
  if (kind === 'customers') {
    if (!values.first || !values.last || !values.email)
      return { error: 'First name, last name and email are required.' };
    const entry = {
      name: `${values.first} ${values.last}`,
      email: values.email,
      group: values.group ?? '',
      phone: values.phone ?? '',
    };
    const one = state.customers.find((other) => other.id === Number(id));
    if (one) Object.assign(one, entry);
    else state.customers.push({ id: state.customers.length + 1, ...entry });
    return { ok: 'You saved the customer.' };
  }
  if (kind === 'reviews') {
    const one = state.reviews.find((other) => other.id === Number(id));
    if (act === 'delete') {
      state.reviews = state.reviews.filter((other) => other !== one);
      return { ok: 'The review has been deleted.' };
    }
    Object.assign(one ?? {}, values);
    return { ok: 'You saved the review.' };
  }
  if (kind === 'rules') {
    if (!values.name || !values.percent) return { error: 'Rule name and discount amount are required.' };
    state.rules.push({
      id: state.rules.length + 1,
      name: values.name,
      from: values.from ?? '',
      to: values.to ?? '',
      percent: Number(values.percent),
      apply: values.apply ?? '',
    });
    return { ok: 'You saved the rule.' };
  }
  Object.assign(state.pages.find((one) => one.id === Number(id)) ?? {}, values);
  return { ok: 'You saved the page.' };
}
