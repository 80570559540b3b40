/** A theatre: a programme of three pages with filters, details only the shows' own pages tell, house rules, bookings. */
import {
  answers,
  type BenchSite,
  isNowhere,
  listOf,
  type Page,
  rowsOf,
  safe,
  type Visit,
} from './bench-site.ts';

type Show = [
  title: string,
  genre: string,
  stage: string,
  day: string,
  price: number,
  minutes: number,
  age: number,
  director: string,
];

// Title, genre, stage, first day, price, minutes, age, director; in the order of the programme.
const SHOWS: Show[] = [
  ['The Glass Orchard', 'Drama', 'Great Hall', '2027-02-04', 24, 135, 8, 'Amara Quist'],
  ['Quiet, Please!', 'Comedy', 'Studio', '2027-02-09', 16, 80, 12, 'Ben Faro'],
  ['Songs for Low Tide', 'Music', 'Great Hall', '2027-02-13', 28, 95, 6, 'Lior Hanan'],
  ['Nine Umbrellas', 'Drama', 'Studio', '2027-02-18', 18, 105, 14, 'Petra Lund'],
  ['Mr Pocket Goes Out', 'Family', 'Studio', '2027-02-21', 12, 55, 4, 'Sue Abara'],
  ['The Late Shift', 'Comedy', 'Great Hall', '2027-02-25', 22, 110, 16, 'Ben Faro'],
  ['Salt and Iron', 'Drama', 'Great Hall', '2027-03-05', 26, 150, 12, 'Owen Tate'],
  ['A Field of Drums', 'Music', 'Great Hall', '2027-03-09', 30, 90, 6, 'Yui Mori'],
  ['Two Left Feet', 'Comedy', 'Studio', '2027-03-12', 17, 75, 10, 'Ines Robles'],
  ['The Lighthouse Keeper', 'Family', 'Great Hall', '2027-03-14', 14, 65, 5, 'Sue Abara'],
  ['Winter Letters', 'Drama', 'Studio', '2027-03-19', 19, 120, 14, 'Amara Quist'],
  ['An Evening of Cello', 'Music', 'Studio', '2027-03-27', 21, 85, 6, 'Lior Hanan'],
  ['Bad Neighbours', 'Comedy', 'Great Hall', '2027-04-02', 23, 100, 12, 'Ines Robles'],
  ['The Tin Choir', 'Music', 'Great Hall', '2027-04-08', 9, 70, 6, 'Yui Mori'],
  ['Paper Moons', 'Family', 'Studio', '2027-04-11', 13, 60, 4, 'Petra Lund'],
  ['Half a Kingdom', 'Drama', 'Great Hall', '2027-04-16', 27, 165, 12, 'Owen Tate'],
  ['Open Mic Final', 'Comedy', 'Studio', '2027-04-23', 11, 130, 18, 'Ben Faro'],
];

const PER_PAGE = 7;
const MONTHS = ['February', 'March', 'April'];
const TIMES = [
  'Fri 5 March, 7.30 pm',
  'Sat 6 March, 2.30 pm',
  'Sat 6 March, 7.30 pm',
  'Tue 9 March, 7.30 pm',
];

const beginning = () => ({
  bookings: [] as Record<string, string>[],
  groups: [] as Record<string, string>[],
  letters: [] as { email: string; about: string[] }[],
});

type State = ReturnType<typeof beginning>;

