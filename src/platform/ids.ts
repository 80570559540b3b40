import { v7 as uuidv7 } from 'uuid';

export type IdPrefix =
  | 'resp'
  | 'att'
  | 'cred'
  | 'wh'
  | 'evt'
  | 'whdel'
  | 'art'
  | 'lt'
  | 'acct'
  | 'ws'
  | 'key'
  | 'ia'
  | 'chal'
  | 'sess'
  | 'msg'
  | 'req';

/** Prefix + time-ordered random part: sorts by creation. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${uuidv7().replaceAll('-', '')}`;
}

/** Checked before the database is asked: a malformed id is simply not found. */
export function isId(value: string, prefix: IdPrefix): boolean {
  return (
    value.length === prefix.length + 33 &&
    value.startsWith(`${prefix}_`) &&
    ID_BODY.test(value.slice(prefix.length + 1))
  );
}

const ID_BODY = /^[0-9a-f]{32}$/;
