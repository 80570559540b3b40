import { randomBytes } from 'node:crypto';
import { ApiError } from '../../errors.ts';
import type { Row, Tx } from '../../platform/db.ts';
import { addressGroup } from '../../platform/http/client-address.ts';
import type { Caller } from '../../platform/http/route.ts';
import { newId } from '../../platform/ids.ts';
import { claimToken, hashOfToken, masked } from '../claim-token.ts';
import type { AccountsContext } from '../context.ts';
import { mayManage } from '../keys/manage.ts';
import { welcomePerson } from '../signup/sign-up.ts';
import { insertAccount } from '../store.ts';
import { type Limit, throttle } from '../throttle.ts';
import { type ConsoleSession, keyBehind, type SignIn } from './console-sessions.ts';
import { hashPassword, isPassword } from './password.ts';
import {
  accountsOf,
  adoptStatement,
  changeSession,
  claimStatement,
  endSessionsOf,
  findOrphan,
  findPerson,
  insertLink,
  insertPerson,
  type NewLink,
  setPassword,
  type UsedLink,
  useLink,
  workspaceOf,
} from './store.ts';

export interface Login {
  email: string;
  password: string;
}

const LINK_MINUTES = 15;
const QUARTER = 15 * 60;
const LIMITS = {
  pair: { action: 'sign-in', times: 10, seconds: QUARTER },
  address: { action: 'sign-in-address', times: 50, seconds: QUARTER },
  email: { action: 'sign-in-email', times: 100, seconds: 3_600 },
  signUp: { action: 'sign-up', times: 5, seconds: 3_600 },
  reset: { action: 'reset-email', times: 5, seconds: 3_600 },
} satisfies Record<string, Limit>;

/** Every way in answers the cookie of a new session. */
export async function signIn(ctx: AccountsContext, login: Login, ip: string): Promise<string> {
  const personId = await checkLogin(ctx, login, ip);
  const [account] = await accountsOf(ctx.db, personId);
  if (!account) throw new ApiError('auth_required', 'The account of this login was closed.');
  return enter(ctx, 'person.signed_in', { ...account, personId }, ip);
}

/** Records the sign-in, then opens the session. */
async function enter(
  ctx: AccountsContext,
  action: string,
  {
    id,
    workspaceId,
    personId,
    key,
  }: { id: string; workspaceId: string; personId: string | null; key?: SignIn['key'] },
  ip: string,
): Promise<string> {
  await ctx.audit({ workspaceId, action, subjectId: personId ?? key?.id ?? id, ip });
  return ctx.sessions.open({ accountId: id, personId, key });
}

/** The session is the key's: its limits hold, and it ends when the key is revoked. */
export async function signInByKey(ctx: AccountsContext, key: string, ip: string): Promise<string> {
  await limit(ctx, LIMITS.address, addressGroup(ip));
  const header = (name: string) => (name === 'x-api-key' ? key : null);
  const { accountId, workspaceId, keyId, claimUrl } = await ctx.authenticator.authenticate({
    method: 'GET',
    header,
  });
  if (keyId === null) throw new Error('a key without an id');
  const claim = claimUrl === undefined ? null : Buffer.from(claimToken(key), 'base64url');
  const account = { id: accountId, workspaceId, personId: null, key: { id: keyId, claim } };
  return enter(ctx, 'key.signed_in', account, ip);
}

export async function signUp(ctx: AccountsContext, login: Login, ip: string): Promise<string> {
  await limit(ctx, LIMITS.signUp, addressGroup(ip));
  const person = await newPerson(login);
  const [accountId, workspaceId] = [newId('acct'), newId('ws')];
  await ctx.db.transaction(async (run) => {
    await addPerson(run, person);
    await run(insertAccount(accountId, workspaceId));
    await run(adoptStatement(accountId, person.id));
    await welcomePerson(run, ip, { accountId, workspaceId });
  });
  return enter(ctx, 'account.created', { id: accountId, workspaceId, personId: person.id }, ip);
}

