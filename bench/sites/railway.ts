/** A railway company: journeys with fares and a checkout, stations, railcards, engineering works, news, claims and an account; drawn by the server. */
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

interface Station {
  id: string;
  name: string;
  line: string;
  office: [week: string, saturday: string, sunday: string];
  parking: [hour: string, day: string] | null;
  isStepFree: boolean;
  toilets: string;
}

const station = (
  name: string,
  line: string,
  office: Station['office'],
  parking: Station['parking'],
  isStepFree: boolean,
  toilets: string,
): Station => ({
  id: name.toLowerCase().replaceAll(' ', '-'),
  name,
  line,
  office,
  parking,
  isStepFree,
  toilets,
});

const CLOSED = 'Closed';
const STATIONS = [
  station(
    'Ambleford',
    'Coast line',
    ['05:45 to 21:00', '06:30 to 20:00', '08:15 to 18:45'],
    ['£2.20', '£11.00'],
    true,
    'Yes, 50p',
  ),
  station(
    'Castle Rigg',
    'Hill line',
    ['06:30 to 19:00', '07:00 to 17:00', CLOSED],
    ['£1.50', '£6.00'],
    true,
    'Yes',
  ),
  station('Dunmere', 'Hill line', [CLOSED, CLOSED, CLOSED], null, false, 'No'),
  station('Eskbank', 'Hill line', ['07:00 to 12:30', CLOSED, CLOSED], ['Free', 'Free'], true, 'No'),
  station(
    'Fairhaven Sands',
    'Coast line',
    ['07:00 to 13:00', '08:00 to 12:00', CLOSED],
    ['£1.00', '£4.00'],
    false,
    'Yes',
  ),
  station(
    'Holt Junction',
    'Coast line',
    ['06:15 to 20:00', '07:00 to 19:00', '09:00 to 17:00'],
    ['£1.80', '£8.50'],
    true,
    'Yes',
  ),
  station('Little Orme', 'Coast line', [CLOSED, CLOSED, CLOSED], null, false, 'No'),
  station(
    'Port Selby',
    'Coast line',
    ['06:00 to 20:30', '06:30 to 20:00', '08:30 to 19:15'],
    ['£2.00', '£9.50'],
    true,
    'Yes, 30p',
  ),
  station(
    'Thornby',
    'Coast line',
    ['06:20 to 19:30', '07:00 to 18:00', '10:00 to 16:00'],
    ['£1.60', '£7.40'],
    true,
    'Yes',
  ),
];

const CARDS = [
  {
    id: 'young',
    name: '16-25 Railcard',
    price: 30,
    off: '1/3 off most fares',
    who: 'Everyone aged 16 to 25, and full-time students of any age.',
  },
  {
    id: 'senior',
    name: 'Senior Railcard',
    price: 27,
    off: '1/3 off most fares',
    who: 'Everyone aged 60 or over.',
  },
  {
    id: 'friends',
    name: 'Two Together Railcard',
    price: 34,
    off: '1/3 off when you travel together',
    who: 'Two named people aged 16 or over who travel together.',
  },
  {
    id: 'family',
    name: 'Family Railcard',
    price: 35,
    off: '1/3 off adult fares, 60% off children’s fares',
    who: 'Up to four adults with up to four children aged 5 to 15.',
  },
  {
    id: 'coast',
    name: 'Coast Residents Card',
    price: 12,
    off: '20% off on the Coast line',
    who: 'People who live in the Coast district.',
  },
];

const WORKS = [
  [
    'Coast line',
    'Thornby – Port Selby',
    'Replacement buses',
    '6 March 2027',
    '21 March 2027',
    'The bridge over the Wen is being renewed.',
  ],
  [
    'Hill line',
    'Eskbank – Dunmere',
    'Reduced service',
    '1 March 2027',
    '30 April 2027',
    'One train an hour instead of two.',
  ],
  [
    'Coast line',
    'Little Orme',
    'Trains do not stop',
    '15 March 2027',
    '19 March 2027',
    'The platform gets a new surface.',
  ],
] as const;

const NEWS = [
  ['2027-02-18', 'Summer timetable starts on 23 May', 'Four more trains a day run to Fairhaven Sands.'],
  ['2027-02-02', 'Cleaner stations: what we did last year', 'We hired 40 people to look after platforms.'],
  [
    '2027-01-14',
    'Fares rise by 2.9 per cent',
    'From 1 March regulated fares go up by 2.9 per cent on average.',
  ],
  [
    '2026-12-08',
    'How we run over the holidays',
    'No trains on 25 December, a Sunday service on 26 December.',
  ],
  [
    '2026-11-03',
    'Quiet coaches come back',
    'Coach B is a quiet coach on every train with five or more coaches.',
  ],
  ['2026-09-21', 'Meet the managers in Holt', 'Bring your questions to Holt Junction on 5 October.'],
  [
    '2026-06-15',
    'Free wifi on every Hill line train',
    'The last of our 22 Hill line trains got its antenna in June.',
  ],
  [
    '2026-03-30',
    'Contactless at all barriers',
    'Since today you can tap in and out with your bank card between Ambleford and Thornby.',
  ],
  ['2025-11-27', 'A hundred years of Castle Rigg', 'The station was opened on 27 November 1925.'],
  ['2025-08-19', 'Dogs of the line: the winner', 'Biscuit, a terrier from Eskbank, is the dog of the year.'],
] as const;

