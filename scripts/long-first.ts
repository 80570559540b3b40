import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The projects by how long their longest files take: many short files at the end keep every worker busy to the last. */
const PROJECTS = ['console', 'browser', 'acceptance', 'db', 'pure'];

export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const place = ({ project }: TestSpecification) => PROJECTS.indexOf(project.name);
    return sorted.sort((one, other) => place(one) - place(other));
  }
}
