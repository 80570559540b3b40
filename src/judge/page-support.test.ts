import { describe, expect, it } from 'vitest';
import { type JudgeInput, judge } from './judge.ts';

const HOURS = 'What are the opening hours?';
const markup = `<html><head><title>Museum of Boats</title></head><body><h1>Museum of Boats</h1>
  <p>Visit us Tuesday to Sunday, 10:00 to 18:00. Closed on Mondays.</p><p>Adults pay 12 euros, children 4,50.</p>
  <img alt="The steamer Aurora"><form><input name="amount" value="1,200.00"></form></body></html>`;

function judged(output: string, goal = HOURS, more: Partial<JudgeInput['result']> = {}, whole = markup) {
  const page = { finalUrl: 'https://boats.example/', httpStatus: 200, title: 'Museum of Boats', headers: {} };
  return judge({
    goal,
    result: { ok: true, output, byModel: true, ...more } as JudgeInput['result'],
    page: { ...page, markup: whole, whole },
    files: [],
    schemaProblems: null,
  });
}

describe('statements of a model about a page', () => {
  it.each([
    ['The answer is 42', HOURS],
    ['Banana banana', 'Which fruit is on offer?'],
    ['From midnight until dawn.', HOURS],
    ['The ticket is $99.95.', 'How much is a ticket for adults?'],
    ['Zaterdag gesloten om 5', HOURS],
    ['19.50', 'What do an adult and two children pay together?'],
  ])('is doubted when nothing of it stands there: %s', (output, goal) => {
    expect(judged(output, goal)).toMatchObject({
      verdict: 'succeeded',
      confidence: 0.5,
      reason: 'Nothing on the page that the runner ended at says this.',
      answer: output,
    });
  });

  it.each([
    ['Tuesday to Sunday from 10 am to 6 pm', HOURS],
    ['10:00–18:00', HOURS],
    ['They are closed on Monday.', HOURS],
    ['€12', 'How much is a ticket for adults?'],
    ['4.50 for a child', 'How much is a ticket for children?'],
    ['Yes', 'Is the museum closed on Mondays?'],
    ['No, it is not.', 'Is the museum open on Mondays?'],
    ['Aurora', 'Which steamer is shown?'],
    ['1200', 'Which amount is filled in?'],
    ['I added the ticket to the basket.', 'Add a ticket to the basket'],
  ])('is not doubted when it does, or could not: %s', (output, goal) => {
    expect(judged(output, goal).reason).not.toContain('Nothing on the page');
  });

  it('is no answer where it is debris', () => {
    expect(judged('banana banana {{{')).toMatchObject({
      verdict: 'failed',
      fault: 'runner',
      reason: 'The result is not readable text.',
    });
    expect(judged('Open from 10:00 {{{').verdict).toBe('succeeded');
  });

  it('is compared by pairs of signs where words are not parted', () => {
    const page = '<html><body><p>営業時間は午前十時から午後六時までです。</p></body></html>';
    expect(judged('午前十時から', '何時に開きますか', {}, page).confidence).toBe(0.8);
    expect(judged('真夜中だけ', '何時に開きますか', {}, page).confidence).toBe(0.5);
  });

  it('counts only for a model, and only with a whole page', () => {
    expect(judged('The answer is 42', HOURS, { byModel: undefined }).confidence).toBe(0.8);
    expect(
      judged('The answer is 42', HOURS, { byModel: undefined, likely: { share: 0.7, of: 'answer' } })
        .confidence,
    ).toBe(0.7);
    const cut = { finalUrl: 'https://boats.example/', httpStatus: 200, title: null, headers: {}, markup };
    const result = { ok: true, output: 'The answer is 42', byModel: true } as const;
    const input = { goal: HOURS, result, page: cut, files: [], schemaProblems: null };
    expect(judge(input).confidence).toBe(0.8);
  });
});