/** The account of an agent becomes a person's: of one with a session, with a login, or with a new login. */
export async function claim(
  ctx: AccountsContext,
  token: string,
  by: { personId: string } | Login,
  ip: string,
): Promise<string> {
  const hash = hashOfToken(token);
  const claimed = async (run: Tx, personId: string) => {
    const [row] = await run<Row & { id: string; workspace_id: string }>(claimStatement(hash, personId));
    if (!row) throw new ApiError('not_found', 'This claim link is not valid, or the account was claimed.');
    return { id: row.id, workspaceId: row.workspace_id, personId };
  };
  if (!('personId' in by) && (await findPerson(ctx.db, by.email)) === null) {
    await limit(ctx, LIMITS.signUp, addressGroup(ip));
    const person = await newPerson(by);
    const account = await ctx.db.transaction(async (run) => {
      await addPerson(run, person);
      return claimed(run, person.id);
    });
    return enter(ctx, 'account.claimed', account, ip);
  }
  const personId = 'personId' in by ? by.personId : await checkLogin(ctx, by, ip);
  const account = await ctx.db.transaction((run) => claimed(run, personId));
  return enter(ctx, 'account.claimed', account, ip);
}

/** For a visitor with a one-time link to an account without a login. */
export async function addLogin(ctx: AccountsContext, session: ConsoleSession, login: Login): Promise<void> {
  await mayManage(ctx.db, session);
  if (session.claimUrl !== null)
    throw new ApiError('invalid_request', `Nobody claimed this account yet: open ${session.claimUrl}`);
  const person = await newPerson(login);
  await ctx.db.transaction(async (run) => {
    await addPerson(run, person);
    const adopted = await run(adoptStatement(session.accountId, person.id));
    if (adopted.length === 0) throw new ApiError('invalid_request', 'This account has a login already.');
    await run(changeSession(session.hash, { accountId: session.accountId, personId: person.id }));
  });
}

export async function switchAccount(
  ctx: AccountsContext,
  session: ConsoleSession,
  accountId: string,
): Promise<void> {
  const changed =
    session.personId === null
      ? []
      : await ctx.db.query(changeSession(session.hash, { accountId, personId: session.personId }));
  if (changed.length === 0) throw new ApiError('not_found', 'Account not found.');
}

/** The answer does not reveal whether there is such a person. */
export async function sendReset(ctx: AccountsContext, email: string, ip: string): Promise<void> {
  await limit(ctx, LIMITS.address, addressGroup(ip));
  await limit(ctx, LIMITS.reset, email);
  const person = await findPerson(ctx.db, email);
  if (!person) return;
  const { token } = await newLink(ctx, {
    purpose: 'reset',
    accountId: null,
    personId: person.id,
    minutes: 60,
  });
  void ctx.sendMail({
    to: email,
    subject: 'Set a new password for Switchyard',
    text: `Somebody, hopefully you, asked to set a new password. Open this within an hour:\n\n${ctx.origin()}/reset/${token}\n\nIf it was not you, do nothing.\n`,
  });
}

/** Every session of the person ends with their old password. */
export async function resetPassword(
  ctx: AccountsContext,
  token: string,
  password: string,
  ip: string,
): Promise<string> {
  const passwordHash = await hashPassword(password);
  const personId = await ctx.db.transaction(async (run) => {
    const { person_id: id } = await used(run, token, 'reset');
    if (id === null) throw new Error('a reset for nobody');
    await run(setPassword(id, passwordHash));
    await run(endSessionsOf(id));
    return id;
  });
  const [account] = await accountsOf(ctx.db, personId);
  if (!account) throw new ApiError('auth_required', 'The account of this login was closed.');
  return enter(ctx, 'person.password_reset', { ...account, personId }, ip);
}

