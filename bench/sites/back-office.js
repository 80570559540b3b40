/* The back office of a shop: grids with filters, sorting and pages, forms in tabs, dialogs; drawn in the browser. */
const root = document.querySelector('#app');
const get = async (path) => (await fetch(path)).json();
const send = async (path, values) => {
  const answer = await fetch(path, { method: 'POST', body: new URLSearchParams(values) });
  return answer.json();
};
const html = (text) => String(text ?? '').replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
const money = (amount) => `$${Number(amount).toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
const when = (iso) =>
  new Date(`${iso}T12:00:00Z`).toLocaleDateString('en-US', {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
  });

const MENU = {
  Sales: [
    ['orders', 'Orders'],
    ['invoices', 'Invoices'],
  ],
  Catalog: [['products', 'Products']],
  Customers: [
    ['customers', 'All Customers'],
    ['customers/new', 'Add New Customer'],
  ],
  Marketing: [
    ['rules', 'Cart Price Rules'],
    ['reviews', 'Reviews'],
  ],
  Content: [['pages', 'Pages']],
};

function frame() {
  document.body.insertAdjacentHTML(
    'afterbegin',
    `<aside><a href="#dashboard">Dashboard</a><ul class="menu">${Object.entries(MENU)
      .map(
        ([name, links]) =>
          `<li><a href="#" role="button" aria-expanded="false" data-menu>${name}</a><ul hidden>${links.map(([to, text]) => `<li><a href="#${to}">${text}</a></li>`).join('')}</ul></li>`,
      )
      .join('')}</ul></aside><div id="messages" role="status"></div>`,
  );
}

document.addEventListener('click', (event) => {
  const menu = event.target.closest('[data-menu]');
  for (const other of document.querySelectorAll('[data-menu]')) {
    const isOpen = other === menu && other.getAttribute('aria-expanded') === 'false';
    other.setAttribute('aria-expanded', String(isOpen));
    other.nextElementSibling.hidden = !isOpen;
  }
  if (menu) event.preventDefault();
});

function say(text, isBad = false) {
  const box = document.querySelector('#messages');
  box.innerHTML = text ? `<div class="${isBad ? 'error' : 'success'}">${html(text)}</div>` : '';
}

const GRIDS = {
  orders: {
    title: 'Orders',
    columns: [
      ['id', 'ID'],
      ['day', 'Purchase Date', when],
      ['customer', 'Bill-to Name'],
      ['total', 'Grand Total', money],
      ['status', 'Status'],
    ],
    filters: [
      ['status', 'Status', ['Pending', 'Processing', 'Complete', 'Canceled']],
      ['customer', 'Bill-to Name'],
    ],
    action: 'View',
  },
  invoices: {
    title: 'Invoices',
    columns: [
      ['id', 'Invoice'],
      ['order', 'Order #'],
      ['day', 'Invoice Date', when],
      ['amount', 'Amount', money],
    ],
    filters: [['order', 'Order #']],
  },
  products: {
    title: 'Products',
    columns: [
      ['id', 'ID'],
      ['name', 'Name'],
      ['sku', 'SKU'],
      ['price', 'Price', money],
      ['stock', 'Quantity'],
      ['status', 'Status'],
    ],
    filters: [
      ['name', 'Name'],
      ['status', 'Status', ['Enabled', 'Disabled']],
    ],
    action: 'Edit',
  },
  customers: {
    title: 'Customers',
    columns: [
      ['id', 'ID'],
      ['name', 'Name'],
      ['email', 'Email'],
      ['group', 'Group'],
      ['phone', 'Phone'],
    ],
    filters: [
      ['name', 'Name'],
      ['group', 'Group', ['General', 'Wholesale', 'Retailer']],
    ],
    action: 'Edit',
  },
  reviews: {
    title: 'Reviews',
    columns: [
      ['id', 'ID'],
      ['product', 'Product'],
      ['nickname', 'Nickname'],
      ['title', 'Title'],
      [
        'stars',
        'Rating',
        (count) => `<span role="img" aria-label="${count} out of 5 stars">${'★'.repeat(count)}</span>`,
      ],
      ['status', 'Status'],
    ],
    filters: [
      ['product', 'Product'],
      ['status', 'Status', ['Approved', 'Pending', 'Not Approved']],
    ],
    action: 'Edit',
  },
  rules: {
    title: 'Cart Price Rules',
    columns: [
      ['id', 'ID'],
      ['name', 'Rule'],
      ['from', 'Start'],
      ['to', 'End'],
      ['percent', 'Discount', (share) => `${share} %`],
    ],
    filters: [['name', 'Rule']],
    add: ['rules/new', 'Add New Rule'],
  },
  pages: {
    title: 'Pages',
    columns: [
      ['id', 'ID'],
      ['title', 'Title'],
      ['url', 'URL Key'],
      ['status', 'Status'],
    ],
    filters: [['title', 'Title']],
    action: 'Edit',
  },
};
const SIZE = 8;

async function grid(kind) {
  const { title, columns, filters, action, add } = GRIDS[kind];
  const rows = await get(`/api/${kind}`);
  const view = { word: '', by: '', isDown: false, page: 1, wanted: {} };
  root.innerHTML = `<h1>${title}</h1>${add ? `<a class="primary" href="#${add[0]}">${add[1]}</a>` : ''}<div><form class="search"><input type="search" placeholder="Search by keyword" aria-label="Search by keyword"><button aria-label="Search">🔍</button></form><button type="button" class="open">Filters</button></div><form class="filters" hidden>${filters
    .map(
      ([key, text, options]) =>
        `<label>${text} ${options ? `<select name="${key}"><option value=""></option>${options.map((one) => `<option>${one}</option>`).join('')}</select>` : `<input name="${key}">`}</label>`,
    )
    .join(
      '',
    )}<button>Apply Filters</button> <button type="reset">Cancel</button></form><p class="count"></p><table><thead></thead><tbody></tbody></table><div class="pager"></div>`;
  const show = () => {
    const found = rows
      .filter((row) => Object.values(row).join(' ').toLowerCase().includes(view.word.toLowerCase()))
      .filter((row) =>
        Object.entries(view.wanted).every(
          ([key, value]) => !value || String(row[key]).toLowerCase().includes(value.toLowerCase()),
        ),
      );
    if (view.by)
      found.sort(
        (one, other) =>
          (view.isDown ? -1 : 1) *
          (typeof one[view.by] === 'number'
            ? one[view.by] - other[view.by]
            : String(one[view.by]).localeCompare(String(other[view.by]))),
      );
    const pages = Math.max(1, Math.ceil(found.length / SIZE));
    view.page = Math.min(view.page, pages);
    root.querySelector('.count').textContent = `${found.length} records found`;
    root.querySelector('thead').innerHTML = `<tr>${columns
      .map(
        ([key, text]) =>
          `<th data-by="${key}" aria-sort="${view.by === key ? (view.isDown ? 'descending' : 'ascending') : 'none'}"><span>${text}</span></th>`,
      )
      .join('')}${action ? '<th>Action</th>' : ''}</tr>`;
    root.querySelector('tbody').innerHTML =
      found
        .slice((view.page - 1) * SIZE, view.page * SIZE)
        .map(
          (row) =>
            `<tr>${columns.map(([key, , drawn]) => `<td>${drawn ? drawn(row[key]) : html(row[key])}</td>`).join('')}${action ? `<td><a href="#${kind}/${row.id}">${action}</a></td>` : ''}</tr>`,
        )
        .join('') || `<tr><td colspan="9">We couldn't find any records.</td></tr>`;
    root.querySelector('.pager').innerHTML =
      pages > 1
        ? `<button type="button" data-page="-1" aria-label="Previous Page" ${view.page === 1 ? 'disabled' : ''}>‹</button> <span>${view.page} of ${pages}</span> <button type="button" data-page="1" aria-label="Next Page" ${view.page === pages ? 'disabled' : ''}>›</button>`
        : '';
  };
  root.onclick = (event) => {
    const head = event.target.closest('[data-by]');
    const step = event.target.closest('[data-page]');
    if (head) {
      view.isDown = view.by === head.dataset.by && !view.isDown;
      view.by = head.dataset.by;
    }
    if (step) view.page += Number(step.dataset.page);
    if (event.target.closest('.open')) root.querySelector('.filters').hidden ^= true;
    if (head || step) show();
  };
  root.querySelector('.search').onsubmit = (event) => {
    event.preventDefault();
    view.word = event.target.querySelector('input').value;
    show();
  };
  root.querySelector('.filters').onsubmit = (event) => {
    event.preventDefault();
    view.wanted = Object.fromEntries(new FormData(event.target));
    event.target.hidden = true;
    show();
  };
  show();
}

