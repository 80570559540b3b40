/** An inn with rooms, a kitchen and walks: bookings, enquiries, a guest book, all by forms of the server. */
import { answers, type BenchSite, type Page, safe, type Visit } from './bench-site.ts';

const beginning = () => ({
  tables: [] as Record<string, string>[],
  rooms: [] as Record<string, string>[],
  enquiries: [] as Record<string, string>[],
  guests: [{ who: 'Mr and Mrs Pell', text: 'The soup!' }],
  cancelled: [] as string[],
  vouchers: [] as Record<string, string>[],
});

type State = ReturnType<typeof beginning>;

const ROOMS = [
  { id: 'larch', name: 'Larch', beds: 'Double', price: 96, view: 'Garden', bath: 'Shower' },
  { id: 'rowan', name: 'Rowan', beds: 'Twin', price: 88, view: 'Yard', bath: 'Shower' },
  { id: 'elder', name: 'Elder', beds: 'Single', price: 61, view: 'Yard', bath: 'Shared' },
  { id: 'hazel', name: 'Hazel', beds: 'Family, sleeps 4', price: 142, view: 'River', bath: 'Bathtub' },
  { id: 'alder', name: 'Alder', beds: 'Double', price: 118, view: 'River', bath: 'Bathtub' },
];

const MENU = [
  ['Starters', 'Nettle soup', 6.5, 'vegan'],
  ['Starters', 'Smoked trout', 9, 'fish'],
  ['Starters', 'Beetroot tart', 7.5, 'vegetarian'],
  ['Mains', 'Venison pie', 18.5, 'meat'],
  ['Mains', 'Barley risotto', 14, 'vegan'],
  ['Mains', 'Perch with dill', 17, 'fish'],
  ['Mains', 'Cheese dumplings', 13.5, 'vegetarian'],
  ['Puddings', 'Apple crumble', 6, 'vegetarian'],
  ['Puddings', 'Rhubarb sorbet', 5, 'vegan'],
] as const;

const WALKS = [
  { name: 'Mill loop', length: '4.2 km', climb: '80 m', time: '1 h 15 min' },
  { name: 'Crag path', length: '11.5 km', climb: '610 m', time: '4 h 30 min' },
  { name: 'River walk', length: '7.8 km', climb: '40 m', time: '2 h' },
];