export const playhouse: BenchSite<State> = {
  name: 'playhouse',
  open() {
    const state = beginning();
    return { state, answer: (visit) => route(state, visit) };
  },
  tasks: [
    {
      kind: 'ask',
      goal: 'When does the café open on Sundays?',
      isRight: (_, answer) => answers(answer) && /\b11([:.]00)?\b/.test(answer),
    },
    {
      kind: 'ask',
      goal: 'Who directs Half a Kingdom?',
      isRight: (_, answer) => answers(answer, 'Owen Tate'),
    },
    {
      kind: 'ask',
      goal: 'How much is a Patron membership per year, and how many free tickets come with it?',
      isRight: (_, answer) => answers(answer, '120') && /\b(6|six)\b/.test(answer),
    },
    {
      kind: 'most',
      goal: 'Which show is the cheapest, and when is it on?',
      isRight: (_, answer) => answers(answer, 'Tin Choir') && /8 April|April 8|2027-04-08/.test(answer),
    },
    {
      kind: 'most',
      goal: 'Which of the shows in the Studio runs the longest?',
      isRight: (_, answer) => answers(answer, 'Open Mic Final'),
    },
    {
      kind: 'compare',
      goal: 'Which lasts longer, The Glass Orchard or Salt and Iron?',
      isRight: (_, answer) =>
        answers(answer, 'Salt and Iron') &&
        (!answer.includes('Glass') || answer.indexOf('Salt') < answer.indexOf('Glass')),
    },
    {
      kind: 'count',
      goal: 'How many comedies are on this season?',
      isRight: (_, answer) => answers(answer) && /\b(5|five)\b/i.test(answer),
    },
    {
      kind: 'rule',
      goal: 'Can I still exchange my tickets 24 hours before the show?',
      isRight: (_, answer) => answer.length < 300 && /^no\b/i.test(answer),
    },
    {
      kind: 'rule',
      goal: 'My daughter is 9. May she see The Glass Orchard?',
      isRight: (_, answer) => answer.length < 300 && /^yes\b/i.test(answer),
    },
    {
      kind: 'form',
      goal: 'Book four tickets for Salt and Iron on Saturday at half past two in the afternoon for Meyer. My email is meyer@example.org.',
      isRight: ({ bookings: [one] }) =>
        one?.show === 'salt-and-iron' &&
        one.performance === TIMES[1] &&
        one.seats === '4' &&
        /meyer/i.test(one.name ?? '') &&
        one.email === 'meyer@example.org',
    },
    {
      kind: 'form',
      goal: 'Enquire about a group visit of 25 people on 12 May 2027 for Hillside School. The contact is Nora Blum, nora@hillside.example. Two of us use wheelchairs.',
      isRight: ({ groups: [one] }) =>
        one?.size === '25' &&
        one.day === '2027-05-12' &&
        one.organisation === 'Hillside School' &&
        one.contact === 'Nora Blum' &&
        one.email === 'nora@hillside.example' &&
        /wheelchair/i.test(one.wishes ?? ''),
    },
    {
      kind: 'form',
      goal: 'Subscribe lena@example.org to your newsletter, but only for music.',
      isRight: ({ letters: [one] }) => one?.email === 'lena@example.org' && one.about.join() === 'music',
    },
    {
      kind: 'file',
      goal: 'Download the season brochure.',
      isRight: (_, __, files) => files.join() === 'brochure-spring-2027.pdf',
    },
    {
      kind: 'schema',
      goal: 'List all shows in March with date and price.',
      outputSchema: listOf('shows', { title: 'string', date: 'string', price: 'number' }),
      isRight: (_, answer) => {
        const march = SHOWS.filter(([, , , day]) => day.startsWith('2027-03'));
        const told = rowsOf(answer, 'shows');
        return (
          told.length === march.length &&
          march.every(([title, , , day, price]) =>
            told.some(
              (row) =>
                row.title === title &&
                row.price === price &&
                new RegExp(`${day}|\\b${Number(day.slice(8))} March`).test(String(row.date)),
            ),
          )
        );
      },
    },
    {
      kind: 'schema',
      goal: 'Tell me about the show Winter Letters.',
      outputSchema: {
        type: 'object',
        properties: {
          director: { type: 'string' },
          duration_minutes: { type: 'number' },
          minimum_age: { type: 'number' },
          price: { type: 'number' },
        },
        required: ['director', 'duration_minutes', 'minimum_age', 'price'],
      },
      isRight: (_, answer) =>
        /"Amara Quist"/.test(answer) &&
        /duration_minutes":120\b/.test(answer) &&
        /minimum_age":14\b/.test(answer) &&
        /price":19\b/.test(answer),
    },
    {
      kind: 'missing',
      goal: 'How much is a ticket for Hamlet?',
      isRight: (_, answer, __, failure) => isNowhere(answer, failure),
    },
  ],
};

