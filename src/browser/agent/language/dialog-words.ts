/** What asks back after a press, as tasks call it: "the warning", "the dialog that opens". */
const DIALOG = String.raw`(?:the|any|that|this|its)\s+(?:\p{L}+\s+)?(?:dialog(?:ue)?(?:\s+box)?|alert|prompt|confirmation|question|message|pop-?up|box|warning|window|modal)\b`;

const ASKING = String.raw`(?:(?:in|to)\s+)?${DIALOG}(?:\s+(?:that|which|when|if|once)\s.*)?`;

/** How a clause answers it, and nothing else. */
export const DECLINING = new RegExp(
  `^(?:cancel|dismiss|decline|reject|refuse|close|answer\\s+"?no"?)\\s+(?:it$|${ASKING})`,
  'iu',
);
export const ACCEPTING = new RegExp(
  `^(?:confirm|accept|approve|agree|ok)(?:$|\\s+(?:it$|${ASKING}))|^answer\\b.*\\s${ASKING}`,
  'iu',
);