/** Departures on every day: from, to, leaves, arrives, changes, standard fare in pounds. */
const TRAINS = [
  ['Ambleford', 'Port Selby', '06:48', '08:31', 0, 24.5],
  ['Ambleford', 'Port Selby', '07:55', '09:22', 0, 31],
  ['Ambleford', 'Port Selby', '08:40', '10:37', 1, 18.2],
  ['Ambleford', 'Port Selby', '09:12', '11:02', 1, 16.4],
  ['Ambleford', 'Port Selby', '09:55', '11:24', 0, 22.9],
  ['Ambleford', 'Port Selby', '11:10', '13:15', 1, 14.9],
  ['Ambleford', 'Port Selby', '12:55', '14:24', 0, 22.9],
  ['Ambleford', 'Castle Rigg', '07:20', '08:26', 0, 12.6],
  ['Ambleford', 'Castle Rigg', '08:35', '09:58', 1, 11.8],
  ['Ambleford', 'Castle Rigg', '10:20', '11:17', 0, 12.6],
  ['Ambleford', 'Castle Rigg', '13:20', '14:31', 0, 9.9],
  ['Ambleford', 'Thornby', '08:02', '08:29', 0, 6.8],
  ['Ambleford', 'Thornby', '17:40', '18:08', 0, 6.8],
] as const;

const beginning = () => ({
  bookings: [
    {
      id: 'NL-4471',
      day: '2027-02-11',
      from: 'Ambleford',
      to: 'Castle Rigg',
      at: '07:20',
      seat: 'C 14',
      paid: 12.6,
      isCancelled: false,
    },
    {
      id: 'NL-4498',
      day: '2027-03-26',
      from: 'Ambleford',
      to: 'Port Selby',
      at: '07:55',
      seat: 'A 31',
      paid: 31,
      isCancelled: false,
    },
    {
      id: 'NL-4502',
      day: '2027-04-02',
      from: 'Ambleford',
      to: 'Thornby',
      at: '08:02',
      seat: 'D 7',
      paid: 6.8,
      isCancelled: false,
    },
    {
      id: 'NL-4510',
      day: '2027-04-09',
      from: 'Port Selby',
      to: 'Ambleford',
      at: '16:05',
      seat: 'B 22',
      paid: 22.9,
      isCancelled: false,
    },
  ],
  sold: [] as Record<string, string>[],
  claims: [] as Record<string, string>[],
  lost: [] as Record<string, string>[],
  help: [] as Record<string, string>[],
  cards: [] as Record<string, string>[],
  profile: { phone: '07700 900118', home: '', offersText: true, offersMail: false, delaysMail: false },
});

type State = ReturnType<typeof beginning>;

