import { type AttemptResult, type RunnerFacts, stuck, type Task } from '../../runners/contract.ts';

const MAX_WORDS = 300;

/** The task as a runner gets it: one that needs a page starts at the search page when the task names none. */
export function withStartPage(task: Task, { needsUrl }: RunnerFacts, searchUrl: string): Task {
  if (task.url !== null || !needsUrl) return task;
  const words = encodeURIComponent(task.goal.replaceAll(/\s+/g, ' ').slice(0, MAX_WORDS).toWellFormed());
  return { ...task, url: searchUrl.replaceAll('%s', () => words) };
}

/** A page that the caller did not name and that cannot be opened is not the caller's fault. */
export function atStartPage(task: Task, result: AttemptResult): AttemptResult {
  if (task.url !== null || result.ok || result.code !== 'unsafe_url') return result;
  const message = `The search page could not be reached. ${result.message}`;
  return { ...stuck('site_unreachable', message, result.page), files: result.files };
}
