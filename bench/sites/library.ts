/** A town library: catalogue with filters and pages, branches, events, rooms, and a reader's account drawn by a script. */
import { answers, type BenchSite, type Page, safe, type Visit } from './bench-site.ts';

const BOOKS = [
  ['The Salt Road', 'Nora Quill', 'Novel', 2014, 312, ['Central', 'Hillside']],
  ['Winter Ferry', 'Piet Haan', 'Novel', 2019, 268, []],
  ['Harbour Lights', 'Nora Quill', 'Novel', 2017, 401, ['Eastgate']],
  ["The Clockmaker's Orchard", 'Dilys Rowe', 'Children', 2021, 96, ['Eastgate']],
  ['Bread in a Cold Kitchen', 'Marta Engel', 'Cookery', 2012, 188, ['Central']],
  ['One Pan, Four People', 'Sami Aziz', 'Cookery', 2023, 224, ['Hillside']],
  ['Soup Year', 'Marta Engel', 'Cookery', 2020, 160, ['Central', 'Eastgate']],
  ['Tall Grass', 'Lee Abara', 'Nature', 2018, 240, []],
  ['Moss and Stone', 'Ines Falk', 'Nature', 2009, 352, ['Central']],
  ['A Field Guide to Puddles', 'Lee Abara', 'Children', 2022, 48, ['Hillside']],
  ['Letters to a Lighthouse', 'Nora Quill', 'Essays', 2020, 144, ['Central']],
  ['Night Bus to Varna', 'Piet Haan', 'Travel', 2016, 290, ['Eastgate']],
  ['The Slow Train South', 'Cara Dunne', 'Travel', 2011, 333, ['Central', 'Hillside']],
  ['Numbers for Cats', 'Dilys Rowe', 'Children', 2018, 40, ['Central']],
].map(([title, author, subject, year, pages, at], index) => ({
  id: index + 101,
  title: title as string,
  author: author as string,
  subject: subject as string,
  year: year as number,
  pages: pages as number,
  at: at as string[],
}));

type Book = (typeof BOOKS)[number];

const BRANCHES = [
  { id: 'central', name: 'Central', street: '1 Corn Square', week: '9:00 - 19:00', sat: '9:00 - 17:00' },
  { id: 'eastgate', name: 'Eastgate', street: '48 Tannery Row', week: '10:00 - 18:00', sat: '10:00 - 13:30' },
  { id: 'hillside', name: 'Hillside', street: '7 Beacon Road', week: '13:00 - 19:00', sat: 'Closed' },
];

const EVENTS = [
  { id: 'puppets', name: 'Puppet workshop', day: '8 May', age: 'Children', price: '£4', at: 'Eastgate' },
  { id: 'poems', name: 'Poems aloud', day: '11 May', age: 'Adults', price: 'Free', at: 'Central' },
  { id: 'repair', name: 'Book repair evening', day: '19 May', age: 'Adults', price: '£6', at: 'Hillside' },
  { id: 'stories', name: 'Story hour', day: '22 May', age: 'Children', price: 'Free', at: 'Central' },
];

const beginning = () => ({
  loans: [
    { id: 103, due: '2027-05-21', renewed: 0 },
    { id: 109, due: '2027-05-09', renewed: 0 },
    { id: 112, due: '2027-06-02', renewed: 1 },
  ],
  holds: [
    { id: 108, at: 'Central' },
    { id: 106, at: 'Central' },
  ],
  fines: [
    { what: 'Soup Year, 9 days late', amount: 1.8 },
    { what: 'Numbers for Cats, torn page', amount: 3.5 },
    { what: 'Replacement card', amount: 2 },
  ],
  list: [{ id: 113 }],
  profile: { pickup: 'Central', reminders: true, phone: '07700 900450' },
  rooms: [] as Record<string, string>[],
  wishes: [] as Record<string, string>[],
  questions: [] as Record<string, string>[],
  guests: [] as Record<string, string>[],
});

type State = ReturnType<typeof beginning>;

