import type { CreateRun } from '@switchyard/sdk';

/** The same request for four kinds of clients; each takes its key from SWITCHYARD_API_KEY. The documentation shows them, too. */
export function snippetsOf(
  { task, ...given }: CreateRun,
  origin: string,
): Array<{ value: 'curl' | 'sdk' | 'python' | 'cli'; label: string; language: string; code: string }> {
  // `task` is another name of `input`; people see one.
  const request: CreateRun = task === undefined ? given : { input: task, ...given };
  return [
    { value: 'curl', label: 'curl', language: 'Shell', code: curlOf(request, origin) },
    { value: 'sdk', label: 'TypeScript', language: 'TypeScript', code: sdkOf(request, origin) },
    { value: 'python', label: 'Python', language: 'Python', code: pythonOf(request, origin) },
    { value: 'cli', label: 'Command line', language: 'Shell', code: cliOf(request, origin) },
  ];
}

function curlOf(request: CreateRun, origin: string): string {
  return [
    `curl -s ${origin}/v1/responses \\`,
    '  -H "Authorization: Bearer $SWITCHYARD_API_KEY" \\',
    "  -H 'Content-Type: application/json' \\",
    `  -d ${quoted(JSON.stringify(request, null, 2))}`,
  ].join('\n');
}

function sdkOf(request: CreateRun, origin: string): string {
  return [
    "import { Switchyard } from '@switchyard/sdk';",
    '',
    '// The key comes from SWITCHYARD_API_KEY.',
    `const client = new Switchyard({ baseUrl: '${origin}' });`,
    `const run = await client.runs.create(${tsValue(request)});`,
    `console.log(${request.output_schema === undefined ? 'run.answer' : 'run.output'}, run.cost.total_usd);`,
  ].join('\n');
}

export function tsValue(value: object): string {
  return JSON.stringify(value, null, 2).replace(/^(\s*)"([a-z_]\w*)":/gim, '$1$2:');
}

/** The official package of OpenAI: fields that it does not know go into `extra_body`. */
function pythonOf({ input, ...more }: CreateRun, origin: string): string {
  return [
    'import os',
    'from openai import OpenAI',
    '',
    `client = OpenAI(base_url="${origin}/v1", api_key=os.environ["SWITCHYARD_API_KEY"])`,
    'response = client.responses.create(',
    '    model="svc",',
    ...(input === undefined ? [] : [`    input=${pythonValue(input)},`]),
    ...(Object.keys(more).length === 0 ? [] : [`    extra_body=${pythonValue(more)},`]),
    ')',
    'print(response.output_text)',
  ].join('\n');
}

const PYTHON_WORDS: Record<string, string> = { true: 'True', false: 'False', null: 'None' };

export function pythonValue(value: unknown): string {
  return JSON.stringify(value, null, 4)
    .replace(/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g, (found) => PYTHON_WORDS[found] ?? found)
    .replaceAll('\n', '\n    ');
}

function cliOf(request: CreateRun, origin: string): string {
  const { input, url, output_schema: schema, routing, sla_profile: profile, max_cost_usd: ceiling } = request;
  const command = [
    `npx switchyard run ${quoted(String(input ?? ''))}`,
    `--server ${origin}`,
    url && `--url ${quoted(url)}`,
    schema !== undefined && '--schema schema.json',
    routing && routing !== 'smart' && `--routing ${quoted(String(routing))}`,
    profile && `--sla ${profile}`,
    ceiling && `--max-cost ${ceiling}`,
    request.credential_id && `--credential ${request.credential_id}`,
    request.allow_interaction && '--questions',
  ];
  const file = `cat > schema.json <<'JSON'\n${JSON.stringify(schema, null, 2)}\nJSON\n`;
  return (schema === undefined ? '' : file) + command.filter(Boolean).join(' \\\n  ');
}

/** For a shell: it expands nothing within. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
