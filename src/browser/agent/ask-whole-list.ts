import { see } from './agent-context.ts';
import { type AgentOptions, newAgent } from './new-agent.ts';
import { nextPage } from './sight/locate.ts';
import type { SiteReader } from './site-reader.ts';
import { readSeries } from './whole-list.ts';

/** Whether the list on the open page goes on over further ones. */
export async function hasFurtherPages(options: AgentOptions): Promise<boolean> {
  return nextPage((await see(newAgent('', options))).model) !== null;
}

/** A question about all things of the list that has come up: what all its pages say together. Null when they do not say it. */
export async function askWholeList(
  question: string,
  options: AgentOptions,
  reader: SiteReader,
): Promise<unknown> {
  const open = await reader.open();
  const whole = open && (await readSeries(newAgent(question, options), reader, open, new Set()));
  return whole && reader.ask(whole, question);
}
