/** A planner for teams: one document that draws boards, talk, people and settings behind its own routes. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { answers, type BenchSite, type Page, type Visit } from './bench-site.ts';

const SCRIPT = readFileSync(path.join(import.meta.dirname, 'planner.js'), 'utf8');

const card = (title: string, list: string, who: string, due: string) => ({ title, list, who, due });

function beginning() {
  const names =
    'Aino Salo,Bram Visser,Carla Reyes,Dario Conti,Edda Koch,Femi Bello,Greta Lind,Hugo Petit,Ines Prado,Jonas Weber,Kaya Demir,Lars Holm,Mina Sato,Nils Brandt,Oona Kelly,Pavel Novak,Ruth Amsel,Sanne Mulder,Tariq Aziz,Uma Rao';
  return {
    boards: [
      {
        id: 'website',
        title: 'Website relaunch',
        cards: [
          card('Fix footer links', 'To do', 'Carla Reyes', '3 December 2026'),
          card('Write the press page', 'Doing', 'Hugo Petit', '28 November 2026'),
          card('Choose a font', 'Done', 'Aino Salo', '2 November 2026'),
        ],
      },
      {
        id: 'fair',
        title: 'Trade fair',
        cards: [
          card('Order banners', 'To do', 'Femi Bello', '14 January 2027'),
          card('Book hotel rooms', 'Doing', 'Ruth Amsel', '5 January 2027'),
          card('Fix booth plan', 'Doing', 'Lars Holm', '11 January 2027'),
        ],
      },
    ],
    topics: [
      {
        id: 1,
        title: 'Holiday rota',
        posts: [{ by: 'Edda Koch', text: 'Who is in between the years?' }],
      },
      {
        id: 2,
        title: 'Coffee machine',
        posts: [{ by: 'Hugo Petit', text: 'It is leaking again.' }],
      },
      { id: 3, title: 'Summer party', posts: [{ by: 'Uma Rao', text: 'Ideas, please!' }] },
    ],
    people: names
      .split(',')
      .map((name, id) => ({ id, name, role: id % 7 === 0 ? 'Admin' : 'Member', isActive: true })),
    billing: { email: 'accounts@lindqvist.example', plan: 'Team', vat: 'DE811907980' },
    statements: ['August 2026', 'September 2026', 'October 2026', 'November 2026'],
    profile: { name: 'Uma Rao', phone: '030 555 0100', title: 'Producer' } as Record<string, string>,
  };
}

type State = ReturnType<typeof beginning>;

const listOf = (state: State, title: string) =>
  state.boards.flatMap(({ cards }) => cards).find((one) => one.title === title)?.list;
const inactive = ({ people }: State) => people.filter(({ isActive }) => !isActive).map(({ name }) => name);

export const planner: BenchSite<State> = {
  name: 'planner',
  open() {
    const state = beginning();
    return { state, answer: (visit) => route(state, visit) };
  },
  tasks: [
    {
      kind: 'board',
      goal: 'On the board "Website relaunch" move the card "Fix footer links" to Done.',
      isRight: (state) => listOf(state, 'Fix footer links') === 'Done',
    },
    {
      kind: 'board',
      goal: 'Who is assigned to the card Order banners and when is it due?',
      isRight: (_, answer) => answers(answer, 'Femi Bello') && /14 January/.test(answer),
    },
    {
      kind: 'board',
      goal: 'Move the card Book hotel rooms on the Trade fair board to Done',
      isRight: (state) => listOf(state, 'Book hotel rooms') === 'Done',
    },
    {
      kind: 'board',
      goal: 'Add a card "Call the printer" to the list "To do" of the board "Trade fair".',
      isRight: ({ boards }) =>
        boards[1]?.cards.some(({ title, list }) => title === 'Call the printer' && list === 'To do') === true,
    },
    {
      kind: 'topic',
      goal: 'In the topic "Holiday rota" reply "I can take the 24th."',
      isRight: ({ topics }) => topics[0]?.posts[1]?.text === 'I can take the 24th.',
    },
    {
      kind: 'topic',
      goal: 'Reply to the topic Coffee machine: A new seal is on its way',
      isRight: ({ topics }) => /^a new seal is on its way\.?$/i.test(topics[1]?.posts[1]?.text ?? ''),
    },
    {
      kind: 'section',
      goal: 'Download the October statement.',
      isRight: (_state, _answer, files) => files.join() === 'statement-october-2026.txt',
    },
    {
      kind: 'section',
      goal: 'Open the billing page and change the billing email to money@lindqvist.example.',
      isRight: ({ billing }) => billing.email === 'money@lindqvist.example' && billing.vat === 'DE811907980',
    },
    {
      kind: 'section',
      goal: 'Change my phone number to 030 555 0199',
      isRight: ({ profile }) => profile.phone === '030 555 0199' && profile.title === 'Producer',
    },
    {
      kind: 'row',
      goal: 'Deactivate the member Ruth Amsel.',
      isRight: (state) => inactive(state).join() === 'Ruth Amsel',
    },
    {
      kind: 'row',
      goal: 'Make Nils Brandt an admin.',
      isRight: ({ people }) =>
        people
          .filter(({ role }) => role === 'Admin')
          .map(({ name }) => name)
          .join() === 'Aino Salo,Hugo Petit,Nils Brandt,Oona Kelly',
    },
    {
      kind: 'row',
      goal: 'Deactivate the member Boris Klum.',
      isRight: (state, _answer, _files, failure) => inactive(state).length === 0 && failure !== null,
    },
  ],
};

function route(state: State, { method, path: at, form }: Visit): Page {
  if (at.startsWith('/files/'))
    return { type: 'text/plain', file: at.slice(7), body: 'Statement. Total 120.00 EUR.' };
  if (at === '/api' && method === 'POST') {
    act(state, Object.fromEntries(form));
    return { type: 'application/json', body: JSON.stringify(state) };
  }
  return {
    body: `<!doctype html><html lang="en"><title>Lindqvist Planner</title><style>body{font:14px system-ui;margin:0;display:flex}#side{width:180px;background:#1d2433;color:#fff;min-height:100vh;padding:12px}#side a,#side button{display:block;color:#fff;padding:6px 0;background:none;border:0;font:inherit;cursor:pointer;text-align:left}#view{padding:16px;flex:1}.cols{display:flex;gap:12px}.col{background:#eef;border-radius:6px;padding:8px;width:220px}.card{background:#fff;border-radius:4px;padding:8px;margin:6px 0;cursor:pointer}.menu{position:absolute;background:#fff;border:1px solid #aaa;box-shadow:0 2px 8px #0003;z-index:5}.menu div{padding:6px 12px;cursor:pointer}.modal{position:fixed;inset:0;background:#0006;display:grid;place-items:center;z-index:9}.modal>div{background:#fff;padding:20px;min-width:320px}td,th{padding:4px 14px;text-align:left}</style>
<div id="side"></div><div id="view"></div><script id="state" type="application/json">${JSON.stringify(state).replaceAll('<', '\\u003c')}</script><script>${SCRIPT}</script></html>`,
  };
}

function act(state: State, { act: deed, ...values }: Record<string, string>): void {
  const board = state.boards.find(({ id }) => id === values.board);
  const known = board?.cards.find(({ title }) => title === values.card);
  const person = state.people.find(({ id }) => String(id) === values.id);
  const topic = state.topics.find(({ id }) => String(id) === values.topic);
  if (deed === 'move' && known) known.list = values.list ?? '';
  if (deed === 'add' && board) board.cards.push(card(values.title ?? '', values.list ?? '', '', ''));
  if (deed === 'reply' && topic) topic.posts.push({ by: 'Uma Rao', text: values.text ?? '' });
  if (deed === 'billing') Object.assign(state.billing, values);
  if (deed === 'profile') Object.assign(state.profile, values);
  if (deed === 'role' && person) person.role = values.role ?? '';
  if (deed === 'deactivate' && person) person.isActive = false;
}
