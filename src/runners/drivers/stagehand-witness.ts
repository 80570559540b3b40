/** In Stagehand's thread: the real actions of its agent, in the words that our own browser finds the elements by. */
import { collectElements, cssPath, labelOf, type UiElement } from '../../agent/index.ts';
import type { Deed } from './stagehand-script.ts';

/** The part of Stagehand's page that is looked at. */
interface WitnessedPage {
  url(): string;
  evaluate(expression: string): Promise<unknown>;
  goto(url: string, ...rest: unknown[]): Promise<unknown>;
  goBack(...rest: unknown[]): Promise<unknown>;
  keyPress(key: string, ...rest: unknown[]): Promise<unknown>;
  type(text: string, ...rest: unknown[]): Promise<unknown>;
  scroll(x: number, y: number, deltaX: number, deltaY: number, ...rest: unknown[]): Promise<unknown>;
}

interface Action {
  selector: string;
  method?: string;
  arguments?: unknown[];
}

interface ActHandler {
  takeDeterministicAction(
    action: Action,
    page: WitnessedPage,
    ...rest: unknown[]
  ): Promise<{ success: boolean; actions?: Action[] }>;
}

/** Stagehand reports an action only after the page has changed, and without its name: so it is looked at before. */
export function witness(acts: ActHandler, pages: WitnessedPage, tell: (deed: Deed) => void): void {
  let isActing = false;
  const { takeDeterministicAction } = acts;
  acts.takeDeterministicAction = async function (action, page, ...rest) {
    const place = await placeOf(page, action.selector);
    isActing = true;
    try {
      const result = await takeDeterministicAction.call(this, action, page, ...rest);
      const [done] = result.actions ?? [];
      // Stagehand found the element elsewhere than the model said: its name is unknown.
      const isThere = done === undefined || done.selector === action.selector;
      const value = action.arguments?.[0] === undefined ? null : String(action.arguments[0]);
      if (result.success)
        tell({ method: action.method ?? '', value, ...(isThere ? place : nowhere(place.url)) });
      return result;
    } finally {
      isActing = false;
    }
  };

  const { goto, goBack, keyPress, type, scroll } = pages;
  pages.goto = async function (url, ...rest) {
    const response = await goto.call(this, url, ...rest);
    tell({ method: 'goto', value: null, ...nowhere(url) });
    return response;
  };
  pages.goBack = async function (...rest) {
    const response = await goBack.call(this, ...rest);
    tell({ method: 'goto', value: null, ...nowhere(this.url()) });
    return response;
  };
  pages.keyPress = async function (key, ...rest) {
    const place = isActing ? null : await placeOf(this, null);
    const done = await keyPress.call(this, key, ...rest);
    if (place) tell({ method: 'press', value: key, ...place });
    return done;
  };
  pages.type = async function (text, ...rest) {
    const place = isActing ? null : await placeOf(this, null);
    const done = await type.call(this, text, ...rest);
    if (place) tell({ method: 'type', value: text, ...place });
    return done;
  };
  pages.scroll = async function (x, y, deltaX, deltaY, ...rest) {
    const done = await scroll.call(this, x, y, deltaX, deltaY, ...rest);
    if (!isActing) tell({ method: 'scrollPage', value: deltaY < 0 ? 'up' : 'down', ...nowhere(this.url()) });
    return done;
  };
}

type Place = Omit<Deed, 'method' | 'value'>;

function nowhere(url: string): Place {
  return { role: null, name: null, selector: null, url };
}

async function placeOf(page: WitnessedPage, selector: string | null): Promise<Place> {
  const found = await elementAt(page, selector);
  const url = page.url();
  if (!found) return nowhere(url);
  const { element } = found;
  return { role: element.role || element.tag, name: labelOf(element), selector: found.selector, url };
}

/** The element at an XPath of Stagehand's, or the one that has the focus, as our agent sees it. Null inside of frames. */
export async function elementAt(
  page: Pick<WitnessedPage, 'evaluate'>,
  selector: string | null,
): Promise<{ element: UiElement; selector: string } | null> {
  const xpath = JSON.stringify(selector?.replace(/^xpath=/u, '') ?? null);
  const found = await page
    .evaluate(`(${findElement})(${collectElements}, ${cssPath}, ${xpath})`)
    .catch(() => null);
  return found as { element: UiElement; selector: string } | null;
}

/** Runs in the page. The pressed element is often a piece of the named one. */
function findElement(collect: typeof collectElements, path: typeof cssPath, xpath: string | null) {
  const { elements, nodes } = collect({ most: 6_000 });
  let node: Node | null =
    xpath === null
      ? document.activeElement
      : document.evaluate(xpath, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue;
  for (let height = 0; node && height < 4; height += 1, node = node.parentElement) {
    const at = nodes.indexOf(node as Element);
    const element = at < 0 ? undefined : elements.find((one) => one.node === at);
    if (element) return { element, selector: path(node as Element) };
  }
  return null;
}
