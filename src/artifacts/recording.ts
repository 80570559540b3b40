import { playerFile } from './player.ts';

export interface RecordedFrame {
  /** Since the recording began. */
  ms: number;
  jpeg: Uint8Array;
}

export interface RecordedStep {
  ms: number;
  action: string;
  target: string | null;
  detail: string | null;
  url: string | null;
  ok: boolean;
}

const OPENING = '<script type="application/json" id="recording">';
const CLOSING = '</script>';

/** The recording as one self-contained HTML file. */
export function buildRecording(frames: RecordedFrame[], steps: RecordedStep[]): Uint8Array {
  const data = {
    frames: frames.map(({ ms, jpeg }) => ({ ms, jpeg: Buffer.from(jpeg).toString('base64') })),
    steps,
  };
  // Otherwise text of a page could close the script element.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return Buffer.from(playerFile(`${OPENING}${json}${CLOSING}`));
}

/** The data inside such a file, as JSON; null when it is another kind of file. */
export function recordingData(file: Uint8Array): Uint8Array | null {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const start = bytes.indexOf(OPENING);
  const end = start < 0 ? -1 : bytes.indexOf(CLOSING, start);
  return end < 0 ? null : bytes.subarray(start + OPENING.length, end);
}
