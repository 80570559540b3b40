import { type Html, html } from '../html.ts';
import type { Article } from './articles.ts';

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

export function articleCards(articles: readonly Article[]): Html {
  return html`<ul class="grid stories" aria-label="Stories">${articles.map(
    (article) => html`<li><article class="card">
<img src="/pictures/${article.picture}.svg" alt="" width="400" height="320">
<div class="text"><p class="eyebrow"><time datetime="${article.date}">${longDate(article.date)}</time></p>
<h3><a class="card-link" href="/journal/${article.slug}">${article.title}</a></h3><p class="muted">${article.summary}</p><p class="meta">By ${article.author}</p></div>
</article></li>`,
  )}</ul>`;
}

/** From 2026-03-14 to 14 March 2026. */
export function longDate(date: string): string {
  const [year, month, day] = date.split('-').map(Number);
  return `${day} ${months[(month ?? 1) - 1]} ${year}`;
}
