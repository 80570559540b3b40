import { beforeAll, expect, test } from 'vitest';
import { KMS_ENV, KMS_KEY_ARN, type KmsStandIn, startKmsStandIn } from '../../test/support/stand-ins/kms.ts';
import { systemClock } from '../platform/clock.ts';
import { AwsKeyService } from './aws-key-service.ts';
import { open, rewrap, seal, sealedBy } from './envelope.ts';
import { openTestRing } from './key-ring.fixture.ts';
import { CannotOpen, KeyServiceAway } from './key-service.ts';
import { openKeyService } from './open-key-service.ts';

const context = 'ws_1|cred_1|password';

// The client library finds its credentials in the environment by itself.
beforeAll(() => {
  Object.assign(process.env, KMS_ENV);
});

test('a value sealed through the key service opens again, in its place only', async () => {
  await using kms = await startKmsStandIn();
  const keys = await openAws(kms);
  const sealed = await seal(keys, 'a password', context);
  expect(sealedBy(sealed)).toMatchObject({ keyId: KMS_KEY_ARN, version: 1 });
  expect(await open(keys, sealed, context)).toBe('a password');
  await expect(open(keys, sealed, 'ws_2|cred_1|password')).rejects.toThrow(CannotOpen);
  expect(kms.bodies.join()).not.toContain('a password');
});

test('a changed blob gives the one error, wherever it was changed', async () => {
  await using kms = await startKmsStandIn();
  const keys = await openKeyService(settings(kms, 'aws', '/nowhere'), systemClock);
  const sealed = await seal(keys, 'x', context);
  for (let index = 0; index < sealed.length; index += 1) {
    // The version is only a hint here: KMS's own blob says which key it needs.
    if (index >= 1 && index <= 4) continue;
    const changed = Buffer.from(sealed);
    changed[index] = (changed[index] ?? 0) ^ 0x01;
    await expect(open(keys, changed, context)).rejects.toThrow(CannotOpen);
  }
});

test('a rotation shows as the next version and old values stay open', async () => {
  await using kms = await startKmsStandIn();
  const keys = await openAws(kms);
  const old = await seal(keys, 'old', context);
  expect((await keys.rotate()).version).toBe(2);
  const moved = await rewrap(keys, old, context);
  expect(sealedBy(moved)).toMatchObject({ keyId: KMS_KEY_ARN, version: 2 });
  expect(await open(keys, moved, context)).toBe('old');
  expect(await open(keys, old, context)).toBe('old');
  expect((await keys.versions()).map(({ version }) => version)).toEqual([1, 2]);
});

test('a policy that hides the rotations leaves everything else working', async () => {
  await using kms = await startKmsStandIn();
  kms.mode = 'deny';
  const keys = await openAws(kms);
  expect(await open(keys, await seal(keys, 'x', context), context)).toBe('x');
});

test.each(['fail', 'hang', 'disabled'] as const)(
  'a key service that is away (%s) is said so within three seconds',
  async (mode) => {
    await using kms = await startKmsStandIn();
    const keys = await openAws(kms);
    const sealed = await seal(keys, 'x', context);
    kms.mode = mode;
    const startedAt = performance.now();
    await Promise.all([
      expect(seal(keys, 'y', context)).rejects.toThrow(KeyServiceAway),
      expect(open(keys, sealed, context)).rejects.toThrow(KeyServiceAway),
    ]);
    expect(performance.now() - startedAt).toBeLessThan(8_000);
  },
);

test('values of the local ring open after the change to AWS, and move with the rewrap', async () => {
  await using kms = await startKmsStandIn();
  await using ring = await openTestRing();
  const before = await openKeyService(settings(kms, 'local', ring.folder), systemClock);
  const sealed = await seal(before, 'x', context);
  const after = await openKeyService(settings(kms, 'aws', ring.folder), systemClock);
  expect(await open(after, sealed, context)).toBe('x');
  const moved = await rewrap(after, sealed, context);
  expect(sealedBy(moved).keyId).toBe(KMS_KEY_ARN);
  expect(await open(before, moved, context)).toBe('x');
});

function openAws(kms: KmsStandIn): Promise<AwsKeyService> {
  return AwsKeyService.open({
    keyId: kms.keyId,
    baseUrl: kms.url,
    region: 'eu-central-1',
    clock: systemClock,
  });
}

function settings(kms: KmsStandIn, provider: 'local' | 'aws', keysDir: string) {
  const aws = { awsKeyId: kms.keyId, awsBaseUrl: kms.url, awsRegion: 'eu-central-1' };
  return { provider, keysDir, rotateDays: 90, ...aws };
}
