import type { OwnSite } from '../../platform/net/own-site.ts';
import type { Secret } from '../../platform/secret.ts';
import type { SecretGuard } from './secret-guard.ts';

/** A login for one site, for one run. The values come out where they are typed and nowhere else. */
export interface SiteLogin extends OwnSite {
  username: Secret;
  password: Secret;
  /** Its one-time codes are made from a seed, as an authenticator app makes them. */
  makesCodes: boolean;
  guard: SecretGuard;
  /** What the site said to it so far. */
  outcome: 'signed_in' | 'rejected' | null;
  /** How often it was typed; a site that always asks again is left alone. */
  tries: number;
}
