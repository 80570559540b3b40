import { z } from 'zod';

const REGIONS = ['us-west-2', 'us-east-1', 'eu-central-1', 'ap-southeast-1'] as const;

const MAX_METADATA_CHARS = 512;

/** The body of a create, as Browserbase takes it; an embedded browser ignores fields that it has no use for. */
export const createSession = z.looseObject({
  projectId: z.string().optional().describe("Workspace ID, under Browserbase's name for it."),
  region: z.enum(REGIONS).optional().describe('Region of the browser, if the provider has several.'),
  timeout: z.int().min(60).max(21_600).optional().describe('Seconds until the session ends automatically.'),
  keepAlive: z.boolean().optional().describe('Keep the session open when you disconnect.'),
  proxies: z.unknown().optional().describe('Proxies of a provider; embedded browsers ignore this.'),
  userMetadata: z
    .record(z.string(), z.unknown())
    .refine((value) => JSON.stringify(value).length <= MAX_METADATA_CHARS, 'is longer than 512 characters')
    .optional()
    .describe('Your metadata, at most 512 characters of JSON.'),
  browserSettings: z
    .looseObject({
      viewport: z
        .object({
          width: z.int().min(100).max(4_096).describe('Width in pixels.'),
          height: z.int().min(100).max(4_096).describe('Height in pixels.'),
        })
        .optional()
        .describe('Window size.'),
      context: z
        .object({
          id: z.string().describe('ID of the context.'),
          persist: z
            .boolean()
            .optional()
            .describe("Save the browser's state to the context when the session ends."),
        })
        .optional()
        .describe('Browser context to start with.'),
      recordSession: z.boolean().optional().describe('`false` disables recording.'),
      logSession: z.boolean().optional().describe('`false` disables logging.'),
      enablePdfViewer: z
        .boolean()
        .optional()
        .describe('`true` shows PDFs in the browser; by default a PDF is downloaded.'),
    })
    .optional()
    .describe('Browser settings.'),
  svc: z
    .object({
      provider: z
        .string()
        .optional()
        .describe('Browser provider, or `embedded`; chosen automatically by default.'),
    })
    .optional()
    .describe('Switchyard settings.'),
});
export type CreateSession = z.output<typeof createSession>;

export const updateSession = z.looseObject({
  status: z.literal('REQUEST_RELEASE').describe('Always `REQUEST_RELEASE`.'),
});

export const sessionObject = z
  .looseObject({
    id: z.string().describe('ID of the session.'),
    projectId: z.string().describe("Workspace ID, under Browserbase's name for it."),
    status: z.enum(['PENDING', 'RUNNING', 'ERROR', 'TIMED_OUT', 'COMPLETED']).describe('Current status.'),
    createdAt: z.iso.datetime().describe('Creation time.'),
    updatedAt: z.iso.datetime().describe('Time of the last change.'),
    startedAt: z.iso.datetime().describe('Start time.'),
    expiresAt: z.iso.datetime().describe('Time at which the session ends automatically.'),
    endedAt: z.iso.datetime().optional().describe('End time.'),
    region: z.string().optional().describe('Region of the browser; absent where it is unknown.'),
    keepAlive: z.boolean().describe('Whether the session stays open when you disconnect.'),
    proxyBytes: z.int().describe('Always 0.'),
    contextId: z.string().optional().describe('ID of the browser context.'),
    userMetadata: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Metadata from the request, unchanged.'),
    connectUrl: z.string().optional().describe('Chrome DevTools Protocol URL; it contains a secret.'),
    seleniumRemoteUrl: z
      .string()
      .optional()
      .describe('Unsupported: this URL answers with a WebDriver error.'),
    signingKey: z.string().optional().describe('Secret of the session.'),
    svc: z
      .object({
        provider: z.string().describe('Provider of the browser.'),
        cost_usd: z.number().describe('Cost in US dollars.'),
      })
      .describe('Switchyard details.'),
  })
  .meta({ id: 'BrowserSession', description: 'A browser that you control.' });

export const contextObject = z
  .looseObject({
    id: z.string().describe('ID of the context.'),
    projectId: z.string().describe("Workspace ID, under Browserbase's name for it."),
    createdAt: z.iso.datetime().describe('Creation time.'),
    updatedAt: z.iso.datetime().describe('Time of the last change.'),
  })
  .meta({ id: 'BrowserContext', description: 'Saved cookies and storage of a browser.' });
