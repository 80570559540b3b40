import type { Llm } from '../../platform/llm.ts';
import type { Extractor } from '../../reading/index.ts';
import { type Agent, sceneOf } from '../agent.ts';
import type { UiElement } from '../observation/page-model.ts';
import type { Scene } from '../observation/scene.ts';
import type { ExtractionModel } from './extract.ts';
import { OBSERVATION_CHARS, PageView } from './page-view.ts';

/** How the model says it is over. */
export interface Finish {
  status: 'done' | 'impossible' | 'blocked';
  answer: string;
  data: unknown;
}

/** Context of a tool. */
export interface Desk {
  agent: Agent;
  extractor: Extractor;
  /** The page as it was last looked at. */
  scene: Scene;
  /** Numbers of its elements, and what the model has seen. */
  view: PageView;
  /** Characters of an observation. */
  budget: number;
  /** The element that the present call acts on. */
  target: UiElement | null;
  /** Reads data out of pages; absent without a model for it. */
  extraction?: ExtractionModel;
  finish: Finish | null;
  /** The owner was asked and did not answer. */
  isUnanswered: boolean;
}

/** Characters of a token, of a page in English. */
export const CHARS_PER_TOKEN = 3.5;

/** An observation takes at most a quarter of the model's context window. */
export function newDesk({ agent, extractor, llm }: Pick<Desk, 'agent' | 'extractor'> & { llm?: Llm }): Desk {
  const { run } = agent;
  run.holdsDialogs = true;
  // A heading or control in the words of the task stays: the model reads the whole page.
  agent.instruction = '';
  return {
    agent,
    extractor,
    budget: Math.min(OBSERVATION_CHARS, ((llm?.contextTokens ?? Infinity) / 4) * CHARS_PER_TOKEN),
    scene: sceneOf(run),
    view: new PageView(),
    target: null,
    finish: null,
    isUnanswered: false,
  };
}