function route(state: State, { method, path, query, form }: Visit): Page {
  const values = Object.fromEntries(form);
  const show = SHOWS.find(([title]) => path === `/whats-on/${slug(title)}`);
  if (method === 'POST' && path === '/book') {
    if (!values.performance || !values.email || !values.name)
      return draw('Book', `<p class="err">Please choose a performance and say who you are.</p>`, 422);
    state.bookings.push(values);
    return draw('Booked', '<h1>See you there!</h1><p>Your tickets are on their way.</p>');
  }
  if (method === 'POST' && path === '/groups') {
    if (!values.size || !values.contact || !values.email)
      return draw('Groups', `<p class="err">Something is missing.</p>${groups(values)}`, 422);
    state.groups.push(values);
    return draw('Thank you', '<h1>We will be in touch</h1>');
  }
  if (method === 'POST' && path === '/newsletter') {
    state.letters.push({ email: values.email ?? '', about: form.getAll('about') });
    return draw('Welcome', '<h1>You are on the list</h1>');
  }
  if (path === '/files/brochure-spring-2027.pdf')
    return { type: 'application/pdf', file: 'brochure-spring-2027.pdf', body: '%PDF-1.4 brochure' };
  if (path === '/files/technical-plan.pdf')
    return { type: 'application/pdf', file: 'technical-plan.pdf', body: '%PDF-1.4 plan' };
  if (show) return draw(show[0], detail(show));
  const page = {
    '/': home,
    '/whats-on': () => programme(query),
    '/visit': () =>
      `<h1 class="text-4xl">Plan your visit</h1><ul><li><a href="/visit/hours">Opening hours</a></li><li><a href="/visit/getting-here">Getting here</a></li><li><a href="/visit/house-rules">Tickets and house rules</a></li></ul>`,
    '/visit/hours': hours,
    '/visit/getting-here': () =>
      '<h1 class="text-4xl">Getting here</h1><p>Tram 4 stops at the door. There is no car park; the nearest one is in Mill Street.</p>',
    '/visit/house-rules': rules,
    '/support/membership': membership,
    '/groups': () => groups({}),
    '/newsletter': newsletter,
    '/press': () =>
      `<h1 class="text-4xl">Press and downloads</h1><div class="grid gap-4"><div class="p-4"><p class="font-bold">Season brochure, spring 2027</p><p>PDF, 2 MB</p><a class="btn" href="/files/brochure-spring-2027.pdf">Download</a></div><div class="p-4"><p class="font-bold">Technical plan of the Great Hall</p><p>PDF, 1 MB</p><a class="btn" href="/files/technical-plan.pdf">Download</a></div></div>`,
  }[path];
  return page ? draw(path.slice(1) || 'Welcome', page()) : { status: 404, body: 'Not here.' };
}

function draw(title: string, body: string, status = 200): Page {
  const links = [
    ['/whats-on', 'What’s on'],
    ['/visit', 'Your visit'],
    ['/support/membership', 'Become a member'],
    ['/groups', 'Groups and schools'],
  ];
  return {
    status,
    body: `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><title>${safe(title)} – Lantern Playhouse</title></head><body class="bg-stone-50 text-slate-900"><div class="flex justify-between px-6"><a href="/" class="font-black">Lantern Playhouse</a><details class="relative"><summary class="cursor-pointer">Menu</summary><div class="absolute">${links.map(([to, text]) => `<a class="block p-2" href="${to}">${text}</a>`).join('')}</div></details></div><div class="mx-auto max-w-3xl">${body}</div><div class="mt-16 text-sm flex gap-4"><a href="/press">Press</a><a href="/newsletter">Newsletter</a><span>12 Harbour Row, Wexley</span></div></body></html>`,
  };
}

function home(): string {
  return `<section class="py-20"><h1 class="text-6xl">Spring season</h1><p>Seventeen shows on two stages.</p><a class="rounded-full px-5" href="/whats-on">See the whole programme</a></section><section><h2>Next up</h2><a href="/whats-on/the-glass-orchard">The Glass Orchard</a></section>`;
}

function programme(query: URLSearchParams): string {
  const genre = query.get('genre') ?? '';
  const month = query.get('month') ?? '';
  const chosen = SHOWS.filter(
    ([, kind, , day]) => (!genre || kind === genre) && (!month || monthOf(day) === month),
  );
  const page = Number(query.get('p') ?? 1);
  const pages = Math.ceil(chosen.length / PER_PAGE);
  const to = (number: number) => `/whats-on?${new URLSearchParams({ genre, month, p: String(number) })}`;
  const options = (list: string[], now: string) =>
    ['', ...list]
      .map((one) => `<option value="${one}"${one === now ? ' selected' : ''}>${one || 'All'}</option>`)
      .join('');
  const cards = chosen
    .slice((page - 1) * PER_PAGE, page * PER_PAGE)
    .map(
      ([title, kind, stage, day, price]) =>
        `<a class="group block rounded-2xl shadow" href="/whats-on/${slug(title)}"><div class="p-5"><span class="uppercase tracking-wide text-xs">${kind}</span><h3 class="text-xl">${safe(title)}</h3><div class="flex gap-3"><time datetime="${day}">${dayOf(day)}</time><span>${stage}</span></div><div class="text-right">from £${price}</div></div></a>`,
    )
    .join('');
  const turner = Array.from({ length: pages }, (_, at) =>
    at + 1 === page
      ? `<span aria-current="page">${at + 1}</span>`
      : `<a href="${safe(to(at + 1))}">${at + 1}</a>`,
  ).join(' ');
  return `<h1 class="text-4xl">What’s on</h1><form class="flex gap-2"><label>Genre <select name="genre">${options(['Drama', 'Comedy', 'Music', 'Family'], genre)}</select></label><label>Month <select name="month">${options(MONTHS, month)}</select></label><button>Show</button></form><div class="grid grid-cols-2">${cards}</div><div class="flex gap-2">${turner}${page < pages ? ` <a href="${safe(to(page + 1))}">Later shows →</a>` : ''}</div>`;
}