export const inn: BenchSite<State> = {
  name: 'inn',
  open() {
    const state = beginning();
    return { state, answer: (visit) => route(state, visit) };
  },
  tasks: [
    {
      kind: 'form',
      goal: 'Book a table for four on Friday at 7 pm under the name Ada Lind, phone 07700 900321',
      isRight: ({ tables: [one] }) =>
        one?.people === '4' &&
        new Date(`${one.day}T12:00Z`).getUTCDay() === 5 &&
        one.time === '19:00' &&
        one.name === 'Ada Lind' &&
        one.phone === '07700 900321',
    },
    {
      kind: 'form',
      goal: 'I would like to reserve a table for 2 people tomorrow at 18:30. My name is Jon Bell and my number is 07700 900777. We need a high chair.',
      isRight: ({ tables: [one] }) =>
        one?.people === '2' &&
        one.time === '18:30' &&
        one.name === 'Jon Bell' &&
        /high chair/i.test(one.wishes ?? ''),
    },
    {
      kind: 'form',
      goal: 'Book the Hazel room from 3 June 2027 to 6 June 2027 for Mira Kos, mira@example.org',
      isRight: ({ rooms: [one] }) =>
        one?.room === 'hazel' &&
        one.from === '2027-06-03' &&
        one.to === '2027-06-06' &&
        one.name === 'Mira Kos' &&
        one.email === 'mira@example.org',
    },
    {
      kind: 'form',
      goal: 'Book the cheapest double room for two nights from 2027-08-10 to 2027-08-12. Name: Otto Frei, email otto@example.ch',
      isRight: ({ rooms: [one] }) =>
        one?.room === 'larch' &&
        one.from === '2027-08-10' &&
        one.to === '2027-08-12' &&
        one.name === 'Otto Frei',
    },
    {
      kind: 'form',
      goal: 'Ask the inn whether dogs are allowed. I am Lena Holt, lena@example.com.',
      isRight: ({ enquiries: [one] }) =>
        one?.name === 'Lena Holt' && one.email === 'lena@example.com' && /dogs/i.test(one.text ?? ''),
    },
    {
      kind: 'form',
      goal: 'Send an enquiry about a wedding party of 40 guests. From: Kai Roth, kai@example.de. Topic: celebration',
      isRight: ({ enquiries: [one] }) =>
        one?.name === 'Kai Roth' && one.topic === 'Celebration' && /wedding/i.test(one.text ?? ''),
    },
    {
      kind: 'form',
      goal: 'Order a gift voucher worth 75 pounds for Ruth Vale, to be sent to ruth@example.net',
      isRight: ({ vouchers: [one] }) =>
        one?.amount === '75' && one.name === 'Ruth Vale' && one.email === 'ruth@example.net',
    },
    {
      kind: 'message',
      goal: 'Sign the guest book as "The Olsens" with the words "We will be back."',
      isRight: ({ guests }) =>
        guests.at(-1)?.who === 'The Olsens' && guests.at(-1)?.text === 'We will be back.',
    },
    {
      kind: 'form',
      goal: 'Cancel my table booking. The booking code is T-5518.',
      isRight: ({ cancelled }) => cancelled.join() === 'T-5518',
    },
    {
      kind: 'ask',
      goal: 'How much is the room Alder per night?',
      isRight: (_, answer) => answers(answer, '118'),
    },
    {
      kind: 'ask',
      goal: 'Which rooms have a view of the river?',
      isRight: (_, answer) => answers(answer, 'Hazel', 'Alder') && !/Larch|Rowan|Elder/.test(answer),
    },
    {
      kind: 'ask',
      goal: 'What time is breakfast served at the weekend?',
      isRight: (_, answer) => answers(answer, '8:30') && !answer.includes('7:00'),
    },
    {
      kind: 'ask',
      goal: 'Do you take credit cards?',
      isRight: (_, answer) => /yes|all cards|visa/i.test(answer) && answer.length < 200,
    },
    {
      kind: 'compute',
      goal: 'What is the cheapest main course?',
      isRight: (_, answer) => answers(answer, 'Cheese dumplings'),
    },
    {
      kind: 'compute',
      goal: 'How many vegan dishes are on the menu?',
      isRight: (_, answer) => answers(answer, '3'),
    },
    {
      kind: 'compute',
      goal: 'What would a nettle soup and a venison pie cost together?',
      isRight: (_, answer) => answers(answer, '25'),
    },
    {
      kind: 'compute',
      goal: 'Which of the walks is the longest?',
      isRight: (_, answer) => answers(answer, 'Crag path'),
    },
    {
      kind: 'compute',
      goal: 'Which room is cheaper, Rowan or Larch?',
      isRight: (_, answer) => answers(answer, 'Rowan') && !answer.includes('Larch'),
    },
  ],
};

function route(state: State, { method, path, form, query }: Visit): Page {
  const values = Object.fromEntries(form);
  if (method === 'POST') return post(state, path, values);
  if (path === '/favicon.ico') return { status: 404 };
  const id = path.match(/^\/rooms\/(\w+)$/)?.[1];
  const room = ROOMS.find((one) => one.id === id);
  if (room) return draw(`The ${room.name} room`, roomPage(room.id, {}, ''));
  const page = {
    '/': front,
    '/rooms': rooms,
    '/table': () => tablePage({}, ''),
    '/menu': menu,
    '/walks': walks,
    '/contact': () => contact({}, ''),
    '/guest-book': () => guestBook(state),
    '/good-to-know': knowledge,
    '/vouchers': () => voucher({}, ''),
    '/change': () => cancel('', query.get('done') ? 'Your booking has been cancelled.' : ''),
  }[path];
  return page
    ? draw(path === '/' ? 'Welcome' : path.slice(1).replace('-', ' '), page())
    : { status: 404, body: 'nothing here' };
}

