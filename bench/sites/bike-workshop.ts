/** A bike workshop: services with prices, a job board of repairs, hire, a call-back form; a first look after the library. */
import { answers, type BenchSite, type Page, safe, type Visit } from './bench-site.ts';

const SERVICES = [
  ['Tune-up', 'Whole bike', 65, 'same day'],
  ['Brake service', 'Brakes', 38, '1 day'],
  ['Wheel truing', 'Wheels', 24, '2 days'],
  ['Puncture repair', 'Wheels', 12, 'while you wait'],
  ['Winter package', 'Whole bike', 110, '3 days'],
] as const;

const BIKES = [
  { id: 'wren', name: 'Wren city bike', day: 18, gears: 7, weight: '15.2 kg', left: 4 },
  { id: 'heron', name: 'Heron touring bike', day: 27, gears: 27, weight: '13.8 kg', left: 2 },
  { id: 'kite', name: 'Kite e-bike', day: 45, gears: 9, weight: '23.5 kg', left: 0 },
  { id: 'finch', name: 'Finch children’s bike', day: 9, gears: 3, weight: '9.6 kg', left: 6 },
];

const beginning = () => ({
  visits: [] as Record<string, string>[],
  hires: [] as Record<string, string>[],
  calls: [] as Record<string, string>[],
  jobs: [
    { id: 'J-71', bike: 'Red Orbea', state: 'Waiting for parts', ready: '2027-03-12', note: '' },
    { id: 'J-74', bike: 'Green Dawes', state: 'Ready', ready: '2027-03-02', note: '' },
    { id: 'J-79', bike: 'Blue Trek', state: 'In the stand', ready: '2027-03-09', note: '' },
  ],
});

type State = ReturnType<typeof beginning>;

export const bikeWorkshop: BenchSite<State> = {
  name: 'bike-workshop',
  open() {
    const state = beginning();
    return { state, answer: (visit) => route(state, visit) };
  },
  tasks: [
    {
      kind: 'form',
      goal: 'Bring my bike in for a brake service on 16 March 2027. It is a Dawes Galaxy. Name: Ines Marr, phone 07700 900612.',
      isRight: ({ visits: [one] }) =>
        one?.service === 'Brake service' &&
        one.day === '2027-03-16' &&
        /dawes/i.test(one.bike ?? '') &&
        one.name === 'Ines Marr' &&
        one.phone === '07700 900612',
    },
    {
      kind: 'form',
      goal: 'Hire the Heron touring bike for three days from 5 April 2027. I am Joel Brandt, joel@example.de, 178 cm tall.',
      isRight: ({ hires: [one] }) =>
        one?.bike === 'heron' &&
        one.from === '2027-04-05' &&
        one.until === '2027-04-08' &&
        one.name === 'Joel Brandt' &&
        one.email === 'joel@example.de' &&
        one.height === '178',
    },
    {
      kind: 'form',
      goal: 'Ask the workshop to call me back about a squeaking chain. My number is 07700 900345 and my name is Pia Holm.',
      isRight: ({ calls: [one] }) =>
        one?.name === 'Pia Holm' && one.phone === '07700 900345' && /chain/i.test(one.text ?? ''),
    },
    {
      kind: 'account',
      goal: 'Add the note "Please ring first" to the repair of the Blue Trek.',
      isRight: ({ jobs }) => jobs.map(({ note }) => note).join('|') === '||Please ring first',
    },
    {
      kind: 'ask',
      goal: 'Is the green Dawes ready to be picked up?',
      isRight: (_, answer) => answer.length < 200 && /yes|ready/i.test(answer),
    },
    {
      kind: 'ask',
      goal: 'How heavy is the Kite e-bike?',
      isRight: (_, answer) => answers(answer, '23.5'),
    },
    {
      kind: 'compute',
      goal: 'Which of your hire bikes has the most gears?',
      isRight: (_, answer) => answers(answer, 'Heron'),
    },
    {
      kind: 'compute',
      goal: 'What do a brake service and a wheel truing cost together?',
      isRight: (_, answer) => answers(answer, '62'),
    },
  ],
};

