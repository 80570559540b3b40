import { expect, test } from 'vitest';
import { spoken } from './spoken.ts';

test.each([
  ['The playlist slow mix should be called Sunday from now on.', 'Rename The playlist slow mix to "Sunday".'],
  [
    'Fill in Street with "1 Elm Road" and Town with "York", then save it.',
    'Fill in the form with Street: "1 Elm Road", Town: "York", then save it.',
  ],
  ['Country: Ireland. Enter only these two in the card and press Save.', 'Country: Ireland. Press Save.'],
  ['Show me the rakes this store has (menu Tools).', 'Choose Tools > rakes.'],
  [
    '"Ship it" belongs in the Review column now. Please update the board.',
    'Move "Ship it" to the Review column.',
  ],
  [
    'Click "Open", enter the code word "oak" in the new window and press Send.',
    'Click "Open", enter the code word "oak" and press Send.',
  ],
  ['Book June 6 to 9, 2027.', 'Book June 6, 2027 to June 9, 2027.'],
  ['Leave from 3 May until 2 June 2027.', 'Leave from 3 May 2027 until 2 June 2027.'],
  ['Leave from May 30, 2027 to June 2, 2027.', 'Leave from May 30, 2027 to June 2, 2027.'],
  ['Open the link in the new tab.', 'Open the link in the new tab.'],
  ['Otto wants the email you got from Lorenzo.', 'Forward the email from Lorenzo to Otto.'],
  [
    'Open "Rent the hall", which you will find on the Rooms tab.',
    'Open the Rooms tab, then click "Rent the hall".',
  ],
  ['Take me to the help centre.', 'Open the help centre.'],
  ['Log me out of this app.', 'Log out of this app.'],
  ['I have done this one: Iron shirts. Save it.', 'Mark Iron shirts as done. Save it.'],
  ['Choose Export (it is part of Sales, in Trade) and go on.', 'Choose Trade > Sales > Export and go on.'],
])('%s', (said, order) => {
  expect(spoken(said)).toBe(order);
});
