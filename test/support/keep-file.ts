import { captureFiles } from '../../src/artifacts/capture.ts';
import { insertArtifactStatement } from '../../src/artifacts/store.ts';
import type { TestApp } from './test-app.ts';

/** Gives a run of the first workspace a file, as if its runner had brought it; answers its id. */
export async function keepFile({ app, client }: TestApp, runId: string, content: string): Promise<string> {
  const { db, files, log } = app.context;
  const { json } = await client.get('/v1/me');
  const file = {
    kind: 'download' as const,
    name: 'report.csv',
    contentType: 'text/csv',
    bytes: Buffer.from(content),
  };
  const [artifact] = await captureFiles(files, [file], log);
  if (!artifact) throw new Error('nothing was captured');
  await db.query(insertArtifactStatement({ runId, workspaceId: json.workspace_id }, artifact));
  return artifact.id;
}
