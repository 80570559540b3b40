import type { FastifyInstance } from 'fastify';
import { html } from '../html.ts';
import { type Site, sendPage } from '../site.ts';

export function inboxRoutes(app: FastifyInstance, site: Site): void {
  app.get('/demo/inbox.json', (_request, reply) => reply.send({ mails: site.inbox.mails() }));

  app.get('/demo/inbox', (request, reply) => {
    const mails = site.inbox.mails();
    return sendPage(site, request, reply, {
      title: 'Demo mailbox',
      description: 'Where the one-time codes of the demonstration arrive.',
      body: html`<section class="narrow"><h1>Demo mailbox</h1><p>The one-time codes of the account <strong>demo</strong> arrive here instead of in a real mailbox, newest first. Compare the sign-in reference with the one on the code page.</p>
${
  mails.length === 0
    ? html`<section class="empty"><p role="status">No mail yet. <a href="/login">Sign in</a> and a code will arrive.</p></section>`
    : html`<ol class="mails">${mails.map(
        ({
          to,
          reference,
          code,
          sentAt,
        }) => html`<li><article class="mail"><h2>Your one-time code is ${code}</h2>
<p class="muted">To ${to}, <time datetime="${sentAt}">${sentAt.slice(11, 19)} UTC</time></p>
<p>Somebody, hopefully you, wants to sign in. The code is <strong>${code}</strong> and lasts ten minutes. Sign-in reference: <strong>${reference}</strong>.</p></article></li>`,
      )}</ol>`
}</section>`,
    });
  });
}