function detail([title, genre, stage, day, price, minutes, age, director]: Show): string {
  const performances = title === 'Salt and Iron' ? TIMES : [`${dayOf(day)}, 7.30 pm`];
  const fact = (name: string, value: string) =>
    `<div class="flex"><div class="w-40 text-slate-500">${name}</div><div>${value}</div></div>`;
  return `<p class="uppercase">${genre}</p><h1 class="text-4xl">${safe(title)}</h1><p>Directed by ${director}, with our own company.</p>${fact('Opens', dayOf(day))}${fact('Stage', stage)}${fact('Running time', `${Math.floor(minutes / 60) ? `${Math.floor(minutes / 60)} h ` : ''}${minutes % 60} min`)}${fact('Age', `Suitable for ages ${age} and over`)}${fact('Tickets', `from £${price}`)}<form method="post" action="/book" class="mt-8"><input type="hidden" name="show" value="${slug(title)}"><label class="block">Performance <select name="performance" required><option value="">Please choose</option>${performances.map((one) => `<option>${one}</option>`).join('')}</select></label><label class="block">How many seats? <input type="number" name="seats" min="1" max="9" value="1"></label><label class="block">Name <input name="name" required></label><label class="block">Email <input name="email" type="email" required></label><button class="btn">Book now</button></form>`;
}

function hours(): string {
  const rows = [
    ['Box office', '10:00 – 18:00', '12:00 – 20:00', 'closed'],
    ['Café', '09:00 – 22:00', '10:00 – 23:00', '11:00 – 17:00'],
    ['Exhibition', '10:00 – 17:00', '10:00 – 17:00', '13:00 – 17:00'],
  ];
  return `<h1 class="text-4xl">Opening hours</h1><table><tr><th></th><th>Monday to Friday</th><th>Saturday</th><th>Sunday</th></tr>${rows.map(([name, ...cells]) => `<tr><th>${name}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`;
}

function rules(): string {
  const entries = [
    [
      'Can I exchange my tickets?',
      'Tickets can be exchanged up to 48 hours before the performance. There is a fee of £2 per ticket.',
    ],
    ['What if I am late?', 'Latecomers are let in at the first interval.'],
    ['May I bring a bag?', 'Bags larger than 40 cm have to stay in the cloakroom, which is free.'],
    ['Are dogs allowed?', 'Only assistance dogs are allowed in the house.'],
  ];
  return `<h1 class="text-4xl">Tickets and house rules</h1>${entries.map(([question, answer]) => `<details class="border-b"><summary>${question}</summary><p>${answer}</p></details>`).join('')}`;
}

function membership(): string {
  const plans = [
    ['Friend', '£45', 'two', '10 %'],
    ['Patron', '£120', 'six', '20 %'],
    ['Under 26', '£15', 'one', '30 %'],
  ];
  return `<h1 class="text-4xl">Become a member</h1><div class="grid grid-cols-3">${plans.map(([name, price, free, off]) => `<div class="rounded-2xl p-6"><h2>${name}</h2><p class="text-3xl">${price} <span class="text-sm">a year</span></p><ul><li>${free} free ticket${free === 'one' ? '' : 's'}</li><li>${off} off further tickets</li></ul></div>`).join('')}</div>`;
}

function groups(values: Record<string, string>): string {
  const field = (name: string, label: string, type = 'text') =>
    `<div class="mb-4"><span id="l-${name}">${label}</span><br><input aria-labelledby="l-${name}" type="${type}" name="${name}" value="${safe(values[name])}"></div>`;
  return `<h1 class="text-4xl">Groups and schools</h1><p>From ten people on, we make you an offer.</p><form method="post" action="/groups">${field('organisation', 'School or organisation')}${field('contact', 'Contact person')}${field('email', 'E-mail address', 'email')}${field('size', 'Size of the group', 'number')}${field('day', 'Preferred date', 'date')}<div><span id="l-wishes">Anything we should know?</span><br><textarea aria-labelledby="l-wishes" name="wishes"></textarea></div><button>Send enquiry</button></form>`;
}

function newsletter(): string {
  const about = ['drama', 'comedy', 'music', 'family'];
  return `<h1 class="text-4xl">Newsletter</h1><form method="post" action="/newsletter"><input type="email" name="email" placeholder="Your email address" required><fieldset><legend>I want to hear about</legend>${about.map((one) => `<label><input type="checkbox" name="about" value="${one}" checked> ${one.slice(0, 1).toUpperCase()}${one.slice(1)}</label>`).join(' ')}</fieldset><button>Subscribe</button></form>`;
}

function slug(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')
    .replace(/^-|-$/g, '');
}

function monthOf(day: string): string {
  return MONTHS[Number(day.slice(5, 7)) - 2] ?? '';
}

function dayOf(day: string): string {
  return `${Number(day.slice(8))} ${monthOf(day)} 2027`;
}
