import { pythonValue, tsValue } from '../../console/src/playground/snippets.ts';
import type { ApiExample } from '../../src/platform/http/openapi.ts';

/** The script of the page shows the reader's own address instead. */
export const BASE = 'http://127.0.0.1:8787';

/** What a sample needs to know about an operation. */
export interface Called {
  operationId: string;
  method: string;
  path: string;
  isPublic: boolean;
}

/** Operations that have a command. */
const COMMANDS: Record<string, string> = {
  'runs.get': 'show {id}',
  'runs.rows': 'runs',
  'runs.cancel': 'cancel {id}',
  'runs.explain': 'explain {id}',
  'runs.answer': 'answer {id}',
  'runs.feedback': 'feedback give {id} --correct',
  'runners.list': 'runners',
  'runners.test': 'runners test {slug}',
  'rankings.list': 'rankings',
  'usage.get': 'usage',
  'account.get': 'whoami',
};

/** A request for each kind of client, as fences that follow each other; `why` gives the reason where they are not run. */
export function operationSamples(called: Called, example: ApiExample, why: string | null): string {
  const command = COMMANDS[called.operationId];
  const isFile = example.file !== undefined;
  return [
    ['sh', curlOf(called, example)],
    !isFile && ['ts', sdkOf(called, example)],
    !isFile && called.path.startsWith('/v1/') && ['python', pythonOf(called, example)],
    command && ['sh', `npx switchyard ${filled(command, example)}`],
  ]
    .filter((one) => Array.isArray(one))
    .map(([language = '', code = '']) => {
      const reason = language === 'python' ? (why ?? 'needs the package for Python') : why;
      return `\`\`\`${language}${reason === null ? '' : ` norun ${reason}`}\n${code}\n\`\`\``;
    })
    .join('\n\n');
}

function filled(path: string, { path: given = {} }: ApiExample): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => given[name] ?? `$${name}`);
}

function curlOf({ method, path, isPublic }: Called, example: ApiExample): string {
  const { query, body, file } = example;
  const asked = query
    ? `?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, `${value}`]))}`
    : '';
  const parts = [`curl ${method === 'GET' ? '' : `-X ${method} `}"${BASE}${filled(path, example)}${asked}"`];
  if (!isPublic) parts.push(`-H "Authorization: Bearer $SWITCHYARD_API_KEY"`);
  if (file !== undefined) parts.push(`-F file=@${file}`);
  if (body !== undefined)
    parts.push(
      `-H 'Content-Type: application/json' -d '${JSON.stringify(body, null, 2).replaceAll("'", `'\\''`)}'`,
    );
  return parts.join(' \\\n  ');
}

function sdkOf({ operationId }: Called, { path, query, body }: ApiExample): string {
  return [
    "import { Switchyard } from '@switchyard/sdk';",
    '',
    `const client = new Switchyard({ baseUrl: '${BASE}' });`,
    `const answer = await client.call('${operationId}', ${tsValue({ path, query, body })});`,
    'console.log(answer);',
  ].join('\n');
}

/** The official package of OpenAI calls any path below its base URL. */
function pythonOf({ method, path }: Called, example: ApiExample): string {
  const given = [
    example.body !== undefined && `    body=${pythonValue(example.body)},`,
    example.query && `    options={"params": ${pythonValue(example.query)}},`,
  ].filter(Boolean);
  return [
    'import os',
    'from openai import OpenAI',
    '',
    `client = OpenAI(base_url="${BASE}/v1", api_key=os.environ["SWITCHYARD_API_KEY"])`,
    `answer = client.${method.toLowerCase()}(`,
    `    "${filled(path, example).replace('/v1', '')}",`,
    ...given,
    '    cast_to=object,',
    ')',
    'print(answer)',
  ].join('\n');
}
