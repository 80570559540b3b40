import type { LaunchOptions } from 'playwright-core';

/**
 * How Chromium is started: the boundary to the network sits below it, not in its driver. Each protection has a name, so that the
 * honeypot test can leave one out and see that it would notice.
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

/** Of a repeated switch only the last counts, so Playwright's own list (1.65) is in ours. */
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

/** Bytes of JavaScript heap one renderer may use, in megabytes; past it the tab crashes and the attempt fails. */
const MAX_HEAP_MB = 1_024;

export interface LaunchSettings {
  executablePath: string;
  isRoot: boolean;
  platform: NodeJS.Platform;
  /** Where the browser's home, temporary files and downloads go. */
  folder: string;
  /** Where its sockets go, when that is too long a name for them. */
  socketFolder?: string;
  /** Tests only. */
  omit: readonly Protection[];
}

export function launchOptions({
  executablePath,
  isRoot,
  platform,
  folder,
  socketFolder = folder,
  omit,
}: LaunchSettings): LaunchOptions {
  const protections = Object.entries(ARGS).filter(([name]) => !omit.includes(name as Protection));
  const disabledFeatures = [
    ...PLAYWRIGHT_DISABLED_FEATURES,
    ...(omit.includes('doh') ? [] : ['DnsOverHttps', 'DnsOverHttpsUpgrade', 'AsyncDns']),
  ];
  return {
    executablePath,
    headless: true,
    // Outside a run's own context there is no network at all.
    proxy: { server: NOWHERE },
    chromiumSandbox: !isRoot,
    args: [
      ...protections.flatMap(([, args]) => args),
      // They outlive pages and belong to none, so nobody could say what they may send.
      '--disable-shared-workers',
      `--disable-features=${disabledFeatures.join(',')}`,
      `--js-flags=--max-old-space-size=${MAX_HEAP_MB}`,
    ],
    env: scrubbedEnvironment(platform, folder, socketFolder),
    artifactsDir: folder,
    downloadsPath: folder,
    timeout: 30_000,
    // Shutting down is the service's business; the browser ends with its pipe.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  };
}

/** The proxy of one run's context. Chromium sends loopback round any proxy unless told not to. */
export function contextProxy(
  proxyUrl: string,
  credentials: { username: string; password: string },
  omit: readonly Protection[],
) {
  const server = `http://${PROXY_HOST}:${new URL(proxyUrl).port}`;
  const isPlain = omit.includes('resolver');
  return {
    server: isPlain ? proxyUrl : server,
    bypass: omit.includes('loopback') ? '<loopback>' : '<-loopback>',
    ...credentials,
  };
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
