import type { FastifyInstance } from 'fastify';
import { html } from '../html.ts';
import { type Site, sendPage } from '../site.ts';
import data from './help.json' with { type: 'json' };

const { columns, rows } = data.stores;

export function storeRoutes(app: FastifyInstance, site: Site): void {
  app.get('/stores', (request, reply) =>
    sendPage(site, request, reply, {
      title: 'Stores and opening hours',
      description: `Opening hours of our ${rows.length} stores.`,
      section: '/stores',
      body: html`<header class="page-head"><h1>Stores and opening hours</h1><p>${rows.length} stores, all within smelling distance of a roaster. The times are local.</p></header>
<div class="table-frame"><table><caption>Opening hours of all stores</caption>
<thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${rows.map(
        ([town, ...cells]) =>
          html`<tr><th scope="row">${town}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`,
      )}</tbody></table></div>`,
    }),
  );
}
