import { expect, it } from 'vitest';
import { problemsOf } from './check-docs.ts';

it('a page without a title, an unknown code and a sample in an unknown language are named with their line', () => {
  expect(
    problemsOf('docs/a.md', '# Title\n\nAnswers 402 `insufficient_credits`.\n\n```sh\nls\n```\n'),
  ).toEqual([]);
  expect(problemsOf('docs/a.md', 'Text\n\nAnswers 402 `no_such_code`.\n\n```ruby\nputs 1\n```\n')).toEqual([
    'docs/a.md  has no title (a line that begins with "# ")',
    'docs/a.md:3  names the error code `no_such_code`, which does not exist',
    'docs/a.md:5  has a sample in ruby, which no test runs',
  ]);
});
