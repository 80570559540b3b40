import { solve } from '../../src/accounts/signup/solve.fixture.ts';

/** An unclaimed account that an agent made for itself. */
export async function agentAccount(
  serviceUrl: string,
): Promise<{ api_key: string; account_id: string; claim_url: string }> {
  const url = `${serviceUrl}/v1/agent-signup`;
  const headers = { 'user-agent': 'test-agent/1', 'content-type': 'application/json' };
  const challenge = await (await fetch(`${url}/challenge`, { headers })).json();
  const body = JSON.stringify({
    challenge_id: challenge.challenge_id,
    challenge_answer: solve(challenge.instruction, challenge.puzzle),
    client: 'codex',
  });
  return (await fetch(url, { method: 'POST', headers, body })).json();
}
