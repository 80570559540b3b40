import { z } from 'zod';

/** The wire of runs: requests and answers. */

export const idParams = z.object({ id: z.string().describe('ID of the run.') });

export const getQuery = z.object({
  stream: z.string().optional().meta({ type: 'boolean', description: '`true` answers as an event stream.' }),
  starting_after: z
    .string()
    .regex(/^(?:-1|\d{1,15})$/, 'must be the sequence number of an event')
    .transform(Number)
    .optional()
    .meta({
      type: 'integer',
      minimum: 0,
      description: 'Only events after this sequence number (with `stream=true`).',
    }),
});

/** Sent by a client that connects again by itself, so it is newer than the query. */
export const resumeHeaders = {
  'Last-Event-ID':
    'The `id` of the last event that was received; the same as `starting_after`, and wins over it.',
};

const nullable = <T extends z.ZodType>(schema: T) => schema.nullable();
const isoTime = z.iso.datetime();
export const CONFIDENCE = 'Likelihood that the answer is correct, from 0 to 1; null without an answer.';

const attempt = z
  .strictObject({
    id: z.string().describe('ID of the attempt.'),
    index: z.int().describe('Position in the run, starting at 0.'),
    runner: z.string().describe('Runner slug.'),
    engine: nullable(z.string()).describe('Engine or model used by the runner, if any.'),
    phase: z
      .enum(['planned', 'fallback', 'race', 'widened', 'probe'])
      .describe('Why the attempt was made: plan, fallback, race, widening or probe.'),
    batch: nullable(z.int()).describe('Wave of the learning sweep; null otherwise.'),
    started_at: isoTime.describe('Start time.'),
    finished_at: nullable(isoTime).describe('End time; null until it ends.'),
    status: z
      .enum(['running', 'finished', 'lost', 'cancelled'])
      .describe('Status of the attempt; `lost` means that the process running it died.'),
    verdict: nullable(z.enum(['succeeded', 'blocked', 'failed', 'empty'])).describe(
      'Verdict on the result; null until it is judged.',
    ),
    block_reason: nullable(z.string()).describe('Why the site blocked the runner.'),
    error: nullable(
      z.strictObject({
        code: z.string().describe('Stable error code.'),
        message: z.string().describe('Human-readable error message.'),
      }),
    ).describe('Error of the attempt; null without one.'),
    fault: z
      .enum(['none', 'runner', 'site', 'platform', 'caller'])
      .describe('Party responsible for the failure.'),
    cost_usd: nullable(z.number()).describe('Cost in US dollars; null until the attempt is settled.'),
    timing_ms: nullable(z.int()).describe('Duration in milliseconds.'),
    output: z.unknown().optional().describe('Output of the runner.'),
  })
  .meta({ id: 'Attempt', description: 'One attempt at a run by one runner.' });

const readingNote = z
  .strictObject({
    rung: z
      .enum(['value', 'passages', 'text'])
      .describe('How much was returned: a value, passages or the whole text.'),
    passages: z
      .array(
        z.strictObject({
          text: z.string().describe('Text of the passage.'),
          under: z.array(z.string()).describe('Headings above the passage.'),
          at: z.int().describe('Position on the page.'),
          url: z.string().describe('URL of the page.'),
        }),
      )
      .describe('Matching passages of the page, best first.'),
    facts: z
      .array(
        z.strictObject({
          name: z.string().describe('Name of the fact.'),
          value: z.string().describe('Value of the fact.'),
        }),
      )
      .describe('Facts that support the answer.'),
  })
  .meta({ id: 'ReadingNote', description: 'How the answer was read from a page.' });

const runError = z
  .strictObject({
    code: z.string().describe('Stable error code.'),
    message: z.string().describe('Human-readable error message.'),
    remediation: z.string().describe('What to do about the error.'),
    doc_url: z.string().describe('URL of the documentation of this code.'),
  })
  .meta({ id: 'RunError', description: 'Error of a run.' });

/** The members `type` and `param` are for clients that insist on OpenAI's form of an error. */
const responseError = runError
  .extend({ type: z.literal('run_error'), param: z.null().describe('Field that the error refers to.') })
  .meta({ id: 'ResponseError' });

const runWarning = z
  .strictObject({
    code: z
      .string()
      .describe('Kind of warning: `unknown_parameter`, `ignored_parameter` or `text_shortened`.'),
    param: nullable(z.string()).describe(
      'Member of the request; null when the warning is about the whole request.',
    ),
    message: z.string().describe('The warning in one sentence.'),
  })
  .meta({ id: 'RunWarning', description: 'A part of a request that was ignored or shortened.' });

