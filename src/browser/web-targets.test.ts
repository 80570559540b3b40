import { expect, test } from 'vitest';
import { isWebAddress, type TargetInfo, WebTargets } from './web-targets.ts';

const page = (targetId: string, url: string, more: Partial<TargetInfo> = {}): TargetInfo => ({
  targetId,
  type: 'page',
  url,
  ...more,
});

test.each([
  '',
  'https://a.example/',
  'http://127.0.0.1:8080/x.pdf',
  'about:blank',
  'about:blank#blocked',
  'about:srcdoc',
  'data:text/html,x',
  'blob:https://a.example/5c',
  'blob:null/5c',
  'chrome-error://chromewebdata/',
])('%j belongs to the web', (url) => expect(isWebAddress(url)).toBe(true));

test.each([
  'chrome://settings/',
  'chrome://new-tab-page-third-party/',
  'chrome-untrusted://new-tab-page/',
  'chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/index.html',
  'devtools://devtools/bundled/inspector.html',
  'view-source:http://a.example/',
  'file:///etc/passwd',
  'filesystem:file:///x',
  'blob:chrome://settings/5c',
  'blob:file:///5c',
  'about:version',
  'about:blankx',
  'chrome-error://chromewebdata/x',
  'javascript:1',
  'ftp://a.example/',
  ' http://a.example/',
])('%j does not', (url) => expect(isWebAddress(url)).toBe(false));

test('a tab that leaves the web is reported once, and never comes back', () => {
  const targets = new WebTargets();
  const left: string[] = [];
  targets.watchers.add(({ url }, visibility) => left.push(`${visibility} ${url}`));
  expect(targets.see(page('1', ''))).toBe('web');
  expect(targets.see(page('1', 'https://a.example/'))).toBe('web');
  expect(targets.see(page('1', 'chrome://settings/'))).toBe('foreign');
  expect(targets.see(page('1', 'https://a.example/'))).toBe('foreign');
  targets.forget('1');
  expect(targets.isWeb('1')).toBe(false);
  expect(left).toEqual(['foreign chrome://settings/']);
});

test('a window that such a tab opens is no better, whatever its address', () => {
  const targets = new WebTargets();
  targets.see(page('1', 'chrome://settings/'));
  expect(targets.see(page('2', 'about:blank', { openerId: '1' }))).toBe('foreign');
  targets.see(page('3', 'https://a.example/'));
  expect(targets.see(page('4', 'about:blank', { openerId: '3' }))).toBe('web');
});

test('parts of the browser are hidden with all that is inside them, and not closed', () => {
  const targets = new WebTargets();
  const viewer = { type: 'iframe', parentId: '1' };
  targets.see(page('1', 'https://a.example/x.pdf'));
  expect(targets.see(page('2', '', viewer))).toBe('web');
  expect(targets.see(page('2', 'chrome-extension://mhjf/index.html', viewer))).toBe('hidden');
  const inner = { type: 'iframe', parentId: '2' };
  expect(targets.see(page('3', 'https://a.example/x.pdf', inner))).toBe('hidden');
  expect(targets.see(page('4', 'chrome://omnibox-popup.top-chrome/', { type: 'browser_ui' }))).toBe('hidden');
  expect(targets.see(page('5', 'https://a.example/sw.js', { type: 'service_worker' }))).toBe('web');
  expect(targets.pages.map(({ targetId }) => targetId)).toEqual(['1']);
});
