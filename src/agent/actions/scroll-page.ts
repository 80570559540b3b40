/** Runs in the page. */
export function scrollPage(to: string): void {
  const root = document.scrollingElement ?? document.documentElement;
  if (to === 'top') root.scrollTop = 0;
  else if (to === 'bottom') root.scrollTop = root.scrollHeight;
  else root.scrollTop += (to === 'up' ? -0.8 : 0.8) * innerHeight;
}
