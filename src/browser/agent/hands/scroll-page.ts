/** Runs in the page. Up and down go by what is seen at once. */
export function scrollPage(to: string): void {
  const end = to === 'top' ? 0 : document.documentElement.scrollHeight;
  if (to === 'top' || to === 'bottom') window.scrollTo(0, end);
  else window.scrollBy(0, (to === 'up' ? -0.9 : 0.9) * window.innerHeight);
}
