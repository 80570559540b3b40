/**
 * The words to act by. Instructions beside a goal are about how to work ("You are a careful agent ..."): only sentences
 * of theirs that plainly give details or name an act on the page count as told.
 */
export function actingWords(goal: string, instructions: string | null): string {
  const told = (instructions ?? '')
    .split(/(?<=[.!?])\s+|\n+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '' && (givesDetails(sentence) || namesAct(sentence)));
  return [goal, ...told].join('\n').trim();
}

const MANNER =
  /\b(?:you are|you're|your (?:task|role|job|answer)|be (?:brief|careful|concise|polite|precise|thorough)|step by step|do not|don['’]t|never|always|only|unless|whenever|if|must|should|make sure|remember|agent|assistant)\b/iu;

/** "My name is Ann Lee", "Email: ann@example.com". */
function givesDetails(sentence: string): boolean {
  const isDetail =
    /[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\+?\d[\d\s()/-]{7,}\d/u.test(sentence) ||
    /\bmy (?:full |first |last )?(?:name|address|birthday|date of birth|company|phone|mobile|number)\b.{0,12}\b(?:is|are|:)/iu.test(
      sentence,
    ) ||
    /^[-*•\s]*\p{Lu}[\p{L} ]{1,24}:\s*\S/u.test(sentence);
  return isDetail && !/\byou are\b/iu.test(sentence);
}

/** "Accept the cookies first." */
function namesAct(sentence: string): boolean {
  return (
    /^(?:first,?\s+|then,?\s+|please\s+)*(?:click|press|type|enter|select|choose|tick|untick|check|uncheck|fill|open|accept|decline|log ?in|sign ?in|sort|filter|search for|scroll|submit|upload|download)\b/iu.test(
      sentence,
    ) && !MANNER.test(sentence)
  );
}
