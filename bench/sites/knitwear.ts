/** A clothes shop, drawn by the server: variants on every thing, a till of four pages, the customer's own pages. */
import { type BenchSite, type Page, safe, type Visit } from './bench-site.ts';

interface Item {
  id: string;
  name: string;
  kind: string;
  price: number;
  was: number | null;
  colours: string[];
  /** "navy M": these are sold out. */
  gone: string[];
}

interface State {
  bag: { id: string; colour: string; size: string; count: number }[];
  orders: Record<string, string>[];
  till: Record<string, string>;
  person: Record<string, string>;
  addresses: { id: number; label: string; street: string; town: string; postcode: string }[];
}

const SIZES = ['S', 'M', 'L', 'XL'];
const ITEMS: Item[] = [
  item('Hamar crew jumper', 'jumpers', 64, null, ['navy', 'oat'], ['navy S']),
  item('Lofoten roll-neck jumper', 'jumpers', 92, 78, ['charcoal', 'rust'], []),
  item('Rondane cable jumper', 'jumpers', 110, null, ['oat', 'forest'], []),
  item('Voss half-zip jumper', 'jumpers', 71, null, ['navy', 'rust'], ['rust M']),
  item('Tinn patterned jumper', 'jumpers', 128, null, ['navy', 'red'], []),
  item('Alta fine jumper', 'jumpers', 58, 49, ['blue', 'grey'], []),
  item('Skien sleeveless jumper', 'jumpers', 55, null, ['grey', 'forest'], ['grey M', 'forest M']),
  item('Moss linen shirt', 'shirts', 48, null, ['white', 'blue'], []),
  item('Drammen oxford shirt', 'shirts', 52, null, ['white', 'blue', 'pink'], ['blue L']),
  item('Horten flannel shirt', 'shirts', 39, null, ['red', 'forest'], []),
  item('Larvik denim shirt', 'shirts', 66, 44, ['blue', 'black'], []),
  item('Fjell wool cap', 'hats', 24, null, ['grey', 'rust'], []),
  item('Sol straw hat', 'hats', 35, null, ['natural'], []),
];

function item(
  name: string,
  kind: string,
  price: number,
  now: number | null,
  colours: string[],
  gone: string[],
): Item {
  const id = name.toLowerCase().replaceAll(' ', '-');
  return { id, name, kind, price: now ?? price, was: now === null ? null : price, colours, gone };
}

function inBag({ bag }: State): string {
  return bag.map(({ id, colour, size, count }) => `${id}/${colour}/${size}/${count}`).join();
}

