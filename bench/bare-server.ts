import Fastify from 'fastify';
import type pg from 'pg';
import type { Stage } from './stage.ts';

/** The baseline: Fastify, a pool and the statements themselves. */
export async function startBareServer(
  stage: Stage,
): Promise<{ url: string; keep(document: unknown): Promise<number> }> {
  const pool = stage.pool();
  await pool.query(`
    create table bare_runs (id bigint generated always as identity primary key, request jsonb not null, answer jsonb);
    create table bare_documents (id bigint generated always as identity primary key, document jsonb not null)`);
  const server = Fastify();
  server.post('/commits', (request) => commitTwice(pool, request.body));
  server.get<{ Params: { id: string } }>('/documents/:id', (request) =>
    readDocument(pool, request.params.id),
  );
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  stage.defer(() => server.close());
  return { url, keep: (document) => keepDocument(pool, document) };
}

async function commitTwice(pool: pg.Pool, request: unknown): Promise<unknown> {
  const inserted = await pool.query<{ id: string }>({
    name: 'bare_insert',
    text: 'insert into bare_runs (request) values ($1) returning id',
    values: [request],
  });
  const updated = await pool.query({
    name: 'bare_update',
    text: 'update bare_runs set answer = $2 where id = $1 returning id, answer',
    values: [inserted.rows[0]?.id, { output_text: 'answer' }],
  });
  return updated.rows[0];
}

async function readDocument(pool: pg.Pool, id: string): Promise<unknown> {
  const found = await pool.query<{ document: unknown }>({
    name: 'bare_document',
    text: 'select document from bare_documents where id = $1',
    values: [id],
  });
  return found.rows[0]?.document;
}

async function keepDocument(pool: pg.Pool, document: unknown): Promise<number> {
  const text = 'insert into bare_documents (document) values ($1) returning id';
  const inserted = await pool.query<{ id: string }>(text, [document]);
  return Number(inserted.rows[0]?.id);
}
