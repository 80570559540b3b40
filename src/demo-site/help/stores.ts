import type { FastifyInstance } from 'fastify';
import { html } from '../html.ts';
import { type Site, sendPage } from '../site.ts';

const columns = [
  'Town',
  'Address',
  'Telephone',
  'Monday to Friday',
  'Saturday',
  'Sunday',
  'Coffee bar',
  'Since',
];

const stores: string[][] = [
  ['Alderwick', '3 Weir Lane', '555-0101', '09:00-18:00', '09:00-17:00', 'Closed', 'Yes', '2009'],
  ['Brackenford', '18 Station Road', '555-0102', '08:30-18:00', '09:00-17:00', '11:00-16:00', 'Yes', '2012'],
  ['Cold Harbour', '1 Quay Steps', '555-0103', '10:00-18:00', '10:00-18:00', '10:00-16:00', 'No', '2014'],
  ['Dunmere', '77 High Street', '555-0104', '09:00-18:30', '09:00-18:30', 'Closed', 'Yes', '2011'],
  ['Eskdale Cross', '5 Market Place', '555-0105', '09:00-17:30', '09:00-16:00', 'Closed', 'No', '2016'],
  ['Fallowby', '24 Mill Yard', '555-0106', '09:30-18:00', '09:30-17:00', '11:00-15:00', 'Yes', '2018'],
  ['Gannet Bay', '9 Promenade', '555-0107', '10:00-19:00', '10:00-19:00', '10:00-18:00', 'Yes', '2019'],
  ['Hollin Bridge', '40 Bridge Street', '555-0108', '09:00-18:00', '09:00-17:00', 'Closed', 'No', '2010'],
  ['Kestrel Moor', '2 Old Smithy', '555-0109', '10:00-16:00', '10:00-16:00', '10:00-14:00', 'Yes', '2021'],
  ['Lowmarsh', '61 Canal Side', '555-0110', '08:00-18:00', '09:00-17:00', 'Closed', 'Yes', '2015'],
  ['Pell', '12 Reservoir Road', '555-0111', '09:00-17:00', '08:00-18:00', '08:00-18:00', 'Yes', '2013'],
  ['Thornhythe', '30 Cathedral Walk', '555-0112', '09:00-19:00', '09:00-19:00', '12:00-17:00', 'No', '2022'],
];

export function storeRoutes(app: FastifyInstance, site: Site): void {
  app.get('/stores', (request, reply) =>
    sendPage(site, request, reply, {
      title: 'Stores and opening hours',
      description: `Opening hours of our ${stores.length} stores.`,
      section: '/stores',
      body: html`<header class="page-head"><h1>Stores and opening hours</h1><p>${stores.length} stores, all within smelling distance of a roaster. The times are local.</p></header>
<div class="table-frame"><table><caption>Opening hours of all stores</caption>
<thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${stores.map(
        ([town, ...cells]) =>
          html`<tr><th scope="row">${town}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`,
      )}</tbody></table></div>`,
    }),
  );
}
