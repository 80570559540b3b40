import { expect, test } from 'vitest';
import { extractPage } from '../extract.ts';

function textOf(body: string): string {
  const { parts } = extractPage(`<html lang="en"><body>${body}</body></html>`, 'https://a.example/x');
  return parts.map(({ text }) => text).join('\n');
}

const ANSWER = '<p>One share is $250. Most households buy eight.</p>';
const page = (inner: string) => `<h1>Questions</h1><section><h2>Joining</h2>${inner}</section>`;

test.each([
  [
    'a style',
    `<div class="item"><button aria-expanded="false">What does a share cost?</button><div style="display:none">${ANSWER}</div></div>`,
  ],
  ['an attribute', `<button>What does a share cost?</button><div hidden>${ANSWER}</div>`],
  [
    'what is told to readers of the screen',
    `<h3><button aria-expanded="false">What does a share cost?</button></h3><div aria-hidden="true">${ANSWER}</div>`,
  ],
  [
    'a box called so',
    `<div class="faq-item"><div class="faq-title">Price of a share</div><div class="faq-text" style="display: none">${ANSWER}</div></div>`,
  ],
  ['a term', `<dl><dt>What does a share cost?</dt><dd style="display:none">${ANSWER}</dd></dl>`],
])('what is folded away below the line that asks for it is read: by %s', (_, inner) => {
  expect(textOf(page(inner))).toContain('$250');
});

test.each([
  ['a menu', `<nav><button aria-expanded="false">What is new?</button><div hidden>${ANSWER}</div></nav>`],
  ['a dialog', `<button>Cost of a share</button><div class="modal" style="display:none">${ANSWER}</div>`],
  ['a box of cookies', `<p>Cookies?</p><div class="cookie-consent" hidden>${ANSWER}</div>`],
  ['a form', `<button aria-expanded="false">Buy</button><div hidden>${ANSWER}<input name="shares"></div>`],
  ['a message to come', `<button>Buy a share</button><div id="done" style="display:none">${ANSWER}</div>`],
  ['a template', `<p>What does a share cost?</p><template>${ANSWER}</template>`],
])('what stays hidden is not read: %s', (_, inner) => {
  expect(textOf(page(inner))).not.toContain('$250');
});
