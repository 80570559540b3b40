import { z } from 'zod';

const REGIONS = ['us-west-2', 'us-east-1', 'eu-central-1', 'ap-southeast-1'] as const;

const MAX_METADATA_CHARS = 512;

/** The body of a create, as Browserbase takes it; an embedded browser ignores fields that it has no use for. */
export const createSession = z.looseObject({
  projectId: z.string().optional(),
  region: z.enum(REGIONS).optional(),
  timeout: z.int().min(60).max(21_600).optional(),
  keepAlive: z.boolean().optional(),
  proxies: z.unknown().optional(),
  userMetadata: z
    .record(z.string(), z.unknown())
    .refine((value) => JSON.stringify(value).length <= MAX_METADATA_CHARS, 'is longer than 512 characters')
    .optional(),
  browserSettings: z
    .looseObject({
      viewport: z
        .object({ width: z.int().min(100).max(4_096), height: z.int().min(100).max(4_096) })
        .optional(),
      context: z.object({ id: z.string(), persist: z.boolean().optional() }).optional(),
      recordSession: z.boolean().optional(),
      logSession: z.boolean().optional(),
      enablePdfViewer: z.boolean().optional(),
    })
    .optional(),
  svc: z.object({ provider: z.string().optional() }).optional(),
});
export type CreateSession = z.output<typeof createSession>;

export const updateSession = z.looseObject({ status: z.literal('REQUEST_RELEASE') });

export const sessionObject = z
  .looseObject({
    id: z.string(),
    projectId: z.string(),
    status: z.enum(['PENDING', 'RUNNING', 'ERROR', 'TIMED_OUT', 'COMPLETED']),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    startedAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    endedAt: z.iso.datetime().optional(),
    region: z.string().optional().describe('Region of the browser; absent where it is unknown.'),
    keepAlive: z.boolean(),
    proxyBytes: z.int(),
    contextId: z.string().optional(),
    userMetadata: z.record(z.string(), z.unknown()).optional(),
    connectUrl: z.string().optional(),
    seleniumRemoteUrl: z.string().optional(),
    signingKey: z.string().optional(),
    svc: z.object({ provider: z.string(), cost_usd: z.number() }),
  })
  .meta({ id: 'BrowserSession' });

export const contextObject = z
  .looseObject({
    id: z.string(),
    projectId: z.string(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'BrowserContext' });