export const railway: BenchSite<State> = {
  name: 'railway',
  open() {
    const state = beginning();
    return { state, answer: (visit) => route(state, visit) };
  },
  tasks: [
    {
      kind: 'ask',
      goal: 'What time does the ticket office in Port Selby close on Sundays?',
      isRight: (_, answer) => answers(answer, '19:15') && !/20:/.test(answer),
    },
    {
      kind: 'ask',
      goal: 'How much is it to park the car for a whole day at Thornby?',
      isRight: (_, answer) => answers(answer, '7.40'),
    },
    {
      kind: 'rule',
      goal: 'Am I allowed to take a bicycle on the train at eight in the morning on a weekday?',
      isRight: (_, answer) => answers(answer) && /^no\b/i.test(answer),
    },
    {
      kind: 'most',
      goal: 'Which railcard is the cheapest?',
      isRight: (_, answer) => answers(answer, 'Coast Residents') && !/Senior|16-25|Family|Two/.test(answer),
    },
    {
      kind: 'most',
      goal: 'How long does the fastest train from Ambleford to Castle Rigg take on 12 March 2027?',
      isRight: (_, answer) => answers(answer) && /\b57 ?m|\b0?:57\b/.test(answer),
    },
    {
      kind: 'most',
      goal: 'What does the cheapest ticket from Ambleford to Port Selby cost on 26 April 2027?',
      isRight: (_, answer) => answers(answer, '14.90'),
    },
    {
      kind: 'count',
      goal: 'How many of your stations do not have step-free access?',
      isRight: (_, answer) => answers(answer) && /\b(3|three)\b/i.test(answer),
    },
    {
      kind: 'rule',
      goal: 'My train was 70 minutes late. How much of the fare do I get back?',
      isRight: (_, answer) => answers(answer) && /100 ?%|full|all of/i.test(answer) && !/50|25/.test(answer),
    },
    {
      kind: 'ask',
      goal: 'Until when do buses replace the trains between Thornby and Port Selby?',
      isRight: (_, answer) => answers(answer, '21 March') && !/30 April|19 March/.test(answer),
    },
    {
      kind: 'ask',
      goal: 'Which seat have I got on my trip to Port Selby?',
      isRight: (_, answer) => answers(answer) && /A ?31/.test(answer),
    },
    {
      kind: 'compute',
      goal: 'How much did I pay for my trips in April altogether?',
      isRight: (_, answer) => answers(answer, '29.7'),
    },
    {
      kind: 'ask',
      goal: 'When did the Hill line trains get wifi?',
      isRight: (_, answer) => answers(answer) && /June/i.test(answer),
    },
    {
      kind: 'schema',
      goal: 'List the trains from Ambleford to Castle Rigg on 12 March 2027 with departure, arrival and price.',
      outputSchema: listOf('trains', { departure: 'string', arrival: 'string', price: 'number' }),
      isRight: (_, answer) =>
        rowsOf(answer, 'trains')
          .map(({ departure, arrival, price }) => `${departure} ${arrival} ${price}`)
          .join('|') === '07:20 08:26 12.6|08:35 09:58 11.8|10:20 11:17 12.6|13:20 14:31 9.9',
    },
    {
      kind: 'download',
      goal: 'Download the timetable of the Hill line as a PDF.',
      isRight: (_, __, files) => files.length === 1 && files[0] === 'hill-line-2027.pdf',
    },
    {
      kind: 'download',
      goal: 'Get me the receipt for my trip to Castle Rigg.',
      isRight: (_, __, files) => files.length === 1 && files[0] === 'receipt-NL-4471.pdf',
    },
    {
      kind: 'act',
      goal: 'Cancel my trip to Thornby and get the money back.',
      isRight: ({ bookings }) =>
        bookings.map(({ isCancelled }) => isCancelled).join() === 'false,false,true,false',
    },
    {
      kind: 'checkout',
      goal: 'Book me a seat on the 9:12 from Ambleford to Port Selby on 12 March 2027, standard class. I am Edda Rask, edda@example.org.',
      isRight: ({ sold }) =>
        sold.length === 1 &&
        sold[0]?.train === '3' &&
        sold[0].day === '2027-03-12' &&
        sold[0].fare === 'Standard' &&
        sold[0].name === 'Edda Rask' &&
        sold[0].email === 'edda@example.org',
    },
    {
      kind: 'form',
      goal: 'Claim money back for booking NL-4471, the train got in 45 minutes late. Please pay it to my bank account GB33BUKB20201555555555.',
      isRight: ({ claims: [one] }) =>
        one?.booking === 'NL-4471' &&
        one.delay === '30 to 59 minutes' &&
        one.how === 'bank' &&
        one.account === 'GB33BUKB20201555555555',
    },
    {
      kind: 'form',
      goal: 'I left a green umbrella on the 17:40 from Ambleford to Thornby on 3 March 2027, please report it. My name is Jon Pell and my number is 07700 900321.',
      isRight: ({ lost: [one] }) =>
        /green umbrella/i.test(one?.item ?? '') &&
        one?.day === '2027-03-03' &&
        /17:40/.test(one.train ?? '') &&
        one.name === 'Jon Pell' &&
        one.phone === '07700 900321',
    },
    {
      kind: 'account',
      goal: 'Stop sending me offers by text message, but tell me by email when my train is delayed.',
      isRight: ({ profile }) => !profile.offersText && !profile.offersMail && profile.delaysMail,
    },
    {
      kind: 'account',
      goal: 'Make Holt Junction my home station.',
      isRight: ({ profile }) => profile.home === 'Holt Junction' && profile.phone === '07700 900118',
    },
    {
      kind: 'missing',
      goal: 'How much does parking cost at Zennor?',
      isRight: (_, answer, __, failure) => isNowhere(answer, failure),
    },
  ],
};