const artifact = z
  .strictObject({
    id: z.string().describe('ID of the file.'),
    kind: z.string().describe('Kind of file, such as `download`, `screenshot` or `recording`.'),
    name: z.string().describe('File name.'),
    content_type: z.string().describe('Media type.'),
    size_bytes: z.int().describe('Size in bytes.'),
    url: nullable(z.string()).describe(
      'Download URL; it requires a key. For a file that was not captured, its URL at the provider.',
    ),
    unavailable_reason: nullable(z.string()).describe('Why the file is not available here.'),
    created_at: isoTime.describe('Creation time.'),
  })
  .meta({ id: 'Artifact', description: 'A captured file.' });

const tokens = z
  .strictObject({
    input: z.int().describe('Input tokens, cached ones included.'),
    cached: z.int().describe('Input tokens that the endpoint read from its cache.'),
    output: z.int().describe('Output tokens.'),
  })
  .meta({ id: 'ModelTokens', description: 'Tokens of calls to a language model.' });

const modelUse = z
  .strictObject({
    model: z.string().describe('Model name.'),
    role: z
      .enum(['agent', 'extraction', 'grader', 'normalization', 'reading'])
      .describe(
        'What the model did: drove the browser, extracted data, graded the result, normalized the output, or read the task.',
      ),
    calls: z.int().describe('Number of calls.'),
    tokens: tokens.describe('Sum of the tokens.'),
    cost_usd: z.number().describe('Sum of the prices in US dollars.'),
  })
  .meta({ id: 'ModelUse', description: 'Calls to one language model in one role.' });

export const step = z
  .strictObject({
    index: z.int().describe('Position, starting at 0.'),
    at: isoTime.describe('Time of the step.'),
    action: z.string().describe('Action, such as `click`.'),
    target: nullable(z.string()).describe('Target of the action.'),
    detail: nullable(z.string()).describe('Further details.'),
    url: nullable(z.string()).describe('URL of the page.'),
    ok: z.boolean().describe('Whether the step succeeded.'),
    duration_ms: z.int().describe('Duration in milliseconds.'),
    screenshot: nullable(z.string()).describe('URL of a thumbnail taken after the step; null without one.'),
    thought: nullable(z.string()).describe("The model's reason for the step; null without a model."),
    tokens: nullable(tokens).describe(
      'Tokens of the model call that led to this step; null for further steps of the same call and without a model.',
    ),
    cost_usd: nullable(z.number()).describe(
      'Price of that model call in US dollars; null where `tokens` is.',
    ),
    observation: nullable(z.string()).describe(
      "URL of the model's view of the page before this step, as text; null without one.",
    ),
  })
  .meta({ id: 'Step', description: 'One step of a runner.' });

export const scriptLine = z
  .strictObject({
    action: z.string().describe('Action, such as `click`.'),
    role: nullable(z.string()).describe('ARIA role of the element.'),
    name: nullable(z.string()).describe('Accessible name of the element.'),
    selector: nullable(z.string()).describe('CSS selector of the element.'),
    value: nullable(z.string()).describe('Secret values are placeholders such as `{{credential.password}}`.'),
    url: nullable(z.string()).describe('URL of the page.'),
    intent: z.string().optional().describe("The model's reason for the step; absent without one."),
    healed: z
      .literal(true)
      .optional()
      .describe('A model found the element of this step again after the page had changed.'),
    was: z.string().optional().describe('Earlier name of a healed element; absent without one.'),
  })
  .meta({ id: 'ScriptLine', description: 'One line of a repeatable script.' });

const deliverables = z
  .strictObject({
    claimed: z.int().describe('Number of files that the task asked for or the runner claimed.'),
    delivered: z.int().describe('Number of files delivered.'),
    verdict: z.enum(['delivered', 'partial', 'not_delivered']).describe('How the two numbers compare.'),
    note: z.string().describe('Explanation of the verdict.'),
  })
  .meta({ id: 'Deliverables', description: 'Files that the task asked for.' });

