/* A planner for teams, drawn in the browser; the server only keeps what is sent. */
let state = JSON.parse(document.getElementById('state').textContent);
const view = document.getElementById('view');
const side = document.getElementById('side');
const esc = (text) => String(text).replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
const send = async (act, values) => {
  const reply = await fetch('/api', { method: 'POST', body: new URLSearchParams({ act, ...values }) });
  state = await reply.json();
};
let page = 0;
const find = '';
let isMenuOpen = false;

function drawSide() {
  side.innerHTML = `<b>Lindqvist</b><a href="#/">Home</a><a href="#/boards">Boards</a><a href="#/talk">Talk</a><a href="#/people">People</a>
  <button id="more" aria-expanded="${isMenuOpen}">Uma Rao ▾</button>${isMenuOpen ? '<a href="#/profile">My profile</a><a href="#/settings">Workspace settings</a>' : ''}`;
  document.getElementById('more').onclick = () => {
    isMenuOpen = !isMenuOpen;
    drawSide();
  };
}

const views = {
  '': () => {
    view.innerHTML =
      '<h1>Good morning, Uma</h1><p>Three things are waiting for you.</p><ul><li>Edda asked about the holidays.</li><li>The fair is in nine weeks.</li></ul>';
  },
  boards: (id, title) => {
    const board = state.boards.find((one) => one.id === id);
    if (!board) {
      view.innerHTML = `<h1>Boards</h1>${state.boards.map((one) => `<p><a href="#/boards/${one.id}">${one.title}</a> <small>${one.cards.length} cards</small></p>`).join('')}`;
      return;
    }
    const lists = ['To do', 'Doing', 'Done'];
    view.innerHTML = `<h1>${board.title}</h1><div class="cols">${lists
      .map(
        (list) =>
          `<section class="col"><h2>${list}</h2>${board.cards
            .filter((card) => card.list === list)
            .map(
              (card) =>
                `<div class="card" tabindex="0" data-card="${esc(card.title)}">${esc(card.title)}</div>`,
            )
            .join('')}<button data-add="${list}">+ Add a card</button></section>`,
      )
      .join('')}</div>`;
    const card = board.cards.find((one) => one.title === title);
    if (card) openCard(board, card, lists);
    for (const one of view.querySelectorAll('[data-card]'))
      one.onclick = () => (location.hash = `#/boards/${id}/${encodeURIComponent(one.dataset.card)}`);
    for (const one of view.querySelectorAll('[data-add]'))
      one.onclick = () => {
        const form = document.createElement('form');
        form.innerHTML =
          '<textarea placeholder="What is to be done?" rows="2"></textarea><button>Add</button>';
        one.replaceWith(form);
        form.firstChild.focus();
        form.onsubmit = async (event) => {
          event.preventDefault();
          await send('add', { board: id, list: one.dataset.add, title: form.firstChild.value });
          draw();
        };
      };
  },
  talk: (id) => {
    const topic = state.topics.find((one) => String(one.id) === id);
    if (!topic) {
      view.innerHTML = `<h1>Talk</h1><ul>${state.topics.map((one) => `<li><a href="#/talk/${one.id}">${one.title}</a> (${one.posts.length})</li>`).join('')}</ul>`;
      return;
    }
    view.innerHTML = `<h1>${topic.title}</h1>${topic.posts.map(({ by, text }) => `<article><b>${by}</b><p>${esc(text)}</p></article>`).join('')}<form><textarea aria-label="Your reply" rows="3" cols="50"></textarea><br><button>Post reply</button></form>`;
    view.querySelector('form').onsubmit = async (event) => {
      event.preventDefault();
      await send('reply', { topic: id, text: view.querySelector('textarea').value });
      draw();
    };
  },
  people: () => {
    const found = state.people.filter(({ name, isActive }) => isActive && name.toLowerCase().includes(find));
    const pages = Math.ceil(found.length / 6);
    page = Math.min(page, pages - 1);
    view.innerHTML = `<h1>People</h1><table><thead><tr><th>Name</th><th>Role</th><th></th></tr></thead><tbody>${found
      .slice(page * 6, page * 6 + 6)
      .map(
        ({ id, name, role }) =>
          `<tr><td>${name}</td><td>${role}</td><td><button aria-label="Actions" aria-haspopup="menu" data-id="${id}">⋯</button></td></tr>`,
      )
      .join(
        '',
      )}</tbody></table><p>Page ${page + 1} of ${pages} <button id="prev" ${page === 0 ? 'disabled' : ''}>Previous</button> <button id="next" ${page >= pages - 1 ? 'disabled' : ''}>Next</button></p>`;
    view.querySelector('#prev').onclick = () => {
      page -= 1;
      draw();
    };
    view.querySelector('#next').onclick = () => {
      page += 1;
      draw();
    };
    for (const dots of view.querySelectorAll('[data-id]')) dots.onclick = () => openMenu(dots);
  },
  profile: () => {
    const { name, phone, title } = state.profile;
    view.innerHTML = `<h1>My profile</h1><div><span>Name</span> <b>${esc(name)}</b></div><div><span>Job title</span> <b>${esc(title)}</b></div><div><span>Phone</span> <b>${esc(phone)}</b></div><button id="edit">Edit profile</button>`;
    view.querySelector('#edit').onclick = () => {
      const modal = openModal(
        `<h2 id="mt">Edit profile</h2><form><p><label>Name <input name="name" value="${esc(name)}"></label></p><p><label>Job title <input name="title" value="${esc(title)}"></label></p><p><label>Phone <input name="phone" value="${esc(phone)}"></label></p><button>Save changes</button> <button type="button" data-close>Cancel</button></form>`,
      );
      modal.querySelector('form').onsubmit = async (event) => {
        event.preventDefault();
        await send('profile', Object.fromEntries(new FormData(event.target)));
        modal.remove();
        draw();
      };
    };
  },
  settings: (part) => {
    const tabs = [
      ['general', 'General'],
      ['billing', 'Billing'],
      ['statements', 'Statements'],
    ];
    const bodies = {
      general: '<p>The workspace is called Lindqvist.</p>',
      billing: `<form><p><label>Billing email <input name="email" value="${esc(state.billing.email)}"></label></p><p><label>VAT number <input name="vat" value="${esc(state.billing.vat)}"></label></p><button>Save</button> <span role="status"></span></form>`,
      statements: `<ul>${state.statements.map((month) => `<li>${month} <a href="/files/statement-${month.toLowerCase().replace(' ', '-')}.txt">Download</a></li>`).join('')}</ul>`,
    };
    const open = bodies[part] ? part : 'general';
    view.innerHTML = `<h1>Workspace settings</h1><div role="tablist">${tabs.map(([id, name]) => `<button role="tab" aria-selected="${id === open}" data-tab="${id}">${name}</button>`).join('')}</div><div role="tabpanel">${bodies[open]}</div>`;
    for (const tab of view.querySelectorAll('[data-tab]'))
      tab.onclick = () => (location.hash = `#/settings/${tab.dataset.tab}`);
    const form = view.querySelector('form');
    if (form)
      form.onsubmit = async (event) => {
        event.preventDefault();
        await send('billing', Object.fromEntries(new FormData(form)));
        view.querySelector('[role=status]').textContent = 'Saved';
      };
  },
};

