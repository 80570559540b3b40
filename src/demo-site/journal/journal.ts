import type { FastifyInstance } from 'fastify';
import { field } from '../forms.ts';
import { type Html, html, scriptJson } from '../html.ts';
import { shopName } from '../layout.ts';
import { sendNotFound } from '../not-found.ts';
import { type Site, sendPage } from '../site.ts';
import { articleCards, longDate } from './article-cards.ts';
import { type Article, articles } from './articles.ts';

export function journalRoutes(app: FastifyInstance, site: Site): void {
  app.get('/journal', (request, reply) =>
    sendPage(site, request, reply, {
      title: 'Journal',
      description: 'Stories about coffee, mending and being outside.',
      section: '/journal',
      body: html`<header class="page-head"><h1>Journal</h1><p>Stories about coffee, mending and being outside.</p></header>${articleCards(articles)}${newsletter}`,
    }),
  );

  app.post('/newsletter', (request, reply) => {
    const email = field(request, 'email');
    const isAddress = /^[^\s@]+@[^\s@.]+\.[^\s@]+$/.test(email);
    return sendPage(site, request, reply, {
      status: isAddress ? 200 : 422,
      title: 'Newsletter',
      description: 'Stories by e-mail.',
      body: html`<section class="narrow centred"><h1>Newsletter</h1>
${
  isAddress
    ? html`<p role="status">Thank you. The next letter goes to ${email}.</p>`
    : html`<p class="message bad" role="alert">Please enter an e-mail address such as kim@example.org.</p>${newsletter}`
}</section>`,
    });
  });

  app.get<{ Params: { slug: string } }>('/journal/:slug', (request, reply) => {
    const article = articles.find(({ slug }) => slug === request.params.slug);
    if (!article) return sendNotFound(site, request, reply);
    return sendPage(site, request, reply, {
      title: article.title,
      description: article.summary,
      section: '/journal',
      head: metadata(article, site.origin),
      body: html`<nav class="crumbs" aria-label="Breadcrumb"><a href="/journal">Journal</a> <span aria-current="page">${article.title}</span></nav>
<article class="story"><header><h1>${article.title}</h1><p class="lead">${article.summary}</p>
<p class="muted">By <span rel="author">${article.author}</span>, <time datetime="${article.date}">${longDate(article.date)}</time></p></header>
<img src="/pictures/${article.picture}.svg" alt="" width="400" height="320">
${article.body}</article>
<section class="band" aria-labelledby="more-stories"><h2 id="more-stories">More stories</h2>${articleCards(articles.filter((other) => other !== article))}</section>`,
    });
  });
}

const newsletter = html`<section class="band" aria-labelledby="newsletter"><h2 id="newsletter">Newsletter</h2><p>Six letters a year. In this demonstration none is sent, and no address is kept.</p>
<form class="inline" action="/newsletter" method="post" novalidate><label for="letter-to">E-mail for the newsletter</label><input id="letter-to" type="email" name="email" autocomplete="email"> <button type="submit">Subscribe</button></form></section>`;

function metadata(article: Article, origin: string): Html {
  const url = `${origin}/journal/${article.slug}`;
  const image = `${origin}/pictures/${article.picture}.svg`;
  return html`<link rel="canonical" href="${url}"><meta name="author" content="${article.author}">
<meta property="og:type" content="article"><meta property="og:title" content="${article.title}"><meta property="og:site_name" content="${shopName}">
<meta property="og:description" content="${article.summary}"><meta property="og:url" content="${url}"><meta property="og:image" content="${image}">
<meta property="article:published_time" content="${article.date}">
<script type="application/ld+json">${scriptJson({
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: article.title,
    description: article.summary,
    author: { '@type': 'Person', name: article.author },
    publisher: { '@type': 'Organization', name: shopName },
    datePublished: article.date,
    image,
    url,
  })}</script>`;
}