const input = (name, text, value = '', rest = '') =>
  `<div class="field"><label for="f-${name}"><span>${text}</span></label><div><input id="f-${name}" name="${name}" value="${html(value)}" ${rest}></div></div>`;
const choice = (name, text, options, value) =>
  `<div class="field"><label for="f-${name}"><span>${text}</span></label><div><select id="f-${name}" name="${name}">${options.map((one) => `<option ${one === value ? 'selected' : ''}>${one}</option>`).join('')}</select></div></div>`;

function saves(path, back) {
  root.querySelector('form.edit').onsubmit = async (event) => {
    event.preventDefault();
    const { ok, error } = await send(path, new FormData(event.target));
    if (error) return say(error, true);
    location.hash = back;
    await draw();
    say(ok);
  };
}

const FORMS = {
  async products(id) {
    const one = await get(`/api/products/${id}`);
    root.innerHTML = `<h1>${html(one.name)}</h1><form class="edit" id="edit"><p><button type="button" class="back">Back</button> <button class="primary">Save</button></p><div class="field"><span id="on">Enable Product</span> <input type="checkbox" role="switch" name="enabled" aria-labelledby="on" ${one.status === 'Enabled' ? 'checked' : ''}></div>${input('name', 'Product Name', one.name)}${input('sku', 'SKU', one.sku)}${input('price', 'Price', one.price.toFixed(2), 'inputmode="decimal"')}${one.variants.length ? '' : input('stock', 'Quantity', one.stock)}<h2>Configurations</h2>${
      one.variants.length
        ? `<table><tr><th>Variant</th><th>SKU</th><th>Quantity</th></tr>${one.variants.map(({ name, sku, stock }) => `<tr><td>${html(name)}</td><td>${sku}</td><td><input name="stock:${sku}" value="${stock}" aria-label="Quantity"></td></tr>`).join('')}</table>`
        : '<p>None.</p>'
    }</form>`;
    root.querySelector('.back').onclick = () => history.back();
    saves(`/api/products/${id}`, 'products');
  },
  async customers(id) {
    const one = id === 'new' ? {} : await get(`/api/customers/${id}`);
    root.innerHTML = `<h1>${html(one.name ?? 'New Customer')}</h1><form class="edit"><p><button class="primary">Save Customer</button></p>${choice('group', 'Group', ['General', 'Wholesale', 'Retailer'], one.group)}${input('first', 'First Name', (one.name ?? '').split(' ')[0])}${input('last', 'Last Name', (one.name ?? '').split(' ')[1])}${input('email', 'Email', one.email)}${input('phone', 'Phone', one.phone)}</form>`;
    saves(`/api/customers/${id}`, 'customers');
  },
  async reviews(id) {
    const one = await get(`/api/reviews/${id}`);
    root.innerHTML = `<h1>Edit Review</h1><form class="edit"><p><button class="primary">Save Review</button> <button type="button" class="delete">Delete Review</button></p><p>Product: ${html(one.product)}</p>${choice('status', 'Status', ['Approved', 'Pending', 'Not Approved'], one.status)}${input('nickname', 'Nickname', one.nickname)}${input('title', 'Summary of Review', one.title)}<div class="field"><label for="text">Review</label><textarea id="text" name="text">${html(one.text)}</textarea></div></form>`;
    saves(`/api/reviews/${id}`, 'reviews');
    root.querySelector('.delete').onclick = () =>
      sure('Are you sure you want to do this?', async () => {
        const { ok } = await send(`/api/reviews/${id}/delete`, {});
        location.hash = 'reviews';
        await draw();
        say(ok);
      });
  },
  async rules() {
    root.innerHTML = `<h1>New Cart Price Rule</h1><form class="edit"><p><button class="primary">Save</button></p><details open><summary>Rule Information</summary>${input('name', 'Rule Name')}<div class="field"><label for="about">Description</label><textarea id="about" name="about"></textarea></div>${input('from', 'From', '', 'type="date"')}${input('to', 'To', '', 'type="date"')}</details><details><summary>Actions</summary>${choice('apply', 'Apply', ['Percent of product price discount', 'Fixed amount discount', 'Fixed amount discount for whole cart'], '')}${input('percent', 'Discount Amount')}</details></form>`;
    saves('/api/rules/new', 'rules');
  },
  async pages(id) {
    const one = await get(`/api/pages/${id}`);
    root.innerHTML = `<h1>${html(one.title)}</h1><form class="edit"><p><button class="primary">Save</button></p>${choice('status', 'Status', ['Enabled', 'Disabled'], one.status)}${input('title', 'Page Title', one.title)}${input('url', 'URL Key', one.url)}</form>`;
    saves(`/api/pages/${id}`, 'pages');
  },
  async orders(id) {
    const one = await get(`/api/orders/${id}`);
    const isOpen = one.status === 'Pending' || one.status === 'Processing';
    root.innerHTML = `<h1>#${one.id}</h1><p>${isOpen ? '<button type="button" class="cancel">Cancel</button> <button type="button" class="ship">Ship</button>' : ''}</p><section><h2>Order &amp; Account Information</h2><table><tr><th>Order Date</th><td>${when(one.day)}</td></tr><tr><th>Order Status</th><td>${one.status}</td></tr><tr><th>Customer Name</th><td>${html(one.customer)}</td></tr><tr><th>Email</th><td>${html(one.email)}</td></tr></table></section><section><h2>Shipping Address</h2> <a href="#" class="address">Edit</a><p>${html(one.street)}<br>${html(one.zip)} ${html(one.city)}</p>${one.tracking ? `<p>${html(one.carrier)}: ${html(one.tracking)}</p>` : ''}</section><section><h2>Items Ordered</h2><table><tr><th>Product</th><th>Qty</th><th>Row Total</th></tr>${one.items.map(([name, count, total]) => `<tr><td>${html(name)}</td><td>${count}</td><td>${money(total)}</td></tr>`).join('')}</table><p>Grand Total: <b>${money(one.total)}</b></p></section><section><h2>Notes for this Order</h2><form class="note"><label for="note">Comment</label> <textarea id="note" name="text"></textarea> <label><input type="checkbox" name="notify"> Notify Customer by Email</label> <button>Submit Comment</button></form><ul>${one.notes.map(({ text }) => `<li>${html(text)}</li>`).join('')}</ul></section>`;
    const act = async (what, values) => {
      const { ok, error } = await send(`/api/orders/${id}/${what}`, values);
      if (!error) await FORMS.orders(id);
      say(ok ?? error, Boolean(error));
      return !error;
    };
    const cancel = root.querySelector('.cancel');
    if (cancel)
      cancel.onclick = () => sure('Are you sure you want to cancel this order?', () => act('cancel', {}));
    const ship = root.querySelector('.ship');
    if (ship)
      ship.onclick = () =>
        dialog(
          'New Shipment',
          `${choice('carrier', 'Carrier', ['Custom', 'DHL', 'UPS', 'Federal Express'])}${input('tracking', 'Tracking Number')}`,
          'Submit Shipment',
          (values) => act('ship', values),
        );
    root.querySelector('.address').onclick = (event) => {
      event.preventDefault();
      dialog(
        'Order Address',
        `${input('street', 'Street Address', one.street)}${input('city', 'City', one.city)}${input('zip', 'Zip/Postal Code', one.zip)}`,
        'Save Order Address',
        (values) => act('address', values),
      );
    };
    root.querySelector('.note').onsubmit = (event) => {
      event.preventDefault();
      void act('note', new FormData(event.target));
    };
  },
};

