import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Clock } from '../platform/clock.ts';
import { ifUnreadable } from '../platform/failure.ts';
import { AwsKeyService } from './aws-key-service.ts';
import { CannotOpen, type KeyService } from './key-service.ts';
import { LocalKeyRing } from './local-key-ring.ts';

/**
 * The configured key service. The other provider, if still available, keeps opening its own values, so that a change of
 * provider is an ordinary rotation.
 */
export async function openKeyService(settings: Config['kms'], clock: Clock): Promise<KeyService> {
  const isLocal = settings.provider === 'local';
  const ring =
    isLocal || (await hasRing(settings.keysDir)) ? await LocalKeyRing.open(settings.keysDir, clock) : null;
  const aws =
    settings.awsKeyId === null
      ? null
      : await AwsKeyService.open({
          keyId: settings.awsKeyId,
          baseUrl: settings.awsBaseUrl,
          region: settings.awsRegion,
          clock,
        });
  const [first, second] = isLocal ? [ring, aws] : [aws, ring];
  if (!first) throw new Error('the settings name no key service');
  return second ? withOlder(first, second) : first;
}

function withOlder(first: KeyService, older: KeyService): KeyService {
  return {
    owns: (keyId) => first.owns(keyId) || older.owns(keyId),
    rotatesItself: first.rotatesItself,
    current: () => first.current(),
    versions: async () => [...(await older.versions()), ...(await first.versions())],
    wrap: (dataKey, context) => first.wrap(dataKey, context),
    unwrap: async (wrapped, context) => {
      const owner = [first, older].find((service) => service.owns(wrapped.keyId));
      if (!owner) throw new CannotOpen();
      return owner.unwrap(wrapped, context);
    },
    rotate: () => first.rotate(),
    retire: first.retire && ((version) => first.retire?.(version) ?? Promise.resolve()),
  };
}

function hasRing(folder: string): Promise<boolean> {
  return access(join(folder, 'ring.json'))
    .then(() => true)
    .catch(ifUnreadable(false));
}
