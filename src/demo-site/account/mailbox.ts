interface Mail {
  to: string;
  reference: string;
  code: string;
  sentAt: string;
}

/** A public mail box for the demonstration: one-time codes arrive here, newest first. */
export interface Inbox {
  deliver(mail: Mail): void;
  mails(): readonly Mail[];
}

export function createInbox(capacity = 50): Inbox {
  const mails: Mail[] = [];
  return {
    deliver(mail) {
      mails.unshift(mail);
      mails.length = Math.min(mails.length, capacity);
    },
    mails: () => mails,
  };
}