export async function signInByLink(ctx: AccountsContext, token: string, ip: string): Promise<string> {
  const link = await ctx.db.transaction((run) => used(run, token, 'sign_in'));
  if (link.account_id === null) throw new Error('a link to no account');
  const workspaceId = await workspaceOf(ctx.db, link.account_id);
  const account = { id: link.account_id, workspaceId, personId: link.person_id };
  if (link.key_id === null) return enter(ctx, 'person.signed_in', account, ip);
  const key = { id: link.key_id, claim: link.claim && masked(link.claim, token) };
  return enter(ctx, 'key.signed_in', { ...account, key }, ip);
}

/** A way into the console for the holder of a key, without the key in any address. */
export async function keySignInLink(
  ctx: AccountsContext,
  { accountId, keyId, claimUrl }: Caller,
): Promise<{ url: string; expiresAt: Date }> {
  if (keyId === null)
    throw new ApiError('invalid_request', 'A sign-in link is made with a key; a person signs in.');
  const claim = claimUrl === undefined ? null : Buffer.from(claimUrl.split('/').at(-1) ?? '', 'base64url');
  const made = await newLink(ctx, {
    purpose: 'sign_in',
    accountId,
    personId: null,
    key: { id: keyId, claim },
    minutes: LINK_MINUTES,
  });
  return { url: linkUrl(ctx.origin(), made.token), expiresAt: made.expiresAt };
}

export function linkUrl(origin: string, token: string): string {
  return `${origin}/link/${token}`;
}

/** The way into the first account, as long as it has no login. */
export async function firstSignInLink(ctx: AccountsContext): Promise<string | null> {
  const accountId = await findOrphan(ctx.db);
  if (accountId === null) return null;
  const made = await newLink(ctx, { purpose: 'sign_in', accountId, personId: null, minutes: LINK_MINUTES });
  return made.token;
}

async function newLink(
  ctx: AccountsContext,
  link: Omit<NewLink, 'hash' | 'key'> & Pick<SignIn, 'key'>,
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(32).toString('base64url');
  const [, [row]] = await ctx.db.batch<[Row[], Array<Row & { expires_at: Date }>]>(
    insertLink({ ...link, key: keyBehind(link, token), hash: hashOfToken(token) }),
  );
  if (!row) throw new Error('the link was not stored');
  return { token, expiresAt: row.expires_at };
}

async function used(run: Tx, token: string, purpose: NewLink['purpose']): Promise<UsedLink> {
  const [link] = await run<UsedLink>(useLink(hashOfToken(token), purpose));
  if (!link) throw new ApiError('not_found', 'This link is not valid, is too old, or was used.');
  return link;
}

async function newPerson({ email, password }: Login) {
  return { id: newId('user'), email, passwordHash: await hashPassword(password) };
}

async function addPerson(run: Tx, person: Awaited<ReturnType<typeof newPerson>>): Promise<void> {
  if ((await run(insertPerson(person))).length > 0) return;
  throw new ApiError('invalid_request', {
    message: 'There is a login with this e-mail address: sign in, or set a new password.',
    param: 'email',
  });
}

async function checkLogin(ctx: AccountsContext, { email, password }: Login, ip: string): Promise<string> {
  const group = addressGroup(ip);
  await limit(ctx, LIMITS.address, group);
  await limit(ctx, LIMITS.email, email);
  await limit(ctx, LIMITS.pair, `${email} ${group}`);
  const person = await findPerson(ctx.db, email);
  const isRight = await isPassword(password, person?.passwordHash ?? null);
  if (person && isRight) return person.id;
  const tried = person ? await accountsOf(ctx.db, person.id) : [];
  for (const { workspaceId } of tried)
    await ctx.audit({ workspaceId, action: 'person.sign_in_failed', subjectId: person?.id ?? '', ip });
  throw new ApiError('auth_required', 'The e-mail address or the password is wrong.');
}

function limit(ctx: AccountsContext, rule: Limit, subject: string): Promise<void> {
  return throttle((statement) => ctx.db.query(statement), rule, subject, 'Too many tries; wait a while.');
}