const custody = z
  .strictObject({
    policy: z.string().describe('Custody policy.'),
    source: z
      .enum(['vault', 'request', 'vault+request'])
      .describe('Where the policy comes from: the credential, the request or both.'),
    credential_id: nullable(z.string()).describe('ID of the stored credential.'),
    allowed_runners: z.array(z.string()).describe('At most 40; `allowed_runner_count` counts all.'),
    allowed_runner_count: z.int().describe('Number of allowed runners.'),
    candidates_before_filter: z.int().describe('Number of candidate runners before the policy was applied.'),
    enforced: z.literal(true).describe('Always true.'),
  })
  .meta({ id: 'Custody', description: 'Policy that limits which runners may use the credential.' });

export const inputKind = z.enum(['otp', 'text', 'confirm']);

const submitInput = z
  .strictObject({
    kind: inputKind.describe('Kind of input: one-time code, text or confirmation.'),
    prompt: z.string().describe('Question to show to a person.'),
    created_at: z.int().describe('Time of the question in Unix seconds.'),
    channel: z
      .enum(['totp', 'sms', 'email', 'unknown'])
      .describe('Channel through which the site sends the code.'),
    message: z.string().describe('The same as `prompt`.'),
    submit: z
      .strictObject({
        method: z.literal('POST').describe('HTTP method.'),
        path: z.string().describe('Request path.'),
        body: z.record(z.string(), z.string()).describe('Request body, with a placeholder for the answer.'),
      })
      .describe('Request that answers the question.'),
    live_view: nullable(z.string()).describe(
      'URL of a page that shows the run live and replays it afterwards.',
    ),
    screenshot: nullable(z.string()).describe('URL of the screenshot; null without one.'),
    replay_url: nullable(z.string()).describe('URL of the recording; null without one.'),
  })
  .meta({ id: 'SubmitInput', description: 'A question that a run asks its owner.' });

const feedback = z
  .strictObject({
    correct: z.boolean().describe('Whether the answer is right.'),
    answer: nullable(z.string()).describe('The right answer; null when it was not given.'),
    note: nullable(z.string()).describe('Remark; null without one.'),
    created_at: isoTime.describe('Creation time.'),
    updated_at: isoTime.describe('Time of the last change.'),
  })
  .meta({ id: 'Feedback', description: "The owner's judgement of a run's answer." });

const budgetSource = z.enum(['caller', 'learning_default', 'routing_plan']);

const ranked = z
  .strictObject({
    rank: z.int().describe('Position in the ranking; 1 is best.'),
    runner: z.string().describe('Runner slug.'),
    verdict: nullable(z.string()).describe('Verdict on the result; null until it is judged.'),
    cost_usd: nullable(z.number()).describe('Cost in US dollars.'),
    timing_ms: nullable(z.int()).describe('Duration in milliseconds.'),
    score: nullable(z.number()).describe('Score of the ranking; higher is better.'),
  })
  .meta({ id: 'LearningRank', description: 'One runner in the ranking of a learning sweep.' });

