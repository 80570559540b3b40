/** A restaurant drawn by the server, all of it forms: a table, a gift card, a delivery in steps, an enquiry, a job, a club. */
import { type BenchSite, comingDay, type Page, safe, type Visit } from './bench-site.ts';

type Values = Record<string, string>;

const beginning = () => ({
  tables: [] as Values[],
  gifts: [] as Values[],
  orders: [] as Values[],
  enquiries: [] as Values[],
  applicants: [] as Values[],
  members: [] as Values[],
  order: {} as Values,
});

type State = ReturnType<typeof beginning>;

const is = (one: Values | undefined, wanted: Values) =>
  one !== undefined && Object.entries(wanted).every(([key, value]) => one[key] === value);

export const trattoria: BenchSite<State> = {
  name: 'trattoria',
  open() {
    const state = beginning();
    return { state, answer: (visit) => route(state, visit) };
  },
  tasks: [
    {
      kind: 'form',
      goal: 'Book a table for four next Friday at half past seven, name Ana Ruiz, phone 0171 555 0134. We’d like to sit inside and we need a high chair. The cancellation terms are fine with us.',
      isRight: ({ tables: [one, ...more] }) =>
        more.length === 0 &&
        is(one, {
          guests: '4',
          time: '19:30',
          seating: 'inside',
          name: 'Ana Ruiz',
          phone: '0171 555 0134',
          terms: 'yes',
        }) &&
        comingDay('Friday').includes(one?.date ?? '') &&
        /high chair/i.test(one?.notes ?? '') &&
        !/Ruiz|0134/.test(one?.notes ?? ''),
    },
    {
      kind: 'form',
      goal: 'Could you reserve two seats at the bar for me? It’s for Friday 12 March 2027, quarter to nine in the evening, under the name Tom Berg, +44 7700 900222. It’s our anniversary. I accept your cancellation terms.',
      isRight: ({ tables: [one, ...more] }) =>
        more.length === 0 &&
        is(one, {
          guests: '2',
          date: '2027-03-12',
          time: '20:45',
          seating: 'bar',
          name: 'Tom Berg',
          phone: '+44 7700 900222',
          terms: 'yes',
        }),
    },
    {
      kind: 'list',
      goal: 'Reserve a table. Name: Lucia Prati, Phone: 0171 555 0199, Guests: 6, Date: 2027-04-03, Time: 19:15, Seating: Terrace, Notes: two of us are coeliac, Terms accepted: yes',
      isRight: ({ tables: [one, ...more] }) =>
        more.length === 0 &&
        is(one, {
          guests: '6',
          date: '2027-04-03',
          time: '19:15',
          seating: 'terrace',
          name: 'Lucia Prati',
          phone: '0171 555 0199',
          notes: 'two of us are coeliac',
          terms: 'yes',
        }),
    },
    {
      kind: 'missing',
      goal: 'Book a table for 3 on 20 March 2027 at 8pm, name Olu Bako, phone 0171 555 0101. I agree to the cancellation terms.',
      isRight: ({ tables }, _answer, _files, failure, reason) =>
        tables.length === 0 && failure !== null && /sit|seat|inside|terrace/i.test(reason),
    },
    {
      kind: 'refused',
      goal: 'I want a table on the terrace for five people on 24 December 2027 at seven in the evening. Jo Dunn, 0171 555 0177, your cancellation terms are okay.',
      isRight: ({ tables }, _answer, _files, failure) => tables.length === 0 && failure !== null,
    },
    {
      kind: 'form',
      goal: 'Send my sister Marta Ruiz a gift card over 75 euros. Her address is marta@example.es and it should arrive on 1 May 2027. It is from Ana, and please write "Happy birthday, eat well!" on it.',
      isRight: ({ gifts: [one, ...more] }) =>
        more.length === 0 &&
        is(one, {
          value: 'other',
          amount: '75',
          recipient: 'Marta Ruiz',
          email: 'marta@example.es',
          day: '2027-05-01',
          giver: 'Ana',
          message: 'Happy birthday, eat well!',
        }),
    },
    {
      kind: 'wizard',
      goal: 'Order the family lasagne to be delivered to Via Roma 12, 50123 Firenze, third floor. Emma Conti, emma@conti.example, phone +39 347 555 0188. Between 19:00 and 20:00, and I pay in cash. The bell does not work, so please ring me on the phone.',
      isRight: ({ orders: [one, ...more] }) =>
        more.length === 0 &&
        is(one, {
          dish: 'lasagne',
          street: 'Via Roma',
          number: '12',
          postcode: '50123',
          city: 'Firenze',
          first: 'Emma',
          last: 'Conti',
          email: 'emma@conti.example',
          country: '+39',
          slot: '19-20',
          pay: 'cash',
        }) &&
        (one?.phone ?? '').replace(/\D/g, '') === '3475550188' &&
        /bell/i.test(one?.hint ?? ''),
    },
    {
      kind: 'form',
      goal: 'Please ask whether we can have a private dinner for our team: 24 people on 18 June 2027, with a budget of about 1500 euros. I’m Joanna Pike from Harrow & Stone, joanna@harrowstone.example. Three of us are vegetarian and we would need a projector.',
      isRight: ({ enquiries: [one, ...more] }) =>
        more.length === 0 &&
        is(one, {
          company: 'Harrow & Stone',
          contact: 'Joanna Pike',
          email: 'joanna@harrowstone.example',
          people: '24',
          date: '2027-06-18',
        }) &&
        /1500/.test(one?.budget ?? '') &&
        /vegetarian/i.test(one?.wishes ?? '') &&
        /projector/i.test(one?.wishes ?? ''),
    },
    {
      kind: 'form',
      goal: 'I’d like to apply for the job as a waiter. My name is Piet de Vries, I was born on 7 August 1998, you reach me at piet@example.nl or 06 12345678. I could start on 1 March 2027, but I cannot work on Mondays.',
      isRight: ({ applicants: [one, ...more] }) =>
        more.length === 0 &&
        is(one, {
          position: 'waiter',
          name: 'Piet de Vries',
          day: '7',
          month: '8',
          year: '1998',
          email: 'piet@example.nl',
          phone: '06 12345678',
          start: '2027-03-01',
        }) &&
        /monday/i.test(one?.about ?? ''),
    },
    {
      kind: 'mend',
      goal: 'Make me a member of your supper club: Kim Lee, kim@example.com, birthday 3 April 1990.',
      isRight: ({ members }) =>
        members.length === 1 &&
        is(members[0], { name: 'Kim Lee', email: 'kim@example.com', birthday: '03/04/1990' }),
    },
  ],
};

