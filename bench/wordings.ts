/**
 * How often `local-chromium` fills in a form that it has open, told in many ways: every wording of a task on every layout
 * of the same form. `node bench/wordings.ts [--only contact/table] [--verbose]`. Right is a form that was sent once with
 * just these values.
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { gateFor, serveSite } from '../src/browser/browser.fixture.ts';
import type { DirectRunner } from '../src/runners/contract.ts';
import { openLocalChromium } from '../src/runners/local/local-chromium.fixture.ts';
import { attemptScope } from '../test/support/scope.ts';
import { printTrials, runTrials, type Trial } from './trials.ts';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    parallel: { type: 'string', default: '2' },
    verbose: { type: 'boolean', default: false },
  },
});

const FOLDER = path.join(import.meta.dirname, 'wordings');

interface Form {
  values: Record<string, string>;
  wordings: string[];
}

const FORMS: Record<string, Form> = {
  contact: {
    values: { name: 'Kim Doe', email: 'kim@example.org', message: 'Hello there' },
    wordings: [
      'Fill in the contact form with name "Kim Doe", email "kim@example.org" and message "Hello there" and send it',
      'Send a message through the contact form. Name: Kim Doe. Email: kim@example.org. Message: Hello there',
      'Use the contact form to send "Hello there". My name is Kim Doe and my email is kim@example.org.',
      'Contact them as Kim Doe (kim@example.org) saying "Hello there"',
      'Please fill out this form: Name = Kim Doe, E-mail = kim@example.org, Message = Hello there, then send it.',
      'Enter Kim Doe as the name, kim@example.org as the email and "Hello there" as the message, then submit.',
      'Type "Kim Doe" into the name field, "kim@example.org" into the email field and "Hello there" into the message field, then press the submit button',
      'Write them a message "Hello there" from Kim Doe, kim@example.org',
      'Submit the form using Kim Doe for the name, kim@example.org for the email and "Hello there" for the message.',
      'Fill the form with this data and submit it: {"name": "Kim Doe", "email": "kim@example.org", "message": "Hello there"}',
      'Complete the contact form:\n- Name: Kim Doe\n- Email: kim@example.org\n- Message: Hello there\nThen submit it.',
      'Set the name to Kim Doe, the email to kim@example.org, and the message to Hello there. Submit the form.',
      'I want to get in touch with them. My name is Kim Doe, my email address is kim@example.org and the message is: Hello there',
      'Leave the message "Hello there" for them; I am Kim Doe and they can reach me at kim@example.org',
    ],
  },
  order: {
    values: {
      plan: 'Pro',
      country: 'Norway',
      seats: '3',
      start: '2027-03-04',
      newsletter: 'yes',
      name: 'Ada Berg',
    },
    wordings: [
      'Order the Pro plan for Ada Berg from Norway, 3 seats, starting on 4 March 2027, with the newsletter',
      'Fill in the form: Name: Ada Berg, Country: Norway, Seats: 3, Start date: 2027-03-04, Plan: Pro, Newsletter: yes. Submit it.',
      'Sign up Ada Berg (Norway) for the Pro plan with 3 seats, start date 4 March 2027. Subscribe to the newsletter.',
      'Set name to "Ada Berg", country to "Norway", seats to 3, start date to 2027-03-04 and plan to "Pro", tick the newsletter box and submit',
      'Enter Ada Berg as the name, choose Norway as the country, enter 3 seats, pick 4 March 2027 as the start date, select the Pro plan, tick the newsletter and send the form',
      'I am Ada Berg and live in Norway. I want the Pro plan with three seats from March 4, 2027, and yes, I want the newsletter.',
      'Complete the form with this data:\nname: Ada Berg\ncountry: Norway\nseats: 3\nstart date: 2027-03-04\nplan: Pro\nnewsletter: yes',
      'Fill the form using {"name":"Ada Berg","country":"Norway","seats":3,"start_date":"2027-03-04","plan":"Pro","newsletter":true} and submit it',
      'Please submit the form for Ada Berg. Country is Norway, plan is Pro, number of seats is 3, it starts on 2027-03-04, and the newsletter should be checked.',
      'Register: Ada Berg, Norway, Pro plan, 3 seats, 04.03.2027, newsletter yes',
    ],
  },
};

interface Stand {
  /** Form, layout and the number of the wording. */
  name: string;
  layout: string;
  goal: string;
  values: Record<string, string>;
  html: string;
}

async function main(): Promise<void> {
  await using owned = new AsyncDisposableStack();
  const all = await Promise.all(Object.entries(FORMS).map(standsOf));
  const stands = all.flat().filter(({ name }) => name.startsWith(options.only));
  const sent = stands.map((): Record<string, string>[] => []);
  const site = owned.use(
    await serveSite((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site');
      const [, number = '', place] = pathname.split('/');
      if (place === 'done') sent[Number(number)]?.push(Object.fromEntries(searchParams));
      const page = place === 'done' ? '<h1>Thank you</h1><p>We have received it.</p>' : undefined;
      const body = page ?? (place === '' ? stands[Number(number)]?.html : undefined);
      response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(body);
    }),
  );
  const { runner } = owned.use(await openLocalChromium(gateFor(site)));
  const trials = await runTrials(
    [...stands.entries()],
    ([number, stand]) => attempt(runner, stand, `${site.origin}/${number}/`, sent[number] ?? []),
    { parallel: Number(options.parallel), verbose: options.verbose },
  );
  printTrials(trials, 'wordings');
  printTrials(
    trials.map((trial) => ({ ...trial, kind: `wording ${trial.name.split('#')[1]}` })),
    'layouts',
  );
}

async function standsOf([form, { values, wordings }]: [string, Form]): Promise<Stand[]> {
  const folder = path.join(FOLDER, form);
  const layouts = await readdir(folder);
  return Promise.all(
    layouts.flatMap((file) =>
      wordings.map(async (goal, index) => ({
        name: `${form}/${path.parse(file).name}#${form} ${String(index + 1).padStart(2, '0')}`,
        layout: `${form}/${path.parse(file).name}`,
        goal,
        values,
        html: await readFile(path.join(folder, file), 'utf8'),
      })),
    ),
  );
}

async function attempt(
  runner: DirectRunner,
  { name, layout, goal, values }: Stand,
  url: string,
  sent: Record<string, string>[],
): Promise<Trial> {
  const startedAt = performance.now();
  const result = await runner.run(
    { goal, url, instructions: null, steps: [], successCriteria: null, outputSchema: null },
    attemptScope({ signal: AbortSignal.timeout(90_000) }),
  );
  const isSent = sent.length === 1 && isDeepStrictEqual({ ...sent[0] }, values);
  return {
    name,
    kind: layout,
    isClaimed: result.ok,
    isRight: isSent && result.ok,
    ms: performance.now() - startedAt,
    note: `${goal}\n      sent ${JSON.stringify(sent)}\n      -> ${result.ok ? 'done' : result.message}`,
  };
}

await main();
