/** A shop for walkers, drawn by the server: catalogue, basket, checkout, repairs, branches, help. */
import { answers, type BenchSite, type Page, safe, type Visit } from './bench-site.ts';

interface Item {
  id: number;
  name: string;
  sort: string;
  price: number;
  weight: number;
  stars: number;
  stock: number;
}

interface State {
  basket: Record<number, number>;
  orders: (Record<string, string> & { lines: string })[];
  repairs: Record<string, string>[];
  letters: string[];
  reviews: { item: number; stars: string; title: string; text: string }[];
}

const ITEMS: Item[] = [
  ['Borrow 2 tent', 'Tents', 249, 2100, 4.6, 4],
  ['Skerry 1 tent', 'Tents', 189, 1350, 4.1, 0],
  ['Cairn 4 family tent', 'Tents', 429, 6400, 4.8, 2],
  ['Ghyll bivvy', 'Tents', 99, 780, 3.9, 11],
  ['Fell 25 rucksack', 'Rucksacks', 85, 940, 4.4, 7],
  ['Fell 45 rucksack', 'Rucksacks', 135, 1480, 4.7, 5],
  ['Scree 60 rucksack', 'Rucksacks', 165, 1990, 4.2, 3],
  ['Beck daypack', 'Rucksacks', 39, 410, 4.0, 20],
  ['Merlin down sleeping bag', 'Sleeping', 219, 870, 4.9, 6],
  ['Dunlin summer sleeping bag', 'Sleeping', 79, 1100, 4.3, 9],
  ['Heron three-season sleeping bag', 'Sleeping', 129, 1400, 4.5, 8],
  ['Plover mat', 'Sleeping', 45, 390, 4.2, 14],
  ['Ember gas stove', 'Cooking', 34, 95, 4.6, 18],
  ['Kindle wood stove', 'Cooking', 59, 460, 3.8, 5],
  ['Kelp pot set', 'Cooking', 42, 520, 4.4, 10],
  ['Tansy titanium mug', 'Cooking', 24, 68, 4.7, 25],
  ['Rowan head torch', 'Lights', 29, 84, 4.5, 30],
  ['Alder lantern', 'Lights', 36, 210, 4.1, 12],
].map(
  ([name, sort, price, weight, stars, stock], at) =>
    ({ id: at + 1, name, sort, price, weight, stars, stock }) as Item,
);

const BRANCHES = [
  {
    town: 'Leeds',
    street: '14 Calder Row',
    phone: '0113 555 0140',
    week: '9:00 - 18:00',
    sat: '9:00 - 17:30',
    sun: '10:30 - 16:00',
  },
  {
    town: 'Kendal',
    street: '2 Fellside',
    phone: '01539 555 022',
    week: '8:30 - 18:30',
    sat: '8:30 - 18:00',
    sun: 'Closed',
  },
  {
    town: 'Hexham',
    street: '31 Priory Lane',
    phone: '01434 555 310',
    week: '9:30 - 17:30',
    sat: '9:00 - 17:00',
    sun: '11:00 - 15:00',
  },
];

const SHIPPING = [
  ['United Kingdom', '£3.95', '2-3 days'],
  ['Ireland', '£7.50', '3-5 days'],
  ['Norway', '£14.20', '5-8 days'],
  ['Germany', '£9.90', '4-6 days'],
  ['Japan', '£26.00', '10-14 days'],
];

