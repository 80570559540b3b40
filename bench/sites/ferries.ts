/** A ferry line: one search whose sailings come late, then the passenger, then the booking. */
import { type BenchSite, type Page, safe, type Visit } from './bench-site.ts';

interface Sailing {
  id: string;
  from: string;
  to: string;
  leaves: string;
  arrives: string;
  price: number;
  isFull?: boolean;
}

interface State {
  bookings: Record<string, string>[];
}

const SAILINGS: Sailing[] = [
  { id: 'a1', from: 'Oban', to: 'Tiree', leaves: '07:15', arrives: '11:05', price: 24.5 },
  { id: 'a2', from: 'Oban', to: 'Tiree', leaves: '06:30', arrives: '10:40', price: 19.8, isFull: true },
  { id: 'a3', from: 'Oban', to: 'Tiree', leaves: '13:40', arrives: '17:00', price: 31 },
  { id: 'a4', from: 'Oban', to: 'Tiree', leaves: '16:10', arrives: '20:20', price: 21.9 },
  { id: 'b1', from: 'Mallaig', to: 'Armadale', leaves: '09:00', arrives: '09:30', price: 6 },
  { id: 'b2', from: 'Mallaig', to: 'Armadale', leaves: '11:00', arrives: '11:25', price: 8.5 },
];
const PORTS = ['Armadale', 'Mallaig', 'Oban', 'Tiree'];

export const ferries: BenchSite<State> = {
  name: 'ferries',
  open() {
    const state: State = { bookings: [] };
    return { state, answer: (visit) => route(state, visit) };
  },
  tasks: [
    {
      kind: 'search-book',
      goal: 'Book the cheapest ferry from Oban to Tiree on 12 March 2027 for one adult. My name is Isla Reid, isla@reid.example, phone 07700 900444.',
      isRight: ({ bookings }) => isBooked(bookings, 'a4', '2027-03-12', 'Isla Reid', 'isla@reid.example'),
    },
    {
      kind: 'search-book',
      goal: 'Find the fastest sailing from Oban to Tiree on 14 March 2027 and book it for Tom Black, tom@black.example, 07700 900555.',
      isRight: ({ bookings }) => isBooked(bookings, 'a3', '2027-03-14', 'Tom Black', 'tom@black.example'),
    },
    {
      kind: 'search-book',
      goal: 'I need the earliest ferry from Mallaig to Armadale on 20 April 2027. Passenger: Una Kerr, una@kerr.example, 07700 900666. Please book it.',
      isRight: ({ bookings }) => isBooked(bookings, 'b1', '2027-04-20', 'Una Kerr', 'una@kerr.example'),
    },
    {
      kind: 'search-lacking',
      goal: 'Book the earliest ferry from Mallaig to Armadale on 20 April 2027 for Una Kerr.',
      isRight: ({ bookings }, _answer, _files, failure) => bookings.length === 0 && failure !== null,
    },
    {
      kind: 'search-ask',
      goal: 'How much is the cheapest ferry from Oban to Tiree on 12 March 2027 that still has room?',
      isRight: (_, answer) => answer.includes('21.90') && answer.length < 120,
    },
  ],
};

function isBooked(
  [one, ...more]: Record<string, string>[],
  id: string,
  day: string,
  name: string,
  email: string,
): boolean {
  return more.length === 0 && one?.id === id && one.day === day && one.name === name && one.email === email;
}

function draw(title: string, body: string): Page {
  return {
    body: `<!doctype html><html lang="en"><title>${title} | Sound Ferries</title><style>body{font-family:system-ui;margin:0}.bar{background:#034;color:#fff;padding:1em}.bar a{color:#fff;margin-right:1em}.wrap{max-width:800px;margin:auto;padding:1em}.sail{display:flex;gap:2em;border-bottom:1px solid #ccc;padding:.8em;align-items:center}.spin{color:#777}</style><div class="bar"><a href="/">Sound Ferries</a><a href="/news">News</a><a href="/ports">Ports</a></div><div class="wrap">${body}</div></html>`,
  };
}

