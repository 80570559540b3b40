import { expect, test } from 'vitest';
import type { Intent } from './intent.ts';
import { readInstruction } from './read-instruction.ts';

/** An intent in few words: its kind and what tells it from others. */
function brief(intent: Intent): string {
  switch (intent.kind) {
    case 'click':
    case 'open': {
      const { text, kind, ordinal, near, colour, shape, extreme } = intent.target;
      const parts = [
        ordinal,
        colour,
        shape,
        extreme?.rank,
        extreme?.end,
        extreme?.of,
        text,
        kind && `(${kind})`,
        near && `by ${near}`,
      ];
      return `${intent.kind} ${parts.filter(Boolean).join(' ')}`;
    }
    case 'if': {
      const amount = 'amount' in intent.condition ? ` ${intent.condition.amount}` : '';
      return `if ${intent.condition.kind}${amount}: ${intent.whenTrue.map(brief).join()}; else ${intent.whenFalse.map(brief).join()}`;
    }
    case 'spot':
      return `spot ${intent.of.map(({ shape }) => shape).join()}`;
    case 'style':
      return `style ${intent.text} ${intent.style}`;
    case 'type':
      return `type ${intent.entries.map(({ field, value }) => `${field}=${'text' in value ? value.text : value.kind}`).join(', ')}`;
    case 'edit': {
      const { kind, ...how } = intent.change;
      return `${[kind, ...Object.values(how)].join(' ')} in ${intent.field || 'any'}`;
    }
    case 'choose':
      return `choose ${intent.values.join('|')}${intent.field ? ` of ${intent.field}` : ''}`;
    case 'set':
      return `set ${intent.pairs.map(({ field, value }) => `${field}=${value}`).join(', ')}`;
    case 'tick':
      return `${intent.isOn ? 'tick' : 'untick'} ${intent.isAll ? ['all', ...intent.except].join(' but ') : intent.names.join('|')}${intent.place ? ` in ${intent.place}` : ''}`;
    case 'each':
      return `each ${[
        intent.order === 'page' ? '' : intent.order,
        intent.target.colour,
        intent.target.shape,
        intent.target.text,
        intent.target.kind,
        intent.target.near && `by ${intent.target.near}`,
      ]
        .filter(Boolean)
        .join(' ')}`;
    case 'until':
    case 'when':
      return `${intent.target.text} ${intent.kind} ${intent.condition.kind}`;
    case 'shift':
      return `shift ${intent.name} ${intent.by}`;
    case 'step':
      return `step ${intent.field} ${intent.by}`;
    case 'resize':
      return `resize ${intent.sizes.map(({ axis, isMore, than }) => `${axis} ${isMore ? '>' : '<'} ${than ?? 'now'}`).join(', ')}`;
    case 'rate':
      return `rate ${intent.stars}${intent.of && ` for ${intent.of}`}`;
    case 'add':
      return `add ${intent.values.join('|')}`;
    case 'arrange':
      return `arrange ${intent.names.join('|')}`;
    case 'command':
      return `command ${intent.line}`;
    case 'context':
      return `context ${intent.target.text}`;
    case 'size':
      return `size ${intent.width}x${intent.height}`;
    case 'login':
      return `login ${intent.username}/${intent.password}`;
    case 'act':
      return `act ${intent.verb}: ${intent.phrase}`;
    case 'drag':
      return `drag ${intent.from.text || intent.from.shape} to ${intent.to.text || intent.to.shape}`;
    case 'scroll':
      return `scroll ${intent.to}${intent.to === 'thing' ? ` ${intent.target.text}` : ''}`;
    case 'search':
      return `search ${intent.query}`;
    case 'find':
      return `find ${intent.phrase}`;
    default:
      return intent.kind;
  }
}