export const gearShop: BenchSite<State> = {
  name: 'gear-shop',
  open() {
    const state: State = { basket: {}, orders: [], repairs: [], letters: [], reviews: [] };
    return { state, answer: (visit) => route(state, visit) };
  },
  tasks: [
    {
      kind: 'ask',
      goal: 'How much is shipping to Norway?',
      isRight: (_, answer) => answers(answer, '14.20'),
    },
    {
      kind: 'ask',
      goal: 'When does the shop in Leeds close on Sunday?',
      isRight: (_, answer) => answers(answer, '16:00') && !answer.includes('17:30'),
    },
    {
      kind: 'ask',
      goal: 'What is the phone number of the Hexham branch?',
      isRight: (_, answer) => answers(answer, '01434 555 310'),
    },
    {
      kind: 'ask',
      goal: 'How heavy is the Scree 60 rucksack?',
      isRight: (_, answer) => answers(answer, '1990'),
    },
    {
      kind: 'ask',
      goal: 'Search for "stove" and tell me the price of the cheaper one.',
      isRight: (_, answer) => answers(answer, '34') && !answer.includes('59'),
    },
    {
      kind: 'compute',
      goal: 'How many different tents do you sell?',
      at: '/',
      isRight: (_, answer) => answers(answer, '4'),
    },
    {
      kind: 'compute',
      goal: 'Which is the cheapest rucksack?',
      isRight: (_, answer) => answers(answer, 'Beck daypack'),
    },
    {
      kind: 'compute',
      goal: 'Compare the Fell 25 rucksack and the Fell 45 rucksack: which one is lighter?',
      isRight: (_, answer) => answers(answer, 'Fell 25'),
    },
    {
      kind: 'compute',
      goal: 'What would one Ember gas stove and one Kelp pot set cost together?',
      isRight: (_, answer) => answers(answer, '76'),
    },
    {
      kind: 'form',
      goal: 'Request a repair for a tent with a broken zip. My name is Bo Berg, bo@example.org',
      isRight: ({ repairs: [one] }) =>
        one?.name === 'Bo Berg' &&
        one.email === 'bo@example.org' &&
        one.kind === 'Tent' &&
        /zip/i.test(one.fault ?? ''),
    },
    {
      kind: 'form',
      goal: 'Sign me up for the newsletter with kim@example.net',
      isRight: ({ letters }) => letters.join() === 'kim@example.net',
    },
    {
      kind: 'shop',
      goal: 'Put two Rowan head torches into the basket.',
      isRight: ({ basket }) => JSON.stringify(basket) === '{"17":2}',
    },
    {
      kind: 'shop',
      goal: 'Add the cheapest sleeping bag to my basket',
      isRight: ({ basket }) => JSON.stringify(basket) === '{"10":1}',
    },
    {
      kind: 'shop',
      goal: 'Buy a Plover mat. Deliver it to Ada Lind, 5 Mill Road, York, YO1 7HH. My email is ada@example.com and I want express delivery.',
      isRight: ({ orders: [one] }) =>
        one?.lines === '12x1' &&
        one.name === 'Ada Lind' &&
        one.street === '5 Mill Road' &&
        one.town === 'York' &&
        one.postcode === 'YO1 7HH' &&
        one.email === 'ada@example.com' &&
        one.delivery === 'express',
    },
    {
      kind: 'shop',
      goal: 'Order one Tansy titanium mug for Per Dahl, Storgata 3, Oslo, 0155, Norway, email per@example.no, standard delivery',
      isRight: ({ orders: [one] }) =>
        one?.lines === '16x1' &&
        one.name === 'Per Dahl' &&
        one.street === 'Storgata 3' &&
        one.country === 'Norway' &&
        one.town === 'Oslo' &&
        one.delivery === 'standard',
    },
    {
      kind: 'review',
      goal: 'Write a 4 star review of the Alder lantern titled "Bright enough" saying "Lasted the whole weekend."',
      isRight: ({ reviews: [one] }) =>
        one?.item === 18 &&
        one.stars === '4' &&
        one.title === 'Bright enough' &&
        one.text === 'Lasted the whole weekend.',
    },
    {
      kind: 'ask',
      goal: 'Can I return a sleeping bag after 20 days?',
      isRight: (_, answer) => answers(answer, '28') || answers(answer, 'yes'),
    },
    {
      kind: 'ask',
      goal: 'Is the Skerry 1 tent in stock?',
      isRight: (_, answer) =>
        answers(answer, 'out of stock') || answers(answer, 'no') || answers(answer, 'sold out'),
    },
  ],
};

