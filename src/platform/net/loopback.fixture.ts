import { once } from 'node:events';
import http, { type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Server as NetServer } from 'node:net';

/** A server on a free loopback port, for tests, that takes its connections down with it. */
export async function serve(
  listener: RequestListener,
): Promise<{ port: number; server: Server } & AsyncDisposable> {
  const server = http.createServer(listener);
  const port = await listen(server);
  const close = async (): Promise<void> => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  return { port, server, [Symbol.asyncDispose]: close };
}

export async function listen(server: NetServer): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Self-signed for shop.example, valid for a century, trusted only by tests that say so. */
export const certificate = `-----BEGIN CERTIFICATE-----
MIIBnjCCAUSgAwIBAgIUd7pZev7uAmjCFIrmeERAjeKVsoUwCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMc2hvcC5leGFtcGxlMCAXDTI2MTExNTAyMzI0OVoYDzIxMjYx
MDIyMDIzMjQ5WjAXMRUwEwYDVQQDDAxzaG9wLmV4YW1wbGUwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAAQVZjmWFuF0vJE4O1vcRRgEyvcF1A/CzTahTV7H+iXfmscv
vBU4xjQEbDmRf5/v7sOAMvwx7eOscluM78c2fZaio2wwajAdBgNVHQ4EFgQUcB2y
Zj7RRMwMhgItm4405KCrvJ4wHwYDVR0jBBgwFoAUcB2yZj7RRMwMhgItm4405KCr
vJ4wFwYDVR0RBBAwDoIMc2hvcC5leGFtcGxlMA8GA1UdEwEB/wQFMAMBAf8wCgYI
KoZIzj0EAwIDSAAwRQIgQ2fYAytzCV3CQslG0a5mE3XRWk2+4u7ufrwqWckSkwAC
IQD8mBSLZ5CMvOQk3zhDAp1ymB8nMwvMz4EBcM3Rt1iIhA==
-----END CERTIFICATE-----`;

export const certificateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgW/s5EcUx+Y6F0ied
Vtp9Z07w5nycQmDZTWopg6gmkYuhRANCAAQVZjmWFuF0vJE4O1vcRRgEyvcF1A/C
zTahTV7H+iXfmscvvBU4xjQEbDmRf5/v7sOAMvwx7eOscluM78c2fZai
-----END PRIVATE KEY-----`;