export const library: BenchSite<State> = {
  name: 'library',
  open() {
    const state = beginning();
    return { state, answer: (visit) => route(state, visit) };
  },
  tasks: [
    {
      kind: 'ask',
      goal: 'When does the Eastgate branch close on Saturdays?',
      isRight: (_, answer) => answers(answer, '13:30') && !answer.includes('17:00'),
    },
    {
      kind: 'ask',
      goal: 'How many pages does The Salt Road have?',
      isRight: (_, answer) => answers(answer, '312'),
    },
    {
      kind: 'ask',
      goal: "At which branch can I borrow The Clockmaker's Orchard?",
      isRight: (_, answer) => answers(answer, 'Eastgate') && !/central|hillside/i.test(answer),
    },
    {
      kind: 'ask',
      goal: 'How much is the fine per day for a book that is returned late?',
      isRight: (_, answer) => answers(answer, '20p'),
    },
    {
      kind: 'compute',
      goal: 'Which book is longer, The Salt Road or Moss and Stone?',
      isRight: (_, answer) => answers(answer, 'Moss and Stone') && !answer.includes('Salt'),
    },
    {
      kind: 'compute',
      goal: 'How much do I owe the library in fines altogether?',
      isRight: (_, answer) => answers(answer, '7.3'),
    },
    {
      kind: 'compute',
      goal: 'Which of my loans is due first?',
      isRight: (_, answer) => answers(answer, 'Moss and Stone'),
    },
    {
      kind: 'compute',
      goal: 'How many books by Nora Quill are in the catalogue?',
      isRight: (_, answer) => answers(answer, '3'),
    },
    {
      kind: 'account',
      goal: 'Renew my loan of Harbour Lights.',
      isRight: ({ loans }) => loans.map(({ renewed }) => renewed).join() === '1,0,1',
    },
    {
      kind: 'account',
      goal: 'Cancel my reservation of Tall Grass',
      isRight: ({ holds }) => holds.map(({ id }) => id).join() === '106',
    },
    {
      kind: 'account',
      goal: 'Change my pickup branch to Hillside and stop the reminder emails.',
      isRight: ({ profile }) => profile.pickup === 'Hillside' && !profile.reminders,
    },
    {
      kind: 'catalogue',
      goal: 'Find the book Winter Ferry and reserve it for collection at the Hillside branch.',
      isRight: ({ holds }) =>
        holds.length === 3 && holds.at(-1)?.id === 102 && holds.at(-1)?.at === 'Hillside',
    },
    {
      kind: 'catalogue',
      goal: 'Reserve the newest cookery book in the catalogue for me.',
      isRight: ({ holds }) => holds.length === 3 && holds.at(-1)?.id === 106,
    },
    {
      kind: 'catalogue',
      goal: 'Search for books by Nora Quill, put the shortest one on my reading list, then tell me how many books are on the list.',
      isRight: ({ list }, answer) => list.map(({ id }) => id).join() === '113,111' && answers(answer, '2'),
    },
    {
      kind: 'form',
      goal: 'Suggest that the library buys "Moth Season" by Ida Grell. I am Tove Lind, tove@example.se.',
      isRight: ({ wishes: [one] }) =>
        one?.title === 'Moth Season' &&
        one.author === 'Ida Grell' &&
        one.reader === 'Tove Lind' &&
        one.email === 'tove@example.se',
    },
    {
      kind: 'form',
      goal: 'Book the Garden Room for our chess club, 12 people, for three hours from 2 pm on 14 May 2027. Contact: Ben Ozal, ben@example.com',
      isRight: ({ rooms: [one] }) =>
        one?.room === 'Garden Room' &&
        one.day === '2027-05-14' &&
        one.from === '14:00' &&
        one.to === '17:00' &&
        one.people === '12' &&
        /chess/i.test(one.purpose ?? '') &&
        one.name === 'Ben Ozal' &&
        one.email === 'ben@example.com',
    },
    {
      kind: 'form',
      goal: 'Sign two children up for the puppet workshop under the name Clara Moss, clara@example.org',
      isRight: ({ guests: [one] }) =>
        one?.event === 'puppets' &&
        one.places === '2' &&
        one.name === 'Clara Moss' &&
        one.email === 'clara@example.org',
    },
    {
      kind: 'form',
      goal: 'Ask the librarians if I can print from my phone. My name is Hugo Stern and you can reach me at hugo@example.at',
      isRight: ({ questions: [one] }) =>
        one?.name === 'Hugo Stern' && one.email === 'hugo@example.at' && /print/i.test(one.text ?? ''),
    },
  ],
};