function route(state: State, { method, path, query, form, cookies }: Visit): Page {
  const post = method === 'POST';
  const item = ITEMS.find(({ id }) => path === `/item/${id}` || path === `/item/${id}/review`);
  if (path === '/consent') return { to: '/', cookie: 'consent=1; Path=/' };
  const draw = (title: string, body: string): Page => ({
    body: layout(title, body, !cookies.consent, state),
  });
  if (path === '/newsletter' && post) {
    state.letters.push(form.get('mail') ?? '');
    return draw('Thank you', '<h1>Thank you</h1><p>You are on the list.</p>');
  }
  if (item && post && path.endsWith('review')) {
    if (!form.get('stars'))
      return draw(
        item.name,
        `<p role="alert" class="error">Please choose a rating.</p>${itemPage(state, item)}`,
      );
    state.reviews.push({
      item: item.id,
      stars: form.get('stars') ?? '',
      title: form.get('title') ?? '',
      text: form.get('text') ?? '',
    });
    return { to: `/item/${item.id}` };
  }
  if (item) return draw(item.name, itemPage(state, item));
  if (path === '/basket' && post) {
    const id = Number(form.get('id'));
    state.basket[id] = (state.basket[id] ?? 0) + Number(form.get('quantity'));
    return { to: '/basket' };
  }
  if (path === '/basket') return draw('Basket', basketPage(state));
  if (path === '/checkout')
    return post ? checkOut(state, form, draw) : draw('Checkout', checkoutPage(new URLSearchParams(), ''));
  if (path === '/repairs')
    return post ? repair(state, form, draw) : draw('Repairs', repairPage(new URLSearchParams(), ''));
  if (path === '/branches') return draw('Our shops', branches());
  if (path === '/delivery') return draw('Delivery and returns', delivery());
  if (path === '/shop') return draw('Shop', listing(query));
  if (path === '/') return draw('Tarn & Tor', front());
  return { status: 404, body: layout('Not found', '<h1>Not found</h1>', false, state) };
}

function layout(title: string, body: string, isAsking: boolean, { basket }: State): string {
  const count = Object.values(basket).reduce((sum, one) => sum + one, 0);
  return `<!doctype html><html lang="en"><title>${title} | Tarn &amp; Tor</title><style>body{font:15px sans-serif;max-width:960px;margin:auto}
  nav a{margin-right:1em}.cards{display:grid;grid-template-columns:repeat(3,1fr);gap:1em}.cookie{position:fixed;inset:auto 0 0 0;background:#333;color:#fff;padding:2em}label{display:block;margin:.5em 0}.error{color:#a00}</style>
  <header><a href="/">Tarn &amp; Tor</a><form action="/shop"><input name="q" type="search" placeholder="Search the shop" aria-label="Search the shop"><button>Search</button></form>
  <nav><a href="/shop">Shop</a><a href="/repairs">Repairs</a><a href="/branches">Our shops</a><a href="/delivery">Delivery &amp; returns</a><a href="/basket">Basket (${count})</a></nav></header>
  <main>${body}</main><footer><form method="post" action="/newsletter"><label>Newsletter <input name="mail" type="email" placeholder="Your email"></label><button>Sign up</button></form><p>Tarn &amp; Tor Ltd, Leeds</p></footer>
  ${isAsking ? '<div class="cookie" role="dialog" aria-label="Cookies"><p>We use cookies to remember your basket.</p><form action="/consent"><button>Accept all</button> <button>Only what is needed</button></form></div>' : ''}</html>`;
}

function front(): string {
  return `<h1>Walk further</h1><p>Gear that lasts, and people who mend it.</p><h2>Departments</h2><ul>${[
    ...new Set(ITEMS.map(({ sort }) => sort)),
  ]
    .map((sort) => `<li><a href="/shop?sort=${sort}">${sort}</a></li>`)
    .join(
      '',
    )}</ul><h2>This week</h2><div class="cards">${[ITEMS[2], ITEMS[8], ITEMS[16]].map((one) => card(one as Item)).join('')}</div>`;
}

function card({ id, name, price, stars }: Item): string {
  return `<article><h3><a href="/item/${id}">${name}</a></h3><p>£${price}.00</p><p>${stars} out of 5</p></article>`;
}

