import type { CreateRun } from '@switchyard/sdk';
import { type ErrorCode, requestErrors } from '../../src/errors.ts';
import type { ApiExample, ApiExamples } from '../../src/platform/http/openapi.ts';
import { operationSamples } from './api-samples.ts';
import { type Page, pageOf } from './page.ts';
import { callsOf } from './samples.ts';

interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
}

interface Content {
  schema?: Schema;
}

interface Answer {
  $ref?: string;
  description?: string;
  content?: Record<string, Content>;
}

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security?: unknown[];
  parameters?: Array<{ name: string; in: string; required?: boolean; description?: string; schema: Schema }>;
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, Answer>;
}

interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Answer> };
}

interface Endpoint extends Operation {
  method: string;
  path: string;
}

const LONGEST_ANSWER = 120;

/** A page for each operation of the API, and one that lists them. */
export function apiPages(document: ApiDocument, examples: ApiExamples): Page[] {
  const endpoints = Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        ...operation,
        method: method.toUpperCase(),
        path: path.replace(/^\/api(?=\/v)/, ''),
      })),
    )
    // Other companies' formats and the sign-in of people are in the guides.
    .filter(({ operationId }) => operationId in examples);
  const section = 'API';
  const list = pageOf(listPage(endpoints), { address: '/docs/api', section, file: null });
  const pages = endpoints.map((endpoint) =>
    pageOf(operationPage(endpoint, document, examples[endpoint.operationId] ?? {}), {
      address: addressOfOperation(endpoint),
      section,
      file: null,
      listedAt: '/docs/api',
    }),
  );
  return [list, ...pages];
}

function addressOfOperation({ operationId }: Operation): string {
  return `/docs/api/${operationId}`;
}

function listPage(endpoints: Endpoint[]): string {
  const tags = Map.groupBy(endpoints, ({ tags: [tag = ''] }) => tag);
  const sections = [...tags].map(([tag, members]) => {
    const rows = members.map((one) => [
      `[\`${one.operationId}\`](${addressOfOperation(one)})`,
      `\`${one.method} ${one.path}\``,
      one.summary,
    ]);
    return `## ${tag}\n\n${table(['Operation', 'Request', 'Purpose'], rows)}`;
  });
  return `# API reference

Every operation is JSON over HTTP below \`/v1\` (the same below \`/api/v1\`). Send your key as \`Authorization: Bearer\` or \`x-api-key\`.
Read the [OpenAPI document](/api/openapi.json), or use a [client](/docs/guides/clients).

${sections.join('\n\n')}
`;
}

function operationPage(endpoint: Endpoint, document: ApiDocument, example: ApiExample): string {
  const { parameters = [], requestBody } = endpoint;
  const body = Object.values(requestBody?.content ?? {})[0]?.schema;
  return [
    `# ${endpoint.summary}`,
    endpoint.description,
    `\`${endpoint.method} ${endpoint.path}\``,
    samplesOfOperation(endpoint, example),
    parameters.length > 0 &&
      `## Parameters\n\n${table(
        ['Name', 'In', 'Type', 'Description'],
        parameters.map((one) => [
          code(one.name) + (one.required ? ' (required)' : ''),
          one.in,
          typeOf(one.schema, document),
          one.description ?? '',
        ]),
      )}`,
    body && `## Request body\n\n${fields(body, document)}`,
    answerPart(endpoint, document, example),
    `## Errors\n\n${table(['Status', 'Code', 'When', 'What to do'], errorsOf(endpoint, document))}`,
  ]
    .filter(Boolean)
    .join('\n\n');
}

const WHY = 'a test of its own calls every operation';

function samplesOfOperation(endpoint: Endpoint, example: ApiExample): string {
  return endpoint.operationId === 'runs.create'
    ? callsOf(example.body as CreateRun, WHY)
    : operationSamples({ ...endpoint, isPublic: endpoint.security?.length === 0 }, example, WHY);
}

/** The recorded response, and the description of its fields. */
function answerPart({ responses }: Endpoint, document: ApiDocument, example: ApiExample): string {
  const [status, answer] = Object.entries(responses).find(([code]) => Number(code) < 300) ?? [];
  const [type, content] = Object.entries(answer?.content ?? {})[0] ?? [];
  const parts = [
    example.unrecorded,
    status && `Status ${status}${type === undefined ? ', no body.' : `, ${code(type)}.`}`,
    example.answer !== undefined && sample(example.answer),
    content?.schema && hasFields(content.schema, document) && fields(content.schema, document),
  ];
  return ['## Response', ...parts].filter(Boolean).join('\n\n');
}

/** Whether a schema has fields to list. */
function hasFields(schema: Schema, document: ApiDocument): boolean {
  return Object.keys(resolve(schema, document).properties ?? {}).length > 0;
}

/** A recorded answer, cut where it is long. */
function sample(example: unknown): string {
  const lines = JSON.stringify(example, null, 2).split('\n');
  const shown = lines.length > LONGEST_ANSWER ? [...lines.slice(0, LONGEST_ANSWER), '  ...'] : lines;
  return `\`\`\`json\n${shown.join('\n')}\n\`\`\``;
}

function fields(schema: Schema, document: ApiDocument): string {
  const { properties = {}, required = [] } = resolve(schema, document);
  if (!hasFields(schema, document)) return typeOf(schema, document);
  const rows = Object.entries(properties).map(([name, one]) => [
    code(name) + (required.includes(name) ? ' (required)' : ''),
    typeOf(one, document),
    descriptionOf(one, document),
  ]);
  return table(['Field', 'Type', 'Description'], rows);
}

function descriptionOf(schema: Schema, document: ApiDocument): string {
  const found = resolve(schema, document);
  return found.description ?? found.anyOf?.map((one) => one.description).find(Boolean) ?? '';
}

function typeOf(schema: Schema, document: ApiDocument): string {
  const found = resolve(schema, document);
  if (found.const !== undefined) return code(JSON.stringify(found.const));
  if (found.enum) return found.enum.map((value) => code(String(value))).join(', ');
  const options = found.anyOf ?? found.oneOf;
  if (options) return [...new Set(options.map((one) => typeOf(one, document)))].join(' or ');
  if (found.type === 'array') return `list of ${typeOf(found.items ?? {}, document)}`;
  return [found.type ?? 'anything'].flat().join(' or ');
}

function resolve(schema: Schema, { components }: ApiDocument): Schema {
  return schema.$ref ? (components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema;
}

function errorsOf({ responses }: Operation, { components }: ApiDocument): string[][] {
  return Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, answer]) => {
      const found = answer.$ref ? components.responses[answer.$ref.split('/').at(-1) ?? ''] : answer;
      const codes = [...(found?.description ?? '').matchAll(/`(\w+)`: /g)]
        .map(([, name = '']) => name)
        .filter((name): name is ErrorCode => name in requestErrors);
      if (codes.length === 0) return [[status, '', found?.description ?? '', '']];
      return codes.map((name) => {
        const { when, remediation } = requestErrors[name];
        return [status, `[${code(name)}](/docs/errors#${name})`, when, remediation];
      });
    });
}

function code(text: string): string {
  return `\`${text}\``;
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}
