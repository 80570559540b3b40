import type { CdpVerdict } from './cdp-client.ts';

/**
 * The rights of a foreign driver in a browser on this machine: to look at pages and to act on them. The proxy guards the network;
 * these rules guard local files, the browser's own pages, and the settings that keep a run inside its bounds. Unlisted commands,
 * such as new ones of a new Chromium, are refused. Targets outside the web are kept from every client: `web-targets.ts`.
 */
export function cdpVerdict(method: string, params: Record<string, unknown>): CdpVerdict {
  if (!ALLOWED.has(method)) return { refuse: `${method} is not allowed` };
  const opens = method === 'Page.navigate' || method === 'Target.createTarget';
  if (opens && !isEmptyPage(params.url) && !isWebUrl(params.url)) return ONLY_WEB;
  return { params: tame(method, params) };
}

export const ONLY_WEB = { refuse: 'only http and https pages may be opened' } as const;

/** By domain: the commands that Stagehand (3.7) and agent-browser (0.41) need, and no other. */
const COMMANDS = {
  Accessibility: ['enable', 'disable', 'getFullAXTree'],
  Browser: ['getVersion'],
  DOM: [
    'enable',
    'describeNode',
    'getBoxModel',
    'getDocument',
    'getFrameOwner',
    'getNodeForLocation',
    'querySelector',
    'requestNode',
    'resolveNode',
    'scrollIntoViewIfNeeded',
  ],
  Emulation: ['setDefaultBackgroundColorOverride', 'setDeviceMetricsOverride', 'setVisibleSize'],
  Input: ['dispatchKeyEvent', 'dispatchMouseEvent', 'dispatchTouchEvent', 'insertText'],
  Network: ['enable'],
  Page: [
    'enable',
    'addScriptToEvaluateOnNewDocument',
    'bringToFront',
    'captureScreenshot',
    'createIsolatedWorld',
    'getFrameTree',
    'getNavigationHistory',
    'navigate',
    'navigateToHistoryEntry',
    'reload',
    'setLifecycleEventsEnabled',
  ],
  Runtime: ['enable', 'callFunctionOn', 'evaluate', 'releaseObject', 'runIfWaitingForDebugger'],
  Target: [
    'activateTarget',
    'attachToTarget',
    'closeTarget',
    'createTarget',
    'detachFromTarget',
    'getTargets',
    'setAutoAttach',
    'setDiscoverTargets',
  ],
};

const ALLOWED = new Set(
  Object.entries(COMMANDS).flatMap(([domain, names]) => names.map((name) => `${domain}.${name}`)),
);

/** With a native key code, or as a system key, a key press reaches the browser around the page, and its shortcuts. */
export function tame(method: string, params: Record<string, unknown>): Record<string, unknown> {
  if (method !== 'Input.dispatchKeyEvent') return params;
  const { nativeVirtualKeyCode: _code, isSystemKey: _system, ...rest } = params;
  return rest;
}

export function isEmptyPage(url: unknown): boolean {
  return url === undefined || url === '' || url === 'about:blank';
}

export function isWebUrl(url: unknown): url is string {
  return typeof url === 'string' && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}
