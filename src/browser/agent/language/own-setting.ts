/** Something of one's own that is to have another value. */
export interface OwnSetting {
  /** What it is called: "phone number". */
  what: string;
  /** Of which of one's things, where there are several: "work address"; '' where nothing is said. */
  of: string;
  value: string;
}

const CHANGES = String.raw`(?:please\s+|could you\s+|can you\s+|i(?:['’]d like| want| need) to\s+)*(?:change|update|set|edit|correct|replace|amend)`;
const WORDS = String.raw`[\p{L}][\p{L}\p{N} '’-]{1,40}?`;
const IN_ACCOUNT = String.raw`(?:\s+(?:in|on|under|within)\s+my\s+(?:account|profile|settings|details|personal\s+details))?`;
const FORMS: readonly RegExp[] = [
  new RegExp(
    String.raw`^${CHANGES}\s+the\s+(?<what>${WORDS})\s+(?:of|for|on|in)\s+my\s+(?<of>${WORDS})\s+to\s+(?<value>.{1,200})$`,
    'iu',
  ),
  new RegExp(String.raw`^${CHANGES}\s+my\s+(?<what>${WORDS})${IN_ACCOUNT}\s+to\s+(?<value>.{1,200})$`, 'iu'),
];

/** "Change my phone number to 07700 900987". Null for anything else. */
export function readOwnSetting(task: string): OwnSetting | null {
  const plain = task.trim().replace(/[.!\s]+$/u, '');
  for (const form of FORMS) {
    const groups = plain.match(form)?.groups;
    if (groups?.what && groups.value)
      return {
        what: groups.what,
        of: groups.of ?? '',
        value: groups.value.replace(/^["“](.*)["”]$/u, '$1'),
      };
  }
  return null;
}