function route(state: State, { method, path, query, form }: Visit): Page {
  const values = Object.fromEntries(form);
  if (path === '/favicon.ico') return { status: 404 };
  const sheet = /^\/files\/(.+\.pdf)$/.exec(path)?.[1];
  if (sheet) return { body: '%PDF-1.4 ', type: 'application/pdf', file: sheet };
  if (method === 'POST') return post(state, path, values);
  const found = STATIONS.find(({ id }) => path === `/stations/${id}`);
  if (found) return draw(found.name, stationPage(found));
  const card = CARDS.find(({ id }) => path === `/railcards/${id}`);
  if (card) return draw(card.name, cardPage(card));
  const news = NEWS.find((_, at) => path === `/news/${at + 1}`);
  if (news)
    return draw(
      news[1],
      `<article class="article"><p class="article__date"><time datetime="${news[0]}">${long(news[0])}</time></p><h1>${news[1]}</h1><p>${news[2]}</p><p><a href="/news">Back to all news</a></p></article>`,
    );
  const booking = state.bookings.find(({ id }) => path === `/account/bookings/${id}`);
  if (booking) return draw(`Booking ${booking.id}`, bookingPage(booking));
  const asked = state.bookings.find(({ id }) => path === `/account/bookings/${id}/cancel`);
  if (asked)
    return draw(
      'Cancel booking',
      `<h1>Cancel booking ${asked.id}?</h1><p>We refund £${asked.paid.toFixed(2)} to the card you paid with. This cannot be undone.</p><form method="post"><button class="btn btn--danger">Yes, cancel and refund</button> <a class="btn" href="/account/bookings/${asked.id}">Keep booking</a></form>`,
    );
  const pages: Record<string, () => Page> = {
    '/': () => draw('Trains and tickets', front()),
    '/journeys': () => draw('Choose your train', journeys(query)),
    '/journeys/passenger': () => draw('Your details', passenger(Object.fromEntries(query), '')),
    '/stations': () => draw('Stations', stations(query)),
    '/railcards': () => draw('Railcards', railcards()),
    '/engineering-works': () => draw('Planned works', works(query)),
    '/timetables': () => draw('Timetables', timetables()),
    '/news': () => draw('News', newsList(query)),
    '/help': () => draw('Help', help()),
    '/help/delay-repay': () => draw('Delay Repay', delayRepay()),
    '/help/delay-repay/claim': () => draw('Claim', claim({}, '')),
    '/help/lost-property': () => draw('Lost property', lostPage({}, '')),
    '/help/bikes': () => draw('Bikes', bikes()),
    '/help/pets': () =>
      draw(
        'Pets',
        '<h1>Pets</h1><p>Two small animals per passenger travel free. Dogs must be on a lead.</p>',
      ),
    '/account': () => draw('My account', account(state)),
    '/account/preferences': () => draw('Contact preferences', preferences(state, query.has('saved'))),
    '/account/details': () => draw('Personal details', details(state, query.has('saved'))),
  };
  return pages[path]?.() ?? { status: 404, ...draw('Not found', '<h1>Sorry, we can’t find that page</h1>') };
}

function post(state: State, path: string, values: Record<string, string>): Page {
  const missing = (...names: string[]) => names.some((one) => !values[one]?.trim());
  if (path === '/journeys/passenger') {
    if (missing('name', 'email'))
      return draw('Your details', passenger(values, 'Tell us your name and email.'));
    return draw('Review', review(values));
  }
  if (path === '/journeys/confirm') {
    state.sold.push(values);
    return draw(
      'Booking confirmed',
      `<h1>Thank you, your booking is confirmed</h1><p>Your reference is <strong>NL-${4600 + state.sold.length}</strong>. We have sent your e-ticket to ${safe(values.email)}.</p>`,
    );
  }
  if (path === '/help/delay-repay/claim') {
    if (missing('booking', 'delay', 'how') || (values.how === 'bank' && missing('account')))
      return draw('Claim', claim(values, 'Please complete all required fields.'));
    state.claims.push(values);
    return draw(
      'Claim received',
      '<h1>We have received your claim</h1><p>We will get back to you within 20 working days.</p>',
    );
  }
  if (path === '/help/lost-property') {
    if (missing('item', 'day', 'name', 'phone'))
      return draw('Lost property', lostPage(values, 'Please complete all required fields.'));
    state.lost.push(values);
    return draw(
      'Report received',
      '<h1>Thank you for your report</h1><p>We will ring you if we find it.</p>',
    );
  }
  if (path === '/account/preferences') {
    Object.assign(state.profile, {
      offersText: 'offersText' in values,
      offersMail: 'offersMail' in values,
      delaysMail: 'delaysMail' in values,
    });
    return { to: '/account/preferences?saved=1' };
  }
  if (path === '/account/details') {
    Object.assign(state.profile, { phone: values.phone ?? '', home: values.home ?? '' });
    return { to: '/account/details?saved=1' };
  }
  const card = CARDS.find(({ id }) => path === `/railcards/${id}`);
  if (card) {
    state.cards.push({ card: card.id, ...values });
    return draw('Railcard ordered', '<h1>Your railcard is on its way</h1>');
  }
  const cancelled = state.bookings.find(({ id }) => path === `/account/bookings/${id}/cancel`);
  if (cancelled) {
    cancelled.isCancelled = true;
    return draw(
      'Booking cancelled',
      `<h1>Booking ${cancelled.id} has been cancelled</h1><p>£${cancelled.paid.toFixed(2)} will be refunded within 5 days.</p>`,
    );
  }
  return { status: 404 };
}

function long(iso: string): string {
  return new Date(`${iso}T12:00:00Z`).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
}

