import { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import { type Route, route } from '../platform/http/route.ts';

/** The address for Selenium. It is the same for every session, because none of them speaks WebDriver. */
export function seleniumUrl(baseUrl: string): string {
  return `${baseUrl}/webdriver`;
}

const NOT_SPOKEN =
  'This browser speaks the Chrome DevTools Protocol only. Connect Playwright or Puppeteer to the connectUrl of the session.';

/** Tells a Selenium client in the errors of WebDriver that it cannot be served here. */
export function webdriverRoutes(): Route[] {
  const shared = {
    area: 'page',
    access: 'public',
    tag: 'Browser sessions',
    summary: 'Refuse a WebDriver client',
    responses: { 200: z.unknown() },
  } as const;
  const errors: ErrorCode[] = [];
  const refuse = (status: number, error: string) => async () => ({
    status,
    headers: { 'cache-control': 'no-cache' },
    body: { value: { error, message: NOT_SPOKEN, stacktrace: '' } },
  });
  const unknown = refuse(404, 'unknown command');
  return [
    route({
      ...shared,
      errors,
      method: 'POST',
      path: '/webdriver/session',
      handler: refuse(500, 'session not created'),
    }),
    ...(['GET', 'POST', 'DELETE'] as const).map((method) =>
      route({ ...shared, errors, method, path: '/webdriver/*', handler: unknown }),
    ),
    route({ ...shared, errors, method: 'GET', path: '/webdriver', handler: unknown }),
  ];
}
