import path from 'node:path';
import type { EgressProxy } from '../platform/net/egress-proxy.ts';

/**
 * The switches of Chromium: the boundary to the network sits below it, not in its driver. Each protection has a name, so that the
 * honeypot test can leave one out and prove that it would notice.
 */
export type Protection = 'resolver' | 'loopback' | 'webrtc' | 'quic' | 'doh' | 'background';

/** The one name Chromium can resolve: a run's egress proxy on loopback. Everything else, addresses included, is not found. */
const PROXY_HOST = 'egress.invalid';
const NOWHERE = 'http://nowhere.invalid:9';

const ARGS: Record<Exclude<Protection, 'loopback' | 'doh'>, string[]> = {
  resolver: [`--host-resolver-rules=MAP ${PROXY_HOST} 127.0.0.1, MAP * ~NOTFOUND`],
  webrtc: [
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  ],
  quic: ['--disable-quic'],
  background: [
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-domain-reliability',
    '--disable-client-side-phishing-detection',
    '--no-pings',
    '--dns-prefetch-disable',
  ],
};

/**
 * The switches with which Playwright (1.65) starts Chromium, without `--disable-ipc-flooding-protection`: with the protection on,
 * a page that floods its own history can still be read.
 */
const PLAYWRIGHT_SWITCHES = [
  '--disable-field-trial-config',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-back-forward-cache',
  '--disable-breakpad',
  '--disable-component-extensions-with-background-pages',
  '--no-default-browser-check',
  '--disable-default-apps',
  '--disable-dev-shm-usage',
  '--disable-extensions',
  '--enable-features=CDPScreenshotNewSurface,SkipListAccountsWithoutGaiaCookies',
  '--allow-pre-commit-input',
  '--disable-hang-monitor',
  '--disable-prompt-on-repost',
  '--disable-renderer-backgrounding',
  '--force-color-profile=srgb',
  '--metrics-recording-only',
  '--no-first-run',
  '--password-store=basic',
  '--use-mock-keychain',
  '--no-service-autorun',
  '--disable-search-engine-choice-screen',
  '--unsafely-disable-devtools-self-xss-warnings',
  '--enable-unsafe-swiftshader',
  '--disable-stack-profiler',
  '--disable-infobars',
  '--do-not-de-elevate',
  '--headless',
  '--hide-scrollbars',
  '--mute-audio',
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
];

const PLAYWRIGHT_DISABLED_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/** Chromium's own pages for an address bar that no user sees: every window would get a process for them. */
const UNSEEN_FEATURES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** A process kept ready for a next site: most runs stay on one, and every context would start several for nothing. */
const SPARE_PROCESS = 'SpareRendererForSitePerProcess';

/** The JavaScript heap of one renderer, in megabytes; past it the tab crashes and the attempt fails. */
const MAX_HEAP_MB = 1_024;

export interface LaunchSettings {
  hasSandbox: boolean;
  platform: NodeJS.Platform;
  /** The folder of the browser's profile and temporary files. */
  home: string;
  /** The folder of its sockets, when that name is too long for them. */
  socketFolder?: string;
  /** Tests only. */
  omit: readonly Protection[];
}

/** The switches and the environment that every Chromium of ours starts with. Of a repeated switch only the last counts. */
export function launchOptions({ hasSandbox, platform, home, socketFolder = home, omit }: LaunchSettings): {
  args: string[];
  env: Record<string, string>;
} {
  const protections = Object.entries(ARGS).filter(([name]) => !omit.includes(name as Protection));
  const disabledFeatures = [
    ...PLAYWRIGHT_DISABLED_FEATURES,
    ...UNSEEN_FEATURES,
    SPARE_PROCESS,
    ...(omit.includes('doh') ? [] : ['DnsOverHttps', 'DnsOverHttpsUpgrade', 'AsyncDns']),
  ];
  return {
    args: [
      ...PLAYWRIGHT_SWITCHES,
      ...(hasSandbox ? [] : ['--no-sandbox']),
      `--user-data-dir=${path.join(home, 'profile')}`,
      // Outside a run's own context there is no network at all.
      `--proxy-server=${NOWHERE}`,
      '--proxy-bypass-list=<-loopback>',
      ...protections.flatMap(([, args]) => args),
      // They outlive pages and belong to none, so no rule could tell their allowed targets.
      '--disable-shared-workers',
      `--disable-features=${disabledFeatures.join(',')}`,
      `--js-flags=--max-old-space-size=${MAX_HEAP_MB}`,
    ],
    env: scrubbedEnvironment(platform, home, socketFolder),
  };
}

/** One door for everything, for a browser that no run with a login gets. */
export function wholeProxy({ port }: Pick<EgressProxy, 'port'>): string {
  return `http://${PROXY_HOST}:${port}`;
}

/**
 * The proxy of one run's context, as Playwright takes it. Chromium sends loopback round any proxy unless told not to.
 * The address names both doors of the proxy, for `bothDoors` to tell Chromium.
 */
export function contextProxy(
  { port, talkPort, credentials }: Pick<EgressProxy, 'port' | 'talkPort' | 'credentials'>,
  omit: readonly Protection[],
) {
  const host = omit.includes('resolver') ? 'localhost' : PROXY_HOST;
  return {
    server: `http://${talkPort}.${host}:${port}`,
    bypass: omit.includes('loopback') ? '<loopback>' : '<-loopback>',
    ...credentials,
  };
}

/**
 * Playwright knows one address for a proxy; Chromium has a rule for each kind of traffic. WebSockets take the one that
 * is left over, and so does plain http, which never asks for a tunnel. They then have connections of their own: over an
 * HTTP/2 connection that requests use, a WebSocket could not be told from them.
 */
export function bothDoors(server: string): string {
  const [, talkPort, host, port] = /^http:\/\/(\d+)\.(.+):(\d+)$/.exec(server) ?? [];
  return `https=${host}:${port};socks=http://${host}:${talkPort}`;
}

/** Nothing of the service's environment reaches the browser. */
function scrubbedEnvironment(
  platform: NodeJS.Platform,
  folder: string,
  socketFolder: string,
): Record<string, string> {
  if (platform === 'win32')
    return { SystemRoot: 'C:\\Windows', TEMP: folder, TMP: folder, USERPROFILE: folder };
  return { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: folder, TMPDIR: socketFolder, LANG: 'C.UTF-8' };
}
