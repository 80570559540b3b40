import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../platform/log.ts';
import { html } from './html.ts';
import { type Site, sendPage } from './site.ts';

export function renderFailures(app: FastifyInstance, site: Site, log: Log): void {
  app.setNotFoundHandler((request, reply) => sendNotFound(site, request, reply));
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) log.error({ err: error, path: request.url }, 'demo site: a page failed');
    return sendFailure(site, request, reply, status);
  });
}

export function sendNotFound(site: Site, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendPage(site, request, reply, {
    status: 404,
    title: 'Page not found',
    description: 'There is no page at this address.',
    body: html`<section class="narrow centred"><p class="eyebrow">Error 404</p><h1>This path ends in the bracken</h1>
<p>There is no page at this address. It may have moved, or it was never there.</p>
<p><a class="button" href="/catalogue">Back to the catalogue</a></p></section>`,
  });
}

export function sendFailure(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
): FastifyReply {
  const { title, description } = failures[status] ?? (status < 500 ? refused : broken);
  const body = html`<section class="narrow centred"><h1>${title}</h1><p role="alert">${description}</p></section>`;
  return sendPage(site, request, reply, { status, title, description, body });
}

interface Failure {
  title: string;
  description: string;
}

const failures: Record<number, Failure> = {
  400: { title: 'Bad request', description: 'The request could not be read.' },
  413: { title: 'Too large', description: 'What you sent is too large. Files may be up to 5 MB.' },
  415: { title: 'Unsupported form', description: 'Forms must be sent as a browser sends them.' },
};
const refused: Failure = { title: 'Request refused', description: 'The request could not be accepted.' };
const broken: Failure = {
  title: 'Something broke',
  description: 'The page could not be made. This is our fault, not yours.',
};
