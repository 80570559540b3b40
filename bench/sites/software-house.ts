/** A software product: plans, help articles with a search, a changelog, job openings, a demo to book; drawn in the browser. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { answers, type BenchSite, isNowhere, listOf, type Page, rowsOf, type Visit } from './bench-site.ts';

const SCRIPT = readFileSync(path.join(import.meta.dirname, 'software-house.js'), 'utf8');

const JOBS = [
  ['Backend engineer', 'Engineering', 'Berlin', 72_000, 'Full time'],
  ['Support specialist', 'Support', 'Lisbon', 38_000, 'Part time'],
  ['Site reliability engineer', 'Engineering', 'Remote', 81_000, 'Full time'],
  ['Product designer', 'Design', 'Berlin', 64_000, 'Full time'],
  ['Content writer', 'Marketing', 'Remote', 45_000, 'Part time'],
  ['Mobile engineer', 'Engineering', 'Lisbon', 69_000, 'Full time'],
  ['Office manager', 'Operations', 'Berlin', 41_000, 'Part time'],
  ['Data engineer', 'Engineering', 'Berlin', 84_500, 'Full time'],
  ['Sales lead', 'Sales', 'Lisbon', 58_000, 'Full time'],
  ['Payroll clerk', 'Operations', 'Berlin', 39_500, 'Part time'],
  ['Research lead', 'Design', 'Remote', 77_000, 'Full time'],
].map(([title, team, place, salary, hours]) => ({ title, team, place, salary: Number(salary), hours }));

const RELEASES = [
  ['5.1', '2026-10-20', ['Reminders in 14 languages', 'Faster search']],
  ['5.0', '2026-09-01', ['New editor', 'Approval by two people']],
  ['4.9', '2026-07-14', ['Import from CSV']],
  ['4.8', '2026-05-30', ['Export to DATEV', 'Passkeys']],
  ['4.7', '2026-04-11', ['Recurring invoices']],
  ['4.6', '2026-02-26', ['Dark mode', 'Keyboard shortcuts']],
  ['4.5', '2026-01-15', ['Credit notes']],
].map(([version, day, changes]) => ({ version, day, changes }));

const ARTICLES = [
  {
    slug: 'refunds',
    topic: 'Billing',
    title: 'How refunds work',
    text: [
      'You get the full price back within 30 days of the purchase.',
      'After that we refund unused whole months of a yearly plan.',
    ],
  },
  {
    slug: 'change-plan',
    topic: 'Billing',
    title: 'Changing your plan',
    text: ['Upgrades are effective at once, downgrades at the end of the billing period.'],
  },
  {
    slug: 'attachments',
    topic: 'Invoices',
    title: 'Attaching files',
    text: ['Every invoice takes up to ten attachments.', 'An attachment may be up to 25 MB in size.'],
  },
  {
    slug: 'reminders',
    topic: 'Invoices',
    title: 'Sending reminders',
    text: ['The first reminder goes out 7 days after the due date, the second one 14 days later.'],
  },
  {
    slug: 'lost-phone',
    topic: 'Account',
    title: 'I lost my phone with the authenticator',
    text: [
      'Sign in with one of your recovery codes, then open Security and choose Replace device.',
      'Without recovery codes the owner of the account can reset the second factor for you.',
    ],
  },
  {
    slug: 'delete-account',
    topic: 'Account',
    title: 'Deleting your account',
    text: ['Open Settings, then Danger zone. Your data is erased for good after 60 days.'],
  },
];

const beginning = () => ({ tickets: [] as Record<string, string>[], demos: [] as Record<string, string>[] });

type State = ReturnType<typeof beginning>;

export const softwareHouse: BenchSite<State> = {
  name: 'software-house',
  open() {
    const state = beginning();
    return { state, answer: (visit) => route(state, visit) };
  },
  tasks: [
    {
      kind: 'ask',
      goal: 'What does the Team plan cost per month if I pay yearly?',
      isRight: (_, answer) => answers(answer) && /\b19\b/.test(answer),
    },
    {
      kind: 'ask',
      goal: 'In which version did dark mode arrive, and when was that?',
      isRight: (_, answer) => answers(answer, '4.6') && /26 Feb|Feb\w* 26|2026-02-26/.test(answer),
    },
    {
      kind: 'ask',
      goal: 'I lost my phone with the authenticator app. What do I have to do?',
      isRight: (_, answer) => answer.length < 500 && /recovery code/i.test(answer),
    },
    {
      kind: 'ask',
      goal: 'Is the API running normally at the moment?',
      isRight: (_, answer) => answer.length < 200 && /^no\b|degraded/i.test(answer),
    },
    {
      kind: 'most',
      goal: 'What is the cheapest plan that includes single sign-on?',
      isRight: (_, answer) => answers(answer, 'Business'),
    },
    {
      kind: 'most',
      goal: 'Which engineering job pays the most?',
      isRight: (_, answer) => answers(answer, 'Data engineer'),
    },
    {
      kind: 'compare',
      goal: 'How much more storage does the Business plan have than the Team plan?',
      isRight: (_, answer) => answers(answer) && /\b400\b/.test(answer),
    },
    {
      kind: 'count',
      goal: 'How many open positions are there in Berlin?',
      isRight: (_, answer) => answers(answer) && /\b(5|five)\b/i.test(answer),
    },
    {
      kind: 'rule',
      goal: 'I bought a plan 20 days ago. Can I still get my money back?',
      isRight: (_, answer) => answer.length < 300 && /^yes\b/i.test(answer),
    },
    {
      kind: 'rule',
      goal: 'Can I attach a file of 40 MB to an invoice?',
      isRight: (_, answer) => answer.length < 300 && /^no\b/i.test(answer),
    },
    {
      kind: 'form',
      goal: 'Book a demo on Thursday at 10 in the morning for Kaya Demir from Nordlicht GmbH, kaya@nordlicht.example. We are 12 people.',
      isRight: ({ demos: [one] }) =>
        /^Thursday/.test(one?.day ?? '') &&
        one?.time === '10:00' &&
        one.name === 'Kaya Demir' &&
        one.company === 'Nordlicht GmbH' &&
        one.email === 'kaya@nordlicht.example' &&
        one.people === '12',
    },
    {
      kind: 'form',
      goal: 'Tell support that the import of my CSV file stops at 80 percent. It is urgent. My address is mo@example.net.',
      isRight: ({ tickets: [one] }) =>
        one?.email === 'mo@example.net' &&
        one.priority === 'urgent' &&
        /import/i.test(one.text ?? '') &&
        /80/.test(one.text ?? ''),
    },
    {
      kind: 'file',
      goal: 'Get me the installer for Linux.',
      isRight: (_, __, files) => files.join() === 'quillmark-5.1.AppImage',
    },
    {
      kind: 'schema',
      goal: 'All job openings with title, team and location.',
      outputSchema: listOf('jobs', { title: 'string', team: 'string', location: 'string' }),
      isRight: (_, answer) => {
        const told = rowsOf(answer, 'jobs');
        return (
          told.length === JOBS.length &&
          JOBS.every(({ title, team, place }) =>
            told.some((row) => row.title === title && row.team === team && row.location === place),
          )
        );
      },
    },
    {
      kind: 'schema',
      goal: 'What do the plans cost per month, and how many users do they allow?',
      outputSchema: listOf('plans', { name: 'string', price: 'number', users: 'number' }),
      isRight: (_, answer) =>
        rowsOf(answer, 'plans')
          .map(({ name, price, users }) => `${name} ${price} ${users}`)
          .join('|') === 'Starter 9 3|Team 24 15|Business 59 100',
    },
    {
      kind: 'missing',
      goal: 'Which version added support for handwriting recognition?',
      isRight: (_, answer, __, failure) => isNowhere(answer, failure),
    },
  ],
};

function route(state: State, { method, path: at, query, form }: Visit): Page {
  const values = Object.fromEntries(form);
  const json = (value: unknown, status = 200): Page => ({
    type: 'application/json',
    body: JSON.stringify(value),
    status,
  });
  if (method === 'POST' && at === '/api/tickets') {
    if (!values.email || !values.text) return json({ error: 'Please fill in all fields.' }, 400);
    state.tickets.push(values);
    return json({ ok: true });
  }
  if (method === 'POST' && at === '/api/demos') {
    if (!values.day || !values.time || !values.name || !values.email)
      return json({ error: 'Please pick a day and a time and tell us who you are.' }, 400);
    state.demos.push(values);
    return json({ ok: true });
  }
  if (at === '/api/jobs')
    return json(JOBS.map(({ title, team, place }, id) => ({ id: id + 1, title, team, place })));
  const job = JOBS[Number(/^\/api\/jobs\/(\d+)$/.exec(at)?.[1] ?? 0) - 1];
  if (job) return json(job);
  if (at === '/api/releases') {
    const from = Number(query.get('from') ?? 0);
    return json({ items: RELEASES.slice(from, from + 3), more: from + 3 < RELEASES.length });
  }
  if (at === '/api/articles') {
    const word = (query.get('q') ?? '').toLowerCase();
    return json(
      ARTICLES.filter(({ title, text }) => `${title} ${text.join(' ')}`.toLowerCase().includes(word)),
    );
  }
  if (/^\/dl\/[\w.-]+$/.test(at))
    return { type: 'application/octet-stream', file: at.slice(4), body: 'binary' };
  if (at === '/app.js') return { type: 'text/javascript', body: SCRIPT };
  if (at === '/favicon.ico') return { status: 404 };
  return {
    body: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Quillmark</title><meta name="viewport" content="width=device-width"></head><body><qm-top></qm-top><div id="app"></div><qm-foot></qm-foot><script type="module" src="/app.js"></script></body></html>',
  };
}
