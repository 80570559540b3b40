import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The projects by how long their longest files take: many short files at the end keep every worker busy to the last. */
const PROJECTS = ['console', 'agents', 'browser', 'acceptance', 'house', 'db-long', 'db', 'pure'];

/** Files that take longest in their project; a fresh checkout remembers no times. */
const LONGEST = [
  'console/runs',
  'console/settings',
  'stagehand',
  'login-forms',
  'browser-agent',
  'browser-pool',
  'package',
  'command-line',
  'drain',
  'mcp',
  'webhooks-killed',
  'crash-matrix',
  'hostile',
  'wave-killed',
  'house',
  'hosted/agents',
  'extraction/engines',
];

export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

/** Projects in their order; inside each, the longest files first. */
function placeOf({ project, moduleId }: TestSpecification): number {
  const rank = LONGEST.findIndex((name) => moduleId.includes(`/${name}.`));
  return PROJECTS.indexOf(project.name) + (rank < 0 ? 0.99 : rank / 100);
}
