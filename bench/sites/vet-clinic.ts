/** A vet's practice, one document drawn by a script: a visit in steps within a dialog, clients, gifts, medicine, a frame. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type BenchSite, comingDay, type Page, type Visit } from './bench-site.ts';

const SCRIPT = readFileSync(path.join(import.meta.dirname, 'vet-clinic.js'), 'utf8');

type Values = Record<string, string>;

const beginning = () => ({
  visits: [] as Values[],
  clients: [] as Values[],
  gifts: [] as Values[],
  medicines: [] as Values[],
  stays: [] as Values[],
  letters: [] as Values[],
});

type State = ReturnType<typeof beginning>;

const is = (one: Values | undefined, wanted: Values) =>
  one !== undefined && Object.entries(wanted).every(([key, value]) => one[key] === value);
const digits = (text: string | undefined) => (text ?? '').replace(/\D/g, '');

export const vetClinic: BenchSite<State> = {
  name: 'vet-clinic',
  open() {
    const state = beginning();
    return { state, answer: (visit) => route(state, visit) };
  },
  tasks: [
    {
      kind: 'wizard',
      goal: 'Book a check-up for my dog Bruno on 9 March 2027 at half past ten in the morning. I’m Elsa Lind, 070 123 45 67, elsa@lind.example. He is afraid of other dogs, so we would like to wait outside.',
      isRight: ({ visits: [one, ...more] }) =>
        more.length === 0 &&
        is(one, {
          kind: 'Dog',
          pet: 'Bruno',
          reason: 'Check-up',
          day: '2027-03-09',
          time: '10:30',
          owner: 'Elsa Lind',
          phone: '070 123 45 67',
          email: 'elsa@lind.example',
        }) &&
        /afraid/i.test(one?.remarks ?? ''),
    },
    {
      kind: 'wizard',
      goal: 'My cat Miso needs her vaccination. Please get us an appointment next Tuesday at quarter past two in the afternoon. The owner is Ravi Shah, phone 020 7946 0991, email ravi@shah.example.',
      isRight: ({ visits: [one, ...more] }) =>
        more.length === 0 &&
        is(one, {
          kind: 'Cat',
          pet: 'Miso',
          reason: 'Vaccination',
          time: '14:15',
          owner: 'Ravi Shah',
          phone: '020 7946 0991',
          email: 'ravi@shah.example',
        }) &&
        comingDay('Tuesday').includes(one?.day ?? ''),
    },
    {
      kind: 'list',
      goal: 'Book a visit with these details. Animal: Rabbit, Pet’s name: Clover, Reason: Dental, Date: 14 April 2027, Time: 09:00, Your name: Jon Hale, Phone: 01632 960123, Email: jon@hale.example',
      isRight: ({ visits: [one, ...more] }) =>
        more.length === 0 &&
        is(one, {
          kind: 'Rabbit',
          pet: 'Clover',
          reason: 'Dental care',
          day: '2027-04-14',
          time: '09:00',
          owner: 'Jon Hale',
          phone: '01632 960123',
          email: 'jon@hale.example',
        }),
    },
    {
      kind: 'missing',
      goal: 'Book a dental appointment for my dog Rex on 16 March 2027 at 11:00. I’m Ben Ode, ben@ode.example.',
      isRight: ({ visits }, _answer, _files, failure, reason) =>
        visits.length === 0 && failure !== null && /phone/i.test(reason),
    },
    {
      kind: 'refused',
      goal: 'I need a check-up for my cat Fig on 30 March 2027 at 11:30. Name Una Kerr, phone 01632 960777, una@kerr.example.',
      isRight: ({ visits }, _answer, _files, failure) => visits.length === 0 && failure !== null,
    },
    {
      kind: 'form',
      goal: 'Register me as a new client. I’m Maria Santos, born on 2 February 1985, and I live at 14 Elm Road, Bristol BS1 4DJ. My mobile is 07700 900456 and my email maria@santos.example. I’d rather get text messages than emails, and I agree to the privacy policy.',
      isRight: ({ clients: [one, ...more] }) =>
        more.length === 0 &&
        is(one, {
          first: 'Maria',
          last: 'Santos',
          born: '1985-02-02',
          line: '14 Elm Road',
          town: 'Bristol',
          mobile: '07700 900456',
          email: 'maria@santos.example',
          contact: 'text',
          privacy: 'on',
        }) &&
        `${one?.out}${one?.in}`.replace(/\s/g, '') === 'BS14DJ' &&
        one?.offers === undefined,
    },
    {
      kind: 'form',
      goal: 'Give 40 euros a month to the shelter. Use the card 4111 1111 1111 1111, valid until 08/29, security code 123, in the name of Nora Ek. Receipt to nora@ek.example.',
      isRight: ({ gifts: [one, ...more] }) =>
        more.length === 0 &&
        is(one, {
          amount: '40',
          rhythm: 'monthly',
          holder: 'Nora Ek',
          cvc: '123',
          email: 'nora@ek.example',
        }) &&
        digits(one?.card) === '4111111111111111' &&
        digits(one?.expiry) === '0829',
    },
    {
      kind: 'form',
      goal: 'Please order two boxes of Metacam for Bruno and have them posted to 5 Quay Street, Leeds LS2 7AB. I am Elsa Lind, elsa@lind.example.',
      isRight: ({ medicines: [one, ...more] }) =>
        more.length === 0 &&
        is(one, {
          medicine: 'Metacam',
          boxes: '2',
          pet: 'Bruno',
          way: 'post',
          owner: 'Elsa Lind',
          email: 'elsa@lind.example',
        }) &&
        /5 Quay Street/.test(one?.address ?? '') &&
        /Leeds/.test(one?.address ?? '') &&
        /LS2 7AB/.test(one?.address ?? ''),
    },
    {
      kind: 'frame',
      goal: 'We want to leave our cat Olive with you from 3 to 10 May 2027. She gets wet food twice a day. Contact is Tove Dahl, tove@dahl.example, 08 123 4567.',
      isRight: ({ stays: [one, ...more] }) =>
        more.length === 0 &&
        is(one, {
          pet: 'Olive',
          from: '2027-05-03',
          until: '2027-05-10',
          owner: 'Tove Dahl',
          email: 'tove@dahl.example',
          phone: '08 123 4567',
        }) &&
        /wet food twice a day/i.test(one?.feeding ?? ''),
    },
    {
      kind: 'form',
      goal: 'Sign me up for the puppy letter and the nutrition letter, but not for the shop offers. My email is pia@holm.example, just call me Pia.',
      isRight: ({ letters: [one, ...more] }) =>
        more.length === 0 &&
        is(one, { name: 'Pia', email: 'pia@holm.example', puppy: 'on', nutrition: 'on' }) &&
        one?.offers === undefined &&
        one?.senior === undefined,
    },
  ],
};

const REQUIRED: Record<string, string[]> = {
  visits: ['kind', 'pet', 'reason', 'day', 'time', 'owner', 'phone', 'email'],
  clients: ['first', 'last', 'born', 'line', 'town', 'out', 'in', 'mobile', 'email', 'contact', 'privacy'],
  gifts: ['amount', 'rhythm', 'card', 'expiry', 'cvc', 'holder', 'email'],
  medicines: ['medicine', 'boxes', 'pet', 'way', 'owner', 'email'],
  stays: ['pet', 'from', 'until', 'owner', 'email', 'phone'],
  letters: ['email'],
};

function route(state: State, { method, path: at, form }: Visit): Page {
  if (at === '/script.js') return { type: 'text/javascript', body: SCRIPT };
  if (at === '/boarding-form') return { body: boarding('') };
  const store = at.replace('/api/', '') as keyof State;
  if (method === 'POST' && state[store]) {
    const values = Object.fromEntries(form) as Values;
    const missing = REQUIRED[store]?.find((key) => !values[key]?.trim());
    const reply = (status: number, data: unknown): Page => ({
      status,
      type: 'application/json',
      body: JSON.stringify(data),
    });
    if (store === 'stays') {
      if (missing) return { status: 422, body: boarding(`${missing} is missing`) };
      state.stays.push(values);
      return { body: '<!doctype html><h2>Booked in</h2><p>See you then.</p>' };
    }
    if (missing) return reply(422, { field: missing, message: 'This is needed.' });
    if (store === 'visits' && values.day === '2027-03-30')
      return reply(409, { field: 'time', message: 'Sorry, this time has just been taken by somebody else.' });
    if (store === 'medicines' && values.way === 'post' && !values.address)
      return reply(422, { field: 'address', message: 'Where to?' });
    state[store].push(values);
    return reply(200, {});
  }
  if (at === '/favicon.ico') return { status: 404 };
  return {
    body: `<!doctype html><html lang="en"><head><title>Paws &amp; Co</title><style>[hidden]{display:none!important} .cards [role=radio]{display:inline-block;border:1px solid #999;padding:8px;margin:4px;cursor:pointer} [aria-checked=true]{background:#cde} .pick{border:1px solid #999;padding:6px;width:200px;cursor:pointer} [role=listbox]{border:1px solid #999;width:200px;margin:0;padding:0;list-style:none} [role=option]{padding:4px;cursor:pointer} .grid{display:grid;grid-template-columns:repeat(7,40px)} .slots button{margin:3px} .slots .on{background:#cde} dialog{max-height:90vh;overflow:auto} .wrong{color:#a00}</style></head><body><div id="app">Loading…</div><script src="/script.js"></script></body></html>`,
  };
}

function boarding(problem: string): string {
  const field = (name: string, label: string, type = 'text') =>
    `<p><label>${label}<br><input name="${name}" type="${type}"></label></p>`;
  return `<!doctype html><form method="post" action="/api/stays"><h2>Boarding request</h2>${problem ? `<p class="wrong">${problem}</p>` : ''}${field('pet', 'Name of your animal')}${field('from', 'Arrives', 'date')}${field('until', 'Goes home', 'date')}<p><label>Food and care<br><textarea name="feeding"></textarea></label></p>${field('owner', 'Your name')}${field('email', 'Email', 'email')}${field('phone', 'Phone', 'tel')}<button>Request a place</button></form>`;
}
