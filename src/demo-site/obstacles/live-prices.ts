import type { FastifyInstance } from 'fastify';
import { html, trusted } from '../html.ts';
import { type Site, sendPage } from '../site.ts';

const lots = [
  { lot: 'Aurora Ridge', grade: 'Washed, screen 16', price_usd_per_kg: 7.42, change_percent: 1.8 },
  { lot: 'Blue Kettle', grade: 'Natural, screen 15', price_usd_per_kg: 6.95, change_percent: -0.6 },
  { lot: 'Cinder Valley', grade: 'Honey, screen 17', price_usd_per_kg: 8.1, change_percent: 0.4 },
  { lot: 'Dove Hollow', grade: 'Washed, screen 18', price_usd_per_kg: 9.25, change_percent: 2.9 },
  { lot: 'Elder Fork', grade: 'Decaffeinated', price_usd_per_kg: 7.88, change_percent: -1.2 },
  { lot: 'Foxglove', grade: 'Natural, single lot', price_usd_per_kg: 12.6, change_percent: 0 },
];

/** The page itself holds no price: its script asks for them once it has loaded. */
export function livePriceRoutes(app: FastifyInstance, site: Site): void {
  app.get('/live-prices', (request, reply) =>
    sendPage(site, request, reply, {
      title: 'Live coffee prices',
      description: 'What green coffee costs right now.',
      body: html`<header class="page-head"><h1>Live coffee prices</h1><p>What the green coffee in our store room is worth right now.</p></header>
<div id="prices" role="region" aria-label="Prices" aria-live="polite" aria-busy="true"><p class="loading">Loading prices</p></div>
<noscript><p class="message bad">This page needs JavaScript.</p></noscript>
<script>${trusted(script)}</script>`,
    }),
  );

  app.get('/api/live-prices.json', async (_request, reply) => {
    await site.clock.sleep(250);
    return reply.send({ updated_at: site.clock.now().toISOString(), lots });
  });
}

const script = `
const region = document.getElementById('prices');
function cell(tag, text) {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}
function row(tag, texts) {
  const line = document.createElement('tr');
  line.append(...texts.map((text) => cell(tag, text)));
  return line;
}
async function show() {
  try {
    const answer = await fetch('/api/live-prices.json');
    const { lots, updated_at } = await answer.json();
    const table = document.createElement('table');
    table.append(cell('caption', 'Green coffee, US dollars a kilogram'));
    table.createTHead().append(row('th', ['Lot', 'Grade', 'Price', 'Today']));
    const body = table.createTBody();
    for (const { lot, grade, price_usd_per_kg, change_percent } of lots) {
      const sign = change_percent > 0 ? '+' : '';
      body.append(row('td', [lot, grade, '$' + price_usd_per_kg.toFixed(2), sign + change_percent.toFixed(1) + ' %']));
    }
    const frame = document.createElement('div');
    frame.className = 'table-frame';
    frame.append(table);
    region.replaceChildren(frame, cell('p', 'Updated at ' + updated_at.slice(11, 19) + ' UTC'));
  } catch {
    region.replaceChildren(cell('p', 'The prices could not be loaded.'));
  }
  region.setAttribute('aria-busy', 'false');
}
addEventListener('load', show);
`;
