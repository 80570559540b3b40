import { lookup } from 'node:dns/promises';

/** All addresses of a name, IPv4 and IPv6. Throws when there are none. */
export type Resolver = (name: string) => Promise<string[]>;

/** The operating system's answer, so that the hosts file counts. */
export const systemResolver: Resolver = async (name) => {
  const answers = await lookup(name, { all: true, order: 'verbatim' });
  return answers.map(({ address }) => address);
};
