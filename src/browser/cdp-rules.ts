/**
 * What a foreign driver may not ask of a browser on this machine. The network is the proxy's business; here it is about
 * local files, other pages of the browser itself, and the settings that keep a run inside its bounds.
 */
export function cdpProblem(method: string, params: Record<string, unknown>): string | null {
  const [domain = ''] = method.split('.', 1);
  if (REFUSED_DOMAINS.has(domain) || REFUSED.has(method)) return `${method} is not allowed`;
  if (
    method === 'Target.createBrowserContext' &&
    Object.keys(params).some((key) => key !== 'disposeOnDetach')
  )
    return 'a browser context may not bring its own settings';
  const { url } = params;
  if (
    (method === 'Page.navigate' || method === 'Target.createTarget') &&
    typeof url === 'string' &&
    !isOpen(url)
  )
    return 'only http and https pages may be opened';
  return null;
}

const REFUSED_DOMAINS = new Set([
  'SystemInfo',
  'Extensions',
  'FileSystem',
  'Tethering',
  'IO',
  'Tracing',
  'Memory',
  'HeapProfiler',
  'Profiler',
  'Cast',
]);

const REFUSED = new Set([
  'Browser.close',
  'Browser.crash',
  'Browser.crashGpuProcess',
  'Browser.getBrowserCommandLine',
  'Browser.setDownloadBehavior',
  'Browser.setPermission',
  'Browser.grantPermissions',
  'Page.setDownloadBehavior',
  'Page.crash',
  'Page.setBypassCSP',
  'DOM.setFileInputFiles',
  'Network.loadNetworkResource',
  'Security.setIgnoreCertificateErrors',
  'Security.setOverrideCertificateErrors',
  'Target.exposeDevToolsProtocol',
  'Target.setRemoteLocations',
]);

function isOpen(url: string): boolean {
  if (url === '' || url === 'about:blank') return true;
  return URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol);
}
