/* The members' pages of an allotment society, drawn in the browser; the server only keeps what is sent. */
const main = document.querySelector('main');
const state = JSON.parse(document.querySelector('#state').textContent);
const send = async (act, values) => {
  const answer = await fetch('/api', { method: 'POST', body: new URLSearchParams({ act, ...values }) });
  const { error, state: next } = await answer.json();
  if (next) Object.assign(state, next);
  return error;
};
const go = (path) => {
  history.pushState(null, '', path);
  draw();
};
const toast = (text) => {
  document.querySelector('#toast').textContent = text;
  setTimeout(() => (document.querySelector('#toast').textContent = ''), 4000);
};
document.addEventListener('click', (event) => {
  const link = event.target.closest('a[data-to]');
  if (!link) return;
  event.preventDefault();
  go(link.getAttribute('href'));
});
addEventListener('popstate', draw);
const to = (path, text) => `<a data-to href="${path}">${text}</a>`;
const safe = (text) => String(text).replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

const views = {
  '/': () => `<h1>Nettlefield Allotments</h1><p>Next meeting: Thursday 12 March, 19:30, in the hut.</p>
    <ul>${state.news.map(({ date, text }) => `<li><time>${date}</time> ${text}</li>`).join('')}</ul>`,
  '/members': () => {
    const words = (new URLSearchParams(location.search).get('q') ?? '').toLowerCase();
    const page = Number(new URLSearchParams(location.search).get('page') ?? 1);
    const found = state.members.filter(({ name, town }) => `${name} ${town}`.toLowerCase().includes(words));
    return `<h1>Members</h1><form id="find"><input name="q" placeholder="Find a member" value="${safe(words)}"><button>Find</button></form>
    <table><thead><tr><th>Name</th><th>Plot</th><th>Town</th><th>Joined</th><th>Dues</th><th></th></tr></thead><tbody>${found
      .slice(page * 5 - 5, page * 5)
      .map(
        ({ id, name, plot, town, joined, dues }) =>
          `<tr><td>${to(`/members/${id}`, name)}</td><td>${plot}</td><td>${town}</td><td>${joined}</td><td>${dues}</td><td><button data-remove="${id}">Remove</button></td></tr>`,
      )
      .join('')}</tbody></table><p>${found.length} members</p>
    <div class="pager">${Array.from({ length: Math.ceil(found.length / 5) }, (_, at) => (at + 1 === page ? `<b>${at + 1}</b>` : to(`/members?q=${words}&page=${at + 1}`, at + 1))).join(' ')}</div>`;
  },
  '/board': () =>
    `<h1>Notice board</h1>${state.threads
      .map(
        ({ id, title, by, replies }) =>
          `<article><h2>${to(`/board/${id}`, title)}</h2><p>by ${by}, ${replies.length} replies</p></article>`,
      )
      .join('')}<button data-dialog="thread">New notice</button>`,
  '/invoices': () =>
    `<h1>Invoices</h1><table><thead><tr><th>Number</th><th>Date</th><th>For</th><th>Amount</th><th>Status</th><th></th></tr></thead><tbody>${state.invoices
      .map(
        ({ number, date, what, amount, status }) =>
          `<tr><td>${number}</td><td>${date}</td><td>${what}</td><td>£${amount.toFixed(2)}</td><td>${status}</td><td><a href="/files/${number}.pdf" download>PDF</a></td></tr>`,
      )
      .join('')}</tbody></table>`,
  '/settings': () => {
    const { name, phone, notify, language, hidden } = state.profile;
    return `<h1>Settings</h1><form id="settings"><label>Display name <input name="name" value="${safe(name)}"></label><label>Mobile <input name="phone" value="${safe(phone)}"></label>
    <label>Language <select name="language">${['English', 'Polski', 'Cymraeg'].map((one) => `<option${one === language ? ' selected' : ''}>${one}</option>`).join('')}</select></label>
    <fieldset><legend>Tell me about notices</legend>${['Never', 'Daily', 'Weekly'].map((one) => `<label><input type="radio" name="notify" value="${one}"${one === notify ? ' checked' : ''}> ${one}</label>`).join('')}</fieldset>
    <label><input type="checkbox" name="hidden"${hidden ? ' checked' : ''}> Hide my phone number from other members</label><p class="error" role="alert"></p><button>Save changes</button></form>`;
  },
  '/plots': () =>
    `<h1>Plots</h1><div class="bar"><label>Size <select id="size"><option>Any</option><option>Half</option><option>Full</option></select></label><label><input type="checkbox" id="water"> With water tap</label><label><input type="checkbox" id="free"> Free only</label></div><div id="plots"></div>`,
};

