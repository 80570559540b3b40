import type { FastifyInstance } from 'fastify';
import { query } from '../forms.ts';
import { html } from '../html.ts';
import { type Site, sendPage } from '../site.ts';

const usualMs = 8_000;
const longestMs = 60_000;

/** Answers after `?ms=` milliseconds. When the visitor leaves, the wait ends. */
export function slowRoutes(app: FastifyInstance, site: Site): void {
  app.get('/slow', async (request, reply) => {
    const ms = waitingTime(query(request, 'ms'));
    try {
      await site.clock.sleep(ms, request.signal);
    } catch (error) {
      if (!request.signal.aborted) throw error;
      return reply.hijack();
    }
    return sendPage(site, request, reply, {
      title: 'Slow but here',
      description: 'A page that takes its time.',
      body: html`<section class="narrow centred"><h1>Slow but here</h1><p role="status">This page took ${ms} milliseconds to answer. Good things do.</p></section>`,
    });
  });
}

function waitingTime(text: string): number {
  return /^\d{1,9}$/.test(text) ? Math.min(Number(text), longestMs) : usualMs;
}
