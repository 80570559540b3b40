/** A savings bank: products, fees and branches in public; accounts, payments, cards, statements and messages behind a sign-in; drawn in the browser. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { answers, type BenchSite, isNowhere, listOf, type Page, rowsOf, type Visit } from './bench-site.ts';

const SCRIPT = readFileSync(path.join(import.meta.dirname, 'bank.js'), 'utf8');

const entries = (rows: [day: string, who: string, kind: string, amount: number][]) =>
  rows.map(([day, who, kind, amount], at) => ({ id: at + 1, day, who, kind, amount }));

const beginning = () => ({
  isSignedIn: true,
  accounts: [
    {
      id: 'current',
      name: 'Everyday Current Account',
      number: '30-91-44 · 1188 2034',
      balance: 1842.37,
      entries: entries([
        ['2026-11-12', 'Green Grocer', 'Card payment', -23.1],
        ['2026-11-08', 'City Water', 'Direct debit', -31.4],
        ['2026-11-01', 'Harbour Lettings', 'Standing order', -780],
        ['2026-10-31', 'Pixel & Co Ltd', 'Salary', 2410],
        ['2026-10-29', 'Green Grocer', 'Card payment', -41.8],
        ['2026-10-24', 'Bluebird Airlines', 'Card payment', -219.9],
        ['2026-10-21', 'Marta Keane', 'Transfer', -45],
        ['2026-10-17', 'Green Grocer', 'Card payment', -18.25],
        ['2026-10-12', 'Old Mill Bakery', 'Card payment', -6.4],
        ['2026-10-08', 'City Water', 'Direct debit', -31.4],
        ['2026-10-05', 'Flex Gym', 'Standing order', -35],
        ['2026-10-03', 'Green Grocer', 'Card payment', -27.6],
        ['2026-10-01', 'Harbour Lettings', 'Standing order', -780],
        ['2026-09-30', 'Pixel & Co Ltd', 'Salary', 2410],
        ['2026-09-19', 'Green Grocer', 'Card payment', -33.05],
        ['2026-09-14', 'Tern Optics', 'Card payment', -164],
        ['2026-09-05', 'Flex Gym', 'Standing order', -35],
        ['2026-09-01', 'Harbour Lettings', 'Standing order', -780],
      ]),
    },
    {
      id: 'holiday',
      name: 'Holiday Savings',
      number: '30-91-44 · 7702 4419',
      balance: 3260.5,
      entries: entries([
        ['2026-11-02', 'Everyday Current Account', 'Transfer', 150],
        ['2026-10-02', 'Everyday Current Account', 'Transfer', 150],
      ]),
    },
    {
      id: 'rainy',
      name: 'Rainy Day Saver',
      number: '30-91-44 · 7702 5210',
      balance: 9114.02,
      entries: entries([['2026-09-30', 'Fenbank', 'Interest', 21.2]]),
    },
  ],
  payees: ['Marta Keane', 'Oliver Stone', 'Harbour Lettings'],
  payments: [] as Record<string, string>[],
  standing: [
    { id: 1, who: 'Harbour Lettings', amount: 780, every: 'Monthly', on: '1st', note: 'Rent flat 4b' },
    { id: 2, who: 'Flex Gym', amount: 35, every: 'Monthly', on: '5th', note: 'Membership' },
    {
      id: 3,
      who: 'Holiday Savings',
      amount: 150,
      every: 'Monthly',
      on: '2nd',
      note: 'Transfer between accounts',
    },
    { id: 4, who: 'Sea Rescue Trust', amount: 12, every: 'Quarterly', on: '15th', note: 'Donation' },
  ],
  cards: [
    {
      id: 'debit',
      name: 'Debit Mastercard',
      ending: '4417',
      expires: '08/29',
      limit: 300,
      isFrozen: false,
      isOnline: true,
    },
    {
      id: 'credit',
      name: 'Silver Credit Card',
      ending: '9023',
      expires: '02/28',
      limit: 200,
      isFrozen: false,
      isOnline: true,
    },
  ],
  messages: [] as Record<string, string>[],
  profile: {
    street: '18 Weir Road',
    city: 'Lowfield',
    postcode: 'LF2 6QT',
    phone: '07700 900777',
    email: 'nell@mail.example',
    paperless: false,
    alerts: true,
  },
});

type State = ReturnType<typeof beginning>;

export const bank: BenchSite<State> = {
  name: 'bank',
  open() {
    const state = beginning();
    return { state, answer: (visit) => route(state, visit) };
  },
  tasks: [
    {
      kind: 'ask',
      goal: 'What interest do I get on a one-year fixed savings account?',
      isRight: (_, answer) => answers(answer, '4.05'),
    },
    {
      kind: 'most',
      goal: 'Which of the savings accounts pays the highest interest?',
      isRight: (_, answer) => answers(answer, 'Two-Year') && !/Easy|Junior|One-Year/.test(answer),
    },
    {
      kind: 'ask',
      goal: 'What do you charge for taking out cash abroad with the debit card?',
      isRight: (_, answer) => answers(answer, '1.5'),
    },
    {
      kind: 'ask',
      goal: 'Until when is the Riverside branch open on Thursdays?',
      isRight: (_, answer) => answers(answer) && /18:30|6:30 ?pm/i.test(answer),
    },
    {
      kind: 'ask',
      goal: 'My card was stolen. Which number do I ring?',
      isRight: (_, answer) => answers(answer, '0800 555 0190') && !/0199/.test(answer),
    },
    {
      kind: 'rule',
      goal: 'Can my daughter, who is 10, have a savings account with you?',
      isRight: (_, answer) => answers(answer) && /^yes\b/i.test(answer),
    },
    {
      kind: 'ask',
      goal: 'How much money is in my holiday savings?',
      isRight: (_, answer) => answers(answer) && /3,?260\.50?/.test(answer),
    },
    {
      kind: 'count',
      goal: 'How often did I pay at Green Grocer in October 2026?',
      isRight: (_, answer) => answers(answer) && /\b(3|three)\b/i.test(answer.replace(/October 2026/g, '')),
    },
    {
      kind: 'compute',
      goal: 'How much did I spend at Green Grocer in October 2026 altogether?',
      isRight: (_, answer) => answers(answer, '87.65'),
    },
    {
      kind: 'most',
      goal: 'What was my biggest card payment since September, and when was it?',
      isRight: (_, answer) =>
        answers(answer) && /219\.9|Bluebird/.test(answer) && /24 Oct|Oct\w* 24|2026-10-24/.test(answer),
    },
    {
      kind: 'ask',
      goal: 'On which day of the month does my rent go out?',
      isRight: (_, answer) => answers(answer) && /\b(1st|first)\b/i.test(answer),
    },
    {
      kind: 'schema',
      goal: 'List my standing orders with payee, amount and how often they are paid.',
      outputSchema: listOf('orders', { payee: 'string', amount: 'number', frequency: 'string' }),
      isRight: (state, answer) =>
        rowsOf(answer, 'orders')
          .map(({ payee, amount, frequency }) => `${payee} ${amount} ${frequency}`)
          .join('|') ===
        state.standing.map(({ who, amount, every }) => `${who} ${amount} ${every}`).join('|'),
    },
    {
      kind: 'download',
      goal: 'Download the September 2026 statement of my current account.',
      isRight: (_, __, files) => files.length === 1 && files[0] === 'statement-current-2026-09.pdf',
    },
    {
      kind: 'form',
      goal: 'Send Marta Keane £120 from my current account with the reference "concert tickets".',
      isRight: ({ payments: [one, more] }) =>
        !more &&
        one?.from === 'current' &&
        one.to === 'Marta Keane' &&
        Number(one.amount) === 120 &&
        one.reference === 'concert tickets',
    },
    {
      kind: 'act',
      goal: 'Freeze my credit card for now.',
      isRight: ({ cards }) => cards.map(({ isFrozen }) => isFrozen).join() === 'false,true',
    },
    {
      kind: 'form',
      goal: 'Raise the daily cash limit of my debit card to £400.',
      isRight: ({ cards }) => cards.map(({ limit }) => limit).join() === '400,200',
    },
    {
      kind: 'act',
      goal: 'Cancel the standing order for the gym.',
      isRight: ({ standing }) => standing.map(({ id }) => id).join() === '1,3,4',
    },
    {
      kind: 'account',
      goal: 'I have moved: change my address to 7 Lock Street, Lowfield, LF1 1AA.',
      isRight: ({ profile }) =>
        profile.street === '7 Lock Street' &&
        profile.city === 'Lowfield' &&
        profile.postcode === 'LF1 1AA' &&
        profile.phone === '07700 900777',
    },
    {
      kind: 'account',
      goal: 'I want no more statements on paper.',
      isRight: ({ profile }) => profile.paperless && profile.alerts,
    },
    {
      kind: 'form',
      goal: 'Write to the bank about my mortgage: "Can I pay back 5,000 pounds early?"',
      isRight: ({ messages: [one, more] }) =>
        !more && one?.topic === 'Mortgages' && /^Can I pay back 5,000 pounds early\?$/.test(one.text ?? ''),
    },
    {
      kind: 'sign-in',
      goal: 'Log in with customer number 40719 and password tulip-93, then tell me the balance of my rainy day account.',
      at: '/sign-out',
      isRight: ({ isSignedIn }, answer) => isSignedIn && answers(answer) && /9,?114\.02/.test(answer),
    },
    {
      kind: 'missing',
      goal: 'How much did I pay to Starfish Diving?',
      isRight: (_, answer, __, failure) => isNowhere(answer, failure),
    },
  ],
};

function route(state: State, { method, path: at, form }: Visit): Page {
  const json = (body: unknown, status = 200): Page => ({
    type: 'application/json',
    body: JSON.stringify(body),
    status,
  });
  if (at === '/favicon.ico') return { status: 404 };
  if (at === '/static/app.js') return { type: 'text/javascript', body: SCRIPT };
  if (at === '/sign-out') {
    state.isSignedIn = false;
    return { to: '/' };
  }
  const sheet = /^\/files\/(.+\.pdf)$/.exec(at)?.[1];
  if (sheet) return { body: '%PDF-1.4 ', type: 'application/pdf', file: sheet };
  const what = /^\/api\/(\w+)$/.exec(at)?.[1];
  if (what && method === 'POST') return change(state, what, Object.fromEntries(form), json);
  if (what === 'me') return json(state.isSignedIn ? state : { isSignedIn: false });
  return {
    body: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Fenbank</title><style>body{font:15px/1.5 sans-serif;margin:0}.Container{max-width:1000px;margin:auto}.AppBar{display:flex;gap:16px;align-items:center;border-bottom:1px solid #ddd;padding:8px}.Card{border:1px solid #ddd;border-radius:8px;padding:12px;margin:10px 0}.Dialog-root{position:fixed;inset:0;background:#0007;z-index:50}.Dialog-paper{background:#fff;max-width:460px;margin:90px auto;padding:20px}.Snackbar{position:fixed;bottom:16px;left:16px;background:#222;color:#fff;padding:10px 16px}.Switch-track{display:inline-block;width:34px;height:16px;border-radius:8px;background:#aaa}.Switch-input:checked+.Switch-track{background:#07c}.row{display:flex;gap:12px;justify-content:space-between}.helper{color:#b00}.Collapse[hidden]{display:none}.side{display:flex;gap:10px;flex-wrap:wrap}</style></head><body><div id="root"></div><script type="module" src="/static/app.js"></script></body></html>',
  };
}

function change(
  state: State,
  what: string,
  values: Record<string, string>,
  json: (body: unknown, status?: number) => Page,
): Page {
  if (what === 'session') {
    state.isSignedIn = values.customer === '40719' && values.password === 'tulip-93';
    return state.isSignedIn
      ? json({ ok: true })
      : json({ error: 'The customer number or password is wrong.' }, 401);
  }
  if (!state.isSignedIn) return json({ error: 'Please log in.' }, 401);
  if (what === 'payment') {
    state.payments.push(values);
    const account = state.accounts.find(({ id }) => id === values.from);
    if (account) account.balance -= Number(values.amount);
  }
  const card = state.cards.find(({ id }) => id === values.card);
  if (what === 'freeze' && card) card.isFrozen = !card.isFrozen;
  if (what === 'online' && card) card.isOnline = !card.isOnline;
  if (what === 'limit' && card) {
    if (!(Number(values.limit) >= 0 && Number(values.limit) <= 500))
      return json({ error: 'Choose a limit up to £500.' }, 422);
    card.limit = Number(values.limit);
  }
  if (what === 'standing') state.standing = state.standing.filter(({ id }) => id !== Number(values.id));
  if (what === 'message') state.messages.push(values);
  if (what === 'address') Object.assign(state.profile, values);
  if (what === 'paperless') state.profile.paperless = !state.profile.paperless;
  if (what === 'alerts') state.profile.alerts = !state.profile.alerts;
  return json({ ok: true });
}
