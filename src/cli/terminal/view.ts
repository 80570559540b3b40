/** The display of a run's progress. */
export interface View {
  line(text: string): void;
  /** Gives the terminal to a prompt, and takes it back. */
  pause(): void;
  resume(): void;
  end(): void;
}

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 120;

/** Lines that stay, and below them a status line; in a pipe only the lines. */
export async function viewOf(status: () => string): Promise<View> {
  if (process.stderr.isTTY !== true) return plainView;
  const { createLogUpdate } = await import('log-update');
  const update = createLogUpdate(process.stderr);
  let frame = 0;
  let timer: NodeJS.Timeout | null = null;
  // A line in the middle of a prompt would tear it.
  let held: string[] = [];
  let isOver = false;
  const draw = () => {
    frame += 1;
    update(`${FRAMES[frame % FRAMES.length]} ${status()}`);
  };
  const resume = () => {
    if (isOver) return;
    timer ??= setInterval(draw, FRAME_MS);
    for (const text of held) update.persist(text);
    held = [];
  };
  const pause = () => {
    if (timer) clearInterval(timer);
    timer = null;
    update.clear();
    update.done();
  };
  resume();
  return {
    line(text) {
      if (timer === null) held.push(text);
      else {
        update.persist(text);
        draw();
      }
    },
    pause,
    resume,
    end() {
      resume();
      pause();
      isOver = true;
    },
  };
}

const plainView: View = {
  line: (text) => process.stderr.write(`${text}\n`),
  pause() {},
  resume() {},
  end() {},
};
