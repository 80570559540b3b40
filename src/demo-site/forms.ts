import type { FastifyInstance, FastifyRequest } from 'fastify';

const longestField = 5_000;

/** Both kinds of HTML form arrive as an object with `get`; the site needs no more than that. */
export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => new URLSearchParams(body),
  );
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer<ArrayBuffer>) => parseMultipart(request, body),
  );
}

/** A text field of the submitted form; an empty string when it is missing or is a file. */
export function field(request: FastifyRequest, name: string): string {
  const value = formOf(request)?.get(name);
  return typeof value === 'string' ? value.trim().slice(0, longestField) : '';
}

/** An uploaded file; null when none was chosen (browsers then send an empty one without a name). */
export function uploadedFile(request: FastifyRequest, name: string): File | null {
  const value = formOf(request)?.get(name);
  return value instanceof File && value.name !== '' ? value : null;
}

/** A query parameter; the first one when it is repeated. */
export function query(request: FastifyRequest, name: string): string {
  const value = (request.query as Record<string, string | string[] | undefined>)[name];
  return ((Array.isArray(value) ? value[0] : value) ?? '').trim().slice(0, longestField);
}

function formOf(request: FastifyRequest): FormData | URLSearchParams | null {
  const body = request.body;
  return body instanceof FormData || body instanceof URLSearchParams ? body : null;
}

async function parseMultipart(request: FastifyRequest, body: Buffer<ArrayBuffer>): Promise<FormData> {
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  try {
    return await new Response(body, { headers }).formData();
  } catch (cause) {
    throw Object.assign(new Error('The form could not be read.', { cause }), { statusCode: 400 });
  }
}
