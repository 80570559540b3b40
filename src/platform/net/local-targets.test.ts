import { describe, expect, it } from 'vitest';
import { parseLocalTargets } from './local-targets.ts';

const own = { host: '127.0.0.1', ports: [8787] };

describe('the list of local targets', () => {
  it('is read into pairs, with blanks forgiven', () => {
    expect(parseLocalTargets(' localhost:3000, [::1]:3001 ,10.0.0.5:80,,shop.internal:8787', own)).toEqual({
      ok: true,
      targets: [
        { host: 'localhost', port: 3000 },
        { host: '[::1]', port: 3001 },
        { host: '10.0.0.5', port: 80 },
        { host: 'shop.internal', port: 8787 },
      ],
    });
    expect(parseLocalTargets('', own)).toEqual({ ok: true, targets: [] });
  });

  it.each([
    'localhost',
    ':3000',
    'localhost:',
    'localhost:*',
    '*:3000',
    '*.internal:80',
    '10.0.0.0/8:80',
    'http://localhost:3000',
    'localhost:3000/path',
    'user@localhost:3000',
    'localhost:3000-3010',
    '::1:3000',
    '[::1%eth0]:3000',
    'localhost 3000',
    'localhost:123456',
  ])('refuses "%s", which is no pair', (entry) => {
    const result = parseLocalTargets(`ok.internal:80,${entry}`, own);
    expect(result).toMatchObject({
      ok: false,
      reason: expect.stringContaining(`"${entry}" is not a host:port pair`),
    });
  });

  it.each([
    ['LocalHost:3000', 'write its host as localhost'],
    ['127.1:3000', 'write its host as 127.0.0.1'],
    ['2130706433:3000', 'write its host as 127.0.0.1'],
    ['[0:0:0:0:0:0:0:1]:3000', 'write its host as [::1]'],
    ['[::ffff:127.0.0.1]:3000', 'write its host as [::ffff:7f00:1]'],
    ['localhost:70000', 'its port is above 65535'],
    ['localhost:25', 'browsers refuse port 25'],
    ['169.254.169.254:80', 'it is a cloud metadata address'],
    ['169.254.0.1:8080', 'it is a cloud metadata address'],
    ['[fd00:ec2::254]:80', 'it is a cloud metadata address'],
    ['100.100.100.200:80', 'it is a cloud metadata address'],
    ['192.0.0.192:80', 'it is a cloud metadata address'],
    ['[::ffff:a9fe:a9fe]:80', 'it is a cloud metadata address'],
    ['127.0.0.1:8787', 'it is this service itself'],
    ['localhost:8787', 'it is this service itself'],
    ['[::1]:8787', 'it is this service itself'],
    ['0.0.0.0:8787', 'it is this service itself'],
    ['127.8.8.8:8787', 'it is this service itself'],
    ['api.localhost:8787', 'it is this service itself'],
  ])('refuses %s because %s', (entry, problem) => {
    expect(parseLocalTargets(entry, own)).toEqual({
      ok: false,
      reason: `"${entry}" cannot be a local target: ${problem}`,
    });
  });

  it("refuses the service's own name at its own port only", () => {
    const named = { host: 'Switchyard.Internal', ports: [8787, 9000] };
    expect(parseLocalTargets('switchyard.internal:9000', named).ok).toBe(false);
    expect(parseLocalTargets('switchyard.internal:9001', named).ok).toBe(true);
  });
});