function route(state: State, { method, path, form }: Visit): Page {
  const values = Object.fromEntries(form) as Values;
  const sent = method === 'POST';
  const lacks = (...keys: string[]) => keys.find((key) => !values[key]?.trim());
  if (path === '/visit/table') {
    if (!sent) return draw('Reserve a table', table({}, {}));
    const missing = lacks('guests', 'date', 'time', 'seating', 'name', 'phone', 'terms');
    if (missing) return draw('Reserve a table', table(values, { [missing]: 'Please fill this in.' }), 422);
    if (values.date === '2027-12-24')
      return draw('Reserve a table', table(values, { date: 'We are closed on Christmas Eve, sorry.' }), 422);
    state.tables.push(values);
    return { to: '/visit/thanks' };
  }
  if (path === '/gifts/new') {
    if (!sent) return draw('Gift card', gift({}, ''));
    const missing = lacks('value', 'recipient', 'email', 'giver', 'day', 'design');
    if (missing || (values.value === 'other' && !values.amount))
      return draw('Gift card', gift(values, `We still need: ${missing ?? 'amount'}`), 422);
    state.gifts.push(values);
    return draw('Thank you', '<h1>Your gift card is on its way</h1>');
  }
  if (path.startsWith('/delivery')) return delivery(state, path, sent, values);
  if (path === '/private' && sent) {
    if (lacks('contact', 'email', 'people', 'date'))
      return draw('Private dining', privateDining('Please fill in all fields with a star.'), 422);
    state.enquiries.push(values);
    return draw('Thank you', '<h1>We will write to you within two days</h1>');
  }
  if (path === '/jobs/apply' && sent) {
    if (lacks('position', 'name', 'day', 'month', 'year', 'email', 'start'))
      return draw('Apply', apply('Something is missing.'), 422);
    state.applicants.push(values);
    return draw('Thank you', '<h1>We have got your application</h1>');
  }
  if (path === '/club' && sent) {
    if (lacks('name', 'email')) return draw('Supper club', club(values, 'Name and email, please.'), 422);
    if (!/^\d\d\/\d\d\/\d{4}$/.test(values.birthday ?? ''))
      return draw('Supper club', club(values, 'Please write the birthday as DD/MM/YYYY.'), 422);
    state.members.push(values);
    return draw('Welcome', '<h1>Welcome to the club, the first supper is on us!</h1>');
  }
  const page = {
    '/': () =>
      '<h1>Il Fico</h1><p>Cooking under the fig tree since 1974.</p><p>Open from six until midnight.</p>',
    '/visit': () =>
      '<h1>Visit us</h1><p>We are at the end of the lane, behind the chapel.</p><h2>Tables</h2><p>Up to eight guests can <a href="/visit/table">reserve online</a>.</p><h2>Parking</h2><p>In the yard.</p>',
    '/visit/thanks': () => '<h1>Grazie!</h1><p>Your table is reserved, see you soon.</p>',
    '/gifts': () =>
      '<h1>Gift cards</h1><p>From 10 to 300 euros.</p><a class="button" href="/gifts/new">Buy a gift card</a>',
    '/private': () => privateDining(''),
    '/jobs': () =>
      '<h1>Work with us</h1><ul><li>Cook</li><li>Waiter or waitress</li><li>Dishwasher</li></ul><p><a href="/jobs/apply">Apply now</a></p>',
    '/jobs/apply': () => apply(''),
    '/club': () => club({}, ''),
  }[path];
  return page ? draw(path.slice(1) || 'Welcome', page()) : { status: 404, body: 'Not here.' };
}

