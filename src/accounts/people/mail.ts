import type { Log } from '../../platform/log.ts';

export interface MailSettings {
  smtpUrl: string | null;
  from: string;
}

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Sends by the operator's mail server; without one, the log prints the mail. */
export function createMailer({ smtpUrl, from }: MailSettings, log: Log): (mail: Mail) => Promise<void> {
  if (smtpUrl === null) {
    return async ({ to, subject, text }) =>
      log.warn({ to, text }, `no SMTP_URL is set, so this mail is printed: ${subject}`);
  }
  const settings = {
    url: smtpUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  const transport = import('nodemailer').then(({ createTransport }) => createTransport(settings));
  return async (mail) => {
    try {
      await (await transport).sendMail({ from, ...mail });
    } catch (error) {
      log.error({ cause: String(error), subject: mail.subject }, 'a mail could not be sent');
    }
  };
}
