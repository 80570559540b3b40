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

/** `web`: shown to clients. `hidden`: part of the browser, such as the PDF viewer. `foreign`: a tab outside the web, to be closed. */
export type Standing = 'web' | 'hidden' | 'foreign';

const TABS = new Set(['page', 'tab']);
/** The browser's own surfaces, for any address. */
const OWN_TYPES = new Set(['browser_ui', 'background_page', 'webview', 'guest']);

/**
 * The one place that decides which targets of a browser belong to the web: by their address, their type, and the target they
 * come from. A tab that left the web once never comes back.
 */
export class WebTargets {
  /** Called once for each target that turns out to be, or becomes, no page of the web. */
  readonly watchers = new Set<(info: TargetInfo, standing: 'hidden' | 'foreign') => void>();
  readonly #known = new Map<string, { info: TargetInfo; standing: Standing }>();
  readonly #foreign = new Set<string>();

  /** Takes note of a target's current description. */
  see(info: TargetInfo): Standing {
    const { targetId } = info;
    if (this.#foreign.has(targetId)) return 'foreign';
    const before = this.#known.get(targetId)?.standing;
    const standing = this.#judge(info);
    this.#known.set(targetId, { info, standing });
    if (standing === 'foreign') this.#foreign.add(targetId);
    if (standing !== 'web' && standing !== before)
      for (const watcher of this.watchers) watcher(info, standing);
    return standing;
  }

  forget(targetId: string): void {
    this.#known.delete(targetId);
  }

  /** An unknown target may be asked for: the browser's answer to that describes it. */
  isWeb(targetId: string): boolean {
    return !this.#foreign.has(targetId) && (this.#known.get(targetId)?.standing ?? 'web') === 'web';
  }

  get pages(): TargetInfo[] {
    const known = [...this.#known.values()];
    return known.flatMap(({ info, standing }) => (info.type === 'page' && standing === 'web' ? info : []));
  }

  #judge({ targetId, type, url, openerId, parentId }: TargetInfo): Standing {
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