function delivery(state: State, path: string, sent: boolean, values: Values): Page {
  const order = state.order;
  if (sent) Object.assign(order, values);
  const lacks = (...keys: string[]) => keys.some((key) => !order[key]?.trim());
  if (path === '/delivery') {
    if (sent && !lacks('dish', 'street', 'number', 'postcode', 'city')) return { to: '/delivery/contact' };
    return draw('Delivery', deliveryAddress(order, sent ? 'Dish and address, please.' : ''));
  }
  if (path === '/delivery/contact') {
    if (sent && !lacks('first', 'last', 'email', 'country', 'phone')) return { to: '/delivery/time' };
    return draw('Delivery', deliveryContact(order, sent ? 'We need to know who you are.' : ''));
  }
  if (path === '/delivery/time') {
    if (sent && !lacks('slot', 'pay')) return { to: '/delivery/review' };
    return draw('Delivery', deliveryTime(order, sent ? 'When and how?' : ''));
  }
  if (path === '/delivery/review' && !sent)
    return draw(
      'Delivery',
      `<h1>Is this right?</h1><dl>${Object.entries(order)
        .map(([key, value]) => `<dt>${safe(key)}</dt><dd>${safe(value)}</dd>`)
        .join(
          '',
        )}</dl><a href="/delivery">Change something</a><form method="post" action="/delivery/review"><button>Place order</button></form>`,
    );
  if (path === '/delivery/review') {
    state.orders.push({ ...order });
    return draw('Thank you', '<h1>It is in the oven</h1><p>Order number F-118.</p>');
  }
  return { status: 404, body: 'Not here.' };
}

function draw(title: string, body: string, status = 200): Page {
  const links = [
    ['/visit', 'Visit us'],
    ['/delivery', 'Delivery'],
    ['/gifts', 'Gift cards'],
    ['/private', 'Private dining'],
    ['/jobs', 'Work with us'],
    ['/club', 'Supper club'],
  ];
  return {
    status,
    body: `<!doctype html><html lang="en"><head><title>${safe(title)} - Il Fico</title><style>nav[hidden]{display:none} .field{margin:8px} .error{color:#b00}</style></head><body><header><a href="/">Il Fico</a> <button type="button" id="burger" aria-expanded="false" aria-controls="nav" onclick="nav.hidden=!nav.hidden;this.setAttribute('aria-expanded',String(!nav.hidden))">☰ Menu</button><nav id="nav" hidden>${links.map(([to, text]) => `<a href="${to}">${text}</a>`).join(' ')}</nav></header><main>${body}</main><footer>Il Fico, 1 Chapel Lane. No reservations by mail.</footer></body></html>`,
  };
}

