/** A person, a tag or a shelf by the folder it stands in; a bare number by the last word of where it leads. */
export function linkHints(element: Element, value: string): string[] {
  const href = element.localName === 'a' ? (element.getAttribute('href') ?? '') : '';
  if (href === '') return [];
  if (/(?:^|\s)by\s*$/i.test(element.previousSibling?.textContent ?? '')) return ['author'];
  if (/^[\d.,]+k?$/i.test(value)) {
    const last = /([a-z]{4,})\/?$/i.exec(href.replace(/\?.*$/, ''))?.[1];
    return last ? [last] : [];
  }
  const folder =
    /(?:^|\/)([a-z]+)(?:\/[^/]+\/?|\?(?:id|name|u)=[^&]+)$/i.exec(href)?.[1]?.toLowerCase() ?? '';
  const name = FOLDERS.get(folder);
  return name ? [name] : [];
}

const FOLDERS = new Map<string, string>([
  ...['user', 'users', 'u', 'author', 'authors', 'profile', 'member', 'members', 'people', 'staff', 'by'].map(
    (folder) => [folder, 'author'] as const,
  ),
  ...['tag', 'tags', 'topic', 'topics'].map((folder) => [folder, 'tags'] as const),
  ...['category', 'categories', 'section', 'genre'].map((folder) => [folder, 'category'] as const),
  ...['company', 'companies', 'employer', 'org'].map((folder) => [folder, 'company'] as const),
]);
