import { take, textOf } from './dom.ts';

/** What a value without a name of its own is: an icon before it says so, or the address it leads to. */
export function hintsOf(element: Element, value: string): string[] {
  return [
    ...iconHints(element),
    ...spokenHint(element, value),
    ...tooltipHint(element, value),
    ...linkHints(element, value),
    ...countHint(value),
  ];
}

/** `<a aria-label="7 comments"><span>7</span></a>`: what a bare number counts is told to those who cannot see the sign. */
function spokenHint(element: Element, value: string): string[] {
  if (!/^\d[\d.,]*k?$/i.test(value)) return [];
  const around = element.closest('[aria-label], [title]');
  const said = around?.getAttribute('aria-label') ?? around?.getAttribute('title') ?? '';
  const [, number, noun] = /^([\d.,]+k?)\s(\p{L}[\p{L} ]{2,30})$/iu.exec(said) ?? [];
  return around && number === value && noun && (around.textContent ?? '').trim() === value ? [noun] : [];
}

/** `<span title="Stars">★ 412</span>` */
function tooltipHint(element: Element, value: string): string[] {
  const title = element.getAttribute('title')?.trim() ?? '';
  return /^\p{L}[\p{L} ]{2,24}$/u.test(title) && /^[^\p{L}\d]{0,4}\d[\d.,]*k?$/u.test(value) ? [title] : [];
}

/** "Helpful (12)" */
function countHint(value: string): string[] {
  const name = /^(\p{L}[\p{L} ]{2,24})\s\(\d[\d.,]*k?\)$/u.exec(value)?.[1];
  return name ? [name] : [];
}

/** `<i class="fa fa-map-marker"></i> Room 4` */
function iconHints(element: Element): string[] {
  const [icon] = element.children;
  if (!icon || !ICONS.has(icon.localName) || textOf(icon, 5) !== '') return [];
  const label = icon.getAttribute('aria-label') ?? icon.getAttribute('title');
  const told = `${label ?? ''} ${icon.getAttribute('class') ?? ''} ${icon.getAttribute('data-icon') ?? ''}`;
  const names = told.toLowerCase().match(/[a-z]{3,}/g) ?? [];
  return take(new Set(names.flatMap((name) => ICON_NAMES.get(name) ?? [])), 2);
}

const ICONS = new Set(['i', 'span', 'svg', 'em']);

const ICON_NAMES = new Map<string, string>(
  Object.entries({
    date: 'calendar',
    time: 'clock time watch hourglass',
    location: 'marker pin location geo place map',
    person: 'user person account author',
    telephone: 'phone tel telephone',
    email: 'envelope mail email',
    stars: 'star stars',
    forks: 'fork forks',
    comments: 'comment comments chat bubble',
    views: 'eye views',
    likes: 'heart thumbs like likes',
    price: 'tag price euro dollar pound money',
    bedrooms: 'bed beds bedroom',
    bathrooms: 'bath bathroom shower',
    downloads: 'download downloads',
  }).flatMap(([name, words]) => words.split(' ').map((word) => [word, name] as const)),
);

/** A person, a tag or a shelf by the folder it stands in; a bare number by the last word of where it leads. */
function linkHints(element: Element, value: string): string[] {
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
