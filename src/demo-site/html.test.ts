import { expect, test } from 'vitest';
import { html, render, scriptJson, trusted } from './html.ts';

test('values are escaped in text and in attributes', () => {
  const value = `<img src=x onerror="alert('1')"> & more`;
  expect(render(html`<p title="${value}">${value}</p>`)).toBe(
    '<p title="&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; more">&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; more</p>',
  );
});

test('markup made by the helper is not escaped again, and lists are joined', () => {
  const items = ['a', '<b>'].map((item) => html`<li>${item}</li>`);
  expect(render(html`<ul>${items}</ul>`)).toBe('<ul><li>a</li><li>&lt;b&gt;</li></ul>');
});

test('absent values leave no trace, and zero stays', () => {
  expect(render(html`[${false}${null}${undefined}${0}]`)).toBe('[0]');
});

test('structured data cannot end its script element', () => {
  const markup = render(scriptJson({ name: '</script><script>alert(1)</script>' }));
  expect(markup).not.toContain('<');
  expect(JSON.parse(markup)).toEqual({ name: '</script><script>alert(1)</script>' });
});

test('trusted text is left as it is', () => {
  expect(render(html`${trusted('<svg/>')}`)).toBe('<svg/>');
});