export const knitwear: BenchSite<State> = {
  name: 'knitwear',
  open() {
    const state: State = {
      bag: [],
      orders: [],
      till: {},
      person: {
        name: 'Ingrid Moe',
        email: 'ingrid@moe.example',
        phone: '07700 900111',
        birthday: '4 May 1988',
      },
      addresses: [
        { id: 1, label: 'Home', street: '2 Quay Lane', town: 'Hull', postcode: 'HU1 2AB' },
        { id: 2, label: 'Work', street: '90 Castle Street', town: 'Leeds', postcode: 'LS1 5DL' },
      ],
    };
    return { state, answer: (visit) => route(state, visit) };
  },
  tasks: [
    {
      kind: 'variant',
      goal: 'Put the cheapest jumper in size L in blue into the basket.',
      isRight: (state) => inBag(state) === 'alta-fine-jumper/blue/L/1',
    },
    {
      kind: 'variant',
      goal: 'Add the cheapest shirt in red, size M, to my bag',
      isRight: (state) => inBag(state) === 'horten-flannel-shirt/red/M/1',
    },
    {
      kind: 'variant',
      goal: 'I want the Voss half-zip jumper in navy, size XL. Please put it in my bag.',
      isRight: (state) => inBag(state) === 'voss-half-zip-jumper/navy/XL/1',
    },
    {
      kind: 'variant',
      goal: 'Add two Fjell wool caps in rust, size S, to the bag.',
      isRight: (state) => inBag(state) === 'fjell-wool-cap/rust/S/2',
    },
    {
      kind: 'sold-out',
      goal: 'Put the Hamar crew jumper in navy, size S into my bag.',
      isRight: (state, _answer, _files, failure) => state.bag.length === 0 && failure !== null,
    },
    {
      kind: 'sold-out',
      goal: 'Add the cheapest jumper in size M in grey... no wait, the Skien sleeveless jumper in grey, size M, to the bag',
      isRight: (state, _answer, _files, failure) => state.bag.length === 0 && failure !== null,
    },
    {
      kind: 'till',
      goal: 'Buy the Moss linen shirt in white, size M. Deliver it to Ada Lind, 5 Mill Road, York, YO1 7HH. My email is ada@lind.example and my phone number 07700 900222. Express delivery. Pay by card 4242 4242 4242 4242, expiry 08/29, CVC 123, name on the card Ada Lind.',
      isRight: ({ orders: [one] }) =>
        one?.lines === 'moss-linen-shirt/white/M/1' &&
        one.name === 'Ada Lind' &&
        one.street === '5 Mill Road' &&
        one.town === 'York' &&
        one.postcode === 'YO1 7HH' &&
        one.email === 'ada@lind.example' &&
        one.delivery === 'express' &&
        one.card?.replaceAll(' ', '') === '4242424242424242' &&
        one.cvc === '123',
    },
    {
      kind: 'till',
      goal: 'Order the Sol straw hat in natural, size L, for Per Dahl, 3 Store Street, Bergen, 5003, per@dahl.example, phone 07700 900333, standard delivery. I pay by invoice.',
      isRight: ({ orders: [one] }) =>
        one?.lines === 'sol-straw-hat/natural/L/1' &&
        one.name === 'Per Dahl' &&
        one.delivery === 'standard' &&
        one.pay === 'invoice',
    },
    {
      kind: 'till-lacking',
      goal: 'Buy the Moss linen shirt in white, size M. Deliver it to Ada Lind, 5 Mill Road, York, YO1 7HH. My email is ada@lind.example and my phone number 07700 900222. Standard delivery, pay by card.',
      isRight: ({ orders }, _answer, _files, failure) => orders.length === 0 && failure !== null,
    },
    {
      kind: 'own-pages',
      goal: 'Change my phone number to 07700 900987',
      isRight: ({ person }) => person.phone === '07700 900987' && person.email === 'ingrid@moe.example',
    },
    {
      kind: 'own-pages',
      goal: 'Please update my email address in my account to ingrid.moe@post.example.',
      isRight: ({ person }) => person.email === 'ingrid.moe@post.example' && person.phone === '07700 900111',
    },
    {
      kind: 'own-pages',
      goal: 'Change the postcode of my work address to LS1 6AB.',
      isRight: ({ addresses }) => addresses.map(({ postcode }) => postcode).join() === 'HU1 2AB,LS1 6AB',
    },
    {
      kind: 'own-pages',
      goal: 'Delete my work address.',
      isRight: ({ addresses }) => addresses.map(({ label }) => label).join() === 'Home',
    },
  ],
};

function route(state: State, visit: Visit): Page {
  const { path } = visit;
  if (path.startsWith('/account')) return account(state, visit);
  if (path.startsWith('/till')) return till(state, visit);
  if (path === '/bag') return bag(state, visit);
  if (path.startsWith('/c/')) return listing(state, visit, path.slice(3));
  if (path === '/find') return listing(state, visit, '');
  if (path.startsWith('/p/')) return product(state, path.slice(3));
  if (path === '/help')
    return page(state, 'Help', '<h1>Help</h1><p>Returns are free within 30 days. Sizes: see each page.</p>');
  if (path === '/')
    return page(
      state,
      'Warm things',
      `<section class="hero"><h1>Warm things from cold places</h1><p>Free returns. Knitted in Hull.</p></section><h2>Loved right now</h2><div class="grid">${['tinn', 'fjell', 'rondane'].map((start) => tile(ITEMS.find(({ id }) => id.startsWith(start)) as Item)).join('')}</div>`,
    );
  return { ...page(state, 'Not found', '<h1>Not found</h1>'), status: 404 };
}

