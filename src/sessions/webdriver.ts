import { z } from 'zod';
import { type Route, route } from '../platform/http/route.ts';

/** The address for Selenium. It is the same for every session, because none of them speaks WebDriver. */
export function seleniumUrl(baseUrl: string): string {
  return `${baseUrl}/webdriver`;
}

const NOT_SPOKEN =
  'This browser speaks the Chrome DevTools Protocol only. Connect Playwright or Puppeteer to the connectUrl of the session.';

const refusal = (method: Route['method'], path: string, status: number, error: string) =>
  route({
    method,
    path,
    area: 'page',
    access: 'public',
    tag: 'Browser sessions',
    summary: 'Refuse a WebDriver client',
    responses: { 200: z.unknown() },
    errors: [],
    handler: async () => ({
      status,
      headers: { 'cache-control': 'no-cache' },
      body: { value: { error, message: NOT_SPOKEN, stacktrace: '' } },
    }),
  });

/** Tells a Selenium client in the errors of WebDriver that it cannot be served here. */
export function webdriverRoutes(): Route[] {
  return [
    refusal('POST', '/webdriver/session', 500, 'session not created'),
    ...(['GET', 'POST', 'DELETE'] as const).map((method) =>
      refusal(method, '/webdriver/*', 404, 'unknown command'),
    ),
    refusal('GET', '/webdriver', 404, 'unknown command'),
  ];
}
