/** Whether a task has something written to one person alone. */
export function isPrivate(task: string): boolean {
  return PRIVATE.test(task.replace(/"[^"]*"|“[^”]*”/gu, ' '));
}

/** The task without the word for it: the page may call it a message, and nothing else is in sight. */
export function withoutPrivacy(task: string): string {
  return isPrivate(task)
    ? task.replace(/\b(?:private|direct)\s+(?=message|reply|chat)|\s+privately\b/iu, '')
    : task;
}

const PRIVATE =
  /\bprivate\s+(?:message|reply|chat)\b|\bmessage\b[^.]*\bprivately\b|\bprivately\b[^.]*\bmessage\b|\bdirect message\b|\bDM\b/iu;