function route(state: State, { method, path, query, form }: Visit): Page {
  if (path === '/api/sailings') {
    const found = SAILINGS.filter(
      (one) => one.from === query.get('from') && one.to === query.get('to') && query.get('day'),
    );
    return { type: 'application/json', body: JSON.stringify(found) };
  }
  if (path === '/book') {
    const one = SAILINGS.find(({ id }) => id === (query.get('id') ?? form.get('id')));
    if (!one) return { status: 404, body: 'Not found' };
    if (method === 'POST') {
      const given = Object.fromEntries(form);
      if (!given.name || !given.email || !given.phone) return draw('Passenger', passenger(one, form, true));
      state.bookings.push(given);
      return draw(
        'Booked',
        `<h1>You are booked</h1><p>${safe(given.name)}, ${one.from} to ${one.to}, ${given.day} at ${one.leaves}. Reference SF${7000 + state.bookings.length}.</p>`,
      );
    }
    return draw('Passenger', passenger(one, query, false));
  }
  if (path === '/news') return draw('News', '<h1>News</h1><p>The Mallaig slipway is open again.</p>');
  if (path === '/ports')
    return draw('Ports', `<h1>Ports</h1><ul>${PORTS.map((port) => `<li>${port}</li>`).join('')}</ul>`);
  return draw('Island sailings', SEARCH);
}

function passenger(one: Sailing, given: URLSearchParams, isRefused: boolean): string {
  const day = safe(given.get('day'));
  return `<h1>Who is travelling?</h1><p>${one.from} → ${one.to}, ${day}, ${one.leaves}, £${one.price.toFixed(2)}</p>${isRefused ? '<p role="alert">Name, email and phone are needed.</p>' : ''}<form method="post" action="/book"><input type="hidden" name="id" value="${one.id}"><input type="hidden" name="day" value="${day}"><p><label>Name of passenger<br><input name="name" required value="${safe(given.get('name'))}"></label></p><p><label>Email<br><input name="email" type="email" required value="${safe(given.get('email'))}"></label></p><p><label>Mobile<br><input name="phone" type="tel" required value="${safe(given.get('phone'))}"></label></p><button>Confirm booking</button></form>`;
}

const SEARCH = `<h1>Where to?</h1><form id="f"><label>From <select name="from"><option value="">Choose</option>${PORTS.map((port) => `<option>${port}</option>`).join('')}</select></label> <label>To <select name="to"><option value="">Choose</option>${PORTS.map((port) => `<option>${port}</option>`).join('')}</select></label> <label>Date <input type="date" name="day"></label> <label>Adults <input type="number" name="adults" value="1" min="1" max="9"></label> <button>Find sailings</button></form><div id="out" aria-live="polite"></div>
<script>const f=document.getElementById('f'),out=document.getElementById('out');f.addEventListener('submit',async e=>{e.preventDefault();const q=new URLSearchParams(new FormData(f));if(!q.get('from')||!q.get('to')||!q.get('day')){out.textContent='Please choose two ports and a day.';return}
out.innerHTML='<p class="spin">Looking for sailings…</p>';const list=await(await fetch('/api/sailings?'+q)).json();setTimeout(()=>{const mins=s=>{const h=(a)=>{const p=a.split(':');return p[0]*60+ +p[1]};const m=h(s.arrives)-h(s.leaves);return Math.floor(m/60)+' h '+(m%60)+' min'};
out.innerHTML=list.length?'<h2>Sailings on '+q.get('day')+'</h2>'+list.map(s=>'<div class="sail"><div><b>'+s.leaves+' – '+s.arrives+'</b></div><div>'+mins(s)+'</div><div>£'+s.price.toFixed(2)+'</div><div>'+(s.isFull?'<em>Full</em>':'<a href="/book?id='+s.id+'&day='+q.get('day')+'">Select</a>')+'</div></div>').join(''):'<p>No sailings on that day.</p>'},1800)});</script>`;
