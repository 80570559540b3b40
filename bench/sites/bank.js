/* A savings bank in the browser: a router over the address, pages in public, online banking behind a sign-in. */
const root = document.querySelector('#root');
let me = { isSignedIn: false };
let dialog = '';
let notice = '';
const html = (text) => String(text ?? '').replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
const pounds = (amount) =>
  `${amount < 0 ? '−' : ''}£${Math.abs(amount).toLocaleString('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
const when = (iso) =>
  new Date(`${iso}T12:00:00Z`).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  });

const SAVINGS = [
  ['Easy Access Saver', '2.10%', 'Take money out whenever you like', '£1'],
  ['One-Year Fixed Saver', '4.05%', 'No withdrawals for 12 months', '£500'],
  ['Two-Year Fixed Saver', '4.30%', 'No withdrawals for 24 months', '£500'],
  ['Junior Saver', '3.50%', 'For children from birth to 17, opened by a parent', '£1'],
];
const FEES = [
  ['Everyday Current Account', 'Free'],
  ['Replacement debit card', '£5'],
  ['Cash machine withdrawal in the UK', 'Free'],
  ['Cash machine withdrawal abroad (debit card)', '1.5%, at least £2'],
  ['Cash machine withdrawal abroad (credit card)', '3%'],
  ['Same-day payment above £25,000', '£20'],
  ['Copy of a paper statement', '£3'],
];
const BRANCHES = [
  ['Lowfield', '2 Market Place', '9:00–17:00', '9:00–17:00', '9:30–13:00'],
  ['Riverside', '61 Quay Road', '9:30–16:30', '9:30–18:30', 'Closed'],
  ['Upper Marsh', '9 Station Parade', '10:00–15:00', '10:00–15:00', 'Closed'],
];
const QUESTIONS = [
  [
    'What do I do when my card is lost or stolen?',
    'Ring us at once on 0800 555 0190, day and night. You can also freeze the card in online banking.',
  ],
  ['How do I register for online banking?', 'Ring 0800 555 0199 with your account number at hand.'],
  ['When does my payment arrive?', 'Payments in pounds usually arrive within two hours.'],
  ['Am I protected if the bank fails?', 'Deposits up to £85,000 per person are protected.'],
];

const PUBLIC = {
  '/': () =>
    `<h1>Banking that keeps its feet dry</h1><p>Save, borrow and pay with Fenbank, owned by its members since 1887.</p><div class="row"><div class="Card"><h2>Save</h2><p>Up to 4.30% AER</p><a href="/savings">See our rates</a></div><div class="Card"><h2>Borrow</h2><p>Loans from £1,000</p><a href="/loans">Work out a loan</a></div><div class="Card"><h2>Visit</h2><p>Three branches</p><a href="/branches">Find a branch</a></div></div>`,
  '/savings': () =>
    `<h1>Savings accounts</h1><div class="TableContainer"><table class="Table-root"><thead><tr><th>Account</th><th>Interest (AER)</th><th>Access</th><th>Open with</th></tr></thead><tbody>${SAVINGS.map((row) => `<tr>${row.map((cell, at) => (at ? `<td>${cell}</td>` : `<th scope="row">${cell}</th>`)).join('')}</tr>`).join('')}</tbody></table></div>`,
  '/loans': () =>
    '<h1>Personal loans</h1><p>Borrow between £1,000 and £25,000 over one to seven years.</p><p>Representative 6.9% APR for loans of £7,500 to £15,000.</p>',
  '/fees': () =>
    `<h1>Charges</h1><dl>${FEES.map(([name, price]) => `<div class="row"><dt>${name}</dt><dd>${price}</dd></div>`).join('')}</dl>`,
  '/branches': () =>
    `<h1>Our branches</h1>${BRANCHES.map(([name, street, week, thursday, saturday]) => `<div class="Card"><h2>${name}</h2><address>${street}</address><table><tbody><tr><td>Monday, Tuesday, Wednesday, Friday</td><td>${week}</td></tr><tr><td>Thursday</td><td>${thursday}</td></tr><tr><td>Saturday</td><td>${saturday}</td></tr></tbody></table></div>`).join('')}`,
  '/help': () =>
    `<h1>Help</h1>${QUESTIONS.map(([title, text], at) => `<div class="Accordion-root"><div role="button" tabindex="0" class="AccordionSummary-root" aria-expanded="false" data-fold="q${at}">${title}</div><div class="Collapse" id="q${at}" hidden>${text}</div></div>`).join('')}`,
  '/login': () =>
    `<h1>Log in to online banking</h1><form data-send="session" data-next="/banking">${input('customer', 'Customer number')}${input('password', 'Password', '', 'password')}<p class="helper" role="alert"></p><button type="submit" class="Button-root">Log in</button></form>`,
};

function input(name, label, value = '', type = 'text') {
  return `<div class="FormControl-root"><label class="InputLabel-root" for="i-${name}">${label}</label><div class="Input-root"><input id="i-${name}" name="${name}" type="${type}" value="${html(value)}" class="Input-input"></div></div>`;
}
function select(name, label, options) {
  return `<div class="FormControl-root"><label for="i-${name}">${label}</label> <select id="i-${name}" name="${name}"><option value="">Please select</option>${options.map(([value, text]) => `<option value="${html(value)}">${html(text)}</option>`).join('')}</select></div>`;
}
function toggle(what, label, isOn, extra = '') {
  return `<label class="FormControlLabel-root"><span class="Switch-root"><input type="checkbox" role="switch" class="Switch-input" data-flip="${what}" ${extra} ${isOn ? 'checked' : ''}><span class="Switch-track"></span></span> <span>${label}</span></label>`;
}

const shown = { count: 6, words: '', kind: '' };
const PRIVATE = {
  '/banking': () =>
    `<h1>Good morning, Nell</h1>${me.accounts.map(({ id, name, number, balance }) => `<div class="Card"><div class="row"><div><h2><a href="/banking/accounts/${id}">${name}</a></h2><span>${number}</span></div><div><span>Balance</span> <strong>${pounds(balance)}</strong></div></div></div>`).join('')}`,
  '/banking/payments': () =>
    `<h1>Make a payment</h1><form data-review>${select(
      'from',
      'Pay from',
      me.accounts.map(({ id, name, balance }) => [id, `${name} (${pounds(balance)})`]),
    )}${select(
      'to',
      'Who to',
      me.payees.map((one) => [one, one]),
    )}${input('amount', 'Amount in £', '', 'number')}${input('reference', 'Reference (optional)')}<button type="submit" class="Button-root">Review payment</button></form>`,
  '/banking/standing-orders': () =>
    `<h1>Standing orders</h1><ul class="List-root">${me.standing.map(({ id, who, amount, every, on, note }) => `<li class="ListItem-root Card"><div class="row"><div><strong>${who}</strong><br><span>${note}</span></div><div><span>${pounds(amount)}</span><br><span>${every} on the ${on}</span></div><div><button type="button" class="Button-root" data-ask="standing" data-id="${id}" aria-label="Cancel standing order to ${who}">Cancel</button></div></div></li>`).join('')}</ul>`,
  '/banking/cards': () =>
    `<h1>Cards</h1>${me.cards.map(({ id, name, ending, expires, limit, isFrozen, isOnline }) => `<section class="Card" aria-label="${name}"><h2>${name}</h2><p>•••• ${ending}, expires ${expires}</p><p>Daily cash limit: ${pounds(limit)} <button type="button" class="Button-root" data-limit="${id}">Change limit</button></p>${toggle('freeze', 'Freeze card', isFrozen, `data-card="${id}"`)}<br>${toggle('online', 'Online payments', isOnline, `data-card="${id}"`)}</section>`).join('')}`,
  '/banking/documents': () =>
    `<h1>Statements and documents</h1><div role="tablist">${me.accounts.map(({ name }, at) => `<button role="tab" type="button" aria-selected="${at === tab}" data-tab="${at}">${name}</button>`).join('')}</div><div role="tabpanel"><ul>${[
      ['2026-10', 'October 2026'],
      ['2026-09', 'September 2026'],
      ['2026-08', 'August 2026'],
    ]
      .map(
        ([month, text]) =>
          `<li class="row"><span>Statement ${text}</span><a href="/files/statement-${me.accounts[tab].id}-${month}.pdf" download aria-label="Download statement ${text}">⤓ PDF</a></li>`,
      )
      .join('')}</ul></div>`,
  '/banking/messages': () =>
    `<h1>Messages</h1><p>${me.messages.length === 0 ? 'You have no messages.' : `${me.messages.length} sent`}</p><button type="button" class="Button-root" data-compose>New message</button>`,
  '/banking/profile': () =>
    `<h1>Profile and settings</h1><section class="Card"><h2>Address</h2><p>${html(me.profile.street)}, ${html(me.profile.city)}, ${html(me.profile.postcode)}</p><button type="button" class="Button-root" data-address aria-label="Edit address">Edit</button></section><section class="Card"><h2>Contact</h2><p>${me.profile.phone}<br>${me.profile.email}</p></section><section class="Card"><h2>Preferences</h2>${toggle('paperless', 'Paperless statements', me.profile.paperless)}<br>${toggle('alerts', 'Text me when my balance is low', me.profile.alerts)}</section>`,
};
let tab = 0;

function accountPage(account) {
  const found = account.entries.filter(
    ({ who, kind }) =>
      who.toLowerCase().includes(shown.words.toLowerCase()) && (!shown.kind || kind === shown.kind),
  );
  const kinds = [...new Set(account.entries.map(({ kind }) => kind))];
  return `<h1>${account.name}</h1><p>${account.number}</p><p>Balance <strong>${pounds(account.balance)}</strong></p><h2>Transactions</h2><div class="side"><input type="search" placeholder="Search transactions" aria-label="Search transactions" value="${html(shown.words)}" data-words><label>Type <select data-kind><option value="">All</option>${kinds.map((one) => `<option${one === shown.kind ? ' selected' : ''}>${one}</option>`).join('')}</select></label></div><table class="Table-root"><thead><tr><th>Date</th><th>Description</th><th>Type</th><th>Amount</th></tr></thead><tbody>${found
    .slice(0, shown.count)
    .map(
      ({ day, who, kind, amount }) =>
        `<tr><td>${when(day)}</td><td>${html(who)}</td><td>${kind}</td><td>${pounds(amount)}</td></tr>`,
    )
    .join(
      '',
    )}</tbody></table><p>${Math.min(shown.count, found.length)} of ${found.length} transactions</p>${shown.count < found.length ? '<button type="button" class="Button-root" data-more>Load more</button>' : ''}`;
}

function page() {
  const at = location.pathname;
  if (!at.startsWith('/banking')) return (PUBLIC[at] ?? (() => '<h1>Page not found</h1>'))();
  if (!me.isSignedIn) return PUBLIC['/login']();
  const account = me.accounts.find(({ id }) => at === `/banking/accounts/${id}`);
  const inside = account ? accountPage(account) : (PRIVATE[at] ?? (() => '<h1>Page not found</h1>'))();
  const links = [
    ['/banking', 'Overview'],
    ['/banking/payments', 'Payments'],
    ['/banking/standing-orders', 'Standing orders'],
    ['/banking/cards', 'Cards'],
    ['/banking/documents', 'Documents'],
    ['/banking/messages', 'Messages'],
    ['/banking/profile', 'Profile'],
  ];
  return `<nav class="side" aria-label="Online banking">${links.map(([to, text]) => `<a href="${to}" ${to === at ? 'aria-current="page"' : ''}>${text}</a>`).join('')}</nav>${inside}`;
}

function draw() {
  const links = [
    ['/savings', 'Savings'],
    ['/loans', 'Loans'],
    ['/fees', 'Charges'],
    ['/branches', 'Branches'],
    ['/help', 'Help'],
  ];
  root.innerHTML = `<div class="Container"><header class="AppBar"><a href="/"><b>Fenbank</b></a>${links.map(([to, text]) => `<a href="${to}">${text}</a>`).join('')}${me.isSignedIn ? '<a href="/banking" class="Button-root">My banking</a>' : '<a href="/login" class="Button-root">Log in</a>'}</header><main>${page()}</main><footer><small>Fenbank is a mutual society.</small></footer></div>${dialog ? `<div class="Dialog-root"><div class="Dialog-paper" role="dialog" aria-modal="true">${dialog}</div></div>` : ''}${notice ? `<div class="Snackbar" role="status">${notice}</div>` : ''}`;
}

async function send(what, values) {
  const answer = await fetch(`/api/${what}`, { method: 'POST', body: new URLSearchParams(values) });
  const got = await answer.json();
  if (got.error) return got.error;
  me = await (await fetch('/api/me')).json();
  return '';
}

function go(to) {
  history.pushState(null, '', to);
  Object.assign(shown, { count: 6, words: '', kind: '' });
  dialog = '';
  notice = '';
  draw();
}

const SAID = {
  payment: 'Your payment has been sent.',
  limit: 'Your limit has been changed.',
  standing: 'The standing order has been cancelled.',
  message: 'Your message has been sent.',
  address: 'Your address has been updated.',
};

document.addEventListener('click', async (event) => {
  const link = event.target.closest('a[href^="/"]');
  if (link && !link.getAttribute('href').startsWith('/files')) {
    event.preventDefault();
    go(link.getAttribute('href'));
    return;
  }
  const fold = event.target.closest('[data-fold]');
  if (fold) {
    const isOpen = fold.getAttribute('aria-expanded') === 'true';
    fold.setAttribute('aria-expanded', String(!isOpen));
    document.getElementById(fold.dataset.fold).hidden = isOpen;
    return;
  }
  const button = event.target.closest('button');
  if (!button || button.type === 'submit') return;
  const { ask, id, limit, tab: to } = button.dataset;
  if (ask)
    dialog = `<h2>Cancel this standing order?</h2><p>No more payments will be made.</p><form data-send="${ask}"><input type="hidden" name="id" value="${id}"><button type="button" data-close>Keep it</button> <button type="submit">Cancel standing order</button></form>`;
  if (limit)
    dialog = `<h2>Change the daily cash limit</h2><form data-send="limit"><input type="hidden" name="card" value="${limit}">${input('limit', 'New daily limit in £', '', 'number')}<p class="helper" role="alert"></p><button type="button" data-close>Cancel</button> <button type="submit">Save</button></form>`;
  if ('compose' in button.dataset)
    dialog = `<h2>New message</h2><form data-send="message">${select(
      'topic',
      'What is it about?',
      ['Accounts', 'Cards', 'Loans', 'Mortgages', 'Something else'].map((one) => [one, one]),
    )}<div><label for="i-text">Your message</label><textarea id="i-text" name="text"></textarea></div><button type="button" data-close>Discard</button> <button type="submit">Send</button></form>`;
  if ('address' in button.dataset)
    dialog = `<h2>Edit address</h2><form data-send="address">${input('street', 'Street and number', me.profile.street)}${input('city', 'Town', me.profile.city)}${input('postcode', 'Postcode', me.profile.postcode)}<button type="button" data-close>Cancel</button> <button type="submit">Save address</button></form>`;
  if ('more' in button.dataset) shown.count += 6;
  if (to) tab = Number(to);
  if ('close' in button.dataset) dialog = '';
  notice = '';
  draw();
});

document.addEventListener('change', async (event) => {
  const { flip, card } = event.target.dataset;
  if (flip) {
    await send(flip, card ? { card } : {});
    notice = 'Saved.';
    draw();
  }
  if ('kind' in event.target.dataset) {
    shown.kind = event.target.value;
    draw();
  }
});

document.addEventListener('input', (event) => {
  if (!('words' in event.target.dataset)) return;
  shown.words = event.target.value;
  draw();
  const box = document.querySelector('[data-words]');
  box.focus();
  box.setSelectionRange(box.value.length, box.value.length);
});

document.addEventListener('submit', async (event) => {
  event.preventDefault();
  const form = event.target;
  const values = Object.fromEntries(new FormData(form));
  if ('review' in form.dataset) {
    if (!values.from || !values.to || !(Number(values.amount) > 0)) {
      notice = 'Please choose the accounts and an amount.';
      draw();
      return;
    }
    dialog = `<h2>Check your payment</h2><dl><dt>To</dt><dd>${html(values.to)}</dd><dt>Amount</dt><dd>${pounds(Number(values.amount))}</dd><dt>Reference</dt><dd>${html(values.reference)}</dd></dl><form data-send="payment">${Object.entries(
      values,
    )
      .map(([name, value]) => `<input type="hidden" name="${name}" value="${html(value)}">`)
      .join(
        '',
      )}<button type="button" data-close>Back</button> <button type="submit">Send payment</button></form>`;
    draw();
    return;
  }
  const { send: what, next } = form.dataset;
  const problem = await send(what, values);
  if (problem) {
    form.querySelector('.helper').textContent = problem;
    return;
  }
  if (next) return go(next);
  dialog = '';
  notice = SAID[what] ?? '';
  draw();
});

addEventListener('popstate', draw);
me = await (await fetch('/api/me')).json();
draw();
