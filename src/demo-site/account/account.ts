import type { FastifyInstance } from 'fastify';
import { type Html, html } from '../html.ts';
import { longDate } from '../journal/article-cards.ts';
import { dollars } from '../money.ts';
import { sendNotFound } from '../not-found.ts';
import { type Site, sendPage } from '../site.ts';
import { invoicePdf, ordersCsv } from './documents.ts';
import { findPerson, type Order, type Person, priceOrder } from './people.ts';

export function accountRoutes(app: FastifyInstance, site: Site): void {
  app.get('/account', (request, reply) => {
    const person = findPerson(site.sessions.read(request).username);
    if (!person) return reply.redirect('/login?next=/account', 303);
    return sendPage(site, request, reply, {
      title: 'Your account',
      description: 'Your orders, invoices and details.',
      body: accountBody(person),
    });
  });

  app.get<{ Params: { file: string } }>('/account/:file', (request, reply) => {
    const { file } = request.params;
    const person = findPerson(site.sessions.read(request).username);
    if (!person) return reply.redirect(`/login?next=${encodeURIComponent(`/account/${file}`)}`, 303);
    reply.header('content-disposition', `attachment; filename="${file.replaceAll(/[^\w.-]/g, '')}"`);
    if (file === 'orders.csv') return reply.type('text/csv; charset=utf-8').send(ordersCsv(person.orders));
    const order = person.orders.find(({ number }) => file === `invoice-${number}.pdf`);
    if (order) return reply.type('application/pdf').send(invoicePdf(person, order));
    return sendNotFound(site, request, reply.removeHeader('content-disposition'));
  });
}

function accountBody(person: Person): Html {
  return html`<header class="page-head row"><div><p class="eyebrow">Member since ${person.memberSince}</p><h1>Welcome back, ${person.name}</h1></div>
<form action="/logout" method="post"><button type="submit" class="quiet">Sign out</button></form></header>
<dl class="figures"><div><dt>Loyalty points</dt><dd>${person.points}</dd></div><div><dt>Orders</dt><dd>${person.orders.length}</dd></div>
<div><dt>Spent so far</dt><dd>${dollars(person.orders.reduce((sum, order) => sum + priceOrder(order).totalCents, 0))}</dd></div></dl>
<section aria-labelledby="orders-title"><div class="band-head"><h2 id="orders-title">Orders</h2><a href="/account/orders.csv" download>Download all orders (CSV)</a></div>
<div class="table-frame"><table><caption class="hidden">Your orders</caption>
<thead><tr><th scope="col">Order</th><th scope="col">Date</th><th scope="col">Contents</th><th scope="col">Status</th><th scope="col" class="number">Total</th><th scope="col">Invoice</th></tr></thead>
<tbody>${person.orders.map(orderRow)}</tbody></table></div></section>
<section class="note" aria-labelledby="details-title"><h2 id="details-title">Your details</h2>
<dl><dt>Username</dt><dd>${person.username}</dd><dt>E-mail</dt><dd>${person.email}</dd><dt>Delivery address</dt><dd>${person.address}</dd><dt>Second step</dt><dd>${person.totpSeed ? 'Authenticator app' : 'Code by mail'}</dd></dl></section>`;
}

function orderRow(order: Order): Html {
  const { lines, totalCents } = priceOrder(order);
  return html`<tr><th scope="row">${order.number}</th><td><time datetime="${order.date}">${longDate(order.date)}</time></td>
<td>${lines.map(({ product, quantity }, index) => html`${index > 0 && html`<br>`}${quantity} x <a href="/products/${product.slug}">${product.name}</a>`)}</td>
<td><span class="status ${order.status.toLowerCase().replaceAll(' ', '-')}">${order.status}</span></td><td class="number">${dollars(totalCents)}</td>
<td><a href="/account/invoice-${order.number}.pdf" download>Invoice ${order.number} (PDF)</a></td></tr>`;
}
