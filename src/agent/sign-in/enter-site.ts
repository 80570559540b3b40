import { type Agent, type AgentOptions, isSpent, newAgent, type Outcome, rest, see } from '../agent.ts';
import { isLoginPath, isWall, standing } from './login-form.ts';
import { signIn } from './sign-in.ts';

/** Signs in with the stored login before the task begins, where the page offers it, and comes back to the page asked for. */
export async function enterSite(target: string, options: AgentOptions): Promise<Outcome> {
  const agent = newAgent('', options);
  const before = agent.acts;
  const entered = await signIn(agent);
  if (entered.ok && agent.acts > before) await comeBack(agent, target);
  return entered;
}

/** The same where the task itself says to log in: from a front page it goes on where the login leads to. */
export async function enterAsTold(target: string, options: AgentOptions): Promise<Outcome> {
  const { pathname, search } = new URL(target);
  return pathname === '/' && search === '' ? signIn(newAgent('', options)) : enterSite(target, options);
}

async function comeBack(agent: Agent, target: string): Promise<void> {
  const wanted = new URL(target);
  if (isLoginPath(wanted.pathname) || isSpent(agent)) return;
  const landing = agent.run.front.url();
  if (withoutHash(landing) === withoutHash(target)) return;
  await agent.run.goto(target, 30_000);
  await rest(agent, 8_000);
  // The page asked for was the login itself, whatever its address.
  if (standing(await see(agent)).at !== 'form') return;
  await agent.run.goto(landing, 30_000);
  await rest(agent, 8_000);
}

function withoutHash(url: string): string {
  return url.replace(/#.*$/u, '');
}

/** What became of the login when all is done: a page that asks for it again says that it is worth nothing now. */
export async function loginOutcome(
  options: AgentOptions,
): Promise<'signed_in' | 'rejected' | 'signed_out' | undefined> {
  const { login } = options;
  if (!login || login.outcome === 'rejected') return login?.outcome ?? undefined;
  const isOut = isWall(await see(newAgent('', options)));
  return isOut ? 'signed_out' : (login.outcome ?? undefined);
}
