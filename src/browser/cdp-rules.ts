import type { CdpVerdict } from './cdp-client.ts';

/**
 * The rights of a foreign driver in a browser on this machine: to look at pages and to act on them. The proxy guards the network;
 * these rules guard local files, the browser's own pages, and the settings that keep a run inside its bounds. Unlisted commands,
 * such as new ones of a new Chromium, are refused.
 */
export function cdpProblem(method: string, params: Record<string, unknown>): string | null {
  if (!ALLOWED.has(method)) return `${method} is not allowed`;
  const { url } = params;
  if (
    (method === 'Page.navigate' || method === 'Target.createTarget') &&
    typeof url === 'string' &&
    !isOpen(url)
  )
    return 'only http and https pages may be opened';
  return null;
}

/** The same as the check of a client that joins a browser. */
export function cdpVerdict(method: string, params: Record<string, unknown>): CdpVerdict {
  const refuse = cdpProblem(method, params);
  return refuse === null ? { params } : { refuse };
}

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

function isOpen(url: string): boolean {
  if (url === '' || url === 'about:blank') return true;
  return URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol);
}