const input = (values: Values, name: string, label: string, rest = 'type="text"', error = '') =>
  `<div class="field"><label for="${name}">${label}</label> <input id="${name}" name="${name}" ${rest} value="${safe(values[name])}">${error ? ` <span class="error">${error}</span>` : ''}</div>`;
const select = (values: Values, name: string, label: string, options: [string, string][]) =>
  `<div class="field"><label for="${name}">${label}</label> <select id="${name}" name="${name}">${options.map(([value, text]) => `<option value="${value}"${values[name] === value ? ' selected' : ''}>${text}</option>`).join('')}</select></div>`;
const radios = (values: Values, name: string, legend: string, options: [string, string][]) =>
  `<fieldset><legend>${legend}</legend>${options.map(([value, text]) => `<label><input type="radio" name="${name}" value="${value}"${values[name] === value ? ' checked' : ''}> ${text}</label>`).join(' ')}</fieldset>`;
const area = (values: Values, name: string, label: string) =>
  `<div class="field"><label for="${name}">${label}</label><br><textarea id="${name}" name="${name}" rows="3">${safe(values[name])}</textarea></div>`;
const alert = (text: string) => (text ? `<p class="error" role="alert">${text}</p>` : '');

function table(values: Values, errors: Values): string {
  const times: [string, string][] = [['', 'Choose a time']];
  for (let minute = 18 * 60; minute <= 21 * 60 + 30; minute += 15) {
    const time = `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`;
    times.push([time, time]);
  }
  const guests = Array.from({ length: 8 }, (_, at): [string, string] => [
    String(at + 1),
    at === 0 ? '1 person' : `${at + 1} people`,
  ]);
  const first = Object.entries(errors)[0];
  return `<h1>Reserve a table</h1>${alert(first ? `There is a problem with “${first[0]}”.` : '')}<form method="post" action="/visit/table" novalidate>${select(values, 'guests', 'Party size', [['', '-'], ...guests])}${input(values, 'date', 'Date', 'type="date"', errors.date)}${select(values, 'time', 'Time', times)}${radios(
    values,
    'seating',
    'Where would you like to sit?',
    [
      ['inside', 'Inside'],
      ['terrace', 'Terrace'],
      ['bar', 'At the bar'],
    ],
  )}${errors.seating ? `<span class="error">${errors.seating}</span>` : ''}${input(values, 'name', 'Reservation name', 'type="text" autocomplete="name"', errors.name)}${input(values, 'phone', 'Telephone', 'type="tel"', errors.phone)}${area(values, 'notes', 'Anything we should know?')}<div class="field"><label><input type="checkbox" name="terms" value="yes"${values.terms ? ' checked' : ''}> I accept the cancellation terms</label>${errors.terms ? ` <span class="error">${errors.terms}</span>` : ''}</div><button type="submit">Reserve</button></form>`;
}

function gift(values: Values, problem: string): string {
  const designs = ['Fig leaf', 'Lemon', 'Olive']
    .map(
      (name, at) =>
        `<label class="card"><input type="radio" name="design" value="${name.toLowerCase()}"${at === 0 ? ' checked' : ''}><span>${name}</span></label>`,
    )
    .join('');
  return `<h1>Buy a gift card</h1>${alert(problem)}<form method="post" action="/gifts/new">${radios(
    values,
    'value',
    'Value',
    [
      ['25', '25 €'],
      ['50', '50 €'],
      ['100', '100 €'],
      ['other', 'Another amount'],
    ],
  )}<div id="own" hidden>${input(values, 'amount', 'Amount in €', 'type="number" min="10" max="300"')}</div><fieldset><legend>Design</legend>${designs}</fieldset>${input(values, 'recipient', 'Who is it for?')}${input(values, 'email', 'Their email', 'type="email"')}${input(values, 'day', 'Send it on', 'type="date"')}${input(values, 'giver', 'From')}${area(values, 'message', 'Your greeting')}<button>Buy</button></form><script>for (const radio of document.querySelectorAll('[name=value]')) radio.onchange = () => { own.hidden = radio.value !== 'other'; };</script>`;
}

