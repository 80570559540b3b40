import { contentStems, stem } from '../words/words.ts';
import type { Answer } from './answered.ts';
import type { PageIndex } from './page-index.ts';
import { isOfItself, ownName, siteName } from './page-name.ts';
import type { Question } from './question.ts';

/** "What is the restaurant called?": the name of those whose site it is, where the page is of nothing else. */
export function answerName({ page }: PageIndex, { text }: Question): Answer | undefined {
  const kind = CALLED.map((look) => look.exec(text)?.[1]).find((said) => said !== undefined);
  const words = contentStems(kind ?? '');
  const [word] = words;
  if (word === undefined || words.length > 1) return undefined;
  const name = SITES.has(word)
    ? siteName(page)
    : KEEPERS.has(word) && isOfItself(page)
      ? ownName(page)
      : null;
  return name ? { output: name, coverage: 1 } : undefined;
}

const KIND = "([\\p{L}’'-]+(?: [\\p{L}-]+)?)";
const CALLED = [
  `^what(?:['’]s| is) the (?:full |exact |official )?name of (?:the|this|your|their) ${KIND}\\??$`,
  `^what(?:['’]s| is) (?:the|this|your|their) ${KIND} (?:called|named)\\??$`,
  `^what(?:['’]s| is) (?:the|this|your) ([\\p{L}-]+)(?:['’]s)? name\\??$`,
  `^(?:which|what) ${KIND} is (?:this|it)\\??$`,
].map((look) => new RegExp(look, 'iu'));

/** What has a site of its own. */
const KEEPERS = new Set(
  'company firm business organisation organization restaurant cafe café bistro pub bar bakery hotel hostel inn museum gallery theatre theater cinema school college university clinic practice surgery gym club pool library park zoo farm vineyard brewery place venue charity foundation agency studio salon garage campsite'
    .split(' ')
    .map(stem),
);
const SITES = new Set('shop store site website newspaper'.split(' ').map(stem));