function listing(query: URLSearchParams): string {
  const words = (query.get('q') ?? '').toLowerCase();
  const order = query.get('order') ?? '';
  const found = ITEMS.filter(
    ({ name, sort }) =>
      name.toLowerCase().includes(words) && (!query.get('sort') || sort === query.get('sort')),
  );
  if (order === 'cheap') found.sort((one, other) => one.price - other.price);
  if (order === 'dear') found.sort((one, other) => other.price - one.price);
  if (order === 'stars') found.sort((one, other) => other.stars - one.stars);
  const page = Number(query.get('page') ?? 1);
  const pages = Math.ceil(found.length / 6);
  const link = (to: number, text: string) => {
    const next = new URLSearchParams(query);
    next.set('page', String(to));
    return `<a href="/shop?${safe(next)}">${text}</a>`;
  };
  return `<h1>${query.get('sort') || (words ? `Results for ${safe(words)}` : 'Everything')}</h1>
  <form action="/shop"><input type="hidden" name="q" value="${safe(words)}"><label>Department <select name="sort"><option value="">All</option>${[
    ...new Set(ITEMS.map(({ sort }) => sort)),
  ]
    .map((sort) => `<option${sort === query.get('sort') ? ' selected' : ''}>${sort}</option>`)
    .join(
      '',
    )}</select></label><label>Sort by <select name="order"><option value="">Newest</option><option value="cheap">Price: low to high</option><option value="dear">Price: high to low</option><option value="stars">Best rated</option></select></label><button>Apply</button></form>
  <p>${found.length} products</p><div class="cards">${found
    .slice((page - 1) * 6, page * 6)
    .map(card)
    .join('')}</div>
  <p class="pages">${page > 1 ? link(page - 1, 'Previous') : ''} Page ${page} of ${pages} ${page < pages ? link(page + 1, 'Next') : ''}</p>`;
}

function itemPage({ reviews }: State, { id, name, price, weight, stars, stock, sort }: Item): string {
  return `<p><a href="/shop?sort=${sort}">${sort}</a></p><h1>${name}</h1><p class="price">£${price}.00</p><p>${stock > 0 ? `In stock (${stock} left)` : 'Out of stock'}</p>
  <table><tr><th>Weight</th><td>${weight} g</td></tr><tr><th>Rating</th><td>${stars} out of 5</td></tr><tr><th>Article number</th><td>TT-${1000 + id}</td></tr></table>
  ${stock > 0 ? `<form method="post" action="/basket"><input type="hidden" name="id" value="${id}"><label>Quantity <input name="quantity" type="number" value="1" min="1" max="${stock}"></label><button>Add to basket</button></form>` : '<button disabled>Add to basket</button>'}
  <h2>Reviews</h2>${
    reviews
      .filter((one) => one.item === id)
      .map(
        ({ stars: given, title, text }) =>
          `<blockquote><b>${safe(title)}</b> ${given}/5<p>${safe(text)}</p></blockquote>`,
      )
      .join('') || '<p>No reviews yet.</p>'
  }
  <h3>Write a review</h3><form method="post" action="/item/${id}/review"><fieldset><legend>Your rating</legend>${[1, 2, 3, 4, 5].map((star) => `<label><input type="radio" name="stars" value="${star}"> ${star} star${star > 1 ? 's' : ''}</label>`).join('')}</fieldset>
  <label>Title <input name="title"></label><label>Your review <textarea name="text"></textarea></label><button>Post review</button></form>`;
}

function basketPage({ basket }: State): string {
  const lines = Object.entries(basket);
  if (lines.length === 0) return '<h1>Your basket</h1><p>Your basket is empty.</p>';
  const total = lines.reduce((sum, [id, count]) => sum + (ITEMS[Number(id) - 1]?.price ?? 0) * count, 0);
  return `<h1>Your basket</h1><table><tr><th>Item</th><th>Quantity</th><th>Price</th></tr>${lines
    .map(
      ([id, count]) =>
        `<tr><td>${ITEMS[Number(id) - 1]?.name}</td><td>${count}</td><td>£${(ITEMS[Number(id) - 1]?.price ?? 0) * count}.00</td></tr>`,
    )
    .join(
      '',
    )}<tr><td colspan="2">Total</td><td>£${total}.00</td></tr></table><a href="/checkout">Proceed to checkout</a>`;
}