function route(state: State, { method, path, query, form }: Visit): Page {
  const values = Object.fromEntries(form);
  if (path === '/favicon.ico') return { status: 404 };
  if (path === '/account.js') return { body: ACCOUNT, type: 'text/javascript' };
  if (path === '/api/account') return { body: account(state), type: 'application/json' };
  if (method === 'POST') return post(state, path, values);
  const book = BOOKS.find(({ id }) => path === `/book/${id}`);
  if (book) return draw(book.title, bookPage(state, book, ''));
  const branch = BRANCHES.find(({ id }) => path === `/branches/${id}`);
  if (branch) return draw(branch.name, branchPage(branch));
  const event = EVENTS.find(({ id }) => path === `/events/${id}`);
  if (event) return draw(event.name, eventPage(event, {}, ''));
  const page = {
    '/': front,
    '/catalogue': () => catalogue(query),
    '/branches': branches,
    '/events': events,
    '/rooms': () => roomPage({}, ''),
    '/suggest': () => suggestion({}, ''),
    '/ask': () => question({}, ''),
    '/help': help,
    '/account': () =>
      '<h1>My account</h1><div id="account"><p>One moment...</p></div><script src="/account.js"></script>',
  }[path];
  return page ? draw(path.slice(1) || 'Welcome', page()) : { status: 404, body: 'Not here.' };
}

function post(state: State, path: string, values: Record<string, string>): Page {
  const id = Number(values.id);
  const lacks = (...keys: string[]) => keys.filter((key) => !values[key]?.trim());
  if (path === '/api/renew') {
    const loan = state.loans.find((one) => one.id === id);
    if (loan) loan.renewed += 1;
  }
  if (path === '/api/unhold') state.holds = state.holds.filter((one) => one.id !== id);
  if (path === '/api/profile')
    state.profile = {
      pickup: values.pickup ?? '',
      phone: values.phone ?? '',
      reminders: values.reminders === 'on',
    };
  if (path.startsWith('/api/')) return { body: account(state), type: 'application/json' };
  const book = BOOKS.find((one) => one.id === id);
  if (path === '/hold' && book) {
    if (!values.at)
      return draw(
        book.title,
        bookPage(state, book, 'Please choose the branch where you want to collect it.'),
      );
    state.holds.push({ id, at: values.at });
    return draw(
      'Reserved',
      `<h1>Reserved</h1><p>${safe(book.title)} will wait for you at ${safe(values.at)}.</p>`,
    );
  }
  if (path === '/list') {
    state.list.push({ id });
    return { to: '/account' };
  }
  if (path === '/rooms') {
    const missing = lacks('room', 'day', 'from', 'to', 'people', 'name', 'email');
    if (missing.length > 0) return draw('Rooms', roomPage(values, `Please tell us: ${missing.join(', ')}`));
    state.rooms.push(values);
    return draw('Booked', '<h1>The room is yours</h1>');
  }
  if (path === '/suggest') {
    const missing = lacks('title', 'author', 'reader', 'email');
    if (missing.length > 0)
      return draw('Suggest', suggestion(values, `Please fill in: ${missing.join(', ')}`));
    state.wishes.push(values);
    return draw('Thanks', '<h1>Thank you</h1><p>We buy what readers ask for when we can.</p>');
  }
  if (path === '/ask') {
    const missing = lacks('name', 'email', 'text');
    if (missing.length > 0) return draw('Ask', question(values, `Please fill in: ${missing.join(', ')}`));
    state.questions.push(values);
    return draw('Sent', '<h1>Your question is with us</h1>');
  }
  const event = EVENTS.find((one) => path === `/events/${one.id}`);
  if (event) {
    const missing = lacks('places', 'name', 'email');
    if (missing.length > 0)
      return draw(event.name, eventPage(event, values, `Please fill in: ${missing.join(', ')}`));
    state.guests.push({ event: event.id, ...values });
    return draw('See you there', '<h1>See you there</h1><p>Your places are kept.</p>');
  }
  return { status: 404 };
}

