import type { ConsoleBrowser } from './console-browser.ts';

/** A signed-in person whose browser follows an authorization to its end. */
export class OAuthPerson {
  readonly #browser: ConsoleBrowser;
  readonly #cookies = new Map<string, string>();

  constructor(browser: ConsoleBrowser) {
    this.#browser = browser;
  }

  /** The URL of the consent page, or of the program where the request was refused. */
  async open(url: string | URL): Promise<{ status: number; location: string; text: string }> {
    const response = await fetch(url, { redirect: 'manual', headers: { cookie: this.#sent() } });
    for (const one of response.headers.getSetCookie()) {
      const [pair = ''] = one.split(';');
      const at = pair.indexOf('=');
      this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return {
      status: response.status,
      location: response.headers.get('location') ?? '',
      text: await response.text(),
    };
  }

  async answer(page: string, body: Record<string, unknown>): Promise<{ status: number; url: string }> {
    const headers = { cookie: this.#sent() };
    const { status, json } = await this.#browser.send('POST', page, body, headers);
    return { status, url: json.url ?? '' };
  }

  /** All of it: returns the parameters that reach the program. */
  async consent(url: string | URL, body: Record<string, unknown> = {}): Promise<URLSearchParams> {
    const { location } = await this.open(url);
    const page = new URL(location, this.#browser.url);
    const { url: resume } = await this.answer(page.pathname, { answer: 'allow', ...body });
    const back = await this.open(resume);
    return new URL(back.location).searchParams;
  }

  #sent(): string {
    const own = [...this.#cookies].map(([name, value]) => `${name}=${value}`);
    return [this.#browser.cookie, ...own].join('; ');
  }
}
