import type { Command } from 'commander';

type Action = (...args: unknown[]) => Promise<void>;

/** A command whose module is loaded when it is called: small ones do not wait for the whole service. */
export function loaded<Module>(load: () => Promise<Module>, name: keyof Module): Action {
  return async (...args) => {
    const command = (await load())[name] as (...args: unknown[]) => unknown;
    await command(...args);
  };
}

/** The same for a command that calls a service, which may be of another version. */
export function calling<Module>(load: () => Promise<Module>, name: keyof Module): Action {
  const action = loaded(load, name);
  return async (...args) => {
    try {
      await action(...args);
    } catch (error) {
      const { asOtherVersion } = await import('./terminal/failure.ts');
      const { server = 'the service' } = (args.at(-1) as Command).optsWithGlobals<{ server?: string }>();
      throw asOtherVersion(error, server);
    }
  };
}