function account({ loans, holds, fines, list, profile }: State): string {
  const title = (id: number) => BOOKS.find((one) => one.id === id)?.title;
  const named = <Row extends { id: number }>(rows: Row[]) =>
    rows.map((row) => ({ ...row, title: title(row.id) }));
  return JSON.stringify({
    loans: named(loans),
    holds: named(holds),
    list: named(list),
    fines,
    profile,
    branches: BRANCHES.map(({ name }) => name),
  });
}

/** The reader's account, drawn in the browser in tabs. */
const ACCOUNT = `
const box = document.querySelector('#account');
let tab = 'Loans';
let data;
const views = {
  Loans: () => '<table><thead><tr><th>Title</th><th>Due</th><th>Renewals</th><th></th></tr></thead><tbody>' + data.loans.map((one) => '<tr><td>' + one.title + '</td><td>' + one.due + '</td><td>' + one.renewed + '</td><td><button data-do="renew" data-id="' + one.id + '">Renew</button></td></tr>').join('') + '</tbody></table>',
  Reservations: () => '<ul>' + data.holds.map((one) => '<li><b>' + one.title + '</b> to collect at ' + one.at + ' <button data-do="unhold" data-id="' + one.id + '">Cancel</button></li>').join('') + '</ul>',
  'Reading list': () => '<p>' + data.list.length + ' on your list</p><ol>' + data.list.map((one) => '<li><a href="/book/' + one.id + '">' + one.title + '</a></li>').join('') + '</ol>',
  Fines: () => '<table><thead><tr><th>What for</th><th>Amount</th></tr></thead><tbody>' + data.fines.map((one) => '<tr><td>' + one.what + '</td><td>£' + one.amount.toFixed(2) + '</td></tr>').join('') + '</tbody></table>',
  Preferences: () => '<form><label>Phone <input name="phone" value="' + data.profile.phone + '"></label><label>Collect my books at <select name="pickup">' + data.branches.map((one) => '<option' + (one === data.profile.pickup ? ' selected' : '') + '>' + one + '</option>').join('') + '</select></label><label><input type="checkbox" name="reminders"' + (data.profile.reminders ? ' checked' : '') + '> Email me reminders before books are due</label><button>Save</button></form>',
};
function draw() {
  box.innerHTML = '<div role="tablist">' + Object.keys(views).map((name) => '<button role="tab" aria-selected="' + (name === tab) + '">' + name + '</button>').join('') + '</div><div role="tabpanel">' + views[tab]() + '</div><p role="status" id="said"></p>';
}
async function send(what, body) {
  data = await (await fetch('/api/' + what, { method: 'POST', body })).json();
  draw();
  document.querySelector('#said').textContent = 'Done.';
}
box.addEventListener('click', (event) => {
  const button = event.target.closest('button');
  if (button?.getAttribute('role') === 'tab') { tab = button.textContent; draw(); }
  if (button?.dataset.do) send(button.dataset.do, new URLSearchParams({ id: button.dataset.id }));
});
box.addEventListener('submit', (event) => { event.preventDefault(); send('profile', new URLSearchParams(new FormData(event.target))); });
fetch('/api/account').then((answer) => answer.json()).then((got) => { data = got; draw(); });
`;

function draw(title: string, body: string): Page {
  const links = [
    ['/catalogue', 'Catalogue'],
    ['/branches', 'Branches'],
    ['/events', "What's on"],
    ['/rooms', 'Hire a room'],
    ['/help', 'Help and charges'],
    ['/suggest', 'Suggest a purchase'],
    ['/ask', 'Ask a librarian'],
    ['/account', 'My account'],
  ];
  return {
    body: `<!doctype html><html lang="en"><title>${safe(title)} - Marl Town Library</title><style>body{font:16px sans-serif;max-width:60em;margin:auto}nav li{display:inline;margin-right:1em}fieldset,label{display:block;margin:.5em 0}.note{background:#fee}</style>
    <header><a href="/">Marl Town Library</a><nav><ul>${links.map(([to, text]) => `<li><a href="${to}">${text}</a></li>`).join('')}</ul></nav></header><main>${body}</main><footer><p>Marl Town Council</p></footer></html>`,
  };
}