function page(state: State, title: string, body: string): Page {
  const count = state.bag.reduce((sum, line) => sum + line.count, 0);
  return {
    body: `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>${safe(title)} – Nordstrik</title><style>
body{font:16px/1.5 Georgia,serif;margin:0}header,main,footer{max-width:1000px;margin:auto;padding:1rem}nav{display:flex;gap:1.2rem;align-items:center}.grid{display:grid;grid-template-columns:repeat(3,1fr);gap:1rem}.tile{border:1px solid #ddd;padding:1rem;display:block;color:inherit;text-decoration:none}del{color:#999}.sub{position:relative}.sub ul{display:none;position:absolute;background:#fff;border:1px solid #ccc;list-style:none;padding:.6rem;margin:0;z-index:3}.sub:hover ul,.sub:focus-within ul{display:block}.sw input{position:absolute;opacity:0}.sw span{border:1px solid #888;border-radius:1rem;padding:.2rem .8rem}.sw input:checked+span{background:#222;color:#fff}.sz button{width:3rem;height:2.4rem;background:#fff;border:1px solid #555}.sz button.on{background:#222;color:#fff}.sz button:disabled{text-decoration:line-through;color:#bbb}.field{margin:.6rem 0}.field label{display:block}.err{color:#b00}.steps li{display:inline;margin-right:1rem}
</style><header><nav><a href="/"><b>Nordstrik</b></a><div class="sub"><a href="#" aria-haspopup="true">Clothes</a><ul><li><a href="/c/jumpers">Jumpers</a></li><li><a href="/c/shirts">Shirts</a></li><li><a href="/c/hats">Hats &amp; caps</a></li></ul></div>
<form action="/find" role="search"><input type="search" name="q" placeholder="Search"><button aria-label="Search">⌕</button></form><a href="/help">Help</a><a href="/account">My account</a><a href="/bag">Bag (${count})</a></nav></header><main>${body}</main><footer>Nordstrik Ltd · Hull · <a href="/help">Returns</a></footer></html>`,
  };
}

function tile({ id, name, price, was }: Item): string {
  return `<a class="tile" href="/p/${id}"><div class="pic"></div><strong>${name}</strong><br>${was ? `<del>£${was}.00</del> ` : ''}<span class="now">£${price}.00</span></a>`;
}