function draw(title: string, body: string): Page {
  const menu: [string, [string, string][]][] = [
    [
      'Tickets & savings',
      [
        ['/', 'Buy tickets'],
        ['/railcards', 'Railcards & discounts'],
      ],
    ],
    [
      'Plan your journey',
      [
        ['/timetables', 'Timetables'],
        ['/engineering-works', 'Engineering works'],
        ['/stations', 'Stations & parking'],
      ],
    ],
    [
      'Help & contact',
      [
        ['/help', 'Help centre'],
        ['/help/delay-repay', 'Delay Repay'],
        ['/help/lost-property', 'Lost property'],
      ],
    ],
  ];
  return {
    body: `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><title>${safe(title)} | Northline</title><style>body{font:16px/1.4 sans-serif;margin:0}main,.wrap{max-width:62em;margin:auto}.nav__panel{display:none;position:absolute;background:#fff;border:1px solid #bbb;padding:1em;z-index:5}.nav__item.is-open .nav__panel{display:block}.nav__list{display:flex;gap:1em;list-style:none}.journey{border:1px solid #ccc;margin:.6em 0;padding:.8em}.visually-hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0)}.field{margin:.6em 0}.accordion__body[hidden]{display:none}.btn{padding:.4em .8em}</style></head><body>
<a class="visually-hidden" href="#content">Skip to main content</a>
<header class="site-header wrap"><a href="/" class="logo" aria-label="Northline home"><svg width="90" height="20"><text y="15">Northline</text></svg></a>
<nav class="nav" aria-label="Main"><ul class="nav__list">${menu
      .map(
        ([name, links]) =>
          `<li class="nav__item"><button type="button" class="nav__toggle" aria-expanded="false">${name.replace('&', '&amp;')}</button><div class="nav__panel"><ul>${links.map(([to, text]) => `<li><a href="${to}">${text.replace('&', '&amp;')}</a></li>`).join('')}</ul></div></li>`,
      )
      .join('')}<li><a href="/account">My account</a></li></ul></nav></header>
<main id="content">${body}</main>
<footer class="site-footer wrap"><ul><li><a href="/news">News</a></li><li><a href="/help">Contact us</a></li></ul><p>© Northline Railways Ltd</p></footer>
<script>for (const button of document.querySelectorAll('.nav__toggle')) button.onclick = () => { const open = button.getAttribute('aria-expanded') === 'false'; for (const other of document.querySelectorAll('.nav__toggle')) { other.setAttribute('aria-expanded', 'false'); other.parentElement.classList.remove('is-open'); } if (open) { button.setAttribute('aria-expanded', 'true'); button.parentElement.classList.add('is-open'); } };
for (const button of document.querySelectorAll('.accordion__button')) button.onclick = () => { const open = button.getAttribute('aria-expanded') === 'false'; button.setAttribute('aria-expanded', String(open)); document.getElementById(button.getAttribute('aria-controls')).hidden = !open; };</script></body></html>`,
  };
}

const field = (values: Record<string, string>, name: string, label: string, type = 'text', more = '') =>
  `<div class="field"><label for="f-${name}">${label}</label><br><input class="input" id="f-${name}" name="${name}" type="${type}" value="${safe(values[name])}" ${more}></div>`;
const choice = (values: Record<string, string>, name: string, label: string, options: string[]) =>
  `<div class="field"><label for="f-${name}">${label}</label><br><select id="f-${name}" name="${name}"><option value="">Select</option>${options.map((one) => `<option${values[name] === one ? ' selected' : ''}>${one}</option>`).join('')}</select></div>`;
const error = (text: string) =>
  text ? `<div class="error-summary" role="alert"><h2>There is a problem</h2><p>${text}</p></div>` : '';

function front(): string {
  const names = STATIONS.map(({ name }) => name);
  return `<section class="hero"><h1>Where would you like to go?</h1><form action="/journeys" class="planner">${choice({}, 'from', 'From', names)}${choice({}, 'to', 'To', names)}${field({}, 'day', 'Date', 'date')}<button class="btn btn--primary">Find trains</button></form></section>
<section><h2>Good to know</h2><ul class="cards"><li><a href="/railcards">Save a third with a railcard</a></li><li><a href="/engineering-works">Works in March: check before you travel</a></li><li><a href="/help/delay-repay">Delayed? Get money back</a></li></ul></section>
<section><h2>Latest news</h2><ul>${NEWS.slice(0, 2)
    .map(([, title], at) => `<li><a href="/news/${at + 1}">${title}</a></li>`)
    .join('')}</ul></section>`;
}

function minutes(from: string, to: string): string {
  const [hour = 0, minute = 0] = from.split(':').map(Number);
  const [toHour = 0, toMinute = 0] = to.split(':').map(Number);
  const total = (toHour - hour) * 60 + toMinute - minute;
  return total < 60 ? `${total} min` : `${Math.floor(total / 60)} h ${total % 60} min`;
}

function journeys(query: URLSearchParams): string {
  const from = query.get('from') ?? '';
  const to = query.get('to') ?? '';
  const day = query.get('day') ?? '';
  if (!from || !to || !/^\d{4}-\d\d-\d\d$/.test(day))
    return `${error('Choose where you travel from, where to, and the date.')}${front()}`;
  const all = TRAINS.map((train, at) => ({ train, at })).filter(
    ({ train }) => train[0] === from && train[1] === to,
  );
  const start = Number(query.get('start') ?? 0);
  const shown = all.slice(start, start + 5);
  const next = new URLSearchParams({ from, to, day, start: String(start + 5) });
  return `<h1>${safe(from)} to ${safe(to)}</h1><p>${long(day)} · 1 adult</p>${
    shown.length === 0 ? '<p>We found no trains for this journey.</p>' : ''
  }<div class="journeys">${shown
    .map(
      ({ train: [, , leaves, arrives, changes, fare], at }) =>
        `<div class="journey"><div class="journey__times"><span class="visually-hidden">Departs</span><b>${leaves}</b> – <span class="visually-hidden">Arrives</span><b>${arrives}</b></div><div class="journey__meta">${minutes(leaves, arrives)}, ${changes === 0 ? 'direct' : `${changes} change`}</div><div class="journey__price">from £${fare.toFixed(2)}</div><a class="btn" href="/journeys/passenger?train=${at}&amp;day=${day}" aria-label="Select the ${leaves} train">Select</a></div>`,
    )
    .join(
      '',
    )}</div>${start + 5 < all.length ? `<p><a class="btn" href="/journeys?${safe(next)}">Later trains</a></p>` : ''}`;
}

