import type { FastifyInstance } from 'fastify';
import { html } from '../html.ts';
import { type Site, sendPage } from '../site.ts';

export function guideRoutes(app: FastifyInstance, site: Site): void {
  app.get('/help/shipping-and-returns', (request, reply) =>
    sendPage(site, request, reply, {
      title: 'Shipping and returns',
      description: 'How parcels travel, what they cost, and how they come back.',
      body: shipping,
    }),
  );

  app.get('/help/faq', (request, reply) =>
    sendPage(site, request, reply, {
      title: 'Questions and answers',
      description: 'What people ask us most.',
      body: html`<header class="page-head"><h1>Questions and answers</h1><p>What people ask us most. Open a question to read its answer.</p></header>
<div class="faq">${questions.map(([question, answer]) => html`<details><summary>${question}</summary><p>${answer}</p></details>`)}</div>`,
    }),
  );
}

const shipping = html`<div class="guide">
<nav class="contents" aria-label="On this page"><h2>On this page</h2><ol>
<li><a href="#rates">Delivery rates</a></li><li><a href="#times">When it leaves</a></li><li><a href="#returns">Returns</a></li><li><a href="#exchange">Exchanges</a></li><li><a href="#damaged">Damaged parcels</a></li></ol></nav>
<article><h1>Shipping and returns</h1>
<p class="lead">Orders from $75 travel free. Anything unused comes back within 60 days.</p>
<h2 id="rates">Delivery rates</h2>
<div class="table-frame"><table><caption>Delivery rates by service</caption><thead><tr><th scope="col">Service</th><th scope="col">Time</th><th scope="col">Below $75</th><th scope="col">From $75</th></tr></thead>
<tbody><tr><th scope="row">Standard</th><td>3 to 5 working days</td><td>$6.50</td><td>Free</td></tr>
<tr><th scope="row">Express</th><td>1 to 2 working days</td><td>$14.00</td><td>$9.00</td></tr>
<tr><th scope="row">Bicycle courier</th><td>Same day, store towns only</td><td>$8.00</td><td>$8.00</td></tr>
<tr><th scope="row">Pick up in store</th><td>Same day</td><td>Free</td><td>Free</td></tr></tbody></table></div>
<p class="message">Gas cartridges cannot travel by air and always go by standard delivery.</p>
<h2 id="times">When it leaves</h2>
<p>Orders placed before 14:00 leave the same working day. Coffee is roasted on Tuesdays and posted on Wednesdays, and other things in the same order wait for it unless you ask us to split the parcel.</p>
<h2 id="returns">Returns</h2>
<p>You have 60 days from delivery. The thing should be unused and, if possible, in its packaging. Coffee can come back unopened within 14 days.</p>
<ol><li>Sign in and find the number of the order in your account.</li><li>Write the number on the return slip that came with the parcel; returns are free of charge.</li><li>Leave the parcel at any store or post office.</li><li>Your money is back within 5 working days of its arrival, by the way it came.</li></ol>
<h2 id="exchange">Exchanges</h2>
<p>Wrong size or colour? Write <strong>exchange</strong> on the return slip with the article number of what you want instead. We send it at once, without waiting for the parcel.</p>
<h2 id="damaged">Damaged parcels</h2>
<dl><dt>The box is damaged</dt><dd>Accept it, photograph it, and tell us within 7 days.</dd><dt>The thing is damaged</dt><dd>Use the <a href="/repairs">repair form</a> with a photograph. We mend or replace it, whichever is quicker.</dd><dt>The parcel is lost</dt><dd>After 10 working days we send everything again.</dd></dl>
</article></div>`;

const questions: [string, string][] = [
  [
    'How long does coffee stay fresh?',
    'At its best between one and four weeks after roasting. The roast date is printed on the back of each bag.',
  ],
  ['Do you sell gift cards?', 'Yes, in the stores, from $10 to $200. They do not expire.'],
  [
    'Can I change an order after I placed it?',
    'Until 14:00 on the same day, by telephone to any store. After that the parcel has usually left.',
  ],
  [
    'How long is the guarantee?',
    'It depends on the product and stands in its specifications: from 1 year for enamel to 10 years for tents and packs, and for life on wool blankets.',
  ],
  [
    'Do you mend things you did not make?',
    'Often. Send a photograph with the repair form and we will say honestly whether it is worth it.',
  ],
  [
    'Which grind should I choose?',
    'Filter for the Tarn dripper, press for the Lark, espresso for moka pots. With a grinder of your own, whole bean.',
  ],
  [
    'How many loyalty points do I get?',
    'One point for every dollar spent. One hundred points are worth $5 on the next order.',
  ],
];
