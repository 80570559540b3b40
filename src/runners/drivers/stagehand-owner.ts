/** In Stagehand's thread: the tools with which its agent asks the owner. */
import type { Stagehand } from '@browserbasehq/stagehand';
import { z } from 'zod';
import { plainWords, ROBOT_CHECK } from '../../agent/index.ts';
import type { Question } from '../contract.ts';
import type { Deed } from './stagehand-script.ts';
import { elementAt } from './stagehand-witness.ts';

/** Null when the owner may not be asked. A missing answer ends the attempt, so nothing waits for it here. */
type AskOwner = (question: Question) => Promise<string | null>;

/** A tool in the shape of Stagehand's library. */
interface Tool {
  description: string;
  inputSchema: z.ZodType;
  execute(input: { field: string; question: string }): Promise<unknown>;
}

/** The answer goes from the owner to the page; the model, the record and the script get a placeholder. */
export function ownerTools(
  stagehand: Stagehand,
  askOwner: AskOwner,
  tell: (deed: Deed) => void,
): Record<string, Tool> {
  const fill = (kind: 'otp' | 'text', description: string): Tool => ({
    description,
    inputSchema: z.object({
      field: z.string().max(200).describe('the field it belongs into, such as "the code field"'),
      question: z.string().max(400).describe("the site's own words"),
    }),
    execute: ({ field, question }) => fillIn(stagehand, askOwner, tell, kind, field, question),
  });
  return {
    fill_code: fill(
      'otp',
      'The site asks for a one-time code that only the owner has: asks the owner and types the code. You never see it.',
    ),
    fill_answer: fill(
      'text',
      'The site asks something that only the owner knows: asks the owner and types the answer. You never see it.',
    ),
    confirm: {
      description:
        'Ask the owner for a yes before something that cannot be undone and that the task does not clearly want.',
      inputSchema: z.object({ question: z.string().max(400) }),
      execute: async ({ question }) => {
        const reply = await askOwner({ kind: 'confirm', prompt: plainWords(question) });
        if (reply === null) return 'Nobody can be asked. Do only what the task clearly wants.';
        return `The owner says ${/^\s*(?:y|yes|ok|true|confirm)/iu.test(reply) ? 'yes' : 'no'}.`;
      },
    },
  };
}

async function fillIn(
  stagehand: Stagehand,
  askOwner: AskOwner,
  tell: (deed: Deed) => void,
  kind: 'otp' | 'text',
  field: string,
  question: string,
): Promise<unknown> {
  if (ROBOT_CHECK.test(`${question} ${field}`))
    return failed('Robot checks are never put to the owner. Give up and say so.');
  const [place] = await stagehand.observe(`Find the input to type into: ${field}`);
  if (!place) return failed('Field not found.');
  const page = await stagehand.context.awaitActivePage();
  const found = await elementAt(page, place.selector);
  const url = page.url();
  const value = (await askOwner({ kind, prompt: plainWords(question), url })) ?? '';
  const boxes = page.locator('input[maxlength="1"]');
  const isSplit = kind === 'otp' && found?.element.maxLength === 1 && (await boxes.count()) > 1;
  if (isSplit)
    for (const [index, digit] of [...value.replaceAll(/[\s-]/gu, '')].entries())
      await boxes.nth(index).fill(digit);
  else await page.deepLocator(place.selector).fill(value);
  const placeholder = kind === 'otp' ? '{{totp}}' : '{{answer}}';
  tell({
    method: 'fill',
    value: placeholder,
    role: 'textbox',
    name: field,
    selector: found?.selector ?? null,
    url,
  });
  return { success: true, message: 'It was typed. Send the form if it does not send itself.' };
}

function failed(error: string): unknown {
  return { success: false, error };
}