function passenger(values: Record<string, string>, problem: string): string {
  const train = TRAINS[Number(values.train)];
  if (!train) return '<h1>This train is no longer available</h1>';
  const fares = [
    ['Standard', train[5]],
    ['Flex', train[5] * 1.5],
    ['First Class', train[5] * 2],
  ] as const;
  return `<ol class="steps"><li>Train</li><li aria-current="step">Ticket and details</li><li>Review</li></ol><h1>Ticket and details</h1><p>${train[0]} ${train[2]} to ${train[1]} ${train[3]}, ${long(values.day ?? '')}</p>${error(problem)}<form method="post" action="/journeys/passenger"><input type="hidden" name="train" value="${safe(values.train)}"><input type="hidden" name="day" value="${safe(values.day)}"><fieldset><legend>Choose your ticket</legend>${fares.map(([name, price], at) => `<div><input type="radio" name="fare" id="fare${at}" value="${name}" ${values.fare === name || (!values.fare && at === 1) ? 'checked' : ''}><label for="fare${at}">${name} £${price.toFixed(2)}</label></div>`).join('')}</fieldset>${field(values, 'name', 'Full name of the passenger')}${field(values, 'email', 'Where should we send the e-ticket?', 'email')}<button class="btn btn--primary">Continue</button></form>`;
}

function review(values: Record<string, string>): string {
  const train = TRAINS[Number(values.train)];
  return `<ol class="steps"><li>Train</li><li>Ticket and details</li><li aria-current="step">Review</li></ol><h1>Check your booking</h1><dl><dt>Train</dt><dd>${train?.[2]} ${train?.[0]} to ${train?.[1]}</dd><dt>Date</dt><dd>${long(values.day ?? '')}</dd><dt>Ticket</dt><dd>${safe(values.fare)}</dd><dt>Passenger</dt><dd>${safe(values.name)}</dd></dl><form method="post" action="/journeys/confirm">${Object.entries(
    values,
  )
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${safe(value)}">`)
    .join(
      '',
    )}<p>Pay with the card ending 4417 from your account.</p><button class="btn btn--primary">Pay and book</button></form>`;
}

function stations(query: URLSearchParams): string {
  const words = (query.get('q') ?? '').toLowerCase();
  const line = query.get('line') ?? '';
  const isFree = query.has('stepfree');
  const found = STATIONS.filter(
    (one) =>
      one.name.toLowerCase().includes(words) && (!line || one.line === line) && (!isFree || one.isStepFree),
  );
  const page = Number(query.get('page') ?? 1);
  const pages = Math.ceil(found.length / 6);
  const to = (at: number) => {
    const next = new URLSearchParams(query);
    next.set('page', String(at));
    return `/stations?${safe(next)}`;
  };
  return `<h1>Stations and parking</h1><form action="/stations" class="filter"><div class="field"><label for="q">Station name</label> <input id="q" name="q" value="${safe(query.get('q'))}"></div><div class="field"><label for="line">Line</label> <select id="line" name="line"><option value="">All lines</option>${['Coast line', 'Hill line'].map((one) => `<option${one === line ? ' selected' : ''}>${one}</option>`).join('')}</select></div><div class="field"><input type="checkbox" id="sf" name="stepfree" ${isFree ? 'checked' : ''}><label for="sf">Step-free access only</label></div><button class="btn">Apply</button></form>
<p class="count">${found.length} station${found.length === 1 ? '' : 's'}</p><table class="table"><thead><tr><th>Station</th><th>Line</th><th>Step-free access</th><th>Toilets</th></tr></thead><tbody>${found
    .slice(page * 6 - 6, page * 6)
    .map(
      (one) =>
        `<tr><td><a href="/stations/${one.id}">${one.name}</a></td><td>${one.line}</td><td>${one.isStepFree ? 'Yes' : 'No'}</td><td>${one.toilets}</td></tr>`,
    )
    .join('')}</tbody></table>${
    pages > 1
      ? `<nav class="pagination" aria-label="Pagination"><ul>${page > 1 ? `<li><a rel="prev" href="${to(page - 1)}">Previous</a></li>` : ''}${Array.from({ length: pages }, (_, at) => (at + 1 === page ? `<li><span aria-current="page">${page}</span></li>` : `<li><a href="${to(at + 1)}" aria-label="Page ${at + 1}">${at + 1}</a></li>`)).join('')}${page < pages ? `<li><a rel="next" href="${to(page + 1)}">Next</a></li>` : ''}</ul></nav>`
      : ''
  }`;
}

function stationPage(one: Station): string {
  return `<nav aria-label="Breadcrumb"><ol><li><a href="/stations">Stations</a></li><li aria-current="page">${one.name}</li></ol></nav><h1>${one.name} station</h1><p>${one.line}</p>
