import { describe, expect, it } from 'vitest';
import { parseRange } from './address.ts';
import { createGate, type GateOptions } from './gate.ts';
import { systemResolver } from './resolver.ts';

const answers: Record<string, string[]> = {
  'public.example': ['93.184.216.34', '2606:2800:220:1::1'],
  'private.example': ['10.1.2.3'],
  'mixed.example': ['93.184.216.34', '127.0.0.1'],
  'mapped.example': ['93.184.216.34', '::ffff:10.0.0.1'],
  'zone.example': ['fe80::1%eth0'],
  'empty.example': [],
  'shop.internal': ['10.1.2.3'],
  'poisoned.internal': ['169.254.169.254'],
  localhost: ['127.0.0.1', '::1'],
};

function gateWith(options: Partial<GateOptions> = {}) {
  return createGate({
    resolver: async (name) => {
      const found = answers[name];
      if (!found) throw new Error('ENOTFOUND');
      return found;
    },
    localTargets: [
      { host: 'shop.internal', port: 8080 },
      { host: 'poisoned.internal', port: 80 },
      { host: 'localhost', port: 3000 },
      { host: '[::1]', port: 3000 },
      { host: '10.9.9.9', port: 443 },
    ],
    ...options,
  });
}

describe('names', () => {
  it('are vetted together with all of their addresses', async () => {
    expect(await gateWith().vet('https://public.example/x')).toMatchObject({
      ok: true,
      host: 'public.example',
      port: 443,
      addresses: ['93.184.216.34', '2606:2800:220:1::1'],
    });
  });

  it.each(['private', 'mixed', 'mapped', 'zone', 'empty', 'unknown'])(
    'are refused when %s.example gives anything but public addresses',
    async (name) => {
      expect((await gateWith().vet(`https://${name}.example/`)).ok).toBe(false);
      expect((await gateWith().vet(`https://${name}.example/`, { use: 'webhook' })).ok).toBe(false);
    },
  );

  it('are refused without telling their addresses', async () => {
    expect(JSON.stringify(await gateWith().vet('https://private.example/'))).not.toContain('10.1.2.3');
  });

  it('are refused when no answer comes in time', async () => {
    const gate = gateWith({ resolver: () => new Promise(() => {}), resolveTimeoutMs: 5 });
    expect(await gate.vet('https://public.example/')).toEqual({
      ok: false,
      reason: 'the host "public.example" could not be resolved',
    });
  });

  it('and literals are refused in ranges the operator closed', async () => {
    const gate = gateWith({ deniedRanges: ['93.184.0.0/16', '2606:2800::/32'].map(parseRange) });
    expect((await gate.vet('https://public.example/')).ok).toBe(false);
    expect((await gate.vet('https://93.184.1.1/')).ok).toBe(false);
    expect((await gate.vet('https://[2606:2800::1]/')).ok).toBe(false);
    expect((await gate.vet('https://8.8.8.8/')).ok).toBe(true);
  });

  it('of this machine are resolved with the hosts file', async () => {
    expect(await systemResolver('localhost')).toContain('127.0.0.1');
    await expect(systemResolver('nothing.invalid')).rejects.toThrow();
  });
});

describe('listed pairs', () => {
  it.each([
    'http://shop.internal:8080/x',
    'https://shop.internal:8080/',
    'http://localhost:3000/?q=1',
    'http://[::1]:3000',
    'https://10.9.9.9/',
    'https://10.9.9.9:443/',
  ])('let a run aimed at them reach %s, and no other run', async (raw) => {
    expect((await gateWith().vet(raw, { localAllowed: true })).ok).toBe(true);
    expect((await gateWith().vet(raw)).ok).toBe(false);
    expect(gateWith().isLocalTarget(raw)).toBe(true);
  });

  it.each([
    ['another port', 'http://shop.internal:8081/'],
    ['the default port', 'http://shop.internal/'],
    ['another host', 'http://other.internal:8080/'],
    ['a host below it', 'http://a.shop.internal:8080/'],
    ['capitals', 'http://SHOP.internal:8080/'],
    ['a trailing dot', 'http://shop.internal.:8080/'],
    ['percent-encoding', 'http://sh%6fp.internal:8080/'],
    ['the address behind it', 'http://127.0.0.1:3000/'],
    ['a longer IPv6 spelling', 'http://[0:0:0:0:0:0:0:1]:3000/'],
    ['the other scheme with its own port', 'http://10.9.9.9/'],
    ['user info', 'http://user@shop.internal:8080/'],
    ['a backslash', 'http://shop.internal:8080\\x'],
    ['another scheme', 'ftp://shop.internal:8080/'],
  ])('do not open %s', async (_what, raw) => {
    expect((await gateWith().vet(raw, { localAllowed: true })).ok).toBe(false);
    expect(gateWith().isLocalTarget(raw)).toBe(false);
  });

  it('are never open to webhooks, not even in development', async () => {
    const gate = gateWith({ allowLoopbackWebhooks: true });
    const options = { use: 'webhook', localAllowed: true } as const;
    expect((await gate.vet('https://shop.internal:8080/', options)).ok).toBe(false);
    expect((await gate.vet('https://10.9.9.9/', options)).ok).toBe(false);
    expect((await gate.vet('http://[::1]:3000/', options)).ok).toBe(false);
  });

  it('stay closed when their name leads to cloud metadata', async () => {
    expect((await gateWith().vet('http://poisoned.internal/', { localAllowed: true })).ok).toBe(false);
  });
});

describe('development webhooks', () => {
  it('reach loopback, and only when the name really is loopback', async () => {
    const gate = gateWith({ allowLoopbackWebhooks: true });
    expect(await gate.vet('http://localhost:9999/hook', { use: 'webhook' })).toMatchObject({
      addresses: ['127.0.0.1', '::1'],
    });
    expect((await gate.vet('http://127.0.0.1:9999/', { use: 'webhook' })).ok).toBe(true);
    expect((await gate.vet('http://localhost:9999/hook')).ok).toBe(false);
    const poisoned = gateWith({ allowLoopbackWebhooks: true, resolver: async () => ['10.0.0.1'] });
    expect((await poisoned.vet('http://localhost:9999/hook', { use: 'webhook' })).ok).toBe(false);
  });

  it('are refused in production', async () => {
    expect((await gateWith().vet('http://localhost:9999/hook', { use: 'webhook' })).ok).toBe(false);
  });
});
