import { isSameWord } from './concepts.ts';
import { stem, wordsOf } from './words.ts';

/**
 * Words that speak of one matter, though they do not mean the same: who asks what something costs is told what is paid
 * for it. One line is one matter; words joined by `_` count together. Good for finding where a page speaks of something,
 * not for naming a value.
 */
const MATTERS = `
cost price pay paid charge fee fare rate bill expensive cheap spend money worth afford tariff rent set_back save
free gratis complimentary trial nothing no_cost no_charge at_no_cost costless
refund money_back reimburse reimbursement repay
return send_back give_back bring_back take_back exchange
cancel cancellation quit end terminate termination leave unsubscribe withdraw resign notice contract
discount off reduction save saving deal half concession reduced promo code voucher coupon rebate
buy purchase order sell sale on_sale store shop pre-order stockist retail
contact reach call phone telephone email write support help helpline chat message get_in_touch hotline enquiry
fast quick speed rapid soon swift immediate
deliver delivery ship shipping send dispatch arrive post postage courier
guarantee guaranteed warranty cover
start begin launch commence kick_off introduce open found start_up set_up
end finish close stop expire conclude over last run_out
close closed shut closure
open reopen opening unlock
again reopen resume
expire valid validity expiry run_out lapse
age old aged young adult minor
size big large area square capacity dimension inch screen
weight weigh heavy light gram kilogram
hold capacity volume fit contain litre seat
duration long length take last time minute hour week wait
build construct erect complete
repair fix mend work replace renovate maintenance solve
broken break damage faulty fault defect dent scratch torn wrong crack fail
problem issue wrong trouble fault error bug fail failure difficulty
solve fix solution resolve repair
replace change swap substitute renew
boss manager head lead chief supervisor director report run in_charge superintendent principal manage
finance financial money treasurer accounts
technology technical engineering engineer
founder found establish start set_up
occupation profession role position work for_a_living career job engineer
author write wrote by creator create recipe book
host present presenter anchor
guest interview talk_to speak_to
speak speaker talk lecture present presentation session
employee staff people employ workforce team personnel headcount worker
marry husband wife spouse partner wed
child kid son daughter offspring
baby infant toddler pushchair buggy stroller pram
parent father mother dad mum daughter son
maiden nee birth
prize award medal win honour trophy
study university college graduate school degree
discover find describe identify
become appoint promote name elect
famous known renowned notable celebrated
population inhabitant resident people live habitant
area_code dialling_code dial_code
elevation altitude height sea_level
river stream flow
eat feed diet food prey
egg lay hatch incubate incubation
threat threaten danger risk endanger endangered conservation
winter spend summer migrate
warm hot temperature cold degree heat
rain rainy wet umbrella shower
weather rain snow storm wind thunder
dig work construct excavate roadworks
get_rid_of stop abolish scrap drop remove
fine fee overdue late_fee late_fine
sunset sun_go_down sun_goes_down dusk
sunrise sun_come_up sun_comes_up dawn
score result goal final full_time ft
red_card sent_off dismissed send_off
penalty pen spot
watch spectator crowd attend attendance viewer audience people
play travel face meet fixture match
relegate relegation go_down go_down bottom
promote promotion go_up top
manage manager coach
leave depart departure set_off
scheduled supposed planned due
land arrive arrival touch_down
late delay delayed on_time
destination going bound arrival
plane aircraft airbus boeing jet
board boarding
bike bicycle cycle cyclist
car vehicle drive driver motor motorist
bus coach tram
boat ferry ship sail vessel crossing
luggage suitcase bag baggage
check_out checkout leave
check_in checkin arrive
pet dog cat animal
furnished unfurnished furniture furnishing
bill utility electricity gas
move_in available
stay tenancy minimum at_least
horsepower hp ps power kw
automatic manual gearbox transmission
kilometre km mileage mile odometer
year registration built
serve feed portion serving people
calorie kcal energy
freeze freezer frozen
vegan vg plant-based
vegetarian v
starter appetizer appetiser
dessert sweet pudding
saturated saturates
symptom sign
cause due because reason
treat treatment cure therapy
doctor gp physician
contagious infectious spread catch
home yourself self
memory ram
mac macos osx
demo demonstration
photo photography
port listen socket localhost
log logging logs debug
latest newest new current recent
written language programming
vulnerability security
support compatible run work
permission scope role right access
call request
mandatory required must compulsory obligatory
default standard
parameter argument option field
student enrol enroll sign_up signed_up participant learner
pass score grade mark exam
experience year
participant take_part took_part randomise enrol nurse patient
fund pay finance sponsor funding grant paid
find finding result conclusion conclude show
complain complaint
store keep retain kept hold delete
effective come_into_force in_force apply enter_into_force
lose lost missing
document passport id paper proof
meantime while_you_wait wait
accessible wheelchair step-free ramp disabled
photo picture photograph photography camera
try trial test
protect protection cover insured guarantee
withdraw withdrawal take_out take_money_out
interest aer apr yield
miss missed no-show
bring take need carry
tool need equipment kit lever
leak hole bubble puncture
dry wait set
pressure inflate bar psi pump
company contractor firm supplier provider
press media journalist
stock ticker symbol share
screen display inch
update upgrade software
colour color shade
material made steel cotton wood
introduce add added new
remove drop delete deprecated
read read_time
journey route way direct
night out_of_hours around_the_clock late 24
appointment book booking reservation
patient list
agent agency landlord
far distance walk away near minute
include included come_with comes_with with
home remote hybrid work_from_home from_home
employer work
religion faith church
share percentage per_cent part pound
donate give donation text
holiday vacation time_off annual_leave pto
senior pensioner retired retiree elderly oap
international overseas abroad foreign
charity non_profit non_profits nonprofit ngo charitable
station stop metro subway underground tube
login log_in sign_in signin sign_on
daily every_day each_day per_day a_day
weekly every_week each_week per_week a_week
monthly every_month each_month per_month a_month
yearly annual annually per_year a_year each_year every_year
food drink sandwich snack meal picnic
undo roll_back rollback revert
toilet restroom loo wc
lift elevator
flat apartment
petrol fuel gasoline
laptop computer notebook
rubbish trash waste garbage bin recycling
wifi internet wireless broadband
organise organize organiser organizer host put_on putting_on arrange
architect design designer
substitute instead replace swap alternative
wash clean laundry dishwasher
medicine drug tablet pill medication dose
allergy allergen allergic intolerance
swim swimming pool
gym fitness workout
smoke smoking cigarette vape
noise noisy quiet loud
waterproof water-resistant resistance
install installation set_up setup
password reset forgot forgotten
insurance insured cover
visa sponsor immigration
dress wear clothes clothing
tip gratuity
fine penalty overdue
borrow loan lend
renew renewal extend
winner win champion
beat defeat win
injure hurt injury wound
kill dead fatal
vote ballot poll turnout
resign step_down
bury burial buried grave
climate weather
conceded against let_in
alone on_their_own on_your_own on_my_own by_themselves unaccompanied unsupervised solo
lost loss losses lose beaten
park parking car_park leave_my_car leave_the_car leave_your_car parking_space parking_lot garage
advance ahead beforehand prior notice in_advance early
birthday celebration party anniversary occasion
vacancy vacancies job career hiring recruit looking_for
owner proprietor own belong_to
boss chief_executive ceo in_charge run lead head director principal chair
main principal chief head lead primary senior
plan pricing subscription package tier membership
member membership join subscribe subscription become_a_member
difference compare differ versus
language speak translate translation available_in
data information record records
country based located nation
upload import attach
maximum biggest largest limit most up_to
free_of_charge free no_charge
daughter son child under
teacher tutor instructor taught teach teaches led_by run leader
course class lesson workshop training
drink beverage tea coffee
food menu eat dish meal kitchen
shut close closing
money_back refund return
restore undelete recover bring_back get_back bin trash deleted
dog pet animal guide_dog assistance_dog
children child kid family young toddler
wheelchair accessible access step-free lift disabled mobility
pain emergency urgent toothache
register registration sign_up enrol join new_patient
fee charge cost price rate
evening late night
weekend saturday sunday
collect pick_up collection click_and_collect pickup
allergy allergen gluten nut intolerance free-from
vegan vegetarian plant_based
gift voucher gift_card gift_voucher present
newsletter mailing_list subscribe
size measure fit sizing chart
stock available availability in_stock sold_out
shipping delivery postage deliver dispatch courier
abroad international overseas worldwide europe country
rent hire rental lend borrow
tent pitch camp camping
caravan motorhome campervan pitch
shower bathroom washroom facilities toilet
swimming pool swim
playground play_area
quiet noise silent
fire barbecue bbq campfire grill
electricity electric hook-up hookup power
rubbish bin waste recycling collection refuse
council town_hall authority
permit licence permission apply
meeting agenda committee council session
councillor member representative mayor
tax rate bill council_tax band
pothole road street report
book borrow loan library
lecturer professor tutor teacher staff academic
degree course programme major study
entry requirement admission qualify grades
tuition fee cost
deadline closing_date apply_by last_date
scholarship bursary grant funding
campus building room location
exam assessment coursework graded marked
term semester academic_year
accommodation hall residence housing dormitory
exhibition exhibit display gallery on_show show on_display
oldest earliest first ancient
guided tour guide walk
audio_guide audio headset
cafe café restaurant coffee eat
shop store gift_shop
concession reduced student senior discount
group school party
photo photograph picture camera flash
luggage bag locker cloakroom coat
token api_key key credential
expire run_out stop_working valid lifetime
error bug problem issue
release version update changelog ship
export download csv backup
cancel end stop call_off cancellation
trial try free_trial test
invoice bill receipt payment
pay payment card cash bank_transfer
warranty guarantee cover lifetime
material made_of fabric cotton wool leather
weight weigh heavy
waterproof rain wet water_column
repair mend fix service
review rating customer say opinion feedback stars
sunday sundays
bus train tram station public_transport
bring take_with bring_with bring_along
wear dress clothes shoes
insurance insured cover
deposit down_payment prepayment
late arrive check-in arrival
leave check-out departure
minimum at_least shortest
apply application admission applicant entry get_in getting_in
grade offer requirement qualification a-level result
degree course programme msci bsc
trip excursion fieldwork tour outing
abroad exchange overseas partner
fish fossil
baby babies rhyme toddler under_two infant
say speak question public
tip recycling_centre dump household_waste
cheapest price cost
`;

