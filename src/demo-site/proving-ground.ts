import type { FastifyInstance } from 'fastify';
import { firstTasks } from './first-tasks.ts';
import { html } from './html.ts';
import { type Site, sendPage } from './site.ts';

/** A page that lists the obstacles for agents. */
export function provingGroundRoutes(app: FastifyInstance, site: Site): void {
  app.get('/demo', (request, reply) =>
    sendPage(site, request, reply, {
      title: 'Proving ground',
      description: 'What an agent can be tried on in this shop.',
      body: html`<header class="page-head"><h1>Proving ground</h1><p>This shop was invented to show what browser agents meet. It works offline and forgets everything when it stops.</p></header>
<div class="table-frame"><table><caption class="hidden">What there is to try</caption><thead><tr><th scope="col">Page</th><th scope="col">What it shows</th><th scope="col">Try asking</th></tr></thead>
<tbody>${things.map(
        ([path, shows, task]) =>
          html`<tr><th scope="row"><a href="${path}">${path}</a></th><td>${shows}</td><td>${task}</td></tr>`,
      )}</tbody></table></div>`,
    }),
  );
}

const things: [string, string, string][] = [
  [firstTasks[0].path, 'A product with JSON-LD, microdata, OpenGraph and a table', firstTasks[0].input],
  ['/catalogue', 'Sorting and several pages', 'Which product is the cheapest?'],
  ['/search?q=blanket', 'Search results', 'Search for a blanket and tell me its size.'],
  ['/search?q=umbrella', 'A search that honestly finds nothing', 'Do they sell umbrellas?'],
  ['/stores', 'A wide table', 'Which stores open on Sunday before ten?'],
  ['/journal/mending-a-tent', 'A long article', 'What does a pole section cost?'],
  ['/help/shipping-and-returns', 'A help page with headings and a table', 'How long may I return something?'],
  ['/help/faq', 'Sections that open on a click', 'Do gift cards expire?'],
  ['/live-prices', 'A page made by JavaScript', 'What does a kilogram of Dove Hollow cost?'],
  [
    '/basket',
    'A basket that lasts as long as the session',
    'Put two tin mugs into the basket and tell me the total.',
  ],
  ['/contact', 'A form that checks what it gets', 'Write to the shop about a repair.'],
  ['/repairs', 'A file upload', 'Upload a photograph for repair.'],
  ['/login', 'A login with a one-time code', 'Sign in and tell me the status of order 1003.'],
  ['/account/invoice-1001.pdf', 'A download behind the login', 'Download the invoice of order 1001.'],
  ['/members', 'A login wall', 'What do members pay for packs?'],
  ['/challenge', 'A bot challenge that never ends', 'Read this page.'],
  ['/slow?ms=8000', 'A page that takes eight seconds', 'Wait for it.'],
  ['/old-catalogue', 'A redirect', 'Where does it lead?'],
  ['/no-such-page', 'A page that is not there', 'Read this page.'],
];