/** The run envelope, `svc`. The same keys for every runner; keys that do not apply are null. */
export const envelope = z
  .strictObject({
    schema: z.literal('svc.run/v1').describe('Version of this shape.'),
    id: z.string().describe('ID of the run.'),
    status: z
      .enum(['succeeded', 'failed', 'running', 'blocked', 'empty', 'needs_human', 'cancelled'])
      .describe('Status of the run; the verdict once it has ended.'),
    progress: z
      .strictObject({
        attempts: z.array(attempt).describe('Number of attempts so far.'),
        attempts_started: z.int().describe('Number of started attempts.'),
        attempts_finished: z.int().describe('Number of finished attempts.'),
        batch: nullable(
          z.strictObject({
            index: z.int().describe('Number of the wave.'),
            total: z.int().describe('Number of waves.'),
            size: z.int().describe('Number of probes in the wave.'),
            finished: z.int().describe('Number of finished probes.'),
          }),
        ).describe('Current wave of a learning sweep; null otherwise.'),
        spend_usd: z.number().describe('Cost so far in US dollars.'),
        updated_at: isoTime.describe('Time of this snapshot.'),
      })
      .optional()
      .describe('Progress of a live run.'),
    required_action: nullable(
      z.strictObject({
        kind: inputKind.describe('Kind of input: one-time code, text or confirmation.'),
        prompt: z.string().describe('Question to show to a person.'),
      }),
    ).describe('Pending question; null without one.'),
    model: z.string().describe('The model name from the request; `svc` by default.'),
    routing: z.unknown().describe('Routing of the request: a string or a list of runners.'),
    routing_note: nullable(z.string()).describe(
      'Note about the routing, such as which runners were left out and why.',
    ),
    ranked_runners: z.array(z.string()).describe('Planned runners, best first.'),
    parent_id: nullable(z.string()).describe('ID of the long task that this run belongs to.'),
    entity_id: nullable(z.string()).describe("ID of the long task's entity that this run handles."),
    role: nullable(z.string()).describe('Role of this run in its long task.'),
    routing_summary: z
      .strictObject({
        runner: z.string().describe('Runner slug.'),
        strategy: z.string().describe('Routing strategy.'),
        reason: z.string().describe('Reason for the decision.'),
        summary: z.string().describe('The decision in one sentence.'),
        policy_version: z.string().optional().describe('Version of the routing policy.'),
        attempts: z
          .array(
            z.strictObject({
              id: z.string().describe('ID of the attempt.'),
              runner: z.string().describe('Runner slug.'),
              verdict: nullable(z.string()).describe('Verdict on the result; null until it is judged.'),
              fault: z.string().describe('Party responsible for the failure.'),
            }),
          )
          .optional()
          .describe('Attempts with their verdict and fault.'),
        widening: z
          .strictObject({
            steps: z
              .array(
                z.strictObject({
                  runner: z.string().describe('Runner slug.'),
                  expected_cost_usd: z.number().describe('Expected cost in US dollars.'),
                  headroom_before_usd: z.number().describe('Budget left before this runner, in US dollars.'),
                }),
              )
              .describe('One entry per added runner.'),
          })
          .optional()
          .describe('Runners added beyond the plan.'),
        explanation: z.string().describe('The path of the decision card.'),
      })
      .optional()
      .describe('Summary of the routing decision.'),
    runner: nullable(z.string()).describe('Slug of the runner that produced the answer.'),
    engine: nullable(z.string()).describe('Engine or model used by the runner, if any.'),
    url: nullable(z.string()).describe('Requested URL.'),
    output: z.unknown().describe('Answer: text, or data in the requested schema.'),
    answer: nullable(z.string()).describe('Answer as text.'),
    answer_present: z.boolean().describe('Whether there is an answer.'),
    evidence: z
      .strictObject({
        quality_reason: nullable(z.string()).describe('Why the result got its verdict.'),
        final_url: nullable(z.string()).describe('URL of the last page.'),
        http_status: nullable(z.int()).describe('HTTP status of that page, if known.'),
        artifacts: z.array(z.string()).describe('IDs of the captured files.'),
        reading: nullable(readingNote).describe(
          'How the answer was read out of a page; null where it was not.',
        ),
      })
      .describe('Evidence for the verdict.'),
    error: nullable(runError).describe('Error; null without one.'),
    quality: nullable(
      z.strictObject({
        verdict: z.enum(['succeeded', 'blocked', 'failed', 'empty']).describe('The verdict.'),
        confidence: nullable(z.number()).describe(CONFIDENCE),
        reason: z.string().describe('Why the result got its verdict.'),
        source: z
          .enum(['deterministic', 'grader'])
          .describe('What decided the verdict: the rules or the language model.'),
        answer_present: z.boolean().describe('Whether there is an answer.'),
      }),
    ).describe('Verdict on the result; null until the run ends.'),
    deliverables: nullable(deliverables).describe('Null for tasks that ask for no file.'),
    feedback: nullable(feedback).describe("The owner's judgement of the answer; null without one."),
    block_reason: nullable(z.string()).describe('Why the site blocked the runner.'),
    timing_ms: nullable(z.int()).describe('Duration in milliseconds.'),
    cost: z
      .strictObject({
        total_usd: z.number().describe('Total in US dollars.'),
        runner_usd: z.number().describe('Cost of the runners in US dollars.'),
        platform_fee_usd: z.number().describe('Platform fee in US dollars.'),
        platform_fee_rate: z.number().describe('Platform fee as a fraction of the cost of the runners.'),
        normalization_usd: z.number().describe('Cost of normalization in US dollars.'),
        attempts: z
          .array(
            z.strictObject({
              attempt_id: z.string().describe('ID of the attempt.'),
              runner: z.string().describe('Runner slug.'),
              usd: z.number().describe('Cost of the attempt in US dollars.'),
            }),
          )
          .describe('Cost of each attempt.'),
      })
      .describe('Cost of the run.'),
    budget: z
      .strictObject({
        max_cost_usd: nullable(z.number()).describe('Spending limit in US dollars; null without one.'),
        source: nullable(budgetSource).describe('Where the limit comes from; null without one.'),
        exhausted: z.boolean().describe('Whether the limit stopped the run.'),
      })
      .describe('Spending limit of the run.'),
    time_budget_ms: nullable(z.int()).describe('Time limit of the run in milliseconds; null without one.'),
    uncapped: z.boolean().describe('No time budget and no fixed limit; false for pinned runners and chains.'),
    normalization: z
      .strictObject({
        requested: z.literal(true).describe('Always true.'),
        applied: z.boolean().describe('Whether the answer was converted to the schema.'),
        reason: nullable(z.string()).describe('Why it was not converted.'),
        addon_usd: z.number().describe('Price of normalization in US dollars.'),
      })
      .optional()
      .describe('Outcome of `normalize`; absent unless it was requested.'),
    custody: custody.optional(),
    session: nullable(
      z.strictObject({
        id: z.string().describe('ID of the attempt.'),
        provider_id: z
          .string()
          .describe('Session ID at the provider, or else who owns the browser, or the runner.'),
        live_url: nullable(z.string()).describe('URL of the live view; null without one.'),
        replay_url: nullable(z.string()).describe('URL of the replay; null without one.'),
        connect_url: z.null().describe('Always null.'),
        selenium_remote_url: z.null().describe('Always null.'),
        region: z.string().nullable().describe('Region of the browser; null when unknown.'),
        status: z.enum(['running', 'ended']).describe('State of the session.'),
      }),
    ).describe('Browser session of the run; null without one.'),
    live_view: nullable(z.string()).describe(
      'URL of a page that shows the run live and replays it afterwards.',
    ),
    replay_url: nullable(z.string()).describe('URL of the recording; null without one.'),
    screenshot: nullable(z.string()).describe('URL of the last screenshot; null without one.'),
    screenshot_unavailable_reason: nullable(z.string()).describe('Why there is no screenshot.'),
    artifacts: z.array(artifact).describe('Captured files.'),
    steps: z.array(step).describe('Steps that the runner reported.'),
    models: z
      .array(modelUse)
      .describe('Language models of this service that worked on the run, over all attempts.'),
    routing_attempts: z.array(attempt).describe('All attempts, in order.'),
    learning_ranking: nullable(z.array(ranked)).describe(
      'Ranking of a learning sweep, best first; null otherwise.',
    ),
    fallback_from: z.array(z.string()).describe('Runners that failed before this one.'),
    act_script: z.array(scriptLine).describe('Steps that `local-replay` can repeat.'),
    scale_hint: nullable(z.enum(['multi'])).describe(
      '`multi` when the task seems to ask for several things; null otherwise.',
    ),
    warnings: z
      .array(runWarning)
      .describe('Parts of the request that were ignored or shortened; empty when everything was used.'),
    created_at: isoTime.describe('Creation time.'),
    finished_at: nullable(isoTime).describe('End time; null until it ends.'),
  })
  .meta({ id: 'Run', description: 'Details of a run. Fields that do not apply are null.' });

