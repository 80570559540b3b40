const TERMS =
  /\b(?:terms|conditions|privacy|policy|agree|accept|i have read|confirm that|consent|(?:personal|my) (?:data|details|address)|data protection|(?:store|keep|process|use)d? (?:my|these|this|the|your)|you may)\b/iu;
/** What they would send later, or to whom they would pass it on, is a choice. */
const MARKETING =
  /\b(?:newsletter|offers?|news|marketing|promotion\w*|partners|third part(?:y|ies)|updates)\b/iu;

/** A box that sending the form means anyway; any other is a choice that nobody made. */
export function isOfTerms(label: string): boolean {
  return TERMS.test(label) && !MARKETING.test(label);
}
