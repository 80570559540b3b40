import { expect, test } from 'vitest';
import { readMarkup } from '../extract.ts';
import { answerQuestion } from './answer-question.ts';
import { indexPage } from './page-index.ts';
import { ownName, siteName } from './page-name.ts';

function pageOf(head: string, body: string) {
  return readMarkup(
    `<html lang="en"><head>${head}</head><body>${body}</body></html>`,
    'https://site.example/p',
  ).page;
}

const inn = pageOf(
  '<title>The Blue Heron | Rooms by the river</title>',
  '<header><a href="/">The Blue Heron</a></header><h1>Sleep where the water is</h1><p>Nine rooms, all of them with a view.</p>',
);
const lido = pageOf(
  '<title>Prices - Quarry Lido</title>',
  '<div><img alt="Quarry Lido" src="/l.svg"></div><h1>Prices</h1><p>Under fours swim free on every day.</p>',
);
const lamp = pageOf(
  '<title>Hedda desk lamp | Lumen &amp; Co</title>',
  '<div><a href="/">Lumen &amp; Co</a></div><h1>Hedda desk lamp</h1><p>A turned brass arm on a cast-iron foot.</p>',
);

test('a slogan or the name of a part of the site is not what the page is called', () => {
  expect(ownName(inn)).toBe('The Blue Heron');
  expect(ownName(lido)).toBe('Quarry Lido');
});

test('what a page is about keeps its own name beside that of the site', () => {
  expect(ownName(lamp)).toBe('Hedda desk lamp');
  expect(siteName(lamp)).toBe('Lumen & Co');
});

test('whoever has the site is told by name, unless the page is about something else', () => {
  const ask = (page: typeof inn, question: string) => answerQuestion(indexPage(page), question);
  expect(ask(inn, 'What is the name of the hotel?')).toBe('The Blue Heron');
  expect(ask(lido, "What's the pool called?")).toBe('Quarry Lido');
  expect(ask(lamp, 'What is the shop called?')).toBe('Lumen & Co');
  expect(ask(lamp, 'What is the museum called?')).toBeUndefined();
});
