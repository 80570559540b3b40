import type { TestAnswer } from './test-client.ts';

/** A signed-in browser: keeps the cookie, names the page from which it asks, and brings the token. */
export class ConsoleBrowser {
  readonly url: string;
  cookie = '';
  csrf = '';

  constructor(url: string) {
    this.url = url;
  }

  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<TestAnswer> {
    const response = await fetch(this.url + path, {
      method,
      redirect: 'manual',
      headers: {
        origin: this.url,
        cookie: this.cookie,
        'x-csrf-token': this.csrf,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const [set] = response.headers.getSetCookie();
    if (set !== undefined) this.cookie = set.split(';')[0] ?? '';
    return { status: response.status, headers: response.headers, json: await response.json() };
  }

  /** A way in; then the token of the new session is known. */
  async enter(path: string, body: unknown): Promise<TestAnswer> {
    const answer = await this.send('POST', path, body);
    if (answer.status === 200) this.csrf = (await this.send('GET', '/api/account/session')).json.csrf_token;
    return answer;
  }

  async page(path: string): Promise<{ status: number; headers: Headers; text: string }> {
    const response = await fetch(this.url + path, { redirect: 'manual', headers: { cookie: this.cookie } });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }
}