function post(state: State, path: string, values: Record<string, string>): Page {
  const lacks = (...keys: string[]) => keys.filter((key) => !values[key]?.trim());
  if (path === '/table') {
    if (lacks('people', 'day', 'time', 'name', 'phone').length > 0)
      return draw(
        'Table',
        tablePage(values, `We still need: ${lacks('people', 'day', 'time', 'name', 'phone').join(', ')}.`),
        422,
      );
    state.tables.push(values);
    return draw('Table booked', '<h1>See you soon</h1><p>Your table is booked.</p>');
  }
  if (path.startsWith('/rooms/')) {
    const room = path.slice(7);
    if (lacks('from', 'to', 'name', 'email').length > 0)
      return draw('Room', roomPage(room, values, 'Please fill in all fields.'));
    state.rooms.push({ room, ...values });
    return draw('Room booked', '<h1>Your room is booked</h1><p>Booking code R-2044.</p>');
  }
  if (path === '/contact') {
    if (lacks('name', 'email', 'topic', 'text').length > 0)
      return draw(
        'Contact',
        contact(values, `Missing: ${lacks('name', 'email', 'topic', 'text').join(', ')}`),
      );
    state.enquiries.push(values);
    return draw('Thanks', '<h1>Thank you</h1><p>We answer within a day.</p>');
  }
  if (path === '/guest-book') {
    state.guests.push({ who: values.who ?? '', text: values.text ?? '' });
    return { to: '/guest-book' };
  }
  if (path === '/vouchers') {
    if (lacks('amount', 'name', 'email').length > 0)
      return draw('Vouchers', voucher(values, 'Please fill in all fields.'));
    state.vouchers.push(values);
    return draw('Voucher ordered', '<h1>The voucher is on its way</h1>');
  }
  if (path === '/change') {
    if (!/^[TR]-\d{4}$/.test(values.code ?? ''))
      return draw('Change', cancel(values.code ?? '', 'There is no such booking.'));
    state.cancelled.push(values.code ?? '');
    return { to: '/change?done=1' };
  }
  return { status: 404 };
}

function draw(title: string, body: string, status = 200): Page {
  const links = [
    ['/rooms', 'Rooms'],
    ['/menu', 'Kitchen'],
    ['/table', 'Book a table'],
    ['/walks', 'Walks'],
    ['/vouchers', 'Gift vouchers'],
    ['/guest-book', 'Guest book'],
    ['/good-to-know', 'Good to know'],
    ['/contact', 'Contact'],
    ['/change', 'Manage a booking'],
  ];
  return {
    status,
    body: `<!doctype html><html lang="en"><title>${safe(title)} - The Otter Inn</title><style>body{font:16px serif;max-width:900px;margin:auto}nav a{margin-right:1em}.field{margin:.6em 0}.field label{display:inline-block;width:11em}.warning{color:#900}</style>
    <header><a href="/">The Otter Inn</a><nav>${links.map(([to, text]) => `<a href="${to}">${text}</a>`).join('')}</nav></header><main>${body}</main><footer>Weir Lane, Otterbeck. <a href="/privacy">Privacy</a></footer></html>`,
  };
}

const field = (values: Record<string, string>, name: string, label: string, type = 'text') =>
  `<div class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" type="${type}" value="${safe(values[name])}"></div>`;
const select = (values: Record<string, string>, name: string, label: string, options: string[]) =>
  `<div class="field"><label for="${name}">${label}</label><select id="${name}" name="${name}"><option value="">-</option>${options.map((one) => `<option${values[name] === one ? ' selected' : ''}>${one}</option>`).join('')}</select></div>`;
const warning = (text: string) => (text ? `<p class="warning" role="alert">${text}</p>` : '');

function front(): string {
  return '<h1>The Otter Inn</h1><p>Five rooms, one kitchen, and the river at the door.</p><p><a href="/rooms">See our rooms</a> <a href="/table">Eat with us</a></p>';
}

function rooms(): string {
  return `<h1>Our rooms</h1>${ROOMS.map(({ id, name, beds, price, view }) => `<section class="room"><h2><a href="/rooms/${id}">${name}</a></h2><p>${beds} room, view: ${view}</p><p>£${price} per night</p></section>`).join('')}`;
}

