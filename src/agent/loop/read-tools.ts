import { readFile } from 'node:fs/promises';
import { rest } from '../agent.ts';
import { readPage } from '../read/read-page.ts';
import type { Desk } from './desk.ts';
import { extractData } from './extract.ts';
import { quoted } from './page-lines.ts';

const READ_CHARS = 12_000;
const MAX_PDF_BYTES = 30_000_000;
const POLL_MS = 150;
const WAIT_SECONDS = 10;

export async function waitFor(
  desk: Desk,
  { text, gone, seconds }: { text?: string; gone?: string; seconds?: number },
): Promise<string> {
  const { run, clock, signal } = desk.agent;
  const wanted = text ?? gone;
  const limitMs = 1_000 * (seconds ?? (wanted === undefined ? 1 : WAIT_SECONDS));
  if (wanted === undefined) {
    await clock.sleep(limitMs, signal);
    return `Waited ${limitMs / 1_000} seconds.`;
  }
  const end = clock.mono() + limitMs;
  for (;;) {
    const shown = await Promise.all(
      run.front
        .frames()
        .slice(0, 30)
        .map((frame) => frame.evaluate(hasText, wanted).catch(() => false)),
    );
    if (shown.includes(true) === (gone === undefined)) {
      await rest(desk.agent, 1_000);
      return gone === undefined ? `The page shows ${quoted(wanted)}.` : `${quoted(wanted)} is gone.`;
    }
    if (clock.mono() >= end) break;
    await clock.sleep(POLL_MS, signal);
  }
  const state = gone === undefined ? 'is not on the page' : 'is still on the page';
  return `Not done: ${quoted(wanted)} ${state} after ${limitMs / 1_000} seconds.`;
}

/** Runs in the page: whether a text is shown, in shadow trees too. */
function hasText(wanted: string): boolean {
  const plain = (text: string) => text.replace(/\s+/g, ' ').toLowerCase();
  const words = plain(wanted).trim();
  // biome-ignore lint/performance/useDomNodeTextContent: only what is shown counts.
  if (plain(document.body?.innerText ?? '').includes(words)) return true;
  return [...document.querySelectorAll('*')].some((element) => {
    const root =
      element.shadowRoot ?? (Reflect.get(element, Symbol.for('closed-shadow')) as ShadowRoot | undefined);
    return [...(root?.children ?? [])].some((child) => plain(child.textContent ?? '').includes(words));
  });
}

/** The main text of the page as Markdown; of a PDF, its text. */
export async function readText(desk: Desk, from: number, file?: string): Promise<string> {
  const text = file ? await fileText(desk, file) : ((await pdfText(desk)) ?? (await pageText(desk)));
  const part = text.slice(from, from + READ_CHARS);
  const end = from + part.length;
  if (text === '') return 'The page has no text.';
  return end < text.length ? `${part}\n(${text.length - end} more characters: read from ${end})` : part;
}

async function fileText({ agent, extractor }: Desk, name: string): Promise<string> {
  const file = agent.run.downloads.findLast((one) => one.suggestedFilename() === name);
  if (!file) return `Not done: no file ${quoted(name)} was downloaded.`;
  await agent.run.files.judged(file);
  const path = agent.run.files.oversized.has(file) ? null : await file.path().catch(() => null);
  if (path === null) return `Not done: the file ${quoted(name)} is too large or did not arrive.`;
  const source = {
    body: await readFile(path),
    url: `file:///${encodeURIComponent(name)}`,
    contentType: null,
  };
  const { page } = await extractor.read(source, null, agent.signal);
  return page.text || page.markdown;
}

async function pageText({ agent, extractor }: Desk): Promise<string> {
  const reading = await readPage(agent.run, extractor, agent.signal);
  return reading?.extracted.markdown ?? '';
}

/** Null for a page that is not a PDF. */
async function pdfText({ agent, extractor }: Desk): Promise<string | null> {
  const { run, signal } = agent;
  const type = run.document?.headers['content-type'] ?? '';
  if (!/^application\/pdf\b/iu.test(type)) return null;
  const base64 = await run.front
    .evaluate(async (most) => {
      const request = new XMLHttpRequest();
      request.open('GET', location.href);
      request.responseType = 'arraybuffer';
      const loaded = new Promise((resolve) => {
        request.onloadend = resolve;
      });
      request.send();
      await loaded;
      const body = new Uint8Array(request.response as ArrayBuffer);
      if (body.length > most) return '';
      let text = '';
      for (let at = 0; at < body.length; at += 30_000)
        text += String.fromCharCode(...body.subarray(at, at + 30_000));
      return btoa(text);
    }, MAX_PDF_BYTES)
    .catch(() => '');
  if (base64 === '') return 'The PDF could not be read.';
  const source = { body: Buffer.from(base64, 'base64'), url: run.front.url(), contentType: type };
  const { page } = await extractor.read(source, null, signal);
  return page.text || page.markdown;
}

/** Data of the page by a JSON Schema, each value with the words of the page that it was taken from. */
export async function extractFrom(
  desk: Desk,
  { schema, part }: { schema: Record<string, unknown>; part?: string },
): Promise<string> {
  const { agent, extractor, extraction, view, scene } = desk;
  if (!extraction) {
    const asked = { goal: '', instructions: null, outputSchema: schema };
    const answer = (await readPage(agent.run, extractor, agent.signal, asked))?.answer;
    return answer?.found ? JSON.stringify(answer.output) : 'Not done: the page has no data for this schema.';
  }
  const whole = async () => (await pdfText(desk)) ?? view.wholeText(scene);
  const text = part === undefined ? await whole() : view.readPart(scene, part);
  if (text === null) return `Nothing on this page has the words ${quoted(part ?? '')}.`;
  const found = await extractData(extraction, { schema, text, task: '' });
  return 'reason' in found ? `Not done: ${found.reason}.` : JSON.stringify(found);
}