test.each<[string, string[]]>([
  ['Click on the "Next" button.', ['click Next (button)']],
  ['Add " 2027" to the end of the title and press Save', ['join  2027 end in title', 'click Save']],
  ['Append baz to the title.', ['join baz end in title']],
  ['Replace "May" with "June" in the body, then save', ['replace May June false in body', 'submit']],
  ['Replace every "a" with "b".', ['replace a b true in any']],
  ['Make the title all upper case.', ['letters upper in title']],
  ['Delete the text in the body and click Save.', ['type body=', 'click Save']],
  ['Change the author from "J. Hale" to "K. Moss".', ['set author=K. Moss']],
  ['Change the price range from 10 to 50.', ['set =10, =50']],
  [
    'Write the following into the notes: "Call back." and press Submit.',
    ['type notes=Call back.', 'click Submit'],
  ],
  ['In the first text box type “kiwi” and then press Submit.', ['type =kiwi', 'click Submit']],
  ['From the drop-down, pick "Peru" and press Submit', ['choose Peru', 'click Submit']],
  ['Put the word harbor in upper case into the second box', ['type =HARBOR']],
  ['Type the word below in the box.', ['type =lookup']],
  ['Fill the last field with "See you" and submit it', ['type =See you', 'submit']],
  ['Select all extras except vanilla, size large.', ['tick all but vanilla', 'choose size large']],
  ['Select everything that begins with P', ['tick all']],
  ['The country must be Zambia. Submit the form.', ['set country=Zambia', 'submit']],
  [
    "I'd like the city to be Sankt Pölten and the nickname to be Theo. Submit.",
    ['set city=Sankt Pölten, nickname=Theo', 'submit'],
  ],
  ['I would like to have Japan selected in the country list.', ['choose Japan of country']],
  ['Food: 3 stars, service: 4 stars. Submit', ['rate 3 for Food', 'rate 4 for service', 'submit']],
  ['Press ONE and afterwards TWO.', ['click ONE', 'click TWO']],
  ['Select 3rd from the dropdown and click Submit', ['choose 3rd', 'click Submit']],
  [
    'Enter the username "kai" and the password "x1" into the text fields and press login',
    ['type username=kai, password=x1', 'click login'],
  ],
  [
    'Enter Ann in the Name field and Oslo in the Town field, then press Save.',
    ['type Name=Ann, Town=Oslo', 'click Save'],
  ],
  ['Type "Kai" in all upper case letters in the text input and press submit.', ['type =KAI', 'click submit']],
  ['Use the slider to choose 42, then press Submit', ['choose 42', 'click Submit']],
  [
    'Set the size to Small and the milk to Oat, then click Order.',
    ['set size=Small, milk=Oat', 'click Order'],
  ],
  ['Check Sound, uncheck Updates and click Save.', ['tick Sound', 'untick Updates', 'click Save']],
  ['Uncheck all the checkboxes and click Submit.', ['untick all', 'click Submit']],
  ['Log in with username ann and password zz9.', ['login ann/zz9', 'submit']],
  ['Switch between the tabs to find and click on the link "foo".', ['click foo (link)']],
  ['For the user @ann, click on the "Like" button.', ['click Like (button) by @ann']],
  ['Click Remove next to Dmitri', ['click Remove by Dmitri']],
  ["In Ben's row, click Remove.", ['click Remove by Ben']],
  ['Click Delete all, not Delete', ['click Delete all']],
  ['Click "A" two times, then "B" once', ['click A', 'click B']],
  ['click the triangle that is green', ['click green triangle']],
  ['open the last one', ['open -1 (item)']],
  ['Join the newsletter with the address a@b.net', ['act join: the newsletter with the address a@b.net']],
  ['click the second link in the paragraph', ['click 2 (link)']],
  [
    'Please change tabs until you find the button "Send" and press it',
    ['find button Send', 'click Send (button)'],
  ],
  ['Delete photo.png', ['act delete: photo.png']],
  ['choose "Zoom in"', ['choose Zoom in']],
  ['Click the red triangle in the picture', ['click red triangle']],
  ['Click the button with the greatest number.', ['click max (button)']],
  ['Drag the "box" into the "target" and click Submit.', ['drag box to target', 'click Submit']],
  ['Find the email by Bob and forward it to Anna.', ['find email by Bob', 'act forward: it to Anna']],
  ['Scroll through the whole list until the end, then click Finish', ['scroll bottom', 'click Finish']],
  ['Scroll through the phone book to Ann Lee and press Call.', ['scroll thing Ann Lee', 'click Call']],
  ['Scroll until Oslo appears, then press Book.', ['scroll thing Oslo', 'click Book']],
  ['Scroll to the end of the Terms and press OK.', ['scroll bottom', 'click OK']],
  ['Click the 2nd name from the top.', ['click 2 (item)']],
  ['Click the last name in the list.', ['click -1 (item)']],
  [
    'Turn off Vibrate on ring (under Sound), then turn on Reports in the Privacy settings.',
    ['untick Vibrate on ring in Sound', 'tick Reports in Privacy'],
  ],
  ['Switch Bluetooth on under Network.', ['tick Bluetooth in Network']],
  ['Click the last name field.', ['click last name (field)']],
  ['Scroll the textarea to the bottom of the text hit submit.', ['scroll bottom', 'click submit']],
  ['In the menu choose Ann > Bob.', ['choose Ann|Bob']],
  ['Enter the age of Bastian into the text field.', ['type =lookup']],
  [
    'Search for "lamp", open the first result and tell me the price.',
    ['search lamp', 'open 1 (result)', 'ask'],
  ],
  ['Give it 4 stars and send the review.', ['rate 4', 'act send: the review']],
  ['Rate the lamp three out of five.', ['rate 3 for lamp']],
  ['Select all the shades of blue and press Submit.', ['each blue', 'click Submit']],
  ['Click all the red circles, then press Done.', ['each red circle', 'click Done']],
  [
    'Add three items to the list: milk, eggs and tea. Then mark eggs as done.',
    ['add milk|eggs|tea', 'tick eggs'],
  ],
  ['Add milk and eggs to the shopping list.', ['add milk|eggs']],
  ['Make sure the light in the hall is off.', ['untick light in the hall']],
  ['Ensure that the volume is set to 30.', ['set volume=30']],
  ['Guess the number between 0 and 9 and press Guess. Use the feedback to get it right.', ['guess']],
  ['Press Generate until the number is even, then press Submit.', ['Generate until even', 'click Submit']],
  ['Buy ABC stock when the price is less than $50.', ['Buy when below']],
  ['Click on the numbers in descending order.', ['each down number']],
  [
    'Click the "Like" button on all posts by @ann and then click Submit.',
    ['each Like button by @ann', 'click Submit'],
  ],
  ['Increase the volume by 3.', ['step volume 3']],
  [
    'Resize the textarea so that the width is larger, then press Submit.',
    ['resize width > now', 'click Submit'],
  ],
  [
    'Make the box taller than 140 pixels by dragging its border but keep its width the same, then click Done.',
    ['resize height > 140', 'click Done'],
  ],
  [
    'Resize the panel so that its width is less than 300 and its height is at least 200.',
    ['resize width < 300, height > 200'],
  ],
  ['Drag the star completely inside the dashed box.', ['drag star to dashed box']],
  ['Change the color of all the text in the editor to purple.', ['style  purple']],
  ['Underline the whole text, then type its code into the box.', ['style  underline', 'type =lookup']],
  ['Press the enter key of the keypad (bottom right).', ['click enter (button)']],
  ['Make the picture narrower, and leave its height as it is.', ['resize width < now']],
  ['Check all the boxes except lemon and press Save.', ['tick all but lemon', 'click Save']],
  ['Check the 3rd radio button.', ['click 3 (radio)']],
  ['Choose the colour black and the size L.', ['choose black of colour', 'choose L of size']],
  ['Add lamp and chair to the cart.', ['act add: lamp to the cart', 'act add: chair to the cart']],
  ['Mute the user @ann.', ['act mute: the user @ann']],
  [
    'Use the arrows to arrange the items as tea, milk, eggs from top to bottom. Then press "Save".',
    ['arrange tea|milk|eggs', 'click Save'],
  ],
  ['Right-click "plan.doc" and choose Copy.', ['context plan.doc', 'choose Copy']],
  ['Use the terminal to rename the file "a.txt" to "b.txt".', ['command mv a.txt b.txt']],
  ['Resize the box to 120 x 80 pixels.', ['size 120x80']],
  ['Click the second tallest bar of the chart.', ['click bar 2 max height']],
  ['One circle is larger than all the others. Click it.', ['click circle max circle']],
  ['Click the pink swatch, then the black one.', ['click pink', 'click black']],
  ['Click the one with the lowest amount.', ['click min amount (item)']],
  ['Select the word "tea" and give it the color red.', ['style tea red']],
  ['Enter the PIN 4719 on the keypad, then press the green key.', ['type PIN=4719', 'click green']],
  ['Answer "How was it?" with 8, then submit.', ['choose 8 of How was it?', 'submit']],
  ['Go back to the category Sports with the breadcrumb.', ['open category Sports']],
  ['What does the kettle cost?', ['ask']],
  ['Do what the page asks.', ['follow']],
  [
    'If the total is over $50, press Reject, otherwise press Approve.',
    ['if above 50: click Reject; else click Approve'],
  ],
  [
    'Approve the order unless its total exceeds 50; in that case reject it.',
    ['if above 50: act reject: it; else act approve: the order'],
  ],
  ['Find the middle of the circle and click on it, then press Submit.', ['spot circle', 'click Submit']],
  ['Using the text editor, give the text river the colour red.', ['style river red']],
  ['Message: "It is broken." Tick "Yes" and click "Send".', ['fill', 'tick Yes', 'click Send']],
  [
    'Expand the sections below to find the box "ladder", tick it and press Submit.',
    ['find box ladder', 'tick ladder', 'click Submit'],
  ],
  ['Which number is the greatest? Click it.', ['click max (number)']],
  ['Which phone has the largest battery? Choose it.', ['choose phone with the largest battery']],
  ['The task amber is finished: drag it to Done.', ['drag task amber to Done']],
  [
    'Pick small and press Next, pick purple and press Next.',
    ['choose small', 'click Next', 'choose purple', 'click Next'],
  ],
  [
    'Choose "Never" for Travel, "Often" for Sports and press Send.',
    ['choose Never of Travel', 'choose Often of Sports', 'click Send'],
  ],
  ['Drag the handle until the value reads 14. Then submit.', ['set =14', 'submit']],
  ['Set the range slider so that it goes from 20 to 60.', ['set =20, =60']],
  ['Select "File > Export > PDF" from the menu.', ['choose File|Export|PDF']],
  ['Press On for the Attic.', ['click On by Attic']],
  ['Delete "Oslo" and confirm with Yes.', ['act delete: "Oslo"', 'click Yes']],
  ['Click the word that comes first in alphabetical order.', ['click min alphabet (word)']],
  ['Answer "No" to "Do you smoke?" and press Finish.', ['choose No of Do you smoke?', 'click Finish']],
  [
    'Drag the fig into the left bin and the plum into the right bin.',
    ['drag fig to left bin', 'drag plum to right bin'],
  ],
  ['Dial 555-1234 and press Call.', ['type =555-1234', 'click Call']],
  ['Type "dog" with the on-screen keyboard and press Go.', ['type =dog', 'click Go']],
  ['Set the sliders to Bass 3, Treble 7 and click Apply.', ['set Bass=3, Treble=7', 'click Apply']],
  ['Remove the tags amber and birch.', ['act remove: amber', 'act remove: birch']],
  ['Select seat 3 in row A and press Reserve.', ['choose 3 of seat', 'click Reserve']],
  ['Click the larger number.', ['click max (number)']],
  ['Zoom out to level 2.', ['set zoom=2']],
  ['Select nothing and click Submit.', ['untick all', 'click Submit']],
  ['Click on a small red 4', ['click red 4']],
  ['If the circle is red press Stop, otherwise press Go.', ['if colour: click Stop; else click Go']],
  [
    'Enter the value that corresponds with each label into the form and submit when done.',
    ['fill', 'submit'],
  ],
  ['Drag Priya down by one position.', ['shift Priya 1']],
  [
    'Find the shortest flight from Turin to Warsaw and book it.',
    ['act book: the shortest flight from Turin to Warsaw'],
  ],
  [
    'Maud wrote you an email. Answer it with: Not today',
    ['find email by Maud', 'act reply: to it with "Not today"'],
  ],
  ['Tell Ann "Lunch at noon?" in the chat.', ['act send: the message "Lunch at noon?" to Ann in the chat']],
  ['Check all the even numbers and press Done.', ['numbers', 'click Done']],
  ['Use the filter to find Georgia.', ['search Georgia', 'find Georgia']],
  ['In the menu, choose Clocks under Repair in Services.', ['choose Services|Repair|Clocks']],
  ['Rename the note "Ideas" to "Shopping 2027".', ['set note Ideas=Shopping 2027']],
  ['Tag the post with "red" and "blue".', ['add red|blue']],
  ['Book a visit with Dr. Abbott at 15:45.', ['act book: a visit with Dr. Abbott at 15:45']],
  ['Enter word number 12 of the paragraph into the field.', ['type =lookup']],
  ['First name: Ann', ['fill', 'submit']],
  [
    'Reveal the code, remember it, continue and enter it on the next page.',
    ['act reveal: the code', 'find code', 'act continue: ', 'type =remembered'],
  ],
  [
    'Note the booking code, press Next and type the code into the field.',
    ['find booking code', 'click Next', 'type =remembered'],
  ],
  ['Set bass to 5, mid to 8 and treble to 10.', ['set bass=5, mid=8, treble=10']],
  ['Adults 2, children 4, dogs 3 - then press Order.', ['set Adults=2, children=4, dogs=3', 'click Order']],
  ['Make "Paper Moon" the first song.', ['set Paper Moon=first place of the list']],
  ['Complete the tasks "A" and "B", then show only the active ones.', ['tick A|B', 'click active']],
  ['Reserve with a pick-up at 04:35 PM.', ['act reserve: with a pick-up at 04:35 PM']],
  [
    'Find flights from Oslo to Riga and select the cheapest nonstop one.',
    ['act book: the cheapest nonstop flight from Oslo to Riga'],
  ],
])('%s', (instruction, expected) => {
  expect(readInstruction(instruction).map(brief)).toEqual(expected);
});

