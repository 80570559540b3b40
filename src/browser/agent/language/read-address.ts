/** A postal address as people write it in a sentence: "5 Mill Road, York, YO1 7HH, United Kingdom". */
export interface Address {
  street: string;
  town: string;
  postcode: string;
  country: string;
}

const STREET =
  /(?:^|\b(?:at|to|is|address:?|in)\s+)(\d+[a-z]?\s+\p{Lu}[\p{L}.'’-]*(?:\s+[\p{Lu}\d][\p{L}\d.'’-]*)*|\p{Lu}[\p{L}.'’-]+(?:\s(?:\p{Lu}[\p{L}.'’-]*|de|del|des|der|van|la|straat))*\s\d+[a-z]?)$/u;
const POSTCODE =
  /\b(?:[A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2}|\d{5}(?:-\d{4})?|\d{4}\s?[A-Z]{2}|\d{4}|\d{2}-\d{3}|\d{3}\s\d{2})\b/u;
const PLACE = /^\p{Lu}[\p{L}.'’ -]+$/u;

/** Null where no street is named. */
export function readAddress(text: string): Address | null {
  for (const sentence of text.split(/(?<=[\p{L}\d])[.!]\s+(?=\p{Lu})|\n|;/u)) {
    const parts = sentence.split(',').map((part) => part.trim().replace(/[.!]$/u, ''));
    const at = parts.findIndex((part) => STREET.test(part));
    const street = STREET.exec(parts[at] ?? '')?.[1];
    const rest = at < 0 ? null : placesIn(parts.slice(at + 1));
    if (street && rest && (rest.town !== '' || rest.postcode !== '')) return { street, ...rest };
  }
  return null;
}

function placesIn(parts: string[]): Omit<Address, 'street'> {
  const found = { town: '', postcode: '', country: '' };
  for (const part of parts) {
    const bare = part.replace(/^and\s+|\s+(?:and|with|by|using|for|my)\s.*$/u, '');
    const postcode = found.postcode === '' ? (POSTCODE.exec(bare)?.[0] ?? '') : '';
    const name = bare.replace(postcode, '').trim();
    if (postcode === '' && !PLACE.test(name)) break;
    if (postcode !== '') found.postcode = postcode;
    if (name === '') continue;
    if (found.town === '') found.town = name;
    else found.country = name;
  }
  return found;
}
