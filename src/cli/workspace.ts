import { StartupError } from '../errors.ts';
import { DEFAULT_RETENTION, type Retention, type WorkspacePlan } from '../workspace/plans.ts';
import { savePlan } from '../workspace/store.ts';
import { withDatabase } from './with-database.ts';

/** The rights of a workspace, set by its operator; the owner of an enterprise workspace then chooses its retention. */
export function workspacePlan(
  id: string,
  plan: WorkspacePlan,
  options: { retention?: Retention },
): Promise<void> {
  if (plan !== 'enterprise' && options.retention !== undefined && options.retention !== DEFAULT_RETENTION)
    throw new StartupError('only an enterprise workspace has another retention than 7d.');
  return withDatabase(async ({ db }) => {
    const retention = options.retention ?? (plan === 'enterprise' ? null : DEFAULT_RETENTION);
    const saved = await savePlan(db, id, plan, retention);
    if (!saved) throw new StartupError(`workspace ${id} not found.`);
    console.log(`${id}: plan ${saved.plan}, files are kept for ${saved.retention}.`);
  });
}
