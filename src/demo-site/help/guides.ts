import type { FastifyInstance } from 'fastify';
import { html, trusted } from '../html.ts';
import { type Site, sendPage } from '../site.ts';
import data from './help.json' with { type: 'json' };

export function guideRoutes(app: FastifyInstance, site: Site): void {
  app.get('/help/shipping-and-returns', (request, reply) =>
    sendPage(site, request, reply, {
      title: 'Shipping and returns',
      description: 'How parcels travel, what they cost, and how they come back.',
      body: trusted(data.shipping),
    }),
  );

  app.get('/help/faq', (request, reply) =>
    sendPage(site, request, reply, {
      title: 'Questions and answers',
      description: 'What people ask us most.',
      body: html`<header class="page-head"><h1>Questions and answers</h1><p>What people ask us most. Open a question to read its answer.</p></header>
<div class="faq">${data.questions.map(([question, answer]) => html`<details><summary>${question}</summary><p>${answer}</p></details>`)}</div>`,
    }),
  );
}