function front(): string {
  return `<h1>Borrow, read, meet</h1><form action="/catalogue" role="search"><input name="q" placeholder="Title, author or subject"><button aria-label="Search"><svg width="12" height="12"><circle cx="6" cy="6" r="4"/></svg></button></form><h2>Coming up</h2><ul>${EVENTS.slice(
    0,
    2,
  )
    .map(({ id, name, day }) => `<li><a href="/events/${id}">${name}</a>, ${day}</li>`)
    .join('')}</ul><p>New readers: bring a letter with your address to any branch.</p>`;
}

function catalogue(query: URLSearchParams): string {
  const words = (query.get('q') ?? '').toLowerCase();
  const subject = query.get('subject') ?? '';
  const found = BOOKS.filter(
    (one) =>
      `${one.title} ${one.author} ${one.subject}`.toLowerCase().includes(words) &&
      (!subject || one.subject === subject),
  );
  if (query.get('order') === 'new') found.sort((one, other) => other.year - one.year);
  if (query.get('order') === 'title') found.sort((one, other) => one.title.localeCompare(other.title));
  const page = Number(query.get('page') ?? 1);
  const pages = Math.max(1, Math.ceil(found.length / 5));
  const at = (to: number) => {
    const next = new URLSearchParams(query);
    next.set('page', String(to));
    return `/catalogue?${safe(next)}`;
  };
  const subjects = [...new Set(BOOKS.map((one) => one.subject))];
  return `<h1>Catalogue</h1><form action="/catalogue"><label>Search for <input name="q" value="${safe(query.get('q'))}"></label><label>Subject <select name="subject"><option value="">All subjects</option>${subjects.map((one) => `<option${one === subject ? ' selected' : ''}>${one}</option>`).join('')}</select></label>
  <label>Order <select name="order"><option value="">Relevance</option><option value="new"${query.get('order') === 'new' ? ' selected' : ''}>Newest first</option><option value="title">Title A-Z</option></select></label><button>Show</button></form>
  <p>${found.length} ${found.length === 1 ? 'title' : 'titles'}</p><ul class="hits">${found
    .slice(page * 5 - 5, page * 5)
    .map(
      ({ id, title, author, year, at: shelves }) =>
        `<li><h3><a href="/book/${id}">${safe(title)}</a></h3><p>${author}, ${year}</p><p>${shelves.length > 0 ? 'On the shelf' : 'On loan'}</p></li>`,
    )
    .join('')}</ul>
  <nav aria-label="Pages">${page > 1 ? `<a href="${at(page - 1)}">‹ Back</a>` : ''} ${page} / ${pages} ${page < pages ? `<a href="${at(page + 1)}">More ›</a>` : ''}</nav>`;
}

function bookPage({ holds, list }: State, book: Book, problem: string): string {
  const isHeld = holds.some(({ id }) => id === book.id);
  return `<h1>${safe(book.title)}</h1><p>by <a href="/catalogue?q=${encodeURIComponent(book.author)}">${book.author}</a></p><dl><dt>Subject</dt><dd>${book.subject}</dd><dt>Published</dt><dd>${book.year}</dd><dt>Length</dt><dd>${book.pages} pages</dd></dl>
  <h2>Copies</h2><table><thead><tr><th>Branch</th><th>Status</th></tr></thead><tbody>${BRANCHES.map(({ name }) => `<tr><td>${name}</td><td>${book.at.includes(name) ? 'Available' : 'Not available'}</td></tr>`).join('')}</tbody></table>
  ${problem && `<p class="note" role="alert">${problem}</p>`}<form method="post" action="/hold"><input type="hidden" name="id" value="${book.id}"><label>Collect from <select name="at"><option value="">Choose a branch</option>${BRANCHES.map(({ name }) => `<option>${name}</option>`).join('')}</select></label><button>Reserve this book</button>${isHeld ? ' <i>You have reserved it.</i>' : ''}</form>
  <form method="post" action="/list"><input type="hidden" name="id" value="${book.id}"><button${list.some(({ id }) => id === book.id) ? ' disabled' : ''}>Add to reading list</button></form>`;
}

function branches(): string {
  return `<h1>Our branches</h1><div>${BRANCHES.map(({ id, name, street }) => `<div><h2>${name}</h2><p>${street}</p><a href="/branches/${id}">Opening hours and facilities</a></div>`).join('')}</div>`;
}

