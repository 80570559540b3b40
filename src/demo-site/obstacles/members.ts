import type { FastifyInstance } from 'fastify';
import { loginForm } from '../account/login-pages.ts';
import { html } from '../html.ts';
import { type Site, sendPage } from '../site.ts';

/** A login wall: the page is there, its content is not. */
export function memberRoutes(app: FastifyInstance, site: Site): void {
  app.get('/members', (request, reply) => {
    const isMember = site.sessions.read(request).username !== null;
    return sendPage(site, request, reply, {
      title: isMember ? 'Member prices' : 'Members only',
      description: 'Prices for members.',
      body: isMember
        ? html`<section class="narrow"><h1>Member prices</h1><p>As a member you pay <strong>15 % less</strong> on all packs this month with the code <strong>HEDGEHOG15</strong>.</p></section>`
        : html`<section class="narrow"><h1>Please sign in to continue</h1><p role="alert">This page is for members only. You must be signed in to see member prices.</p>
${loginForm({ next: '/members', username: '' })}<p class="muted">No account yet? The demo accounts are on the <a href="/login">sign-in page</a>.</p></section>`,
    });
  });
}
