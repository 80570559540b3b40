import type { BrowserSource, NewSession } from './browser-source.ts';

interface Template {
  path?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
}

/**
 * Browsers that begin with a connection and end with it: an address with the key and the wishes in it. The row's option
 * `query` adds to the address.
 */
export function templateSource(
  domains: string[],
  template: (session: NewSession) => Template,
): BrowserSource {
  return {
    domains,
    address(session) {
      const { path = '', query, headers } = template(session);
      const url = new URL(session.baseUrl.replace(/^http/, 'ws'));
      url.pathname = url.pathname.replace(/\/+$/, '') + path;
      const wishes = { ...query, ...session.options.query };
      for (const [name, value] of Object.entries(wishes)) url.searchParams.set(name, value);
      return { cdpUrl: url.href, cdpHeaders: headers };
    },
  };
}
