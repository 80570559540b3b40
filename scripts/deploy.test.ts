import { access, readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

// No container engine is at hand where these tests run: the files are parsed, and what they name must exist.

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const read = (path: string) => readFile(at(path), 'utf8');
const CHART = 'deploy/helm/switchyard';

test('the Dockerfile copies what exists, runs as nobody special and has a health check', async () => {
  const text = await read('Dockerfile');
  const sources = [...text.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names]) =>
    (names ?? '').split(' '),
  );
  expect(sources.length).toBeGreaterThan(5);
  for (const source of sources) await access(at(source));
  expect(text).toMatch(/^USER switchyard$/m);
  expect(text).toMatch(/^HEALTHCHECK/m);
  expect(text.indexOf('USER switchyard')).toBeLessThan(text.indexOf('ENTRYPOINT'));
});

test('compose.yaml brings the service with PostgreSQL and an object store', async () => {
  const { services, volumes } = parse(await read('compose.yaml'));
  expect(Object.keys(services).sort()).toEqual(['bucket', 'files', 'postgres', 'switchyard']);
  expect(services.switchyard.depends_on.postgres.condition).toBe('service_healthy');
  for (const name of ['data', 'postgres', 'files']) expect(volumes).toHaveProperty(name);
});

test('the chart parses, its templates are closed, and every value they use is there', async () => {
  expect(parse(await read(`${CHART}/Chart.yaml`))).toMatchObject({ apiVersion: 'v2', name: 'switchyard' });
  const values = parse(await read(`${CHART}/values.yaml`));
  for (const name of await readdir(at(`${CHART}/templates`))) {
    const text = await read(`${CHART}/templates/${name}`);
    const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
    expect(count(/\{\{-? (?:if|range|with) /g)).toBe(count(/\{\{-? end \}\}/g));
    for (const [, path] of text.matchAll(/\.Values\.([\w.]+)/g)) {
      const found = (path ?? '').split('.').reduce((value, key) => value?.[key], values);
      expect(found, `${name}: .Values.${path}`).toBeDefined();
    }
  }
});
