import { expect, test } from 'vitest';
import { createGate } from '../platform/net/gate.ts';
import { refusedForms } from '../platform/net/url-forms.fixture.ts';
import { checkCommand } from './check-command.ts';

const gate = createGate({
  resolver: async () => ['10.0.0.7'],
  localTargets: [{ host: '127.0.0.1', port: 4000 }],
});
let localAllowed = 0;
const there = { gate, onClose: () => undefined };
const here = {
  ...there,
  here: {
    allowLocal: () => {
      localAllowed += 1;
    },
    downloadFolder: '/own/downloads',
    uploadFolder: '/own/uploads',
  },
};
const FILES = [
  'file:///etc/passwd',
  'chrome://version/',
  'view-source:http://127.0.0.1/',
  'javascript:1',
  'data:text/html,x',
];

test.each(['Page.navigate', 'Target.createTarget'])('%s opens nothing that is not public', async (method) => {
  // A name that resolves to an inner address is as bad as the address itself.
  const forms = [...refusedForms, ...FILES, 'https://inside.example/'];
  const passed = [];
  for (const url of forms) {
    const verdicts = [await checkCommand(method, { url }, here), await checkCommand(method, { url }, there)];
    if (!verdicts.every((verdict) => 'refuse' in verdict)) passed.push(url);
  }
  // Only an empty page is left of them.
  expect(passed).toEqual(['about:blank', '']);
  expect(localAllowed).toBe(0);
});

test('a listed local target is opened here, and at a provider only where it stands beside us', async () => {
  const params = { url: 'http://127.0.0.1:4000/' };
  expect(await checkCommand('Page.navigate', params, here)).toEqual({ params });
  expect(localAllowed).toBe(1);
  expect(await checkCommand('Page.navigate', params, there)).toHaveProperty('refuse');
  const beside = { ...there, isLocalReached: true };
  expect(await checkCommand('Page.navigate', params, beside)).toEqual({ params });
});

test.each([
  ['Target.createBrowserContext', { proxyServer: 'http://127.0.0.1:1' }],
  ['Target.createBrowserContext', { proxyBypassList: '*' }],
  ['Target.createBrowserContext', { originsWithUniversalNetworkAccess: ['*'] }],
  ['Target.attachToTarget', { targetId: 'x' }],
  ['Target.setAutoAttach', { autoAttach: true, flatten: false }],
  ['Fetch.continueRequest', { requestId: '1', url: 'file:///etc/passwd' }],
  ['DOM.setFileInputFiles', { files: ['/etc/passwd'] }],
  ['DOM.setFileInputFiles', { files: ['../../etc/passwd'] }],
  ['DOM.setFileInputFiles', { files: ['..'] }],
  ['Input.dispatchDragEvent', { data: { files: ['/etc/passwd'] } }],
  ['Browser.getBrowserCommandLine', {}],
  ['Target.exposeDevToolsProtocol', { targetId: 'x' }],
  ['constructor', {}],
])('%s with %j is refused', async (method, params) => {
  expect(await checkCommand(method, params, here)).toHaveProperty('refuse');
});

test('downloads go to the folder of the session, for any requested path', async () => {
  const asked = { behavior: 'allowAndName', downloadPath: '/etc' };
  expect(await checkCommand('Browser.setDownloadBehavior', asked, here)).toEqual({
    params: { behavior: 'allowAndName', downloadPath: '/own/downloads' },
  });
  const files = { files: ['/tmp/.uploads/note.txt'] };
  expect(await checkCommand('DOM.setFileInputFiles', files, here)).toEqual({
    params: { files: ['/own/uploads/note.txt'] },
  });
});

test('a key press is one for the page, never for the browser around it', async () => {
  const key = { type: 'rawKeyDown', modifiers: 2, windowsVirtualKeyCode: 84, key: 't' };
  const given = { ...key, nativeVirtualKeyCode: 84, isSystemKey: true };
  for (const verdict of [
    checkCommand('Input.dispatchKeyEvent', given, here),
    checkCommand('Input.dispatchKeyEvent', given, there),
  ])
    expect(await verdict).toEqual({ params: key });
});

test('of dropped links only those of the web arrive', async () => {
  const text = { mimeType: 'text/plain', data: 'file:///etc/passwd' };
  const link = { mimeType: 'text/uri-list', data: '# a list\r\nhttps://a.example/' };
  const bad = ['file:///etc/passwd', 'https://a.example/\nchrome://settings/', 'javascript:1'];
  const links = bad.map((data) => ({ mimeType: 'text/uri-list', data }));
  const dropped = { type: 'drop', data: { items: [text, ...links, link] } };
  for (const place of [here, there])
    expect(await checkCommand('Input.dispatchDragEvent', dropped, place)).toMatchObject({
      params: { data: { items: [text, link] } },
    });
});
