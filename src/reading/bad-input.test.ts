import { expect, test } from 'vitest';
import { readDocument } from './read-document.ts';

const KETTLE = `<html lang="en"><head><title>Fern Kettle</title></head><body><main><h1>Fern Kettle</h1>
  <p>Price: <b>€58.00</b></p><p>The kettle holds 1.2 litres and weighs 640 grams. It was made in Fulda by hand.</p>
  <h2>Returns</h2><p>You may return it within 30 days.</p></main></body></html>`;

async function ask(goal: string, html = KETTLE, contentType = 'text/html') {
  const source = { url: 'https://shop.example/p/1', body: new TextEncoder().encode(html), contentType };
  const { answer } = await readDocument(source, { goal, instructions: null, outputSchema: null });
  if (!answer?.found) throw new Error('a page that was read gives something');
  return answer;
}

test('a remark beside the request does not change it', async () => {
  const asked = await ask('Return the main text of the page. Reference 12.');
  expect(asked).toMatchObject({ rung: 'text', likely: 0.9, output: expect.stringContaining('30 days') });
  expect(await ask('Return the data.')).toMatchObject({ rung: 'text', likely: 0.9 });
});

test('a task in another language gets an answer from the ladder', async () => {
  expect(await ask('Wie hoch ist der Preis?')).toMatchObject({ output: expect.stringContaining('58.00') });
  expect((await ask('このやかんの重さは？')).likely).toBeLessThan(0.6);
});

test('a task of 20,000 characters is answered', async () => {
  const long = `${'I have a long story about my kitchen to tell. '.repeat(440)}What does the kettle cost?`;
  expect(await ask(long)).toMatchObject({ output: expect.stringContaining('58.00') });
});

test('a task that is only a noun finds its part, and a noun that the page does not have is never sure', async () => {
  expect(await ask('Return policy?')).toMatchObject({ output: expect.stringContaining('30 days') });
  expect((await ask('Zeppelin')).likely).toBeLessThan(0.5);
});

test('contradictory requests are each answered', async () => {
  const both = await ask('the price and nothing but the weight');
  expect(both.output).toEqual(expect.stringContaining('58.00'));
});

test('a page of 10 MB is answered', async () => {
  const large = KETTLE.replace('</main>', `<p>${'word '.repeat(2_000_000)}</p></main>`);
  expect(await ask('How much is this?', large)).toMatchObject({ output: expect.stringContaining('58.00') });
});

test('of a page with two main things the named one is told, and none as sure where none is named', async () => {
  const two = `<html><title>Lamps</title><body><main><h1>Two lamps</h1><section><h2>Moor Lamp</h2><p>Price: €40</p></section>
    <section><h2>Fjord Lamp</h2><p>Price: €90</p></section></main></body></html>`;
  expect(await ask('How much is the Fjord Lamp?', two)).toMatchObject({
    output: expect.stringContaining('€90'),
  });
  const unnamed = await ask('What is the price of this product?', two);
  expect(unnamed.likely).toBeLessThan(0.6);
  expect(unnamed.output).toEqual(expect.stringContaining('€40'));
});

test('what an engine returns is read as what it is', async () => {
  const json = '{"name":"Fern Kettle","price":"€58.00"}';
  expect(await ask('price', json, 'application/json')).toMatchObject({ output: '€58.00' });
  const markdown = '# Fern Kettle\n\nPrice: €58.00\n\n## Returns\n\nYou may return it within 30 days.';
  expect(await ask('Return policy?', markdown, 'text/markdown')).toMatchObject({
    output: expect.stringContaining('30 days'),
  });
});
