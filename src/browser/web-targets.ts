/** A target of the debugging protocol, as its events describe it. */
export interface TargetInfo {
  targetId: string;
  type: string;
  url: string;
  title?: string;
  openerId?: string;
  parentId?: string;
  browserContextId?: string;
}

/** `web`: visible to clients. `hidden`: part of the browser, such as the PDF viewer. `foreign`: a tab outside the web, which is closed. */
export type Visibility = 'web' | 'hidden' | 'foreign';

const TABS = new Set(['page', 'tab']);
/** The browser's own surfaces, for any address. */
const OWN_TYPES = new Set(['browser_ui', 'background_page', 'webview', 'guest']);

/**
 * Classifies the targets of a browser by address, type and opener. A tab that has left the web stays `foreign`.
 */
export class WebTargets {
  /** Called once for each target that is, or becomes, `hidden` or `foreign`. */
  readonly watchers = new Set<(info: TargetInfo, visibility: 'hidden' | 'foreign') => void>();
  readonly #known = new Map<string, { info: TargetInfo; visibility: Visibility }>();
  readonly #foreign = new Set<string>();

  /** Records a target's current description. */
  see(info: TargetInfo): Visibility {
    const { targetId } = info;
    if (this.#foreign.has(targetId)) return 'foreign';
    const before = this.#known.get(targetId)?.visibility;
    const visibility = this.#judge(info);
    this.#known.set(targetId, { info, visibility });
    if (visibility === 'foreign') this.#foreign.add(targetId);
    if (visibility !== 'web' && visibility !== before)
      for (const watcher of this.watchers) watcher(info, visibility);
    return visibility;
  }

  forget(targetId: string): void {
    this.#known.delete(targetId);
  }

  /** An unknown target may be asked for: the browser's answer to that describes it. */
  isWeb(targetId: string): boolean {
    return !this.#foreign.has(targetId) && (this.#known.get(targetId)?.visibility ?? 'web') === 'web';
  }

  get pages(): TargetInfo[] {
    const known = [...this.#known.values()];
    return known.flatMap(({ info, visibility }) =>
      info.type === 'page' && visibility === 'web' ? info : [],
    );
  }

  #judge({ targetId, type, url, openerId, parentId }: TargetInfo): Visibility {
    const isNew = !this.#known.has(targetId);
    const isOpenedOutside = isNew && openerId !== undefined && !this.isWeb(openerId);
    if (TABS.has(type)) return isWebAddress(url) && !isOpenedOutside ? 'web' : 'foreign';
    const isInside = parentId !== undefined && !this.isWeb(parentId);
    return OWN_TYPES.has(type) || isInside || !isWebAddress(url) ? 'hidden' : 'web';
  }
}

/** A new target has no address yet; an error page stands in for a web page that did not load. */
export function isWebAddress(url: string): boolean {
  return (
    url === '' ||
    /^https?:\/\//i.test(url) ||
    /^about:(?:blank|srcdoc)(?:[?#]|$)/.test(url) ||
    /^data:/i.test(url) ||
    /^blob:(?:https?:\/\/|null\/)/.test(url) ||
    url === 'chrome-error://chromewebdata/'
  );
}
