/** The members' pages of an allotment society: one document, drawn by a script, with dialogs and its own routes. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { answers, type BenchSite, type Page, type Visit } from './bench-site.ts';

const SCRIPT = readFileSync(path.join(import.meta.dirname, 'allotment.js'), 'utf8');

function beginning() {
  const members = [
    ['Ines Carvalho', 'A3', 'Nettlefield', 2016, 'Paid', '07700 900101', 'Beans and chard'],
    ['Tom Okafor', 'A7', 'Great Marsh', 2019, 'Owing', '07700 900102', 'Potatoes'],
    ['Greta Sand', 'B1', 'Nettlefield', 2008, 'Paid', '07700 900103', 'Dahlias'],
    ['Ravi Menon', 'B4', 'Hollin', 2021, 'Paid', '07700 900104', 'Chillies'],
    ['Moira Flynn', 'B9', 'Great Marsh', 2012, 'Owing', '07700 900105', 'Leeks'],
    ['Jakub Wrona', 'C2', 'Hollin', 2022, 'Paid', '07700 900106', 'Cabbages'],
    ['Wendy Pike', 'C5', 'Nettlefield', 1999, 'Paid', '07700 900107', 'Sweet peas'],
    ['Dele Ade', 'C6', 'Great Marsh', 2023, 'Owing', '07700 900108', 'Okra'],
    ['Sun-hee Park', 'D1', 'Hollin', 2015, 'Paid', '07700 900109', 'Pumpkins'],
    ['Colm Reilly', 'D4', 'Nettlefield', 2018, 'Paid', '07700 900110', 'Apples'],
    ['Anja Vos', 'D8', 'Great Marsh', 2020, 'Paid', '07700 900111', 'Artichokes'],
    ['Peter Lund', 'E2', 'Hollin', 2011, 'Owing', '07700 900112', 'Onions'],
  ].map(([name, plot, town, joined, dues, phone, grows], at) => ({
    id: at + 1,
    name,
    plot,
    town,
    joined,
    dues,
    phone,
    grows,
  }));
  return {
    members,
    news: [
      { date: '2 March', text: 'The water is on again.' },
      { date: '21 February', text: 'Seed swap raised £214.' },
    ],
    threads: [
      {
        id: 1,
        title: 'Spare rhubarb crowns',
        by: 'Greta Sand',
        text: 'I have six to give away.',
        replies: [{ by: 'Ravi Menon', text: 'One for me please.' }],
      },
      {
        id: 2,
        title: 'Who has the key to the shed?',
        by: 'Wendy Pike',
        text: 'It was not on its hook on Sunday.',
        replies: [] as { by: string; text: string }[],
      },
      { id: 3, title: 'Badgers again', by: 'Peter Lund', text: 'My sweetcorn is gone.', replies: [] },
    ],
    invoices: [
      { number: 'N-2210', date: '2025-01-14', what: 'Rent', amount: 48, status: 'Paid' },
      { number: 'N-2304', date: '2026-01-12', what: 'Rent', amount: 52, status: 'Paid' },
      { number: 'N-2319', date: '2026-02-20', what: 'Manure', amount: 17.5, status: 'Open' },
      { number: 'N-2251', date: '2025-06-03', what: 'Water', amount: 11.25, status: 'Open' },
    ],
    plots: [
      { id: 'A5', size: 'Half', rent: 26, water: true, free: true },
      { id: 'B2', size: 'Full', rent: 52, water: false, free: true },
      { id: 'B6', size: 'Full', rent: 55, water: true, free: true },
      { id: 'C1', size: 'Half', rent: 24, water: false, free: true },
      { id: 'C9', size: 'Full', rent: 50, water: true, free: false },
    ],
    profile: {
      name: 'Olive Marsh',
      phone: '07700 900200',
      language: 'English',
      notify: 'Daily',
      hidden: false,
    },
    messages: [] as { to: number; subject: string; text: string }[],
    waiting: [] as string[],
  };
}

type State = ReturnType<typeof beginning>;

export const allotment: BenchSite<State> = {
  name: 'allotment',
  open() {
    const state = beginning();
    return { state, answer: (visit) => route(state, visit) };
  },
  tasks: [
    {
      kind: 'admin',
      goal: 'Remove the member Dele Ade from the list of members.',
      isRight: ({ members }) => members.length === 11 && !members.some(({ id }) => id === 8),
    },
    {
      kind: 'admin',
      goal: 'Delete the member who has plot D8',
      isRight: ({ members }) => members.length === 11 && !members.some(({ id }) => id === 11),
    },
    {
      kind: 'message',
      goal: 'Send Moira Flynn a message with the subject "Leeks" and the text "May I have three?"',
      isRight: ({ messages: [one] }) =>
        one?.to === 5 && one.subject === 'Leeks' && one.text === 'May I have three?',
    },
    {
      kind: 'message',
      goal: 'Write to Peter Lund: subject Badgers, message: I can lend you a fence',
      isRight: ({ messages: [one] }) =>
        one?.to === 12 && one.subject === 'Badgers' && /^i can lend you a fence\.?$/i.test(one.text),
    },
    {
      kind: 'message',
      goal: 'Reply "It is with Colm" to the notice about the shed key',
      isRight: ({ threads }) => threads[1]?.replies.at(-1)?.text === 'It is with Colm',
    },
    {
      kind: 'message',
      goal: 'Post a new notice titled "Compost delivery" with the text "Saturday at nine, bring barrows."',
      isRight: ({ threads: [one] }) =>
        one?.title === 'Compost delivery' && one.text === 'Saturday at nine, bring barrows.',
    },
    {
      kind: 'settings',
      goal: 'Change my mobile number to 07700 900999',
      isRight: ({ profile }) => profile.phone === '07700 900999' && profile.name === 'Olive Marsh',
    },
    {
      kind: 'settings',
      goal: 'In my settings, switch the language to Polski and get notices weekly instead of daily.',
      isRight: ({ profile }) => profile.language === 'Polski' && profile.notify === 'Weekly',
    },
    {
      kind: 'settings',
      goal: 'Hide my phone number from the other members',
      isRight: ({ profile }) => profile.hidden,
    },
    {
      kind: 'file',
      goal: 'Download the newest invoice',
      isRight: (_, __, files) => files.includes('N-2319.pdf') && files.length === 1,
    },
    {
      kind: 'file',
      goal: 'Download the invoice for water',
      isRight: (_, __, files) => files.includes('N-2251.pdf') && files.length === 1,
    },
    {
      kind: 'compute',
      goal: 'How much do I still owe in total on open invoices?',
      isRight: (_, answer) => answers(answer, '28.75'),
    },
    {
      kind: 'compute',
      goal: 'How many invoices are still open?',
      isRight: (_, answer) => answers(answer, '2'),
    },
    {
      kind: 'ask',
      goal: "What is Sun-hee Park's phone number?",
      isRight: (_, answer) => answers(answer, '900109'),
    },
    { kind: 'ask', goal: 'What does Anja Vos grow?', isRight: (_, answer) => answers(answer, 'artichokes') },
    { kind: 'ask', goal: 'When is the next meeting?', isRight: (_, answer) => answers(answer, '12 March') },
    {
      kind: 'filter',
      goal: 'Apply for the free full-size plot that has a water tap',
      isRight: ({ waiting }) => waiting.join() === 'B6',
    },
    {
      kind: 'filter',
      goal: 'Apply for the cheapest free plot',
      isRight: ({ waiting }) => waiting.join() === 'C1',
    },
  ],
};

function route(state: State, { method, path: place, form }: Visit): Page {
  if (place === '/app.js') return { body: SCRIPT, type: 'text/javascript' };
  if (place.startsWith('/files/'))
    return { body: '%PDF-1.4 invoice', type: 'application/pdf', file: place.slice(7) };
  if (place === '/favicon.ico') return { status: 404 };
  if (method === 'POST') {
    const error = change(state, Object.fromEntries(form));
    return { body: JSON.stringify(error ? { error } : { state }), type: 'application/json' };
  }
  const links = [
    ['/', 'Home'],
    ['/members', 'Members'],
    ['/plots', 'Plots'],
    ['/board', 'Notice board'],
    ['/invoices', 'Invoices'],
    ['/settings', 'Settings'],
  ];
  return {
    body: `<!doctype html><html lang="en"><title>Nettlefield Allotments</title><style>body{font:15px sans-serif;max-width:900px;margin:auto}label{display:block}aside{float:right}.card{border:1px solid #999;padding:.5em;margin:.5em 0}</style>
    <nav>${links.map(([to, text]) => `<a data-to href="${to}">${text}</a>`).join(' · ')}</nav><aside>Signed in as ${state.profile.name}</aside><main></main><div id="toast" role="status"></div>
    <script type="application/json" id="state">${JSON.stringify(state).replaceAll('<', '\\u003c')}</script><script src="/app.js"></script></html>`,
  };
}

function change(state: State, { act, id, ...values }: Record<string, string>): string | null {
  const text = values.text?.trim() ?? '';
  if (act === 'remove') state.members = state.members.filter((one) => one.id !== Number(id));
  if (act === 'wait') state.waiting.push(id ?? '');
  if (['message', 'reply', 'thread'].includes(act ?? '') && text === '') return 'Write something first.';
  if (act === 'message') state.messages.push({ to: Number(id), subject: values.subject ?? '', text });
  if (act === 'reply')
    state.threads.find((one) => one.id === Number(id))?.replies.push({ by: state.profile.name, text });
  if (act === 'thread')
    state.threads.unshift({
      id: state.threads.length + 1,
      title: values.title ?? '',
      by: state.profile.name,
      text,
      replies: [],
    });
  if (act === 'settings') {
    if (!/^[\d ]{10,}$/.test(values.phone ?? '')) return 'That is no phone number.';
    state.profile = { ...(values as unknown as State['profile']), hidden: values.hidden === 'on' };
  }
  return null;
}