export const outputText = z
  .strictObject({
    type: z.literal('output_text'),
    text: z.string().describe('The text.'),
    annotations: z.array(z.unknown()).describe('Always empty.'),
    logprobs: z.array(z.unknown()).describe('Always empty.'),
  })
  .meta({ id: 'OutputText', description: 'A text of the answer.' });

export const message = z
  .strictObject({
    id: z.string().describe('ID of the message.'),
    type: z.literal('message'),
    role: z.literal('assistant').describe('Always `assistant`.'),
    status: z.enum(['in_progress', 'completed', 'incomplete']).describe('State of the message.'),
    content: z.array(outputText).describe('Parts of the message.'),
  })
  .meta({ id: 'OutputMessage', description: 'A message of the answer.' });

/** The Responses object of the official clients, with the envelope under `svc`. */
export const responseObject = z
  .strictObject({
    id: z.string().describe('ID of the run.'),
    object: z.literal('response'),
    created_at: z.int().describe('Time of creation in Unix seconds.'),
    completed_at: nullable(z.int()).describe(
      'End time in Unix seconds; null unless `status` is `completed`.',
    ),
    status: z
      .enum(['completed', 'failed', 'in_progress', 'requires_action', 'cancelled'])
      .describe('Status of the run; `requires_action` means that it is waiting for your answer.'),
    required_action: z
      .strictObject({
        type: z.literal('submit_input'),
        submit_input: submitInput.describe('The question, and how to answer it.'),
      })
      .optional()
      .describe('Question that the run is waiting on; absent unless `status` is `requires_action`.'),
    incomplete_details: nullable(z.strictObject({ reason: z.string().describe('Error code.') })).describe(
      'Why the run stopped early; null otherwise.',
    ),
    error: nullable(responseError).describe('Error of a failed run; null otherwise.'),
    model: z.string().describe('The model name from the request; `svc` by default.'),
    confidence: nullable(z.number()).describe(CONFIDENCE),
    output: z.array(message).describe('Answer as a list of messages.'),
    output_text: z.string().describe('Answer as plain text.'),
    usage: nullable(
      z.strictObject({
        input_tokens: z.int().describe('Estimated tokens of the task.'),
        output_tokens: z.int().describe('Estimated tokens of the answer.'),
        total_tokens: z.int().describe('Input and output tokens.'),
        input_tokens_details: z
          .strictObject({
            cached_tokens: z.int().describe('Always 0.'),
            cache_write_tokens: z.int().describe('Always 0.'),
          })
          .describe('Always zeros.'),
        output_tokens_details: z
          .strictObject({ reasoning_tokens: z.int().describe('Always 0.') })
          .describe('Always zeros.'),
      }),
    ).describe('Estimated size of task and answer in tokens; null while the run is not over.'),
    metadata: z.record(z.string(), z.string()).describe('Metadata from the request, unchanged.'),
    background: z.boolean().describe('Whether the request asked for an answer in the background.'),
    instructions: nullable(z.string()).describe('Instructions from the request.'),
    text: z.unknown().describe('Answer format from the request.'),
    tools: z.array(z.unknown()).describe('Always empty.'),
    tool_choice: z.literal('none').describe('Always `none`.'),
    parallel_tool_calls: z.literal(false).describe('Always false.'),
    temperature: z.literal(1),
    top_p: z.literal(1),
    presence_penalty: z.literal(0),
    frequency_penalty: z.literal(0),
    top_logprobs: z.literal(0),
    max_output_tokens: z.null().describe('Always null.'),
    max_tool_calls: z.null().describe('Always null.'),
    previous_response_id: nullable(z.string()).describe('The run that this one continues; null without one.'),
    reasoning: z.null().describe('Always null.'),
    truncation: z.literal('disabled'),
    user: z.null().describe('Always null.'),
    service_tier: z.literal('default'),
    safety_identifier: z.null().describe('Always null.'),
    prompt_cache_key: z.null().describe('Always null.'),
    store: z.literal(true).describe('Always true.'),
    svc: envelope.describe('The details of the run: runner, verdict, cost, steps and files.'),
  })
  .meta({
    id: 'RunResponse',
    description: 'A run in the shape of the OpenAI Responses API. Details are in `svc`.',
  });

