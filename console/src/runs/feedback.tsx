import type { RunDetails } from '@switchyard/sdk';
import { api } from '../api.ts';
import { useChange } from '../change.ts';
import { IconButton } from '../ui/button.tsx';
import { ThumbsDown, ThumbsUp } from '../ui/icons.tsx';
import { texts } from './texts.ts';

/** The owner's word on an answer; routing learns from it. */
export function Feedback({ run: { id, feedback } }: { run: RunDetails }) {
  const judge = useChange((correct: boolean) => api.runs.feedback(id, { correct }), {
    rooms: ['runs'],
    done: texts.feedbackSaved,
  });
  const thumb = (correct: boolean, label: string, Icon: typeof ThumbsUp) => (
    <IconButton
      label={label}
      size="small"
      aria-pressed={feedback?.correct === correct}
      isBusy={judge.isPending && judge.variables === correct}
      onClick={() => judge.mutate(correct)}
      className="aria-pressed:tint-accent aria-pressed:text-accent"
    >
      <Icon aria-hidden />
    </IconButton>
  );
  return (
    <fieldset className="flex items-center gap-1">
      <legend className="sr-only">{texts.feedback}</legend>
      {thumb(true, texts.correct, ThumbsUp)}
      {thumb(false, texts.wrong, ThumbsDown)}
    </fieldset>
  );
}
