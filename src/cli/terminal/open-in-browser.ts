import { spawn } from 'node:child_process';

/** The link is printed already; a machine without a browser loses nothing. */
export function openInBrowser(url: string): void {
  // The address becomes an argument of a program.
  if (!/^https?:\/\//.test(url)) return;
  const [program = '', ...args] = {
    darwin: ['open', url],
    win32: ['rundll32', 'url.dll,FileProtocolHandler', url],
  }[process.platform as string] ?? ['xdg-open', url];
  const child = spawn(program, args, { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}