const phrases: [RegExp, string][] = [];
const byWord = new Map<string, Set<number>>();
for (const [index, line] of MATTERS.trim().split('\n').entries())
  for (const entry of line.split(' ')) {
    const joined = entry.replaceAll('_', '');
    if (entry.includes('_'))
      phrases.push([new RegExp(`(?<!\\p{L})${entry.replaceAll('_', '[\\s-]')}(?!\\p{L})`, 'giu'), joined]);
    const key = stem(wordsOf(joined).join(''));
    byWord.set(key, (byWord.get(key) ?? new Set()).add(index));
  }

/** Words of so many uses that they alone hardly tell what is spoken of. */
const MANIFOLD = new Set(
  'take get make run go come work set give hold keep need time people end day start leave show call right play point'
    .split(' ')
    .map(stem),
);

/** "Get in touch" as one word, so that it meets what it means. */
export function joinPhrases(text: string): string {
  return phrases.reduce((joined, [look, word]) => joined.replace(look, word), text);
}

/** How near two stems are: 1 the same, less where they only speak of one matter, 0 where nothing joins them. */
export function nearness(one: string, other: string): number {
  if (one === other) return 1;
  if (isSameWord(one, other)) return 0.95;
  if (isWordForm(one, other)) return 0.9;
  const mine = byWord.get(one);
  const theirs = mine && byWord.get(other);
  if (!theirs) return 0;
  for (const matter of mine) if (theirs.has(matter)) return MANIFOLD.has(other) ? 0.4 : 0.7;
  return 0;
}

/** `saturates` and `saturated`, `demo` and `demonstration`: one word with another end. */
function isWordForm(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length < 4 || /\d/.test(long)) return false;
  if (long.startsWith(short)) return long.length - short.length <= (short.length < 5 ? 2 : 4);
  let same = 0;
  while (short[same] === long[same] && same < short.length) same += 1;
  return same >= 5 && short.length - same <= 2 && long.length - same <= 3;
}