function route(state: State, { method, path, form }: Visit): Page {
  const values = Object.fromEntries(form);
  if (path === '/favicon.ico') return { status: 404 };
  const bike = BIKES.find(({ id }) => path === `/hire/${id}`);
  const job = state.jobs.find(({ id }) => path === `/repairs/${id}`);
  const lacks = (...keys: string[]) => keys.filter((key) => !values[key]?.trim());
  const refused = (title: string, body: (problem: string) => string, missing: string[]) =>
    draw(title, body(`Something is missing: ${missing.join(', ')}`), 422);
  if (method === 'POST' && path === '/bring') {
    const missing = lacks('service', 'day', 'bike', 'name', 'phone');
    if (missing.length > 0) return refused('Bring it in', (problem) => bring(values, problem), missing);
    state.visits.push(values);
    return draw('Noted', '<h1>We expect you</h1>');
  }
  if (method === 'POST' && bike) {
    const missing = lacks('from', 'until', 'name', 'email', 'height');
    if (missing.length > 0)
      return refused(bike.name, (problem) => bikePage(bike.id, values, problem), missing);
    state.hires.push({ bike: bike.id, ...values });
    return draw('Hired', '<h1>The bike is yours</h1>');
  }
  if (method === 'POST' && path === '/call') {
    const missing = lacks('name', 'phone', 'text');
    if (missing.length > 0) return refused('Call me back', (problem) => call(values, problem), missing);
    state.calls.push(values);
    return draw('Thanks', '<h1>We will ring you</h1>');
  }
  if (method === 'POST' && job) {
    job.note = values.note ?? '';
    return { to: path };
  }
  if (bike) return draw(bike.name, bikePage(bike.id, {}, ''));
  if (job)
    return draw(
      job.id,
      `<h1>${job.bike}</h1><dl><dt>Job</dt><dd>${job.id}</dd><dt>Status</dt><dd>${job.state}</dd><dt>Ready on</dt><dd>${job.ready}</dd></dl><form method="post" action="${path}"><label>Note for the mechanic <textarea name="note">${safe(job.note)}</textarea></label><button>Save note</button></form>`,
    );
  const page = {
    '/': () => '<h1>Spoke &amp; Son</h1><p>We mend what rolls.</p>',
    '/services': () =>
      `<h1>Services</h1><table><thead><tr><th>Service</th><th>Part</th><th>Price</th><th>Time</th></tr></thead><tbody>${SERVICES.map(([name, part, price, time]) => `<tr><td>${name}</td><td>${part}</td><td>£${price}</td><td>${time}</td></tr>`).join('')}</tbody></table>`,
    '/hire': () =>
      `<h1>Hire a bike</h1>${BIKES.map(({ id, name, day, left }) => `<div class="bike"><h2>${name}</h2><p>£${day} a day</p><p>${left > 0 ? `${left} left` : 'All out'}</p><a href="/hire/${id}">See this bike</a></div>`).join('')}`,
    '/repairs': () =>
      `<h1>In the workshop</h1><ul>${state.jobs.map(({ id, bike: what, state: now }) => `<li><a href="/repairs/${id}">${what}</a> <span>${now}</span></li>`).join('')}</ul>`,
    '/bring': () => bring({}, ''),
    '/call': () => call({}, ''),
  }[path];
  return page ? draw(path.slice(1) || 'Welcome', page()) : { status: 404, body: 'Gone.' };
}

function draw(title: string, body: string, status = 200): Page {
  const links = [
    ['/services', 'Services and prices'],
    ['/bring', 'Bring it in'],
    ['/hire', 'Hire'],
    ['/repairs', 'Your repairs'],
    ['/call', 'Call me back'],
  ];
  return {
    status,
    body: `<!doctype html><html lang="en"><title>${safe(title)} | Spoke &amp; Son</title><header><a href="/">Spoke &amp; Son</a><nav>${links.map(([to, text]) => `<a href="${to}">${text}</a>`).join(' ')}</nav></header><main>${body}</main></html>`,
  };
}

const field = (values: Record<string, string>, name: string, label: string, type = 'text') =>
  `<p><label for="${name}">${label}</label> <input id="${name}" name="${name}" type="${type}" value="${safe(values[name])}"></p>`;
const note = (text: string) => (text ? `<p role="alert">${text}</p>` : '');

function bring(values: Record<string, string>, problem: string): string {
  return `<h1>Bring it in</h1>${note(problem)}<form method="post" action="/bring"><p><label for="service">What shall we do?</label> <select id="service" name="service"><option value="">Choose</option>${SERVICES.map(([name]) => `<option${values.service === name ? ' selected' : ''}>${name}</option>`).join('')}</select></p>${field(values, 'day', 'Which day?', 'date')}${field(values, 'bike', 'What do you ride?')}${field(values, 'name', 'Your name')}${field(values, 'phone', 'Phone', 'tel')}<button>Save my place</button></form>`;
}

function bikePage(id: string, values: Record<string, string>, problem: string): string {
  const bike = BIKES.find((one) => one.id === id);
  return `<h1>${bike?.name}</h1><dl><dt>Gears</dt><dd>${bike?.gears}</dd><dt>Weight</dt><dd>${bike?.weight}</dd><dt>Price per day</dt><dd>£${bike?.day}</dd></dl>${note(problem)}<form method="post" action="/hire/${id}">${field(values, 'from', 'First day', 'date')}${field(values, 'until', 'Back on', 'date')}${field(values, 'height', 'How tall are you? (cm)', 'number')}${field(values, 'name', 'Rider')}${field(values, 'email', 'Email', 'email')}<button>Hire it</button></form>`;
}

function call(values: Record<string, string>, problem: string): string {
  return `<h1>Call me back</h1>${note(problem)}<form method="post" action="/call">${field(values, 'name', 'Who are we calling?')}${field(values, 'phone', 'On which number?', 'tel')}<p><label for="text">What is it about?</label> <textarea id="text" name="text">${safe(values.text)}</textarea></p><button>Ring me</button></form>`;
}
