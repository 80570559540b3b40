/** What people call the signs and small pictures that pages draw with a character, after their names in Unicode. */
const NAMES = `
★☆⭐🌟 star
♥♡❤💗 heart
♠ spade
♣ club
♦ diamond
♪♫♬🎵🎶 note, music
☀🌞 sun
☁ cloud
☂☔🌂 umbrella
☃⛄ snowman
❄ snowflake
☾☽🌙 moon, crescent
⚡ lightning, bolt
🔥 fire, flame
💧 drop
☎📞📱 phone, telephone
✉📧📨 envelope, letter, mail
✂ scissors
✈ airplane, plane, aeroplane
⚓ anchor
🚗 car
🚲 bicycle, bike
🚂🚆 train
⛵ boat, sailboat
♞♘ knight
♔♚ king
♕♛👑 queen, crown
♖♜ rook
♗♝ bishop
♙♟ pawn
🔒 lock, padlock
🔑🗝 key
🔔 bell
🔍🔎 magnifier, magnifying glass
⚙ gear, cog
🗑 bin, trash
✏✎🖉 pencil
✒🖋 pen
📎 paperclip
📌📍 pin
📷 camera
🎁 gift, present
🎈 balloon
🏠⌂ house, home
🌍🌐 globe, earth
⏰⏲ alarm, alarm clock
⌚🕐 clock, watch
⌛⏳ hourglass
☕ coffee, cup
🍎 apple
🍌 banana
🍕 pizza
🌲🌳 tree
🌹🌸✿❀ flower, rose
🐱 cat
🐶 dog
🐟 fish
🐦 bird
🐝 bee
🦋 butterfly
☠💀 skull
☮ peace
☯ yin yang
☢ radiation
☣ biohazard
⚠ warning
⚑⚐🚩 flag
☑✓✔✅ tick, check, check mark
✗✘✕✖❌ cross
☺☻🙂😀 smiley, smile, face
☹🙁 frown, sad face
👍 thumbs up
👎 thumbs down
♻ recycling, recycle
♿ wheelchair
⚖ scales
⚽ football, ball
🎲⚀⚁⚂⚃⚄⚅ dice, die
← left, left arrow
→ right, right arrow
↑ up, up arrow
↓ down, down arrow
`;

const BY_SIGN = new Map(
  NAMES.trim()
    .split('\n')
    .flatMap((line) => {
      const [signs = '', ...words] = line.split(' ');
      const names = words.join(' ').split(', ');
      return [...signs].map((sign) => [sign, names] as const);
    }),
);

/** The names of a single sign; none for words, and for signs that nobody calls by a name. */
function namesOfSign(text: string): readonly string[] {
  const plain = text.trim().replace(/[\ufe0e\ufe0f]/gu, '');
  return BY_SIGN.get(plain) ?? [];
}

/** Whether a phrase calls a sign by its name: "the anchor", "musical note symbol". */
export function isSignCalled(text: string, phrase: string): boolean {
  const said = phrase
    .toLowerCase()
    .replace(
      /\b(?:the|an?|sign|symbol|key|tile|button|icon|card|emoji|picture|one|with|showing|on it)\b/gu,
      ' ',
    )
    .replace(/\s+/gu, ' ')
    .trim();
  const kinds = said.split(' ');
  return namesOfSign(text).some((name) => said === name || (kinds.length === 2 && kinds.at(-1) === name));
}
