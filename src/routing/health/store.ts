import sql from 'sql-template-tag';
import type { Reader } from '../../platform/reads.ts';
import type { AttemptOutcome } from '../port.ts';

/** An attempt as the figures of health need it. */
export interface Lesson {
  at: Date;
  runId: string;
  runner: string;
  site: string | null;
  verdict: AttemptOutcome['verdict'];
  answerPresent: boolean;
  fault: AttemptOutcome['fault'];
  errorCode: string | null;
  latencyMs: number;
}

/** The most lessons that one question reads; older ones are left out. */
const MOST_LESSONS = 20_000;

/** The lessons of a workspace within so many days, newest first. They are kept for 14 days. */
export async function loadLessons(db: Reader, workspaceId: string, days: number): Promise<Lesson[]> {
  return db.query<Lesson & { [column: string]: unknown }>(
    sql`select at, facts->>'runId' as "runId", facts->'runner'->>'runner' as runner, facts->>'domain' as site,
          facts->>'verdict' as verdict, (facts->>'answerPresent')::boolean as "answerPresent", facts->>'fault' as fault,
          facts->>'errorCode' as "errorCode", (facts->>'latencyMs')::float8 as "latencyMs"
        from router_observations
        where workspace_id = ${workspaceId} and retracted_at is null and at > db_now() - make_interval(days => ${days})
        order by at desc limit ${MOST_LESSONS}`,
  );
}