function field(form: URLSearchParams, name: string, label: string, type = 'text'): string {
  return `<label>${label} <input name="${name}" type="${type}" value="${safe(form.get(name))}"></label>`;
}

function checkoutPage(form: URLSearchParams, problem: string): string {
  return `<h1>Checkout</h1>${problem && `<p class="error" role="alert">${problem}</p>`}<form method="post" action="/checkout">${field(form, 'name', 'Full name')}${field(form, 'email', 'Email')}
  ${field(form, 'street', 'Address')}${field(form, 'town', 'Town')}${field(form, 'postcode', 'Postcode')}<label>Country <select name="country">${SHIPPING.map(([country]) => `<option${form.get('country') === country ? ' selected' : ''}>${country}</option>`).join('')}</select></label>
  <fieldset><legend>Delivery</legend><label><input type="radio" name="delivery" value="standard"> Standard (free over £50)</label><label><input type="radio" name="delivery" value="express"> Express, next day (£8.50)</label></fieldset>
  <label><input type="checkbox" name="terms"> I accept the terms of sale</label><button>Place order</button></form>`;
}

function checkOut(state: State, form: URLSearchParams, draw: (title: string, body: string) => Page): Page {
  const missing = ['name', 'email', 'street', 'town', 'postcode', 'delivery'].filter((key) => !form.get(key));
  if (missing.length > 0)
    return draw('Checkout', checkoutPage(form, `Please fill in: ${missing.join(', ')}`));
  if (!form.get('terms')) return draw('Checkout', checkoutPage(form, 'You must accept the terms of sale.'));
  const lines = Object.entries(state.basket)
    .map(([id, count]) => `${id}x${count}`)
    .join();
  state.orders.push({ ...Object.fromEntries(form), lines });
  state.basket = {};
  return draw(
    'Order placed',
    `<h1>Thank you for your order</h1><p>Your order number is TT-${70000 + state.orders.length}.</p>`,
  );
}

function repairPage(form: URLSearchParams, problem: string): string {
  return `<h1>Repairs</h1><p>Tell us what broke and we send you a label.</p>${problem && `<p class="error" role="alert">${problem}</p>`}<form method="post" action="/repairs">${field(form, 'name', 'Your name')}${field(form, 'email', 'Email address', 'email')}
  <label>What kind of thing is it? <select name="kind"><option value="">Please choose</option>${['Tent', 'Rucksack', 'Boots', 'Jacket', 'Stove'].map((kind) => `<option${kind === form.get('kind') ? ' selected' : ''}>${kind}</option>`).join('')}</select></label>
  <label>What is wrong with it? <textarea name="fault">${safe(form.get('fault'))}</textarea></label><button>Send request</button></form>`;
}

function repair(state: State, form: URLSearchParams, draw: (title: string, body: string) => Page): Page {
  const missing = ['name', 'email', 'kind', 'fault'].find((key) => !form.get(key));
  if (missing)
    return draw('Repairs', repairPage(form, `Please fill in every field (${missing} is missing).`));
  state.repairs.push(Object.fromEntries(form));
  return draw('Request received', '<h1>We have your request</h1><p>Your repair number is R-311.</p>');
}

function branches(): string {
  return `<h1>Our shops</h1>${BRANCHES.map(({ town, street, phone, week, sat, sun }) => `<section><h2>${town}</h2><p>${street}<br>Telephone ${phone}</p><table><tr><th>Monday to Friday</th><td>${week}</td></tr><tr><th>Saturday</th><td>${sat}</td></tr><tr><th>Sunday</th><td>${sun}</td></tr></table></section>`).join('')}`;
}

function delivery(): string {
  return `<h1>Delivery and returns</h1><h2>Delivery</h2><table><thead><tr><th>Country</th><th>Price</th><th>Time</th></tr></thead><tbody>${SHIPPING.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</tbody></table>
  <h2>Returns</h2><p>You can send anything back within 28 days, unused and in its bag. After that we repair or exchange.</p>`;
}
