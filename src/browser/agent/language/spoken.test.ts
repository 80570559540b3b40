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
  ['Find trains from Ulm to Bonn.', 'search for trains from Ulm to Bonn.'],
  ['Delete the project Apollo and confirm by typing its name.', 'Delete the project Apollo.'],
  ['How many staff are there? See the annual report.', 'How many staff are there? Open the annual report.'],
  ['Log me out of this app.', 'Log out of this app.'],
  ['I have done this one: Iron shirts. Save it.', 'Mark Iron shirts as done. Save it.'],
  ['Choose Export (it is part of Sales, in Trade) and go on.', 'Choose Trade > Sales > Export and go on.'],
  [
    'Enter the username kim7 and the password x#4, check "Stay" and sign in.',
    'type "kim7" in the username field and "x#4" in the password field, check "Stay" and sign in.',
  ],
  ['Type the password "a b" and continue.', 'type "a b" in the password field and continue.'],
  ['Enter the password in both fields.', 'Enter the password in both fields.'],
  ['Enter your e-mail address and press Join.', 'Enter your e-mail address and press Join.'],
  [
    'Set the guests to 2 adults and 3 children, then apply.',
    'set adults to 2 and children to 3, then apply.',
  ],
  ['Put the apple in the basket by dragging it.', 'drag the apple to the basket.'],
  ['Add "Call Kim" (press Enter to add it) and save.', 'Add "Call Kim" and save.'],
  ['Scroll to "Norway", select it and submit.', 'select "Norway" and submit.'],
  ['Press Search, then open search result number 4.', 'Press Search, then open result number 4.'],
  ['Update the city in my account to Turin.', 'Update the city to Turin.'],
  [
    'Find a train from "A" to "B": choose both from the suggestions and search.',
    'Find a train from "A" to "B" and search.',
  ],
  [
    "Find Kim Lee's room in the directory, enter it below and send.",
    "find Kim Lee's room, enter it below and send.",
  ],
  [
    'Apply the discount code shown at the top.',
    'enter the discount code shown at the top in the discount code field and press apply.',
  ],
  ['Make it 22 degrees in the living room.', 'set the temperature in the living room to 22 degrees.'],
  ['Make the bedroom 18.5 °C.', 'set the bedroom to 18.5 °C.'],
  ['Set an alarm for 6:05 PM.', 'set the time to 6:05 PM, then save the alarm.'],
  ['Set the bass to 7 and leave the treble where it is; then apply.', 'Set the bass to 7; then apply.'],
  ['Remove the "Red" filter but keep the other ones.', 'Remove the "Red" filter.'],
  ['Block Ann Lee (there are two Anns, I mean Lee).', 'Block Ann Lee.'],
  ['Find the guest Kim Lee in the list and archive her entry.', 'archive the guest Kim Lee.'],
  ['Look for ferries from A to B (just press go once both are in).', 'Look for ferries from A to B.'],
  ['Open docs/guides/setup.md and print it', 'choose docs > guides > setup.md and print it'],
  ['Put 120 in cell C4', 'set cell C4 to 120'],
  ['Book Ann Lee in for 3 May, 2:30 PM.', 'Book an appointment for Ann Lee on 3 May, 2:30 PM.'],
])('%s', (said, order) => {
  expect(spoken(said)).toBe(order);
});
