import { expect, test } from 'vitest';
import { html } from './html.ts';

test('values are text, markup is markup, and nothing is nothing', () => {
  const evil = `<script>alert("1")</script>' onload='x`;
  expect(html`<p title="${evil}">${evil}</p>`.text).not.toMatch(/<script|" onload|' onload/);
  expect(html`<p>${'a & b'}</p>`.text).toBe('<p>a &#38; b</p>');
  expect(html`<ul>${[html`<li>${1}</li>`, html`<li>${2}</li>`]}${null}${false}</ul>`.text).toBe(
    '<ul><li>1</li><li>2</li></ul>',
  );
});