function openModal(html) {
  const modal = document.createElement('div');
  modal.className = 'modal';
  modal.innerHTML = `<div role="dialog" aria-modal="true">${html}</div>`;
  document.body.append(modal);
  const close = modal.querySelector('[data-close]');
  if (close) close.onclick = () => modal.remove();
  return modal;
}

function openCard(board, card, lists) {
  const modal = openModal(
    `<h2>${esc(card.title)}</h2><dl><dt>Assigned to</dt><dd>${esc(card.who)}</dd><dt>Due</dt><dd>${esc(card.due)}</dd></dl><p><label>List <select>${lists.map((list) => `<option${list === card.list ? ' selected' : ''}>${list}</option>`).join('')}</select></label></p><button data-close>Close</button>`,
  );
  modal.querySelector('select').onchange = async (event) => {
    await send('move', { board: board.id, card: card.title, list: event.target.value });
  };
  modal.querySelector('[data-close]').onclick = () => {
    location.hash = `#/boards/${board.id}`;
  };
}

function openMenu(dots) {
  document.querySelector('.menu')?.remove();
  const person = state.people.find(({ id }) => String(id) === dots.dataset.id);
  const menu = document.createElement('div');
  menu.className = 'menu';
  menu.setAttribute('role', 'menu');
  const other = person.role === 'Admin' ? 'Make member' : 'Make admin';
  menu.innerHTML = `<div role="menuitem">View profile</div><div role="menuitem" data-role>${other}</div><div role="menuitem" data-off>Deactivate…</div>`;
  const box = dots.getBoundingClientRect();
  menu.style.left = `${box.left}px`;
  menu.style.top = `${box.bottom}px`;
  document.body.append(menu);
  menu.querySelector('[data-role]').onclick = async () => {
    await send('role', { id: person.id, role: person.role === 'Admin' ? 'Member' : 'Admin' });
    menu.remove();
    draw();
  };
  menu.querySelector('[data-off]').onclick = () => {
    menu.remove();
    const modal = openModal(
      `<p>Deactivate ${person.name}? They can no longer sign in.</p><button data-close>Keep</button> <button data-yes>Deactivate</button>`,
    );
    modal.querySelector('[data-yes]').onclick = async () => {
      await send('deactivate', { id: person.id });
      modal.remove();
      draw();
    };
  };
}

function draw() {
  for (const old of document.querySelectorAll('.modal, .menu')) old.remove();
  const [name = '', ...rest] = location.hash.replace(/^#\/?/, '').split('/').map(decodeURIComponent);
  drawSide();
  setTimeout(() => (views[name] ?? views[''])(...rest), 120);
}
addEventListener('hashchange', draw);
draw();
