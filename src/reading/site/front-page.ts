/** Whether an address is where a site begins, in whatever language. */
export function isFront(url: string): boolean {
  const { pathname, search } = new URL(url);
  return (
    search === '' && /^\/(?:(?:index|default|home)(?:\.\w+)?|[a-z]{2}(?:[-_][a-z]{2})?)?\/?$/i.test(pathname)
  );
}
