/** The log of the SDK; `console` fits. It contains neither keys nor bodies. */
export interface Logger {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

const LEVELS = ['debug', 'info', 'warn', 'error', 'off'] as const;
export type LogLevel = (typeof LEVELS)[number];

export function isLogLevel(value: unknown): value is LogLevel {
  return LEVELS.includes(value as LogLevel);
}

/** A logger that keeps quiet below a level. */
export function atLevel(logger: Logger, level: LogLevel): Logger {
  const from = LEVELS.indexOf(level);
  const at = (name: Exclude<LogLevel, 'off'>) => (message: string) => {
    if (LEVELS.indexOf(name) >= from) logger[name](`switchyard: ${message}`);
  };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
