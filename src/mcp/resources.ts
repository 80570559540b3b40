import { RESOURCE_MIME_TYPE, registerAppResource } from '@modelcontextprotocol/ext-apps/server';
import {
  type McpServer,
  type ReadResourceResult,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { APP_URI, RUN_APP } from './app/run-app.ts';
import type { ToolsContext } from './context.ts';
import { answerOf, RUN_URI } from './show-run.ts';

const MAX_FILE = 10_000_000;
const PICTURE_MS = 3_000;

/** The targets of links in results: whole answers, captured files, the documentation, and the app with its live picture. */
export function serveResources(mcp: McpServer, tools: ToolsContext): void {
  const { api } = tools;
  serveDocs(mcp, tools);
  registerAppResource(
    mcp,
    'run',
    APP_URI,
    { title: 'A run', description: 'A run inside the chat', _meta: { ui: { prefersBorder: true } } },
    async () => ({ contents: [{ uri: APP_URI, mimeType: RESOURCE_MIME_TYPE, text: RUN_APP }] }),
  );
  template(mcp, 'answer', '/{id}/answer', 'The whole answer of a run', async (uri, { id = '' }) => {
    const text = answerOf(await api.runs.get(id));
    return { contents: [{ uri, mimeType: 'text/plain', text }] };
  });
  template(
    mcp,
    'file',
    '/{id}/files/{file}',
    'A file that a run captured',
    async (uri, { id = '', file = '' }) => {
      const response = await api.runs.artifact(id, file);
      const mimeType = (response.headers.get('content-type') ?? '').split(';')[0] ?? '';
      const bytes = Buffer.from(await response.arrayBuffer());
      if (bytes.length > MAX_FILE)
        throw new Error(`The file has ${bytes.length} bytes; download it with the API.`);
      const isText = /^text\/|json$/.test(mimeType);
      return {
        contents: [
          isText
            ? { uri, mimeType, text: bytes.toString('utf8') }
            : { uri, mimeType, blob: bytes.toString('base64') },
        ],
      };
    },
  );
  template(mcp, 'view', '/{id}/view', 'What the browser of a run shows now', async (uri, { id = '' }) => {
    const { live_view } = await api.runs.get(id);
    const blob = live_view && (await livePicture(tools, live_view));
    if (!blob) throw new ResourceNotFoundError(uri);
    return { contents: [{ uri, mimeType: 'image/jpeg', blob }] };
  });
}

const DOCS_URI = 'switchyard://docs';

/** The documentation: its index, and every page as Markdown. */
function serveDocs(mcp: McpServer, { fetch, origin }: ToolsContext): void {
  const read = async (uri: string, path: string) => {
    const response = await fetch(`${origin}${path}`, { headers: { accept: 'text/markdown' } });
    if (!response.ok) throw new ResourceNotFoundError(uri);
    return { contents: [{ uri, mimeType: 'text/markdown', text: await response.text() }] };
  };
  const mimeType = 'text/markdown';
  mcp.registerResource('docs', DOCS_URI, { description: 'The index of the documentation', mimeType }, (uri) =>
    read(uri.href, '/llms.txt'),
  );
  mcp.registerResource(
    'docs-page',
    new ResourceTemplate(`${DOCS_URI}/{+path}`, { list: undefined }),
    { description: 'A page of the documentation, by its path in the index', mimeType },
    (uri, { path }) => read(uri.href, `/docs/${String(path).replace(/^docs\//, '')}`),
  );
}

type Read = (uri: string, parts: Record<string, string | undefined>) => Promise<ReadResourceResult>;

function template(mcp: McpServer, name: string, path: string, description: string, read: Read): void {
  mcp.registerResource(
    name,
    new ResourceTemplate(`${RUN_URI}${path}`, { list: undefined }),
    { description },
    (uri, parts) =>
      read(uri.href, Object.fromEntries(Object.entries(parts).map(([key, value]) => [key, String(value)]))),
  );
}

/** The first picture of the live events, which begin with the latest one. */
async function livePicture(tools: ToolsContext, liveView: string): Promise<string | null> {
  const { pathname } = new URL(liveView);
  const signal = AbortSignal.timeout(PICTURE_MS);
  try {
    const { body } = await tools.fetch(`${tools.origin}${pathname}/events`, { signal });
    let text = '';
    for await (const chunk of (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const data = /^data: (.*)$/m.exec(event)?.[1];
        const { type, frame } = data ? JSON.parse(data) : {};
        if (type === 'view' && frame) return frame;
        if (type === 'end') return null;
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return null;
}
