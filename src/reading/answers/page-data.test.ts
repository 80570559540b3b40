import { expect, test } from 'vitest';
import { answerAsked } from '../answer.ts';
import { extractPage } from '../extract.ts';
import { readDataRequest } from './page-data.ts';

const EVENT = { '@context': 'https://schema.org', '@type': 'Event', name: 'Otter walk' };
const HTML = `<html lang="en"><head><title>Otter walk</title><meta property="og:title" content="Otters!">
  <meta property="og:image" content="https://river.example/o.png"><meta name="description" content="A walk.">
  <link rel="canonical" href="https://river.example/walk">
  <script type="application/ld+json">${JSON.stringify(EVENT)}</script></head>
  <body><h1>Otter walk</h1><div itemscope itemtype="https://schema.org/Product"><b itemprop="name">Plush otter</b></div>
  <p>Come along.</p></body></html>`;
const PLUSH = { '@type': 'Product', name: 'Plush otter' };
const GRAPH = { 'og:title': 'Otters!', 'og:image': 'https://river.example/o.png' };

async function ask(goal: string, outputSchema: Record<string, unknown> | null = null) {
  const page = await extractPage(HTML, 'https://river.example/p/1');
  const answer = answerAsked({ goal, instructions: null, outputSchema }, page);
  return answer.found ? answer.output : undefined;
}

test.each<[string, unknown]>([
  [
    'Give me all structured data of the page as JSON',
    {
      json_ld: EVENT,
      microdata: PLUSH,
      open_graph: GRAPH,
      meta: { description: 'A walk.' },
      canonical_url: 'https://river.example/walk',
    },
  ],
  [
    'Return the structured data (JSON-LD, OpenGraph, meta tags)',
    { json_ld: EVENT, open_graph: GRAPH, meta: { ...GRAPH, description: 'A walk.' } },
  ],
  ['Give me the microdata as JSON', PLUSH],
  ['Extract the JSON-LD', EVENT],
  ['What is the og:title?', 'Otters!'],
  ['What is the meta description?', 'A walk.'],
  [
    'Get the OpenGraph title, the og:image and the canonical URL',
    { ...GRAPH, canonical_url: 'https://river.example/walk' },
  ],
  ['What is the canonical URL of this page?', 'https://river.example/walk'],
  ['List the Open Graph tags', GRAPH],
  ['Extract the schema.org data', { json_ld: EVENT, microdata: PLUSH }],
  [
    'Give me the title, the meta description and the canonical link',
    { title: 'Otter walk', description: 'A walk.', canonical_url: 'https://river.example/walk' },
  ],
  ['Extract the RDFa', undefined],
  ['What is the twitter:image?', undefined],
])('%s', async (goal, output) => {
  expect(await ask(goal)).toEqual(output);
});

test('a schema that leaves its keys open gets the data too', async () => {
  expect(await ask('Extract the JSON-LD', { type: 'object' })).toEqual(EVENT);
});

test.each([
  'What is the price of the lamp?',
  'Get the title and the price',
  'Which data are stored about me?',
  'Give me the data of the table',
  'What does the page say about metadata and privacy?',
  'Extract the article',
])('%s asks for what the page says', (goal) => {
  expect(readDataRequest(goal)).toBeNull();
});