function roomPage(id: string, values: Record<string, string>, problem: string): string {
  const room = ROOMS.find((one) => one.id === id);
  return `<h1>${room?.name}</h1><dl><dt>Beds</dt><dd>${room?.beds}</dd><dt>View</dt><dd>${room?.view}</dd><dt>Bathroom</dt><dd>${room?.bath}</dd><dt>Price per night</dt><dd>£${room?.price}</dd></dl><h2>Book this room</h2>${warning(problem)}
  <form method="post" action="/rooms/${id}">${field(values, 'from', 'Arrival', 'date')}${field(values, 'to', 'Departure', 'date')}${field(values, 'name', 'Name')}${field(values, 'email', 'Email', 'email')}<button>Book now</button></form>`;
}

function tablePage(values: Record<string, string>, problem: string): string {
  return `<h1>Book a table</h1>${warning(problem)}<form method="post" action="/table">${select(values, 'people', 'How many people?', ['1', '2', '3', '4', '5', '6'])}${field(values, 'day', 'Day', 'date')}${select(values, 'time', 'Time', ['18:00', '18:30', '19:00', '19:30', '20:00'])}
  ${field(values, 'name', 'Your name')}${field(values, 'phone', 'Phone', 'tel')}<div class="field"><label for="wishes">Special wishes</label><textarea id="wishes" name="wishes">${safe(values.wishes)}</textarea></div><button>Reserve</button></form>`;
}

function menu(): string {
  return `<h1>Kitchen</h1>${['Starters', 'Mains', 'Puddings']
    .map(
      (course) =>
        `<h2>${course}</h2><table><tr><th>Dish</th><th>Price</th><th>Diet</th></tr>${MENU.filter(
          ([one]) => one === course,
        )
          .map(
            ([, name, price, diet]) =>
              `<tr><td>${name}</td><td>£${price.toFixed(2)}</td><td>${diet}</td></tr>`,
          )
          .join('')}</table>`,
    )
    .join('')}`;
}

function walks(): string {
  return `<h1>Walks from the door</h1><table><thead><tr><th>Walk</th><th>Length</th><th>Climb</th><th>Time</th></tr></thead><tbody>${WALKS.map(({ name, length, climb, time }) => `<tr><td>${name}</td><td>${length}</td><td>${climb}</td><td>${time}</td></tr>`).join('')}</tbody></table>`;
}

function contact(values: Record<string, string>, problem: string): string {
  return `<h1>Write to us</h1>${warning(problem)}<form method="post" action="/contact">${field(values, 'name', 'Name *')}${field(values, 'email', 'Email *', 'email')}${select(values, 'topic', 'Topic *', ['Rooms', 'Kitchen', 'Celebration', 'Something else'])}
  <div class="field"><label for="text">Your question *</label><textarea id="text" name="text">${safe(values.text)}</textarea></div><button>Send</button></form><p>Or call 01539 555 900.</p>`;
}

function guestBook({ guests }: State): string {
  return `<h1>Guest book</h1>${guests.map(({ who, text }) => `<blockquote><p>${safe(text)}</p><cite>${safe(who)}</cite></blockquote>`).join('')}<h2>Sign it</h2><form method="post" action="/guest-book">${field({}, 'who', 'Signed')}<div class="field"><label for="text">A few words</label><textarea id="text" name="text"></textarea></div><button>Sign</button></form>`;
}

function knowledge(): string {
  return '<h1>Good to know</h1><h2>Breakfast</h2><table><tr><th>Monday to Friday</th><td>7:00 - 9:30</td></tr><tr><th>Weekend</th><td>8:30 - 10:30</td></tr></table><h2>Paying</h2><p>We take credit cards and debit cards, and cash.</p><h2>Dogs</h2><p>Dogs are welcome in Rowan and Elder.</p><h2>Parking</h2><p>Parking behind the house is free for guests.</p>';
}

function voucher(values: Record<string, string>, problem: string): string {
  return `<h1>Gift vouchers</h1>${warning(problem)}<form method="post" action="/vouchers">${field(values, 'amount', 'Amount in £', 'number')}${field(values, 'name', 'For whom?')}${field(values, 'email', 'Send it to (email)', 'email')}<button>Order voucher</button></form>`;
}

function cancel(code: string, notice: string): string {
  return `<h1>Manage a booking</h1>${notice && `<p role="status">${notice}</p>`}<form method="post" action="/change">${field({ code }, 'code', 'Booking code')}<button>Cancel this booking</button></form>`;
}
