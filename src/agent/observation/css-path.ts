/** Runs in the page: a selector that finds the element again. */
export function cssPath(node: Element): string {
  const parts: string[] = [];
  for (let at: Element | null = node; at && parts.length < 12; at = at.parentElement) {
    if (at.id && /^[A-Za-z][\w-]*$/u.test(at.id)) {
      parts.unshift(`#${at.id}`);
      break;
    }
    const tag = at.tagName.toLowerCase();
    const twins = at.parentElement
      ? [...at.parentElement.children].filter((child) => child.tagName === at?.tagName)
      : [at];
    parts.unshift(twins.length > 1 ? `${tag}:nth-of-type(${twins.indexOf(at) + 1})` : tag);
  }
  return parts.join(' > ');
}
