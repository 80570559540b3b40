import { parseHTML } from 'linkedom';

const MAX_HTML_CHARS = 5_000_000;

export function parseMarkup(html: string): Document {
  const markup = html.slice(0, MAX_HTML_CHARS);
  // Without these tags the parser makes no document around a fragment.
  const whole = /<html[\s>]/i.test(markup) ? markup : `<!doctype html><html><body>${markup}</body></html>`;
  return parseHTML(whole).document as unknown as Document;
}
