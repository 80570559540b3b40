import { ApiError } from '../errors.ts';

/** A version of a wrapping key. */
export interface KeyVersion {
  keyId: string;
  version: number;
  createdAt: Date | null;
}

export interface WrappedKey {
  keyId: string;
  version: number;
  bytes: Buffer;
}

/**
 * Wraps and unwraps data keys. The context is authenticated: a key wrapped for one place does not unwrap for
 * another. A service that cannot be asked throws `KeyServiceAway`; a key that does not unwrap throws `CannotOpen`.
 */
export interface KeyService {
  /** Whether a value wrapped by this key is for this service to unwrap. */
  owns(keyId: string): boolean;
  /** The service rotates its key itself, so we do not. */
  readonly rotatesItself: boolean;
  /** The version that `wrap` uses. Calls the service, so it doubles as a health check. */
  current(): Promise<KeyVersion>;
  /** Every version that still unwraps, oldest first. */
  versions(): Promise<KeyVersion[]>;
  wrap(dataKey: Buffer, context: string): Promise<WrappedKey>;
  unwrap(wrapped: WrappedKey, context: string): Promise<Buffer>;
  /** Makes a new version the current one. Callers hold the rotation lock. */
  rotate(): Promise<KeyVersion>;
  /** Destroys an old version; absent where the service keeps all. Callers counted that nothing needs it. */
  retire?(version: number): Promise<void>;
}

/** The key of a sealed value, as `sealed_key()` answers it in SQL. */
export function keyName(key: { keyId: string; version: number }): string {
  return `${key.keyId}/${key.version}`;
}

/** The key service cannot be asked. Nothing was stored, nothing can be opened; the caller may come back. */
export class KeyServiceAway extends ApiError {
  constructor(cause?: unknown) {
    super('service_unavailable', {
      message: 'The key service cannot be reached right now; secrets can be neither stored nor opened.',
      cause,
    });
  }
}

/** One error for every reason, so that a wrong key, tampering and truncation look the same. */
export class CannotOpen extends Error {
  constructor() {
    super('the sealed value cannot be opened');
  }
}
