import { parse } from 'content-disposition';
import type { CDPSession, Page } from 'playwright-core';
import { mayBeClosed } from '../../platform/failure.ts';
import type { RemoteEgress } from './remote-egress.ts';
import type { RemoteFiles } from './remote-files.ts';

const CHUNK_BYTES = 1_000_000;

interface Paused {
  requestId: string;
  request: { url: string };
  responseStatusCode?: number;
  responseHeaders?: { name: string; value: string }[];
}

/**
 * Looks at the answers to a page's navigations before the browser does: redirects lead only where the run may go, and
 * files are taken off the wire, for on the browser's own disk they would be out of reach.
 */
export async function watchDocuments(page: Page, egress: RemoteEgress, files: RemoteFiles): Promise<void> {
  const session = await page.context().newCDPSession(page);
  session.on('Fetch.requestPaused', (paused) => {
    // The page may be gone before our answer to it.
    answer(session, paused, egress, files).catch(mayBeClosed);
  });
  await session.send('Fetch.enable', {
    patterns: [{ urlPattern: '*', resourceType: 'Document', requestStage: 'Response' }],
  });
}

async function answer(
  session: CDPSession,
  { requestId, request, responseStatusCode: status = 0, responseHeaders = [] }: Paused,
  egress: RemoteEgress,
  files: RemoteFiles,
): Promise<void> {
  const header = (name: string) => responseHeaders.find((one) => one.name.toLowerCase() === name)?.value;
  const location = status >= 300 && status < 400 ? header('location') : undefined;
  const target =
    location !== undefined && URL.canParse(location, request.url) ? new URL(location, request.url) : null;
  if (target && !(await egress.mayReach(target.href))) {
    await session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
    return;
  }
  const disposition = header('content-disposition') ?? '';
  if (status !== 200 || !/^\s*attachment\b/i.test(disposition)) {
    await session.send('Fetch.continueRequest', { requestId });
    return;
  }
  await files.takeAnswer(nameOf(disposition, request.url), request.url, readBody(session, requestId));
  await session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
}

async function* readBody(session: CDPSession, requestId: string): AsyncGenerator<Uint8Array> {
  const { stream } = await session.send('Fetch.takeResponseBodyAsStream', { requestId });
  try {
    for (;;) {
      const part = await session.send('IO.read', { handle: stream, size: CHUNK_BYTES });
      yield Buffer.from(part.data, part.base64Encoded ? 'base64' : 'utf8');
      if (part.eof) return;
    }
  } finally {
    await session.send('IO.close', { handle: stream });
  }
}

/** The site's name for the file, or the end of its address. */
function nameOf(disposition: string, url: string): string {
  const last = new URL(url).pathname.split('/').at(-1) || 'download';
  try {
    return parse(disposition).parameters.filename ?? last;
  } catch {
    return last;
  }
}
