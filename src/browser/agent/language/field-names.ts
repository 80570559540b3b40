/** What forms call their fields. */
const FIELD_NAMES = [
  '(?:first|last|middle|full|given|family|user|nick|company|street|card)[ -]?name',
  'name',
  'surname',
  'forename',
  'nickname',
  'login',
  'password',
  'e-?mail(?: address)?',
  '(?:home |work )?(?:phone|mobile|telephone)(?: number)?',
  'fax',
  'street(?: address)?',
  'address',
  'city',
  'town',
  'country',
  'state',
  'province',
  'region',
  'county',
  'zip(?: code)?',
  'post(?:al )?code',
  'company',
  'organi[sz]ation',
  'department',
  'job',
  'position',
  'occupation',
  'title',
  'subject',
  'topic',
  'message',
  'comment',
  'note',
  'description',
  'question',
  'answer',
  'code',
  'language',
  'nationality',
  'gender',
  'website',
  'url',
  'reference',
  'brand',
  'model',
  'colou?r',
  'size',
  'category',
  'destination',
  'origin',
].join('|');

const WHOLE = new RegExp(`^(?:${FIELD_NAMES})$`, 'iu');

export function isFieldName(label: string): boolean {
  return WHOLE.test(label.trim());
}

const LISTED = new RegExp(
  String.raw`^\s*(?:(?:the|my|your)\s+)?(?:${FIELD_NAMES})\s+(?:["“]|[^,;]*[,;]\s*(?:and\s+)?(?:(?:the|my|your)\s+)?(?:${FIELD_NAMES})\s)`,
  'iu',
);

/** "name Ann Lee, topic Billing": values, each behind the name of its field. */
export function listsFields(text: string): boolean {
  return LISTED.test(text);
}
