import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../platform/db.ts';
import type { AuditedAction } from '../platform/http/route.ts';
import { newId } from '../platform/ids.ts';

export const auditEntry = z
  .strictObject({
    id: z.string().describe('ID of the entry.'),
    object: z.literal('svc.audit_entry'),
    at: z.iso.datetime().describe('Time of the event.'),
    /** Such as `credential.created`. */
    action: z.string().describe('Action, such as `credential.created`.'),
    /** The key that did it; null for a person in the console. */
    key_id: z.string().nullable().describe('ID of the API key used; null for a console session.'),
    subject_id: z.string().nullable().describe('ID of the object that changed; null without one.'),
    ip: z.string().nullable().describe('IP address of the caller; null when unknown.'),
  })
  .meta({ id: 'AuditEntry', description: 'One entry in the audit log.' });

interface AuditedEvent extends Pick<AuditedAction, 'action' | 'subjectId' | 'ip'> {
  workspaceId: string;
  keyId?: string | null;
}

/** Written before the answer goes out: every confirmed action is on record. */
export async function recordAudit(db: Db, event: AuditedEvent): Promise<void> {
  const { workspaceId, action, keyId = null, subjectId, ip } = event;
  await db.query(
    sql`insert into audit_entries (id, workspace_id, action, key_id, subject_id, ip)
        values (${newId('aud')}, ${workspaceId}, ${action}, ${keyId}, ${subjectId}, ${ip})`,
  );
}

export async function listAudit(db: Db, workspaceId: string, limit: number, after: string | null) {
  const rows = await db.queryFor<{
    id: string;
    at: Date;
    action: string;
    key_id: string | null;
    subject_id: string | null;
    ip: string | null;
  }>(
    workspaceId,
    sql`select id, at, action, key_id, subject_id, ip from audit_entries
        where workspace_id = ${workspaceId} and (${after}::text is null or id < ${after})
        order by id desc limit ${limit}`,
  );
  return rows.map(({ at, ...row }) => ({ ...row, object: 'svc.audit_entry' as const, at: at.toISOString() }));
}
