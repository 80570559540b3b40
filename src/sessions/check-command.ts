import path from 'node:path';
import type { CdpVerdict } from '../browser/cdp-client.ts';
import { isEmptyPage, isWebUrl, ONLY_WEB, tame } from '../browser/cdp-rules.ts';
import type { Gate } from '../platform/net/gate.ts';
import { ALLOWED_COMMANDS } from './cdp-allow-list.ts';

interface Bounds {
  gate: Gate;
  /** The caller's driver closes the whole browser. */
  onClose(): void;
  /** Of a browser on this machine; one of a provider has its own files and network. */
  here?: {
    /** The caller itself names a listed local target: from then on the session may reach those. */
    allowLocal(): void;
    downloadFolder: string;
    uploadFolder: string;
  };
  /** A provider's browser can reach the listed local targets. */
  isLocalReached?: boolean;
}

type Params = Record<string, unknown>;

/** Decides on one command of a caller's driver. Commands without a rule of their own pass as they are. */
export function checkCommand(
  method: string,
  params: Params,
  bounds: Bounds,
): CdpVerdict | Promise<CdpVerdict> {
  if (!ALLOWED_COMMANDS.has(method)) return { refuse: `${method} is not allowed in a session` };
  const own = bounds.here && HERE[method]?.(params, bounds.here);
  if (own && !('params' in own)) return own;
  const rest = own?.params ?? params;
  return RULES[method]?.(rest, bounds) ?? { params: tame(method, rest) };
}

const RULES: Record<string, (params: Params, bounds: Bounds) => CdpVerdict | Promise<CdpVerdict>> = {
  'Page.navigate': openable,
  'Target.createTarget': openable,
  'Fetch.continueRequest': (params) =>
    params.url === undefined || isWebUrl(params.url) ? { params } : { refuse: 'url: only http and https' },
  'Target.attachToTarget': flat,
  'Target.setAutoAttach': flat,
  'Input.dispatchDragEvent': (params) => {
    const data = params.data as { items?: unknown } | undefined;
    return { params: { ...params, data: data && { ...data, items: webItems(data.items) } } };
  },
  'Browser.close': (_params, { onClose }) => {
    onClose();
    return { answer: {} };
  },
};

/** Asked before, on this machine. */
const HERE: Record<string, (params: Params, here: NonNullable<Bounds['here']>) => CdpVerdict> = {
  'Target.createBrowserContext': (params) =>
    'proxyServer' in params || 'proxyBypassList' in params || 'originsWithUniversalNetworkAccess' in params
      ? { refuse: 'a context may not bring a proxy or network access of its own' }
      : { params },
  'Browser.setDownloadBehavior': downloads,
  'Page.setDownloadBehavior': downloads,
  'DOM.setFileInputFiles': (params, { uploadFolder }) => {
    const files = uploaded(params.files, uploadFolder);
    return files ? { params: { ...params, files } } : NOT_UPLOADED;
  },
  'Input.dispatchDragEvent': (params, { uploadFolder }) => {
    const data = params.data as { files?: unknown } | undefined;
    if (data?.files === undefined) return { params };
    const files = uploaded(data.files, uploadFolder);
    return files ? { params: { ...params, data: { ...data, files } } } : NOT_UPLOADED;
  },
};

const NOT_UPLOADED = {
  refuse: 'only files that were uploaded to this session can be used; POST them to its /uploads first',
};

/** Non-flat sessions would carry commands inside messages. */
function flat(params: Params): CdpVerdict {
  const isOff = params.autoAttach === false;
  return params.flatten === true || isOff ? { params } : { refuse: 'flatten: true is required' };
}

async function openable(
  params: Params,
  { gate, here, isLocalReached = here !== undefined }: Bounds,
): Promise<CdpVerdict> {
  const { url } = params;
  if (isEmptyPage(url)) return { params };
  if (!isWebUrl(url)) return ONLY_WEB;
  const localAllowed = isLocalReached && gate.isLocalTarget(url);
  const vetted = await gate.vet(url, { localAllowed });
  if (!vetted.ok) return { refuse: `this address may not be opened: ${vetted.reason}` };
  if (localAllowed) here?.allowLocal();
  return { params };
}

function downloads(params: Params, { downloadFolder }: { downloadFolder: string }): CdpVerdict {
  const isKept = params.behavior !== 'deny';
  return { params: isKept ? { ...params, behavior: kept(params), downloadPath: downloadFolder } : params };
}

function kept({ behavior }: Params): string {
  return behavior === 'allowAndName' ? 'allowAndName' : 'allow';
}

/** A dropped link opens like one that a person drops on a tab, whatever its address: only those of the web are kept. */
function webItems(items: unknown): unknown {
  if (!Array.isArray(items)) return items;
  const isLink = ({ mimeType }: { mimeType?: unknown }) => /ur[il]/i.test(String(mimeType));
  return items.filter((item) => !isLink(item ?? {}) || String(item?.data).split(/\r?\n/).every(isWebLine));
}

function isWebLine(line: string): boolean {
  return line === '' || line.startsWith('#') || isWebUrl(line);
}

/** Callers know an uploaded file by its name, with any folder before it. */
function uploaded(files: unknown, folder: string): string[] | null {
  if (!Array.isArray(files) || !files.every((file) => typeof file === 'string')) return null;
  const isNamed = files.every((file) => /^(?:\/tmp\/\.uploads\/)?[^/\\]+$/.test(file) && !/^\.+$/.test(file));
  return isNamed ? files.map((file) => path.join(folder, path.posix.basename(file))) : null;
}