test('what no rule makes sense of is said to be so', () => {
  expect(readInstruction('Crop sideways and press Save.').map(brief)).toEqual(['unknown', 'click Save']);
});

test('words that tell nobody to do anything are no plan', () => {
  expect(readInstruction('The entry may be on a later page.')).toEqual([]);
});

test('what people state about their errand belongs to the act', () => {
  const [act, ...others] = readInstruction('Request a repair for a tent. My name is Bo Berg, bo@example.org');
  expect(act).toMatchObject({ kind: 'act', verb: 'request', phrase: 'a repair for a tent' });
  expect(act?.source).toContain('My name is Bo Berg');
  expect(others).toEqual([]);
  expect(readInstruction('Write a review of the lamp saying "Good"')[0]).toMatchObject({
    kind: 'act',
    verb: 'write',
  });
  expect(readInstruction('Switch the language to Polski')[0]).toMatchObject({ kind: 'set' });
});

test('what is left out, what a column says and the box around a name tell things apart', () => {
  expect(readInstruction('Check all the boxes except orange')).toMatchObject([
    { kind: 'tick', isAll: true, except: ['orange'] },
  ]);
  expect(readInstruction('Check all the rows with the status late')).toMatchObject([
    { kind: 'tick', isAll: true, restrictions: [{ kind: 'text', text: 'late', isNot: false }] },
  ]);
  expect(readInstruction('Click "On" in the Cellar box')).toMatchObject([
    { kind: 'click', target: { text: 'On', near: 'Cellar' } },
  ]);
});

test('what is told without a verb belongs to the order before it', () => {
  const [order, ...others] = readInstruction('Get Bo a large pizza. Toppings: ham. Pick up. Extra napkins.');
  expect(order?.source).toBe('Get Bo a large pizza. Toppings: ham. Pick up. Extra napkins');
  expect(others).toEqual([]);
  expect(readInstruction('Press Save. Thanks!').map(brief)).toEqual(['click Save']);
});

test('terms are agreed to before what they are the terms of is sent', () => {
  const verbs = readInstruction('Join with the e-mail kim@mail.example and agree to the terms.').map(
    (intent) => (intent.kind === 'act' ? intent.verb : intent.kind),
  );
  expect(verbs).toEqual(['agree', 'join']);
});

test('who joins with a name draws no line to the password', () => {
  const [intent] = readInstruction('Join with username moonfish and password Tidal-99.');
  expect(intent?.kind).toBe('act');
});
