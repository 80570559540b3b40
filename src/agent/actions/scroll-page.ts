export type Direction = 'down' | 'up' | 'left' | 'right' | 'top' | 'bottom';

/** Runs in the page: scrolls the nearest scroller of an element, or the page. False when nothing moved. */
export function scrollPage({
  element = null,
  direction,
  pages = 0.8,
}: {
  element?: Element | null;
  direction: Direction;
  pages?: number;
}): boolean {
  const root = document.scrollingElement ?? document.documentElement;
  const isAcross = direction === 'left' || direction === 'right';
  const canScroll = (at: Element) => {
    const style = getComputedStyle(at);
    const isLarger = isAcross ? at.scrollWidth > at.clientWidth : at.scrollHeight > at.clientHeight;
    return isLarger && /auto|scroll|overlay/.test(isAcross ? style.overflowX : style.overflowY);
  };
  let area: Element = root;
  for (let at: Element | null = element; at && at !== document.body; at = at.parentElement)
    if (canScroll(at) || (at.tagName === 'TEXTAREA' && at.scrollHeight > at.clientHeight)) {
      area = at;
      break;
    }
  const [left, top] = [area.scrollLeft, area.scrollTop];
  const height = area === root ? innerHeight : area.clientHeight;
  const width = area === root ? innerWidth : area.clientWidth;
  const behavior = 'instant';
  if (direction === 'top') area.scrollTo({ top: 0, behavior });
  else if (direction === 'bottom') area.scrollTo({ top: area.scrollHeight, behavior });
  else if (isAcross) area.scrollBy({ left: (direction === 'left' ? -pages : pages) * width, behavior });
  else area.scrollBy({ top: (direction === 'up' ? -pages : pages) * height, behavior });
  return area.scrollLeft !== left || area.scrollTop !== top;
}