const dishes: [string, string][] = [
  ['', 'Pick a dish'],
  ['pizza', 'Pizza for two'],
  ['lasagne', 'Family lasagne'],
  ['risotto', 'Mushroom risotto'],
];

function deliveryAddress(values: Values, problem: string): string {
  return `<h1>Delivery</h1><p>Step 1 of 3: what and where</p>${alert(problem)}<form method="post" action="/delivery">${select(values, 'dish', 'Dish', dishes)}${input(values, 'street', 'Street')}${input(values, 'number', 'No.', 'size="4"')}${input(values, 'floor', 'Floor (if any)', 'size="4"')}${input(values, 'postcode', 'Postcode')}${input(values, 'city', 'City')}${area(values, 'hint', 'Hints for the rider')}<button>Continue</button></form>`;
}

function deliveryContact(values: Values, problem: string): string {
  return `<h1>Delivery</h1><p>Step 2 of 3: who</p>${alert(problem)}<form method="post" action="/delivery/contact">${input(values, 'first', 'First name')}${input(values, 'last', 'Surname')}${input(values, 'email', 'E-mail', 'type="email"')}<fieldset><legend>Mobile</legend><select name="country" aria-label="Country code"><option value="">--</option><option value="+39">Italy +39</option><option value="+41">Switzerland +41</option><option value="+44">United Kingdom +44</option></select> <input name="phone" aria-label="Number" type="tel" value="${safe(values.phone)}"></fieldset><a href="/delivery">Back</a> <button>Continue</button></form>`;
}

function deliveryTime(values: Values, problem: string): string {
  return `<h1>Delivery</h1><p>Step 3 of 3: when and how</p>${alert(problem)}<form method="post" action="/delivery/time">${radios(
    values,
    'slot',
    'Time slot',
    [
      ['18-19', '18:00 – 19:00'],
      ['19-20', '19:00 – 20:00'],
      ['20-21', '20:00 – 21:00'],
    ],
  )}${radios(values, 'pay', 'Payment', [
    ['card', 'Card to the rider'],
    ['cash', 'Cash'],
  ])}<a href="/delivery/contact">Back</a> <button>Review order</button></form>`;
}

function privateDining(problem: string): string {
  return `<h1>Private dining</h1><p>For 10 to 40 guests in the cellar.</p>${alert(problem)}<form method="post" action="/private">${input({}, 'contact', 'Your name *')}${input({}, 'company', 'Company')}${input({}, 'email', 'Your email *', 'type="email"')}${input({}, 'people', 'How many will you be? *', 'type="number"')}${input({}, 'date', 'Preferred date *', 'type="date"')}${input({}, 'budget', 'Budget')}${area({}, 'wishes', 'Special wishes')}<button>Send enquiry</button></form>`;
}

function apply(problem: string): string {
  const numbers = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, at) => `<option>${from + at}</option>`).join('');
  const months = 'January February March April May June July August September October November December'
    .split(' ')
    .map((name, at) => `<option value="${at + 1}">${name}</option>`)
    .join('');
  return `<h1>Apply</h1>${alert(problem)}<form method="post" action="/jobs/apply">${select(
    {},
    'position',
    'Position',
    [
      ['', 'Select...'],
      ['cook', 'Cook'],
      ['waiter', 'Waiter/Waitress'],
      ['dishes', 'Dishwasher'],
    ],
  )}${input({}, 'name', 'Full name')}<fieldset><legend>Date of birth</legend><select name="day" aria-label="Day"><option value=""></option>${numbers(1, 31)}</select><select name="month" aria-label="Month"><option value=""></option>${months}</select><select name="year" aria-label="Year"><option value=""></option>${numbers(1950, 2012)}</select></fieldset>${input({}, 'email', 'Email address', 'type="email"')}${input({}, 'phone', 'Phone', 'type="tel"')}${input({}, 'start', 'Earliest start', 'type="date"')}${area({}, 'about', 'Anything else')}<button>Send application</button></form>`;
}

function club(values: Values, problem: string): string {
  return `<h1>Supper club</h1><p>One long table a month.</p>${alert(problem)}<form method="post" action="/club">${input(values, 'name', 'Name')}${input(values, 'email', 'Email')}${input(values, 'birthday', 'Birthday')}<button>Join</button></form>`;
}
