import { z } from 'zod';
import type { LlmTools } from '../../platform/llm-calls.ts';
import { schemaOf } from '../../platform/llm-calls.ts';
import type { Desk } from './desk.ts';
import type { TOOLS } from './tools.ts';

export type Tools = typeof TOOLS;
type Tool = Tools[string];

const NOTES = {
  thought: {
    type: 'string',
    description: 'One sentence: what the last step showed, and what is next.',
  },
  memory: { type: 'string', description: 'Facts to keep for the rest of the task; empty without any.' },
};

const offered = new WeakMap<Tools, LlmTools>();

/** The tools as the model gets them: each takes a thought and a memory first. Equal in every run. */
export function offeredTools(tools: Tools): LlmTools {
  const known = offered.get(tools);
  if (known) return known;
  const made = Object.fromEntries(
    Object.entries(tools).map(([name, { description, input }]) => {
      const { $schema: _, properties, required, ...rest } = schemaOf(input) as Record<string, unknown>;
      const fields = { ...NOTES, ...(properties as object | undefined) };
      const needed = ['thought', 'memory', ...((required as string[] | undefined) ?? [])];
      return [
        name,
        { description, input: { ...rest, type: 'object', properties: fields, required: needed } },
      ];
    }),
  );
  offered.set(tools, made);
  return made;
}

export interface Hooks {
  /** Before each call: its notes. */
  begin(name: string, notes: { thought: string; memory: string }): void;
  /** Why the call may not be carried out; null when it may. */
  refusalOf(name: string, input: Record<string, unknown>): Promise<string | null>;
  /** After each call, with its result. */
  end(name: string, said: string): void;
}

/** The same tools with the hooks of the loop around each call. */
export function withHooks(tools: Tools, hooks: Hooks): Tools {
  return Object.fromEntries(Object.entries(tools).map(([name, tool]) => [name, hooked(name, tool, hooks)]));
}

function hooked(name: string, tool: Tool, hooks: Hooks): Tool {
  return {
    ...tool,
    input: z.looseObject({}),
    async act(desk: Desk, given: unknown) {
      const { thought, memory, ...rest } = given as Record<string, unknown>;
      const read = tool.input.safeParse(rest);
      hooks.begin(name, { thought: text(thought), memory: text(memory) });
      const refusal = read.success ? await hooks.refusalOf(name, rest) : null;
      const said = !read.success
        ? `Not done: the input of ${name} is not valid.`
        : (refusal ?? (await tool.act(desk, read.data)));
      hooks.end(name, said);
      return said;
    },
  };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.trim().slice(0, 2_000) : '';
}