export const deletedObject = z
  .strictObject({
    id: z.string().describe('ID of the run.'),
    object: z.literal('response'),
    deleted: z.literal(true),
  })
  .meta({ id: 'DeletedRun' });

export const estimateObject = z
  .strictObject({
    object: z.literal('svc.estimate'),
    likely_runner: nullable(z.string()).describe(
      'Slug of the runner that would start first; null if every runner costs more than the spending limit.',
    ),
    cheapest_price_usd: z
      .number()
      .describe('Lowest list price of a runner that fits the task. Nothing starts under a lower limit.'),
    estimated_cost_usd: z.number().describe('Expected cost in US dollars.'),
    range_usd: z
      .strictObject({
        low: z.number().describe('Cost in US dollars if the first runner succeeds.'),
        high: z.number().describe('Cost in US dollars if the whole plan is used.'),
      })
      .describe('Range of the cost.'),
    platform_fee_usd: z.number().describe('Platform fee in US dollars.'),
    normalization_usd: z.number().describe('Cost of normalization in US dollars.'),
    candidates: z
      .array(
        z.strictObject({
          runner: z.string().describe('Runner slug.'),
          expected_cost_usd: z.number().describe('Expected cost in US dollars.'),
          expected_latency_ms: nullable(z.number()).describe('Expected duration in milliseconds.'),
          success_probability: nullable(z.number()).describe('Probability of success, from 0 to 1.'),
        }),
      )
      .describe('Planned runners with their estimates.'),
    budget: z
      .strictObject({
        max_cost_usd: nullable(z.number()).describe('Spending limit in US dollars; null without one.'),
        source: nullable(budgetSource).describe('Where the limit comes from; null without one.'),
      })
      .describe('Spending limit of the run.'),
    sufficient_credits: z.boolean().describe('Whether the credits cover the run.'),
  })
  .meta({ id: 'Estimate' });
