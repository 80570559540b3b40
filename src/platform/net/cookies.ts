import { CookieJar } from 'tough-cookie';

/** Servers refuse longer headers, and a site may set as many cookies as it likes. */
const LONGEST_HEADER = 8_192;

/** The cookies that sites set while one run reads them, each for the places the standard says; gone with the run. */
export class Cookies {
  readonly #jar = new CookieJar();

  keep(setCookies: readonly string[], url: URL): void {
    for (const cookie of setCookies) this.#jar.setCookieSync(cookie, url.href, { ignoreError: true });
  }

  /** The header for a request there; null when no cookie is meant for it. */
  headerFor(url: URL): string | null {
    let header = '';
    for (const cookie of this.#jar.getCookiesSync(url.href)) {
      const longer = `${header}${header && '; '}${cookie.cookieString()}`;
      if (longer.length <= LONGEST_HEADER) header = longer;
    }
    return header || null;
  }
}
