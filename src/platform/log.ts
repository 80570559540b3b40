import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';

export type Log = Logger;

/** For a person at a terminal: short, coloured lines instead of JSON. */
export async function terminalDestination(): Promise<DestinationStream> {
  const { PinoPretty: pretty } = await import('pino-pretty');
  return pretty({ colorize: true, ignore: 'hostname,pid', translateTime: 'SYS:HH:MM:ss', singleLine: true });
}

/** Logs carry ids, codes, sizes and durations; never request bodies. `destination` is for tests. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    redact: {
      paths: ['req.headers', 'headers', 'authorization', 'password', 'secret'],
      censor: '[redacted]',
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
