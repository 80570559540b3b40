import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { field } from '../forms.ts';
import { type Html, html } from '../html.ts';
import { dollars } from '../money.ts';
import { type Site, sendPage } from '../site.ts';
import {
  addToBasket,
  type BasketLine,
  basketTotals,
  changeQuantity,
  mostOfOneProduct,
} from './basket-lines.ts';

export function basketRoutes(app: FastifyInstance, site: Site): void {
  app.get('/basket', (request, reply) => sendBasket(request, reply, null));

  app.post('/basket', (request, reply) => {
    const wish = {
      slug: field(request, 'product'),
      option: field(request, 'option'),
      quantity: field(request, 'quantity') || '1',
    };
    const problem = addToBasket(site.sessions.open(request, reply).basket, wish);
    return problem ? sendBasket(request, reply, problem) : reply.redirect('/basket', 303);
  });

  app.post('/basket/change', (request, reply) => {
    const session = site.sessions.open(request, reply);
    const problem = changeQuantity(
      session.basket,
      Number(field(request, 'line')),
      field(request, 'quantity'),
    );
    return problem ? sendBasket(request, reply, problem) : reply.redirect('/basket', 303);
  });

  function sendBasket(request: FastifyRequest, reply: FastifyReply, problem: string | null): FastifyReply {
    const { basket } = site.sessions.read(request);
    return sendPage(site, request, reply, {
      status: problem ? 422 : 200,
      title: 'Basket',
      description: 'What you have put into your basket.',
      body: html`<header class="page-head"><h1>Your basket</h1></header>
${problem && html`<p class="message bad" role="alert">${problem}</p>`}
${basket.length === 0 ? html`<section class="empty"><p role="status">Your basket is empty.</p><p><a class="button" href="/catalogue">Look around</a></p></section>` : basketTable(basket)}`,
    });
  }
}

function basketTable(basket: readonly BasketLine[]): Html {
  const totals = basketTotals(basket);
  return html`<div class="table-frame"><table class="basket"><caption class="hidden">Products in your basket</caption>
<thead><tr><th scope="col">Product</th><th scope="col" class="number">Price</th><th scope="col">Quantity</th><th scope="col" class="number">Sum</th></tr></thead>
<tbody>${basket.map(basketRow)}</tbody>
<tfoot>
<tr><th scope="row" colspan="3">Goods</th><td class="number">${dollars(totals.goods)}</td></tr>
<tr><th scope="row" colspan="3">Delivery</th><td class="number">${totals.delivery === 0 ? 'Free' : dollars(totals.delivery)}</td></tr>
<tr class="total"><th scope="row" colspan="3">Total</th><td class="number" id="basket-total">${dollars(totals.total)}</td></tr>
</tfoot></table></div>
<p class="muted">A demonstration shop has no checkout: this is as far as the road goes.</p>`;
}

function basketRow({ product, option, quantity }: BasketLine, position: number): Html {
  return html`<tr><td><div class="thing"><img src="/pictures/${product.slug}.svg" alt="" width="80" height="64"><span><a href="/products/${product.slug}">${product.name}</a>${option && html`<br><span class="muted">${option}</span>`}</span></div></td>
<td class="number">${dollars(product.priceCents)}</td>
<td><form class="inline" action="/basket/change" method="post"><input type="hidden" name="line" value="${position}">
<label class="hidden" for="quantity-${position}">Quantity of ${product.name}</label><input id="quantity-${position}" type="number" name="quantity" value="${quantity}" min="0" max="${mostOfOneProduct(product)}">
<button type="submit" class="quiet" aria-label="Update ${product.name}">Update</button></form>
<form class="inline" action="/basket/change" method="post"><input type="hidden" name="line" value="${position}"><input type="hidden" name="quantity" value="0">
<button type="submit" class="plain" aria-label="Remove ${product.name}">Remove</button></form></td>
<td class="number">${dollars(quantity * product.priceCents)}</td></tr>`;
}
