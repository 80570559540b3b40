import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Html, html } from '../html.ts';
import type { PendingLogin } from '../sessions.ts';
import { type Site, sendPage } from '../site.ts';
import { findPerson, people } from './people.ts';

interface LoginPage {
  next: string;
  username: string;
  problem: string | null;
}

export function sendLoginPage(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  page: LoginPage,
): FastifyReply {
  return sendPage(site, request, reply, {
    status: page.problem ? 401 : 200,
    title: 'Sign in',
    description: 'Sign in to your account.',
    body: html`<div class="split"><section aria-labelledby="login-title"><h1 id="login-title">Sign in</h1>
${page.problem && html`<p class="message bad" role="alert">${page.problem}</p>`}
${loginForm(page)}</section>${demoAccounts}</div>`,
  });
}

export function loginForm({ next, username }: Pick<LoginPage, 'next' | 'username'>): Html {
  return html`<form class="stack" action="/login" method="post">
<input type="hidden" name="next" value="${next}">
<div><label for="username">Username</label><input id="username" name="username" autocomplete="username" autocapitalize="none" value="${username}" required></div>
<div><label for="password">Password</label><input id="password" name="password" type="password" autocomplete="current-password" required></div>
<button type="submit">Sign in</button></form>`;
}

interface CodePage {
  pending: PendingLogin;
  problem: string | null;
}

export function sendCodePage(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  page: CodePage,
): FastifyReply {
  const { mailed, reference, username } = page.pending;
  const email = findPerson(username)?.email ?? '';
  return sendPage(site, request, reply, {
    status: page.problem ? 401 : 200,
    title: 'Enter your code',
    description: 'The second step of signing in.',
    body: html`<section class="narrow"><h1>Enter your code</h1>
<p>${
      mailed
        ? html`We sent a 6-digit code by e-mail to ${masked(email)}. It lasts ten minutes. Sign-in reference: <strong>${reference}</strong>.`
        : 'Open your authenticator app and enter the 6-digit code it shows.'
    }</p>
${page.problem && html`<p class="message bad" role="alert">${page.problem}</p>`}
<form class="stack" action="/login/code" method="post">
<div><label for="code">One-time code</label><input class="code" id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="7" required autofocus></div>
<button type="submit">Verify</button></form>
${
  mailed &&
  html`<form action="/login/code/resend" method="post"><button type="submit" class="plain">Send a new code</button></form>
<p class="muted">Trying it out? The mail is in the <a href="/demo/inbox" target="_blank" rel="noopener">demo mailbox</a>.</p>`
}</section>`,
  });
}

const demoAccounts = html`<aside class="note" aria-labelledby="demo-accounts"><h2 id="demo-accounts">Demo accounts</h2>
<p>They belong to nobody. Use them as you like.</p>
<table><caption class="hidden">Demo accounts</caption><thead><tr><th scope="col">Username</th><th scope="col">Password</th><th scope="col">Second step</th></tr></thead>
<tbody>${people.map(
  ({ username, password, totpSeed }) =>
    html`<tr><td><code>${username}</code></td><td><code>${password}</code></td><td>${
      totpSeed
        ? html`Authenticator app with the seed <code class="wrap">${totpSeed}</code>`
        : html`Code by mail, to the <a href="/demo/inbox" target="_blank" rel="noopener">demo mailbox</a>`
    }</td></tr>`,
)}</tbody></table></aside>`;

function masked(email: string): string {
  return email.replace(/^(.)[^@]*/, '$1•••');
}
