/** Causes of system errors in plain words. */
const causes: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the file system is read-only',
  EACCES: 'access is denied',
  EPERM: 'access is denied',
  EEXIST: 'a file has this name',
  ENOTDIR: 'a file has the name of one of its folders',
  ENOENT: 'the folder cannot be created there',
  ENAMETOOLONG: 'the path is too long',
  ELOOP: 'the path contains a loop of links',
  EIO: 'the disk reports an error',
  EMFILE: 'this process has too many open files',
  ENFILE: 'this machine has too many open files',
  ENOMEM: 'the memory is used up',
  EADDRINUSE: 'the port is taken',
  EADDRNOTAVAIL: 'this machine does not have the address',
  EAFNOSUPPORT: 'this machine does not support the address family',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the name server does not respond',
  ECONNREFUSED: 'nothing listens at the address',
  ECONNRESET: 'the connection was closed',
  ETIMEDOUT: 'the connection timed out',
  EHOSTUNREACH: 'the host is unreachable',
  ENETUNREACH: 'the network is unreachable',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is signed by an unknown authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is signed by an unknown authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate is signed by an unknown authority',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
};

/** The same causes as other programs print them. */
const printed: [text: RegExp, cause: string][] = [
  [/no space left on device/i, 'the disk is full'],
  [/read-only file system/i, 'the file system is read-only'],
  [/permission denied/i, 'access is denied'],
  [/cannot allocate memory|out of memory/i, 'the memory is used up'],
  [/too many open files/i, 'this machine has too many open files'],
];

/** The cause of a system error, or of what another program printed; null when it is none of the known ones. */
export function systemCause(error: unknown): string | null {
  if (typeof error === 'string') return printed.find(([text]) => text.test(error))?.[1] ?? null;
  if (!(error instanceof Error)) return null;
  const { code, cause } = error as NodeJS.ErrnoException;
  return causes[String(code)] ?? (cause === undefined ? null : systemCause(cause));
}
