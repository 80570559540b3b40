import type { Stagehand } from '@browserbasehq/stagehand';

type Page = Awaited<ReturnType<Stagehand['context']['awaitActivePage']>>;

const SHOT_LIMIT_MS = 5_000;
/** Shorter answers stand in almost any text, and would forbid every picture. */
const LEAST_TEXT = 4;

/** The page as it looks now; none while it shows the owner's answer, in a field or anywhere else. */
export async function pictureOf(
  page: Page,
  secrets: readonly string[],
  type: 'jpeg' | 'png',
): Promise<Uint8Array | null> {
  const options = { type, timeout: SHOT_LIMIT_MS, ...(type === 'jpeg' ? { quality: 60 } : {}) };
  if (secrets.length > 0 && (await showsAny(page, secrets))) return null;
  const picture = await page.screenshot(options).catch(() => null);
  // The page may have begun to show it in the meantime.
  return picture && secrets.length > 0 && (await showsAny(page, secrets)) ? null : picture;
}

/** Compared out here: a page could listen to a comparison inside. An unreadable page counts as showing it. */
async function showsAny(page: Page, secrets: readonly string[]): Promise<boolean> {
  const texts = await Promise.all(
    page.frames().map((frame) => frame.evaluate(`(${shownText})()`).catch(() => null)),
  );
  return texts.some(
    (text) =>
      typeof text !== 'string' ||
      secrets.some((secret) => secret.length < LEAST_TEXT || text.includes(squeezed(secret))),
  );
}

function squeezed(text: string): string {
  return text.replaceAll(/[\s-]/gu, '');
}

/** Runs in the page: all its text and all typed text, without separators between digits. */
function shownText(): string {
  const parts: string[] = [];
  const walk = (root: Document | ShadowRoot) => {
    parts.push((root as Document).body?.textContent ?? root.textContent ?? '');
    let typed = '';
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) walk(element.shadowRoot);
      if ('value' in element && typeof element.value === 'string') typed += element.value;
    }
    parts.push(typed);
  };
  walk(document);
  return parts.join('\n').replaceAll(/[\s-]/gu, '').slice(0, 2_000_000);
}
