import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../platform/clock.ts';
import type { Inbox } from './account/mailbox.ts';
import { layout, type Page } from './layout.ts';
import { readCookie, type Sessions } from './sessions.ts';
import { basketCount } from './shop/basket-lines.ts';

/** Shared parts of every page of the shop. */
export interface Site {
  clock: Clock;
  sessions: Sessions;
  inbox: Inbox;
  /** Known once the port is; absolute links in metadata need it. */
  origin: string;
}

export function sendPage(site: Site, request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  const session = site.sessions.read(request);
  const visitor = {
    username: session.username,
    basketCount: basketCount(session.basket),
    hasConsented: readCookie(request, 'tussock_consent') !== null,
  };
  return reply
    .code(page.status ?? 200)
    .type('text/html; charset=utf-8')
    .send(layout(page, visitor));
}
