import type { CreateRun } from '@switchyard/sdk';

/** The same request for three kinds of people. No key stands in any of them. */
export function snippetsOf(
  request: CreateRun,
  origin: string,
): Array<{ value: string; label: string; language: string; code: string }> {
  return [
    { value: 'curl', label: 'curl', language: 'Shell', code: curlOf(request, origin) },
    { value: 'sdk', label: 'TypeScript', language: 'TypeScript', code: sdkOf(request, origin) },
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
  const body = JSON.stringify(request, null, 2).replace(/^(\s*)"([a-z_]\w*)":/gim, '$1$2:');
  return [
    "import { Switchyard } from '@switchyard/sdk';",
    '',
    '// The key comes from SWITCHYARD_API_KEY.',
    `const client = new Switchyard({ baseUrl: '${origin}' });`,
    `const run = await client.runs.create(${body});`,
    `console.log(${request.output_schema === undefined ? 'run.answer' : 'run.output'}, run.cost.total_usd);`,
  ].join('\n');
}

function cliOf(request: CreateRun, origin: string): string {
  const { task, url, output_schema: schema, routing, sla_profile: profile, max_cost_usd: ceiling } = request;
  const command = [
    `switchyard run ${quoted(task ?? '')}`,
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