function listing(state: State, { query }: Visit, kind: string): Page {
  const words = (query.get('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const found = ITEMS.filter(
    (one) =>
      (kind === '' || one.kind === kind) &&
      words.every((word) => one.name.toLowerCase().includes(word.replace(/s$/, ''))),
  );
  const order = query.get('order') ?? '';
  if (order === 'up') found.sort((one, other) => one.price - other.price);
  if (order === 'down') found.sort((one, other) => other.price - one.price);
  const at = Number(query.get('page') ?? 1);
  const pages = Math.ceil(found.length / 4);
  const to = (number: number) => {
    const next = new URLSearchParams(query);
    next.set('page', String(number));
    return `?${safe(next)}`;
  };
  const name = kind === '' ? `Search: ${safe(query.get('q'))}` : `${kind[0]?.toUpperCase()}${kind.slice(1)}`;
  return page(
    state,
    name,
    `<h1>${name}</h1><p>${found.length} styles</p><form>${query.get('q') ? `<input type="hidden" name="q" value="${safe(query.get('q'))}">` : ''}<label>Sort <select name="order" onchange="this.form.submit()"><option value="">Our favourites</option><option value="up"${order === 'up' ? ' selected' : ''}>Price, lowest first</option><option value="down"${order === 'down' ? ' selected' : ''}>Price, highest first</option></select></label></form>
<div class="grid">${found
      .slice(at * 4 - 4, at * 4)
      .map(tile)
      .join('')}</div><nav aria-label="Pages">${Array.from({ length: pages }, (_, index) =>
      index + 1 === at
        ? `<span aria-current="page">${index + 1}</span>`
        : `<a href="${to(index + 1)}">${index + 1}</a>`,
    ).join(' ')}${at < pages ? ` <a rel="next" href="${to(at + 1)}">›</a>` : ''}</nav>`,
  );
}

function product(state: State, id: string): Page {
  const one = ITEMS.find((each) => each.id === id);
  if (!one) return { ...page(state, 'Not found', '<h1>Not found</h1>'), status: 404 };
  return page(
    state,
    one.name,
    `<p><a href="/c/${one.kind}">← ${one.kind}</a></p><h1>${one.name}</h1><p>${one.was ? `<del>£${one.was}.00</del> ` : ''}£${one.price}.00</p>
<form method="post" action="/bag" id="buy"><input type="hidden" name="id" value="${one.id}"><input type="hidden" name="size" value="">
<fieldset class="sw"><legend>Colour</legend>${one.colours.map((colour, at) => `<label><input type="radio" name="colour" value="${colour}"${at === 0 ? ' checked' : ''}><span>${colour}</span></label> `).join('')}</fieldset>
<p id="sl">Size</p><div class="sz" role="group" aria-labelledby="sl">${SIZES.map((size) => `<button type="button" data-size="${size}">${size}</button> `).join('')}</div>
<p><label>How many <select name="count"><option>1<option>2<option>3</select></label></p><p class="err" role="alert"></p><button>Add to bag</button></form>
<h2>About it</h2><p>Pure wool, made to last. Wash cold, dry flat.</p><h2>You may also like</h2><div class="grid">${ITEMS.filter(
      (other) => other.kind === one.kind && other !== one,
    )
      .slice(0, 2)
      .map(tile)
      .join('')}</div>
<script>const gone=${JSON.stringify(one.gone)},f=document.forms.buy;function draw(){for(const b of f.querySelectorAll('[data-size]')){b.disabled=gone.includes(f.colour.value+' '+b.dataset.size);b.className=b.dataset.size===f.elements.size.value?'on':''}}
f.addEventListener('change',e=>{if(e.target.name==='colour')f.elements.size.value='';draw()});f.addEventListener('click',e=>{const s=e.target.dataset.size;if(s){f.elements.size.value=s;draw()}});f.addEventListener('submit',e=>{if(!f.elements.size.value){e.preventDefault();f.querySelector('.err').textContent='Please choose a size.'}});draw()</script>`,
  );
}

function bag(state: State, { method, form }: Visit): Page {
  if (method === 'POST' && form.get('drop')) {
    state.bag.splice(Number(form.get('drop')) - 1, 1);
    return { to: '/bag' };
  }
  if (method === 'POST') {
    const [id, colour, size] = ['id', 'colour', 'size'].map((name) => form.get(name) ?? '') as [
      string,
      string,
      string,
    ];
    const known = state.bag.find((line) => line.id === id && line.colour === colour && line.size === size);
    if (known) known.count += Number(form.get('count'));
    else state.bag.push({ id, colour, size, count: Number(form.get('count')) });
    return { to: '/bag' };
  }
  if (state.bag.length === 0)
    return page(state, 'Your bag', '<h1>Your bag</h1><p>There is nothing in it yet.</p>');
  return page(
    state,
    'Your bag',
    `<h1>Your bag</h1><table><tr><th>What</th><th>Colour</th><th>Size</th><th>Number</th><th></th></tr>${state.bag
      .map(
        ({ id, colour, size, count }, at) =>
          `<tr><td>${ITEMS.find((one) => one.id === id)?.name}</td><td>${colour}</td><td>${size}</td><td>${count}</td><td><form method="post"><button name="drop" value="${at + 1}">Remove</button></form></td></tr>`,
      )
      .join('')}</table><p><a href="/till/address" class="btn">Go to the till</a></p>`,
  );
}

const TILL = ['address', 'delivery', 'payment', 'check'];

function till(state: State, { method, path, form }: Visit): Page {
  const step = path.slice(6);
  if (state.bag.length === 0) return { to: '/bag' };
  if (method === 'POST' && step === 'check') {
    state.orders.push({ ...state.till, lines: inBag(state) });
    state.bag = [];
    return page(
      state,
      'Thank you',
      `<h1>Thank you, ${safe(state.till.name)}</h1><p>Your order NS-${4100 + state.orders.length} is on its way to being packed.</p>`,
    );
  }
  if (method === 'POST') {
    Object.assign(state.till, Object.fromEntries(form));
    const lacking = (
      step === 'address'
        ? ['name', 'street', 'town', 'postcode', 'email', 'phone']
        : step === 'delivery'
          ? ['delivery']
          : state.till.pay === 'card'
            ? ['card', 'holder', 'expiry', 'cvc']
            : ['pay']
    ).filter((name) => !state.till[name]);
    if (lacking.length > 0) return tillPage(state, step, 'Please fill in all fields marked with a star.');
    return { to: `/till/${TILL[TILL.indexOf(step) + 1]}` };
  }
  return tillPage(state, step, '');
}

function tillPage(state: State, step: string, error: string): Page {
  const field = (name: string, label: string, type = 'text') =>
    `<div class="field"><label for="${name}">${label} *</label><input id="${name}" name="${name}" type="${type}" value="${safe(state.till[name])}"></div>`;
  const bodies: Record<string, string> = {
    address: `<h1>Where shall we send it?</h1>${field('name', 'Full name')}${field('street', 'Street and number')}${field('town', 'Town or city')}${field('postcode', 'Postcode')}${field('email', 'Email', 'email')}${field('phone', 'Phone', 'tel')}<button>Continue to delivery</button>`,
    delivery: `<h1>How fast?</h1><div class="field"><label><input type="radio" name="delivery" value="standard"> Standard, 3–5 days, free</label><label><input type="radio" name="delivery" value="express"> Express, next day, £6.00</label></div><button>Continue to payment</button>`,
    payment: `<h1>How would you like to pay?</h1><label><input type="radio" name="pay" value="card" checked> Card</label> <label><input type="radio" name="pay" value="invoice"> Invoice</label><div id="card">${field('holder', 'Name on card')}${field('card', 'Card number')}${field('expiry', 'Expires (MM/YY)')}${field('cvc', 'Security code')}</div><button>Check your order</button><script>const f=document.currentScript.form||document.querySelector('main form');f.addEventListener('change',()=>{document.getElementById('card').hidden=f.pay.value!=='card'})</script>`,
    check: `<h1>Is everything right?</h1><dl>${Object.entries(state.till)
      .filter(([name]) => !['card', 'cvc', 'expiry'].includes(name))
      .map(([name, value]) => `<dt>${name}</dt><dd>${safe(value)}</dd>`)
      .join(
        '',
      )}</dl><p>By ordering you accept our terms.</p><button>Place order</button> <a href="/till/address">Change something</a>`,
  };
  return page(
    state,
    'Till',
    `<ol class="steps">${TILL.map((name) => `<li${name === step ? ' aria-current="step"' : ''}>${name}</li>`).join('')}</ol>${error ? `<p class="err" role="alert">${error}</p>` : ''}<form method="post" novalidate>${bodies[step] ?? ''}</form>`,
  );
}

function account(state: State, { method, path, form }: Visit): Page {
  const { person, addresses } = state;
  const frame = (title: string, body: string) =>
    page(
      state,
      title,
      `<aside><ul><li><a href="/account">Overview</a></li><li><a href="/account/orders">Orders</a></li><li><a href="/account/details">Personal details</a></li><li><a href="/account/addresses">Address book</a></li></ul></aside>${body}`,
    );
  if (path === '/account/details/edit') {
    if (method === 'POST') {
      Object.assign(person, Object.fromEntries(form));
      return { to: '/account/details?saved' };
    }
    return frame(
      'Edit details',
      `<h1>Edit your details</h1><form method="post">${[
        ['name', 'Name'],
        ['email', 'Email address'],
        ['phone', 'Phone'],
      ]
        .map(
          ([name = '', label]) =>
            `<div class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" value="${safe(person[name])}"></div>`,
        )
        .join('')}<button>Save</button> <a href="/account/details">Cancel</a></form>`,
    );
  }
  if (path === '/account/details')
    return frame(
      'Personal details',
      `<h1>Personal details</h1><dl><dt>Name</dt><dd>${safe(person.name)}</dd><dt>Email address</dt><dd>${safe(person.email)}</dd><dt>Phone</dt><dd>${safe(person.phone)}</dd><dt>Birthday</dt><dd>${person.birthday}</dd></dl><a href="/account/details/edit">Edit</a>`,
    );
  if (path === '/account/addresses/drop' && method === 'POST') {
    state.addresses = addresses.filter(({ id }) => String(id) !== form.get('id'));
    return { to: '/account/addresses' };
  }
  const own = addresses.find(({ id }) => path === `/account/addresses/${id}`);
  if (own && method === 'POST') {
    Object.assign(own, Object.fromEntries(form));
    return { to: '/account/addresses' };
  }
  if (own)
    return frame(
      `${own.label} address`,
      `<h1>Edit address</h1><form method="post">${(['label', 'street', 'town', 'postcode'] as const).map((name) => `<div class="field"><label>${name[0]?.toUpperCase()}${name.slice(1)} <input name="${name}" value="${safe(own[name])}"></label></div>`).join('')}<button>Save address</button></form>`,
    );
  if (path === '/account/addresses')
    return frame(
      'Address book',
      `<h1>Address book</h1>${addresses.map(({ id, label, street, town, postcode }) => `<div class="tile"><h2>${safe(label)}</h2><p>${safe(street)}<br>${safe(town)} ${safe(postcode)}</p><a href="/account/addresses/${id}">Edit</a><form method="post" action="/account/addresses/drop"><input type="hidden" name="id" value="${id}"><button>Delete</button></form></div>`).join('')}`,
    );
  if (path === '/account/orders') return frame('Orders', '<h1>Orders</h1><p>You have not ordered yet.</p>');
  return frame('My account', `<h1>Hello ${safe(person.name)}</h1><p>Nice to see you.</p>`);
}
