import { createOpenAI, type OpenAIComputerAction, type OpenAIComputerSafetyCheck } from '@ai-sdk/openai';
import type { ComputerVendor, ScreenAction } from '../../../agent/index.ts';

/** The `computer` tool of the Responses API: batches of actions, and a picture as the result of each. */
export const vendor: ComputerVendor = {
  async connect({ baseUrl, apiKey, model }, fetch) {
    const openai = createOpenAI({ baseURL: baseUrl, apiKey, fetch });
    return {
      model: openai.responses(model),
      tools: { computer: openai.tools.computer() },
      // No page content may stay there.
      providerOptions: { openai: { store: false, truncation: 'auto' } },
    };
  },
  read({ name, input }) {
    if (name !== 'computer') return null;
    const { actions = [] } = input as { actions?: OpenAIComputerAction[] };
    const warning = checksOf(input)
      .map(({ message, code }) => message ?? code ?? 'a safety check')
      .join(' ');
    return { actions: actions.map(actionOf), warning };
  },
  answer({ id, name, input }, { newest, isAgreed }) {
    const imageUrl = `data:image/jpeg;base64,${Buffer.from(newest).toString('base64')}`;
    const value = {
      output: { type: 'computer_screenshot', imageUrl },
      ...(isAgreed && { acknowledgedSafetyChecks: checksOf(input).map((check) => ({ ...check })) }),
    };
    const output = { type: 'json' as const, value };
    return { role: 'tool', content: [{ type: 'tool-result', toolCallId: id, toolName: name, output }] };
  },
};

function checksOf(input: unknown): OpenAIComputerSafetyCheck[] {
  return (input as { pendingSafetyChecks?: OpenAIComputerSafetyCheck[] }).pendingSafetyChecks ?? [];
}

function actionOf(action: OpenAIComputerAction): ScreenAction {
  switch (action.type) {
    case 'click': {
      const { x, y, keys } = action;
      if (action.button === 'back') return { kind: 'tool', name: 'back', input: {} };
      if (action.button === 'forward') return { kind: 'forward' };
      const button = action.button === 'wheel' ? 'middle' : action.button === 'right' ? 'right' : 'left';
      return { kind: 'click', x, y, keys: keys ?? [], button };
    }
    case 'double_click':
      return { kind: 'click', x: action.x, y: action.y, keys: action.keys ?? [], times: 2 };
    case 'move':
      return { kind: 'move', x: action.x, y: action.y };
    case 'drag':
      return { kind: 'drag', path: action.path, keys: action.keys ?? [] };
    case 'scroll':
      return {
        kind: 'scroll',
        x: action.x,
        y: action.y,
        dx: action.scrollX,
        dy: action.scrollY,
        keys: action.keys ?? [],
      };
    case 'keypress':
      return { kind: 'key', keys: action.keys };
    case 'type':
      return { kind: 'type', text: action.text };
    case 'wait':
      return { kind: 'wait', seconds: 2 };
    case 'screenshot':
      return { kind: 'look' };
  }
}