function branchPage({ name, street, week, sat }: (typeof BRANCHES)[number]): string {
  return `<h1>${name}</h1><p>${street}</p><h2>Opening hours</h2><table><tr><th>Monday to Friday</th><td>${week}</td></tr><tr><th>Saturday</th><td>${sat}</td></tr><tr><th>Sunday</th><td>Closed</td></tr></table>`;
}

function events(): string {
  return `<h1>What's on</h1><label>Show <select id="age"><option>Everything</option><option>Children</option><option>Adults</option></select></label><div id="events">${EVENTS.map(({ id, name, day, age, price, at }) => `<article data-age="${age}"><h2>${name}</h2><p>${day}, ${at}. ${age}. ${price}</p><a href="/events/${id}">Details and places</a></article>`).join('')}</div>
  <script>document.querySelector('#age').onchange = (event) => document.querySelectorAll('#events article').forEach((one) => { one.hidden = event.target.value !== 'Everything' && one.dataset.age !== event.target.value; });</script>`;
}

const field = (values: Record<string, string>, name: string, label: string, type = 'text') =>
  `<label>${label} <input name="${name}" type="${type}" value="${safe(values[name])}"></label>`;
const choice = (values: Record<string, string>, name: string, label: string, options: string[]) =>
  `<label>${label} <select name="${name}"><option value="">Please choose</option>${options.map((one) => `<option${values[name] === one ? ' selected' : ''}>${one}</option>`).join('')}</select></label>`;
const note = (text: string) => (text ? `<p class="note" role="alert">${text}</p>` : '');

function eventPage(event: (typeof EVENTS)[number], values: Record<string, string>, problem: string): string {
  return `<h1>${event.name}</h1><p>${event.day} at ${event.at}, ${event.price} each.</p>${note(problem)}<form method="post" action="/events/${event.id}">${choice(values, 'places', 'How many places do you need?', ['1', '2', '3', '4'])}${field(values, 'name', 'Who is booking?')}${field(values, 'email', 'Where can we write to you?', 'email')}<button>Keep my places</button></form>`;
}

function roomPage(values: Record<string, string>, problem: string): string {
  const hours = Array.from({ length: 10 }, (_, at) => `${String(at + 9).padStart(2, '0')}:00`);
  return `<h1>Hire a room</h1><p>The Garden Room holds 30 people, the Attic 8, the Long Hall 80.</p>${note(problem)}<form method="post" action="/rooms">${choice(values, 'room', 'Room', ['Attic', 'Garden Room', 'Long Hall'])}${field(values, 'day', 'Date', 'date')}${choice(values, 'from', 'From', hours)}${choice(values, 'to', 'Until', hours)}
  ${field(values, 'people', 'How many will you be?', 'number')}${field(values, 'purpose', 'What is it for?')}${field(values, 'name', 'Contact name')}${field(values, 'email', 'Contact email', 'email')}<button>Book the room</button></form>`;
}

function suggestion(values: Record<string, string>, problem: string): string {
  return `<h1>Suggest a purchase</h1>${note(problem)}<form method="post" action="/suggest">${field(values, 'title', 'What is it called?')}${field(values, 'author', 'Who wrote it?')}${choice(values, 'form', 'Which form would you like? (optional)', ['Book', 'Audio book', 'Film'])}${field(values, 'reader', 'And who are you?')}${field(values, 'email', 'Your email', 'email')}<button>Send suggestion</button></form>`;
}

function question(values: Record<string, string>, problem: string): string {
  return `<h1>Ask a librarian</h1>${note(problem)}<form method="post" action="/ask">${field(values, 'name', 'Your name')}${field(values, 'email', 'Email for our answer', 'email')}<label>What would you like to know? <textarea name="text">${safe(values.text)}</textarea></label><button>Send</button></form>`;
}

function help(): string {
  return '<h1>Help and charges</h1><h2>How long can I keep a book?</h2><p>Three weeks, and you may renew it twice.</p><h2>What if I am late?</h2><p>We charge 20p for each day a book is overdue, up to £5.</p><h2>I have lost my card</h2><p>A new one costs £2 at any branch.</p><details><summary>Can I use a computer?</summary><p>Yes, for one hour a day, free of charge.</p></details>';
}
