import { isAside } from './aside.ts';
import { absoluteUrl, givenNames, imageSource, take, textOf } from './dom.ts';
import type { LabelledValue } from './page.ts';

/** The picture of what the page is about, and the words below it: the first in a figure, a gallery or under a telling name. */
export function pictureIn(document: Document, url: string): LabelledValue[] {
  const image = take(document.querySelectorAll('img'), 60).find(
    (each) => imageSource(each) !== null && !leadsOn(each) && isShown(each),
  );
  const source = image && imageSource(image);
  if (!image || !source) return [];
  const label = { source: 'name' as const, under: '', isOfItem: false };
  const caption = image.closest('figure')?.querySelector('figcaption');
  const said = caption ? textOf(caption, 400) : '';
  return [
    { ...label, label: 'image', value: absoluteUrl(source, url) },
    ...(said === '' ? [] : [{ ...label, label: 'image caption', value: said }]),
  ];
}

/** In a link to a page it is the sign of that page. */
function leadsOn(image: Element): boolean {
  const href = image.closest('a[href]')?.getAttribute('href') ?? null;
  return href !== null && !/\.(?:jpe?g|png|gif|webp|avif)(?:[?#]|$)/i.test(href);
}

function isShown(image: Element): boolean {
  let isNamed = false;
  for (let box: Element | null = image; box && box.localName !== 'body'; box = box.parentElement) {
    if (box !== image && isAside(box)) return false;
    isNamed ||= box.localName === 'figure' || givenNames(box).some((name) => NAMES.test(name));
  }
  return isNamed;
}

const NAMES =
  /gallery|product-?(?:image|media|photo)|(?:main|hero|lead|featured|cover|post)-?(?:image|photo|picture|img)|^(?:hero|poster|media)$/i;
