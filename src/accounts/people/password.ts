import { hash, verify } from '@node-rs/argon2';

/** Argon2id with the library's settings, which follow the OWASP recommendation. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'));
}

/** Takes as long for an unknown person as for a known one. */
export async function isPassword(password: string, known: string | null): Promise<boolean> {
  const isRight = await verify(known ?? (await NOBODY), password.normalize('NFKC'));
  return isRight && known !== null;
}

const NOBODY = hashPassword('nobody has this password');