function plots() {
  const size = document.querySelector('#size').value;
  const list = state.plots.filter(
    (one) =>
      (size === 'Any' || one.size === size) &&
      (!document.querySelector('#water').checked || one.water) &&
      (!document.querySelector('#free').checked || one.free),
  );
  document.querySelector('#plots').innerHTML =
    list
      .map(
        ({ id, size, rent, water, free }) =>
          `<div class="card"><h3>Plot ${id}</h3><p>${size} plot, ${water ? 'water tap' : 'no water'}</p><p>Rent £${rent} a year</p>${free ? `<button data-wait="${id}">Apply for this plot</button>` : '<em>Taken</em>'}</div>`,
      )
      .join('') || '<p>No plots match.</p>';
}

function member(id) {
  const one = state.members.find((each) => each.id === id);
  return `<p>${to('/members', 'Members')}</p><h1>${one.name}</h1><dl><dt>Plot</dt><dd>${one.plot}</dd><dt>Phone</dt><dd>${one.phone}</dd><dt>Grows</dt><dd>${one.grows}</dd></dl><button data-dialog="message" data-id="${id}">Send a message</button>`;
}

function thread(id) {
  const one = state.threads.find((each) => each.id === id);
  return `<h1>${one.title}</h1><p>${one.text}</p>${one.replies.map(({ by, text }) => `<div class="reply"><b>${safe(by)}</b><p>${safe(text)}</p></div>`).join('')}
  <form id="reply" data-id="${id}"><textarea name="text" placeholder="Write a reply" aria-label="Write a reply"></textarea><button>Reply</button></form>`;
}

function draw() {
  const [, room, id] = location.pathname.split('/');
  main.innerHTML = '<p>Loading...</p>';
  setTimeout(() => {
    main.innerHTML =
      id && room === 'members'
        ? member(Number(id))
        : id && room === 'board'
          ? thread(Number(id))
          : (views[`/${room}`] ?? (() => '<h1>Nothing here</h1>'))();
    if (room === 'plots') {
      plots();
      document.querySelector('.bar').addEventListener('change', plots);
    }
  }, 120);
}

function dialog(title, fields, button, done) {
  document.body.insertAdjacentHTML(
    'beforeend',
    `<dialog><form method="dialog"><h2>${title}</h2>${fields}<p class="error" role="alert"></p><button value="yes">${button}</button><button type="button" class="close">Cancel</button></form></dialog>`,
  );
  const box = document.querySelector('dialog');
  box.showModal();
  box.querySelector('.close').onclick = () => box.remove();
  box.querySelector('form').onsubmit = async (event) => {
    event.preventDefault();
    const error = await done(Object.fromEntries(new FormData(event.target)));
    if (error) box.querySelector('.error').textContent = error;
    else {
      box.remove();
      draw();
    }
  };
}

document.addEventListener('click', async ({ target }) => {
  const { remove, wait, dialog: which, id } = target.dataset;
  if (remove) {
    const { name } = state.members.find((one) => one.id === Number(remove));
    dialog(`Remove ${name}?`, '<p>This cannot be undone.</p>', 'Yes, remove', () =>
      send('remove', { id: remove }),
    );
  }
  if (which === 'message')
    dialog(
      'New message',
      '<label>Subject <input name="subject"></label><label>Message <textarea name="text"></textarea></label>',
      'Send',
      (values) => send('message', { id, ...values }),
    );
  if (which === 'thread')
    dialog(
      'New notice',
      '<label>Title <input name="title"></label><label>Text <textarea name="text"></textarea></label>',
      'Publish',
      (values) => send('thread', values),
    );
  if (wait) {
    await send('wait', { id: wait });
    toast(`You are on the list for plot ${wait}.`);
  }
});
document.addEventListener('submit', async (event) => {
  const { id, dataset } = event.target;
  const values = Object.fromEntries(new FormData(event.target));
  if (!['find', 'settings', 'reply'].includes(id)) return;
  event.preventDefault();
  if (id === 'find') return go(`/members?q=${encodeURIComponent(values.q)}`);
  const error = await send(id, { ...values, id: dataset.id ?? '' });
  if (error) event.target.querySelector('.error').textContent = error;
  else {
    toast('Saved.');
    if (id === 'reply') draw();
  }
});
draw();