function dialog(title, fields, yes, act) {
  const box = document.createElement('div');
  box.innerHTML = `<div class="overlay"></div><form role="dialog" aria-modal="true" aria-label="${title}" class="modal"><h2>${title}</h2>${fields}<button type="button" class="no">Cancel</button> <button class="primary">${yes}</button></form>`;
  document.body.append(box);
  box.querySelector('.no').onclick = () => box.remove();
  box.querySelector('form').onsubmit = async (event) => {
    event.preventDefault();
    if ((await act(new FormData(event.target))) !== false) box.remove();
  };
}

const sure = (question, act) => dialog('Attention', `<p>${question}</p>`, 'OK', act);

async function dashboard() {
  const { sold, terms, orders } = await get('/api/dashboard');
  const table = (heads, rows) =>
    `<table><tr>${heads.map((text) => `<th>${text}</th>`).join('')}</tr>${rows.map((row) => `<tr>${row.map((cell) => `<td>${html(cell)}</td>`).join('')}</tr>`).join('')}</table>`;
  root.innerHTML = `<h1>Dashboard</h1><section><h2>Top Search Terms</h2>${table(['Search Term', 'Results', 'Uses'], terms)}</section><section><h2>Last Orders</h2>${table(['Customer', 'Items', 'Total'], orders)}</section><div role="tablist"><button role="tab" aria-selected="true" aria-controls="t1">Bestsellers</button><button role="tab" aria-selected="false" aria-controls="t2">New Customers</button></div><div role="tabpanel" id="t1">${table(['Product', 'Price', 'Quantity'], sold)}</div><div role="tabpanel" id="t2" hidden></div>`;
  root.querySelector('[role=tablist]').onclick = async (event) => {
    const tab = event.target.closest('[role=tab]');
    if (!tab) return;
    for (const other of root.querySelectorAll('[role=tab]')) {
      other.setAttribute('aria-selected', String(other === tab));
      document.getElementById(other.getAttribute('aria-controls')).hidden = other !== tab;
    }
    const people = await get('/api/customers');
    root.querySelector('#t2').innerHTML = table(
      ['Customer', 'Email'],
      people.slice(-3).map(({ name, email }) => [name, email]),
    );
  };
}

async function draw() {
  say('');
  root.onclick = null;
  const [kind, id] = (location.hash.slice(1) || 'dashboard').split('/');
  if (kind === 'dashboard') return dashboard();
  if (id) return FORMS[kind](id);
  return grid(kind);
}

frame();
addEventListener('hashchange', () => void draw());
void draw();
