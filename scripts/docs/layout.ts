import type { Drawn } from './draw.ts';
import type { Page } from './page.ts';

/** A whole page: navigation, text, headings of this page, and the pages before and after. */
export function layout(
  page: Page,
  { html, headings }: Drawn,
  pages: readonly Page[],
  assets: Assets,
): string {
  const listed = pages.filter(({ listedAt }) => !listedAt);
  const row = pages.filter(({ listedAt }) => listedAt === page.listedAt);
  const at = row.indexOf(page);
  const near = [
    ['prev', at > 0 ? row[at - 1] : undefined],
    ['next', at >= 0 ? row[at + 1] : undefined],
  ] as const;
  const onPage = headings.filter(({ level }) => level === 2);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(page.title)} · Switchyard</title>
<meta name="description" content="${escaped(page.description)}">
<script src="/console/theme.js"></script>
<link rel="icon" href="/console/icon.svg">
<link rel="stylesheet" href="/docs/assets/${assets.style}">
${at < 0 ? '<meta name="robots" content="noindex">' : `<link rel="alternate" type="text/markdown" href="${twinOf(page.address)}">`}
<script type="module" src="/docs/assets/${assets.script}"></script>
</head>
<body>
<a class="skip" href="#content">To the content</a>
<header class="bar">
<a class="name" href="/docs"><img src="/console/icon.svg" alt="" width="20" height="20"> Switchyard docs</a>
<div class="search"><input type="search" id="search" placeholder="Search" aria-label="Search the documentation" autocomplete="off" role="combobox" aria-expanded="false" aria-controls="results"><ul id="results" role="listbox" aria-label="Results" hidden></ul></div>
<nav aria-label="Product"><a href="/console">Console</a><a href="/docs/api">API</a></nav>
</header>
<div class="columns">
<details class="contents"><summary>Contents</summary><nav aria-label="Pages">${navigation(page, listed)}</nav></details>
<main id="content" tabindex="-1">
<article>${html}</article>
<footer>${near
    .map(
      ([rel, one]) =>
        one &&
        `<a rel="${rel}" href="${one.address}">${rel === 'prev' ? '←' : ''} ${escaped(one.title)} ${rel === 'next' ? '→' : ''}</a>`,
    )
    .filter(Boolean)
    .join(
      '',
    )}${at < 0 ? '' : `<a class="twin" href="${twinOf(page.address)}">This page as Markdown</a>`}</footer>
</main>
${onPage.length > 1 ? `<nav class="outline" aria-label="On this page"><p>On this page</p><ul>${onPage.map(({ id, text }) => `<li><a href="#${id}">${escaped(text)}</a></li>`).join('')}</ul></nav>` : ''}
</div>
</body>
</html>
`;
}

export interface Assets {
  style: string;
  script: string;
}

/** The same page as Markdown. */
export function twinOf(address: string): string {
  return address === '/docs' ? '/docs/index.md' : `${address}.md`;
}

function navigation(page: Page, listed: readonly Page[]): string {
  return [...Map.groupBy(listed, ({ section }) => section)]
    .map(([section, members]) => {
      const links = members.map(({ address, title }) => {
        const isHere = address === (page.listedAt ?? page.address);
        return `<li><a href="${address}"${isHere ? ' aria-current="page"' : ''}>${escaped(title)}</a></li>`;
      });
      return `<p>${section}</p><ul>${links.join('')}</ul>`;
    })
    .join('');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
