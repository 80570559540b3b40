import { type PdfLine, type PdfPiece, pageLines, writePages } from './pdf-lines.ts';

const MAX_PAGES = 500;
const MAX_TEXT_CHARS = 2_000_000;

export type PdfReading = { text: string; title: string | null; isCut: boolean } | { unreadable: string };

/**
 * The text of a PDF, page after page. It is read by PDF.js, which runs no code of the file and fetches nothing; a file
 * made to take forever costs the reading thread it is in.
 */
export async function readPdf(bytes: Uint8Array): Promise<PdfReading> {
  try {
    const { getDocumentProxy } = await import('unpdf');
    // The library takes the buffer it is given for its own.
    const file = await getDocumentProxy(Uint8Array.from(bytes), OPTIONS);
    try {
      const lines = await linesOf(file);
      const whole = writePages(lines);
      const text = whole.slice(0, MAX_TEXT_CHARS);
      const isCut = lines.length < file.numPages || text.length < whole.length;
      if (/[\p{L}\p{N}]{2}/u.test(text)) return { text, title: await titleOf(file), isCut };
      return { unreadable: 'The PDF holds no text: it is a scan or a picture.' };
    } finally {
      await file.loadingTask.destroy();
    }
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    return {
      unreadable: isLocked
        ? 'The PDF is encrypted and opens only with a password.'
        : 'The PDF is damaged and could not be read.',
    };
  }
}

const OPTIONS = {
  verbosity: 0,
  enableXfa: false,
  disableFontFace: true,
  useSystemFonts: false,
  useWasm: false,
  useWorkerFetch: false,
  isOffscreenCanvasSupported: false,
  isImageDecoderSupported: false,
};

interface PdfFile {
  numPages: number;
  getPage(number: number): Promise<{ getTextContent(): Promise<{ items: unknown[] }>; cleanup(): boolean }>;
  getMetadata(): Promise<{ info: object }>;
}

async function linesOf(file: PdfFile): Promise<PdfLine[][]> {
  const pages: PdfLine[][] = [];
  let left = MAX_TEXT_CHARS;
  for (let number = 1; number <= Math.min(file.numPages, MAX_PAGES) && left > 0; number += 1) {
    // One broken page does not spoil the others.
    const lines = await pageOf(file, number).catch(() => []);
    for (const { text } of lines) left -= text.length;
    pages.push(lines);
  }
  return pages;
}

async function pageOf(file: PdfFile, number: number): Promise<PdfLine[]> {
  const page = await file.getPage(number);
  const { items } = await page.getTextContent();
  page.cleanup();
  return pageLines(items.filter((item): item is PdfPiece => Object.hasOwn(Object(item), 'str')));
}

async function titleOf(file: PdfFile): Promise<string | null> {
  const { info } = await file.getMetadata().catch(() => ({ info: {} }));
  const title = (info as { Title?: unknown }).Title;
  return typeof title === 'string' && /\p{L}{2}/u.test(title) ? title.trim().slice(0, 500) : null;
}
