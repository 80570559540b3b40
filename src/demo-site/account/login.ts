import { randomInt } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { field, query } from '../forms.ts';
import type { PendingLogin } from '../sessions.ts';
import type { Site } from '../site.ts';
import { sendCodePage, sendLoginPage } from './login-pages.ts';
import { isTotpCode, randomCode } from './one-time-code.ts';
import { findPerson, type Person } from './people.ts';

const mailedCodeLastsMs = 10 * 60_000;
const mostWrongCodes = 5;

/** Two steps: name and password, then a code from the mailbox or from an authenticator app. */
export function loginRoutes(app: FastifyInstance, site: Site): void {
  app.get('/login', (request, reply) => {
    const next = localPath(query(request, 'next'));
    if (site.sessions.read(request).username) return reply.redirect(next, 303);
    return sendLoginPage(site, request, reply, { next, username: '', problem: null });
  });

  app.post('/login', (request, reply) => {
    const username = field(request, 'username');
    const next = localPath(field(request, 'next'));
    const person = findPerson(username.toLowerCase());
    if (!person || person.password !== field(request, 'password')) {
      const problem = 'The username or the password is wrong.';
      return sendLoginPage(site, request, reply, { next, username, problem });
    }
    site.sessions.open(request, reply).pendingLogin = beginSecondStep(site, person, next);
    return reply.redirect('/login/code', 303);
  });

  app.get('/login/code', (request, reply) => {
    const pending = site.sessions.read(request).pendingLogin;
    return pending
      ? sendCodePage(site, request, reply, { pending, problem: null })
      : reply.redirect('/login', 303);
  });

  app.post('/login/code', (request, reply) => checkCode(site, request, reply));

  app.post('/login/code/resend', (request, reply) => {
    const session = site.sessions.open(request, reply);
    const person = findPerson(session.pendingLogin?.username ?? null);
    if (!session.pendingLogin || !person) return reply.redirect('/login', 303);
    session.pendingLogin = beginSecondStep(site, person, session.pendingLogin.next);
    return reply.redirect('/login/code', 303);
  });

  app.post('/logout', (request, reply) => {
    const session = site.sessions.renew(request, reply);
    session.username = null;
    session.pendingLogin = null;
    return reply.redirect('/', 303);
  });
}

function beginSecondStep(site: Site, person: Person, next: string): PendingLogin {
  const reference = Array.from({ length: 4 }, () => 'ABCDEFGHJKLMNPQRSTUVWXYZ'.charAt(randomInt(24))).join(
    '',
  );
  const pending = { username: person.username, mailed: null, reference, wrongCodes: 0, next };
  if (person.totpSeed) return pending;
  const now = site.clock.now();
  const code = randomCode();
  site.inbox.deliver({ to: person.email, reference, code, sentAt: now.toISOString() });
  return { ...pending, mailed: { code, expiresAt: now.getTime() + mailedCodeLastsMs } };
}

function checkCode(site: Site, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const pending = site.sessions.read(request).pendingLogin;
  const person = findPerson(pending?.username ?? null);
  if (!pending || !person) return reply.redirect('/login', 303);

  const now = site.clock.now().getTime();
  if (pending.mailed && now > pending.mailed.expiresAt) {
    return sendCodePage(site, request, reply, {
      pending,
      problem: 'That code has expired. Ask for a new one.',
    });
  }
  const code = field(request, 'code').replaceAll(/[\s-]/g, '');
  const isRight = pending.mailed
    ? code === pending.mailed.code
    : isTotpCode(code, person.totpSeed ?? '', now);
  if (!isRight) {
    pending.wrongCodes += 1;
    if (pending.wrongCodes < mostWrongCodes) {
      return sendCodePage(site, request, reply, {
        pending,
        problem: 'That code is not right. Please try again.',
      });
    }
    site.sessions.open(request, reply).pendingLogin = null;
    const problem = 'Too many wrong codes. Please sign in again.';
    return sendLoginPage(site, request, reply, { next: pending.next, username: pending.username, problem });
  }
  const session = site.sessions.renew(request, reply);
  session.pendingLogin = null;
  session.username = person.username;
  return reply.redirect(pending.next, 303);
}

/** Only paths of this site: a `next` from a stranger's link must not lead the visitor away. */
function localPath(next: string): string {
  const here = 'http://here.invalid';
  if (!next.startsWith('/') || !URL.canParse(next, here)) return '/account';
  const url = new URL(next, here);
  return url.origin === here ? url.pathname + url.search : '/account';
}