<h2>Ticket office</h2><dl class="hours"><div><dt>Monday to Friday</dt><dd>${one.office[0]}</dd></div><div><dt>Saturday</dt><dd>${one.office[1]}</dd></div><div><dt>Sunday</dt><dd>${one.office[2]}</dd></div></dl>
<h2>Parking</h2>${one.parking ? `<table><caption>Car park charges</caption><tbody><tr><th scope="row">Up to 1 hour</th><td>${one.parking[0]}</td></tr><tr><th scope="row">Per day</th><td>${one.parking[1]}</td></tr></tbody></table>` : '<p>There is no car park at this station.</p>'}
<h2>Accessibility</h2><ul><li>Step-free access: ${one.isStepFree ? 'yes' : 'no'}</li><li>Toilets: ${one.toilets}</li></ul>`;
}

function railcards(): string {
  return `<h1>Railcards and discounts</h1><div class="grid">${CARDS.map((one) => `<div class="card"><h2 class="card__title"><a href="/railcards/${one.id}">${one.name}</a></h2><p class="card__text">${one.off}</p><p class="card__price"><strong>£${one.price}</strong> a year</p></div>`).join('')}</div>`;
}

function cardPage(one: (typeof CARDS)[number]): string {
  return `<h1>${one.name}</h1><p class="lead">${one.off}</p><h2>Who can get it?</h2><p>${one.who}</p><p>It costs £${one.price} and is valid for one year.</p><form method="post"><h2>Order it</h2>${field({}, 'name', 'Name on the card')}${field({}, 'birth', 'Date of birth', 'date')}<button class="btn btn--primary">Buy railcard</button></form>`;
}

function works(query: URLSearchParams): string {
  const line = query.get('line') ?? '';
  return `<h1>Engineering works</h1><p>${['', 'Coast line', 'Hill line'].map((one) => (one === line ? `<b>${one || 'All lines'}</b>` : `<a href="/engineering-works?line=${encodeURIComponent(one)}">${one || 'All lines'}</a>`)).join(' | ')}</p>${WORKS.filter(
    ([on]) => !line || on === line,
  )
    .map(
      ([on, where, what, from, to, why]) =>
        `<section class="works"><h2>${where}</h2><p><span class="tag">${on}</span> <span class="tag">${what}</span></p><p>From ${from} to ${to}. ${why}</p></section>`,
    )
    .join('')}`;
}

function timetables(): string {
  return `<h1>Timetables</h1><p>Valid from 13 December 2026 to 22 May 2027.</p><ul class="downloads"><li><a href="/files/coast-line-2027.pdf">Coast line <span class="meta">(PDF, 410 KB)</span></a></li><li><a href="/files/hill-line-2027.pdf">Hill line <span class="meta">(PDF, 380 KB)</span></a></li><li><a href="/files/network-map.pdf">Network map <span class="meta">(PDF, 1.2 MB)</span></a></li></ul>`;
}

function newsList(query: URLSearchParams): string {
  const year = query.get('year') ?? '';
  const page = Number(query.get('page') ?? 1);
  const found = NEWS.map((one, at) => ({ one, at })).filter(({ one }) => one[0].startsWith(year));
  return `<h1>News</h1><form action="/news"><label for="year">Year</label> <select id="year" name="year"><option value="">All years</option>${['2027', '2026', '2025'].map((one) => `<option${one === year ? ' selected' : ''}>${one}</option>`).join('')}</select> <button class="btn">Show</button></form><ul class="news">${found
    .slice(page * 4 - 4, page * 4)
    .map(
      ({ one: [day, title], at }) =>
        `<li><time datetime="${day}">${long(day)}</time><h2><a href="/news/${at + 1}">${title}</a></h2></li>`,
    )
    .join(
      '',
    )}</ul><p>${page > 1 ? `<a href="/news?year=${year}&amp;page=${page - 1}">Newer</a>` : ''} ${page * 4 < found.length ? `<a href="/news?year=${year}&amp;page=${page + 1}">Older</a>` : ''}</p>`;
}

function help(): string {
  const questions = [
    ['Can I change my ticket?', 'Flex tickets can be changed free of charge until departure.'],
    ['How do I get an invoice?', 'Open the booking in your account and choose the receipt.'],
    ['How can I contact you?', 'Ring 0300 555 0142 between 07:00 and 22:00 every day.'],
  ];
  return `<h1>Help centre</h1><ul><li><a href="/help/delay-repay">Delay Repay compensation</a></li><li><a href="/help/lost-property">Lost property</a></li><li><a href="/help/bikes">Bikes on trains</a></li><li><a href="/help/pets">Travelling with pets</a></li></ul><h2>Questions we hear often</h2>${questions.map(([title, text], at) => `<div class="accordion"><h3><button class="accordion__button" aria-expanded="false" aria-controls="a${at}">${title}</button></h3><div class="accordion__body" id="a${at}" hidden><p>${text}</p></div></div>`).join('')}`;
}

function delayRepay(): string {
  return `<h1>Delay Repay</h1><p>If you arrive late, you can claim part of your fare back.</p><table><thead><tr><th>You arrived</th><th>You get back</th></tr></thead><tbody><tr><td>15 to 29 minutes late</td><td>25% of your fare</td></tr><tr><td>30 to 59 minutes late</td><td>50% of your fare</td></tr><tr><td>60 minutes late or more</td><td>100% of your fare</td></tr></tbody></table><p>Claim within 28 days of your journey.</p><p><a class="btn btn--primary" href="/help/delay-repay/claim">Start a claim</a></p>`;
}

function claim(values: Record<string, string>, problem: string): string {
  const ways = [
    ['voucher', 'Rail voucher'],
    ['bank', 'Bank transfer'],
  ];
  return `<h1>Claim Delay Repay</h1>${error(problem)}<form method="post">${field(values, 'booking', 'Booking reference <span class="hint">(it starts with NL)</span>')}${choice(values, 'delay', 'How long was your delay?', ['15 to 29 minutes', '30 to 59 minutes', '60 minutes or more'])}<fieldset><legend>How would you like to be paid?</legend>${ways.map(([value, label]) => `<div><input type="radio" name="how" id="how-${value}" value="${value}" ${values.how === value ? 'checked' : ''}><label for="how-${value}">${label}</label></div>`).join('')}</fieldset>${field(values, 'account', 'IBAN (for bank transfers)')}<button class="btn btn--primary">Submit claim</button></form>`;
}

function lostPage(values: Record<string, string>, problem: string): string {
  return `<h1>Report lost property</h1><p>Tell us what you lost and where.</p>${error(problem)}<form method="post">${field(values, 'item', 'What have you lost?')}${field(values, 'day', 'When did you lose it?', 'date')}${field(values, 'train', 'Which train or station?')}${field(values, 'name', 'Your name')}${field(values, 'phone', 'Phone number', 'tel')}<button class="btn btn--primary">Send report</button></form>`;
}

function bikes(): string {
  return '<h1>Bikes on trains</h1><h2>Folding bikes</h2><p>Folding bikes are welcome at any time.</p><h2>Other bikes</h2><p>Other bikes travel free, but not on trains that arrive at or leave Ambleford between 07:00 and 09:30 or between 16:00 and 18:30 from Monday to Friday.</p>';
}

function account({ bookings }: State): string {
  const row = ({ id, day, from, to, at, isCancelled }: State['bookings'][number]) =>
    `<tr><td><a href="/account/bookings/${id}">${id}</a></td><td>${long(day)}</td><td>${from}</td><td>${to}</td><td>${at}</td><td>${isCancelled ? 'Cancelled' : 'Confirmed'}</td></tr>`;
  return `<h1>My account</h1><p>Signed in as Jon Pell</p><ul class="tabs"><li><a href="/account" aria-current="page">My bookings</a></li><li><a href="/account/details">Personal details</a></li><li><a href="/account/preferences">Contact preferences</a></li></ul><table><thead><tr><th>Reference</th><th>Date</th><th>From</th><th>To</th><th>Departs</th><th>Status</th></tr></thead><tbody>${bookings.map(row).join('')}</tbody></table>`;
}

function bookingPage({ id, day, from, to, at, seat, paid, isCancelled }: State['bookings'][number]): string {
  return `<p><a href="/account">Back to my bookings</a></p><h1>Booking ${id}</h1><dl><dt>Journey</dt><dd>${from} to ${to}</dd><dt>Date</dt><dd>${long(day)}, ${at}</dd><dt>Coach and seat</dt><dd>${seat}</dd><dt>Paid</dt><dd>£${paid.toFixed(2)}</dd><dt>Status</dt><dd>${isCancelled ? 'Cancelled' : 'Confirmed'}</dd></dl><p><a href="/files/receipt-${id}.pdf">Receipt (PDF)</a></p>${isCancelled ? '' : `<p><a class="btn" href="/account/bookings/${id}/cancel">Cancel and refund</a></p>`}`;
}

function preferences({ profile }: State, isSaved: boolean): string {
  const box = (name: 'offersText' | 'offersMail' | 'delaysMail', label: string) =>
    `<div class="field"><input type="checkbox" id="${name}" name="${name}" ${profile[name] ? 'checked' : ''}><label for="${name}">${label}</label></div>`;
  return `<h1>Contact preferences</h1>${isSaved ? '<p role="status">Your preferences have been saved.</p>' : ''}<form method="post"><fieldset><legend>Offers and competitions</legend>${box('offersText', 'By text message')}${box('offersMail', 'By email')}</fieldset><fieldset><legend>Your journeys</legend>${box('delaysMail', 'Email me about delays and cancellations')}</fieldset><button class="btn btn--primary">Save preferences</button></form>`;
}

function details({ profile }: State, isSaved: boolean): string {
  return `<h1>Personal details</h1>${isSaved ? '<p role="status">Your details have been updated.</p>' : ''}<form method="post">${field({ phone: profile.phone }, 'phone', 'Mobile number', 'tel')}${choice(
    { home: profile.home },
    'home',
    'Home station',
    STATIONS.map(({ name }) => name),
  )}<button class="btn btn--primary">Save changes</button></form>`;
}
