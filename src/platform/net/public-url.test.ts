import { describe, expect, it } from 'vitest';
import { createGate } from './gate.ts';
import { parsePublicUrl } from './public-url.ts';
import { allowedForms, refusedForms } from './url-forms.fixture.ts';

const asHttp = (form: string): string => form.replace(/^https:/i, 'http:');

describe('the text of a URL', () => {
  it('is judged over more than 200 forms', () => {
    expect(new Set([...refusedForms, ...allowedForms]).size).toBeGreaterThan(200);
  });

  it.each(['target', 'webhook'] as const)('refuses every odd or private form as a %s', (use) => {
    const forms = [...refusedForms, ...refusedForms.map(asHttp)];
    expect(forms.filter((form) => parsePublicUrl(form, use).ok)).toEqual([]);
  });

  it.each(['target', 'webhook'] as const)('allows every public https form as a %s', (use) => {
    expect(allowedForms.filter((form) => !parsePublicUrl(form, use).ok)).toEqual([]);
  });

  it('allows plain http for targets and not for webhooks', () => {
    const forms = allowedForms.map(asHttp);
    expect(forms.filter((form) => !parsePublicUrl(form, 'target').ok)).toEqual([]);
    expect(forms.filter((form) => parsePublicUrl(form, 'webhook').ok)).toEqual([]);
  });

  it('decides without asking a name server', async () => {
    const asked: string[] = [];
    const gate = createGate({
      resolver: async (name) => {
        asked.push(name);
        return ['93.184.216.34'];
      },
      localTargets: [],
    });
    for (const use of ['target', 'webhook'] as const) {
      for (const form of refusedForms) expect((await gate.vet(form, { use })).ok, form).toBe(false);
    }
    expect(asked).toEqual([]);
  });

  it('gives the host in one form and the port in numbers', () => {
    expect(parsePublicUrl('HTTP://EXAMPLE.com./x', 'target')).toMatchObject({
      host: 'example.com',
      port: 80,
    });
    expect(parsePublicUrl('https://bücher.example', 'target')).toMatchObject({
      host: 'xn--bcher-kva.example',
    });
    expect(parsePublicUrl('https://[2606:4700::1111]:8443', 'target')).toMatchObject({
      host: '2606:4700::1111',
      port: 8443,
    });
  });

  it.each([
    ['file:///etc/passwd', 'the scheme "file" is not allowed, use http or https'],
    ['https://a:b@example.com', 'the URL must not contain a user name or password'],
    ['http://127.1', 'an IPv4 address must be written as four plain decimal numbers'],
    ['http://10.0.0.1', '10.0.0.1 is a private address'],
    ['http://db.internal', '"db.internal" is not a public name: names under "internal" are private'],
    ['http://redis', '"redis" is not a public name: it has only one part'],
    ['http://example.com:22', 'port 22 is not allowed'],
  ])('says why %s is refused', (raw, reason) => {
    expect(parsePublicUrl(raw, 'target')).toEqual({ ok: false, reason });
  });
});

describe('webhooks in development', () => {
  const verdict = (raw: string): boolean => parsePublicUrl(raw, 'webhook', { allowLoopbackHttp: true }).ok;

  it.each([
    'http://localhost',
    'http://localhost:3000/hook?x=1',
    'http://127.0.0.1:8080/',
    'http://127.0.0.1',
  ])('may be %s', (raw) => {
    expect(verdict(raw)).toBe(true);
    expect(parsePublicUrl(raw, 'webhook').ok).toBe(false);
    expect(parsePublicUrl(raw, 'target', { allowLoopbackHttp: true }).ok).toBe(false);
  });

  it.each([
    'https://localhost/',
    'https://127.0.0.1/',
    'HTTP://localhost/',
    'http://LOCALHOST/',
    'http://localhost./',
    'http://a.localhost/',
    'http://127.1/',
    'http://127.0.0.2/',
    'http://0.0.0.0/',
    'http://[::1]/',
    'http://localhost:25/',
    'http://user@localhost/',
    'http://localhost@evil.example/',
    'http://localhost.evil.example/',
    'http://example.com/',
  ])('may not be %s', (raw) => expect(verdict(raw)).toBe(false));
});
