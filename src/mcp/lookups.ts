import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Switchyard } from '@switchyard/sdk';
import type { Handlers } from './context.ts';
import { abilities, explained, explainLines, runnerLines, searched } from './explain.ts';
import { dollars } from './show-run.ts';
import type { Output, ToolName } from './tool-shapes.ts';

type Lookup = 'explain_run' | 'list_runners' | 'estimate' | 'rankings' | 'list_credentials';

/** The tools that only look something up. */
export function lookupsFor(api: Switchyard): Pick<Handlers, Lookup> {
  return {
    explain_run: async ({ id }) => {
      const run = await api.runs.get(id);
      const card = await api.runs.explain(id).catch((error) => {
        if (error.code === 'explanation_not_found') return null;
        throw error;
      });
      return answer<'explain_run'>(explainLines(run, card), explained(run, card));
    },
    list_runners: async ({ search, all }) => {
      const { runners } = await api.runners.list(all ? {} : { status: 'available' });
      const found = searched(runners, search);
      const facts = found.map((runner) => ({
        slug: runner.slug,
        name: runner.name,
        kind: runner.kind,
        status: runner.status,
        typical_task_usd: runner.price.typical_task_usd,
        capabilities: abilities(runner),
      }));
      return answer<'list_runners'>(runnerLines(found), { runners: facts });
    },
    estimate: async ({ task, ...rest }) => {
      const { likely_runner, estimated_cost_usd, range_usd, cheapest_price_usd } = await api.estimate.create({
        input: task,
        ...rest,
      });
      const words = likely_runner
        ? `About ${dollars(estimated_cost_usd)} with ${likely_runner}; ${dollars(range_usd.high)} at most.`
        : `No runner fits the ceiling. The cheapest costs ${dollars(cheapest_price_usd)}.`;
      return answer<'estimate'>(words, { likely_runner, estimated_cost_usd, range_usd, cheapest_price_usd });
    },
    rankings: async (query) => {
      const { data } = await api.rankings.list(query);
      const lines = data.map(
        (one) =>
          `${one.rank}. ${one.runner}: ${Math.round(one.success_rate * 100)} % of ${Math.round(one.samples)} attempts, ${dollars(one.expected_cost_usd)}`,
      );
      return answer<'rankings'>(lines.join('\n') || 'No runner is available.', {
        runners: data.map(({ runner, success_rate, expected_cost_usd, expected_latency_ms, samples }) => ({
          runner,
          success_rate,
          expected_cost_usd,
          expected_latency_ms,
          samples,
        })),
      });
    },
    list_credentials: async ({ domain }) => {
      const { data } = await api.credentials.list();
      const found = data.filter((one) => domain === undefined || one.domain === domain.toLowerCase());
      const lines = found.map(
        (one) => `- ${one.id}: ${one.username_masked} at ${one.domain} (${one.health})`,
      );
      return answer<'list_credentials'>(lines.join('\n') || 'No stored login.', {
        credentials: found.map(({ id, domain: of, username_masked, health, custody }) => ({
          id,
          domain: of,
          username_masked,
          health,
          custody,
        })),
      });
    },
  };
}

/** The lines for the model, and the same as data. */
function answer<Name extends ToolName>(text: string, structuredContent: Output<Name>): CallToolResult {
  return { content: [{ type: 'text', text }], structuredContent };
}
