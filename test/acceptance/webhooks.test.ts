import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ServiceProcess } from '../support/service-process.ts';
import { call, WebhookScene } from '../support/webhook-scene.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

let scene: WebhookScene;
let service: ServiceProcess;

beforeAll(async () => {
  scene = await WebhookScene.open();
  service = await scene.start();
});
afterAll(() => scene[Symbol.asyncDispose]());

beforeEach(async () => {
  for (const { id } of (await call(service, 'GET', '/webhooks')).data)
    await call(service, 'DELETE', `/webhooks/${id}`);
  scene.sink.received.length = 0;
});

test("Stripe's own verifier accepts deliveries, both secrets in a rotation, and nothing else", async () => {
  const endpoint = await scene.register(service);
  const { secret } = await call(service, 'POST', `/webhooks/${endpoint.id}/rotate`);
  const run = await scene.createRun(service);
  const [delivery] = await scene.sink.until(1);
  const { body = '', headers = {} } = delivery ?? {};
  const signature = String(headers['x-svc-signature']);
  const verify = (key: string, text = body, at = Date.now()) =>
    Stripe.webhooks.constructEvent(text, signature, key, 300, undefined, at);
  for (const key of [secret, endpoint.secret])
    expect(verify(key)).toMatchObject({ type: 'response.completed', data: { id: run.id } });
  expect(verify(secret)).toMatchObject({ data: await call(service, 'GET', `/responses/${run.id}`) });
  expect(() => verify('whsec_another')).toThrow();
  expect(() => verify(secret, body.replace('completed', 'cancelled'))).toThrow();
  expect(() => verify(secret, body, Date.now() + 600_000)).toThrow();
});

test('the verifying code of the guide works', async () => {
  const { id, secret } = await scene.register(service);
  await call(service, 'POST', `/webhooks/${id}/test`);
  const [delivery] = await scene.sink.until(1);
  const header = String(delivery?.headers['x-svc-signature']);
  const old = header.replace(/t=\d+/, 't=1700000000');
  const cases = [
    [delivery?.body, header, secret, true],
    [`${delivery?.body} `, header, secret, false],
    [delivery?.body, header, 'whsec_another', false],
    [delivery?.body, old, secret, false],
    [delivery?.body, header.replace(',v1=', `,v1=${'0'.repeat(64)},v1=`), secret, true],
    [delivery?.body, '', secret, false],
  ];
  await writeFile(join(scene.folder, 'cases.json'), JSON.stringify(cases));
  const guide = await readFile(join(ROOT, 'docs/guides/webhooks.md'), 'utf8');
  const block = (language: string) =>
    new RegExp(`\`\`\`${language}[^\n]*\n(.+?)\`\`\``, 's').exec(guide)?.[1] ?? '';
  const programs = [
    {
      command: process.execPath,
      file: 'check.ts',
      code: `import { readFileSync } from 'node:fs';\n${block('ts')}
        const cases = JSON.parse(readFileSync('cases.json', 'utf8'));
        console.log(JSON.stringify(cases.map(([body, header, secret]) => isFromSwitchyard(body, header, secret))));`,
    },
    {
      command: 'python3',
      file: 'check.py',
      code: `${block('python')}
import json
print(json.dumps([is_from_switchyard(c[0].encode(), c[1], c[2]) for c in json.load(open("cases.json"))]))
`,
    },
    {
      command: 'go',
      args: ['run', 'hooks.go'],
      file: 'main.go',
      code: `package main

import (
	"encoding/json"
	"os"
)

func main() {
	text, _ := os.ReadFile("cases.json")
	var cases [][]any
	json.Unmarshal(text, &cases)
	verdicts := []bool{}
	for _, c := range cases {
		verdicts = append(verdicts, IsFromSwitchyard([]byte(c[0].(string)), c[1].(string), c[2].(string)))
	}
	json.NewEncoder(os.Stdout).Encode(verdicts)
}
`,
    },
  ];
  await writeFile(join(scene.folder, 'hooks.go'), block('go').replace('package hooks', 'package main'));
  for (const { command, args = [], file, code } of programs) {
    await writeFile(join(scene.folder, file), code);
    const { error, stdout, stderr } = spawnSync(command, [...args, file], {
      cwd: scene.folder,
      encoding: 'utf8',
    });
    // A machine without Python or Go cannot try their code.
    if (error && command !== process.execPath) continue;
    expect(stderr, file).toBe('');
    expect(JSON.parse(stdout), file).toEqual(cases.map((one) => one[3]));
  }
});
