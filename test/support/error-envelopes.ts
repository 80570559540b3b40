import { z } from 'zod';
import { requestErrors } from '../../src/errors.ts';
import type { Dialect } from '../../src/platform/http/dialects.ts';

const code = z.enum(Object.keys(requestErrors) as [keyof typeof requestErrors]);
const message = z.string().min(1).max(1_000);
const claim_url = z.string().optional();
const doc_url = z.string().regex(/^(?:https?:\/\/[^/]+)?\/docs\/errors#[a-z_]+$/);
const detail = z.strictObject({ detail: message, code, claim_url, doc_url });

/** The shape of an error in every dialect. */
const envelopes: Record<Dialect, z.ZodType> = {
  svc: z.strictObject({
    error: z.strictObject({
      message,
      type: z.string(),
      code,
      param: z.string().nullable(),
      hint: z.string().optional(),
      remediation: z.string().min(1),
      claim_url,
      price_usd: z.number().optional(),
      doc_url,
    }),
  }),
  anthropic: z.strictObject({
    type: z.literal('error'),
    error: z.strictObject({
      type: z.string(),
      message,
      code,
      param: z.string().nullable(),
      remediation: z.string().min(1),
      claim_url,
      doc_url,
    }),
    request_id: z.string().startsWith('req_'),
  }),
  browserbase: z.strictObject({ statusCode: z.int(), error: z.string(), message, code, claim_url, doc_url }),
  'browser-use': detail,
  skyvern: detail,
  firecrawl: z.strictObject({ success: z.literal(false), error: message, code, claim_url, doc_url }),
  hyperbrowser: z.strictObject({ message, code, claim_url, doc_url }),
};

/** The code of an error in its own dialect's envelope; throws on another envelope, or none. */
export function codeIn(body: unknown, dialect: Dialect = 'svc'): string {
  const parsed = envelopes[dialect].safeParse(body);
  if (!parsed.success) throw new Error(`not an error of ${dialect}: ${z.prettifyError(parsed.error)}`);
  const { code, error } = body as { code?: string; error?: { code?: string } };
  return code ?? error?.code ?? '';
}
