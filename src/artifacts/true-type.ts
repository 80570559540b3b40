/**
 * The media type of a file by its first bytes, where they tell one, or contradict the one that was given. A page that explains
 * why there is no invoice is no PDF, whatever its name.
 */
export function trueType(name: string, given: string, head: string): string {
  const claimed = bareType(given);
  const found = SIGNS.find(({ sign }) => sign.test(head))?.type;
  if (found === ZIP) return ZIPPED.test(claimed) || ZIPPED_NAME.test(name) ? given : ZIP;
  if (found !== undefined) return found;
  const isSigned = claimed === OCTETS ? SIGNED_NAME.test(name) : SIGNED.test(claimed);
  if (!isSigned || head === '') return given;
  return head.includes('\0') ? OCTETS : 'text/plain';
}

function bareType(contentType: string): string {
  return (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
}

/** So much of a file tells its type. */
export const HEAD_BYTES = 1_024;

const OCTETS = 'application/octet-stream';
const ZIP = 'application/zip';
const SIGNS = [
  { type: 'application/pdf', sign: /^[\s\S]{0,200}%PDF-/ },
  { type: 'image/png', sign: /^\x89PNG|^\ufffdPNG/ },
  { type: 'image/jpeg', sign: /^\xff\xd8\xff|^[\s\S]{2,8}(?:JFIF|Exif)/ },
  { type: 'image/gif', sign: /^GIF8[79]a/ },
  { type: 'image/webp', sign: /^RIFF[\s\S]{4}WEBP/ },
  { type: 'text/html', sign: /^\s{0,50}<(?:!doctype html|html\b)/i },
  { type: ZIP, sign: /^PK[\s\S]{2}/ },
];
/** Types that are known by their first bytes: without these, the file is of another type. */
const SIGNED = /^(?:application\/(?:pdf|zip|epub\+zip|vnd\.o\S+)|image\/(?:png|jpeg|gif|webp))$/;
const SIGNED_NAME = /\.(?:pdf|zip|epub|xlsx|docx|pptx|od[st]|png|jpe?g|gif|webp)$/i;
const ZIPPED = /^application\/(?:vnd\.o\S+|epub\+zip|java-archive)$/;
const ZIPPED_NAME = /\.(?:xlsx|docx|pptx|od[tsp]|epub|jar|apk)$/i;
