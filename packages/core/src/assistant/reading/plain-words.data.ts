import { functionWords, sceneryWords } from '../texts/words.data.ts'

/** Words that say nothing about what is asked: who asks, in which circumstances, how politely. */
const plainWords: ReadonlySet<string> = new Set([
  ...`
a an the that's of in on at to from by with for into onto over under out off up about between through during after via per as and or but so then if
than please pls plz me my mine i im ive id ill we were weve us our ours you your yours they their he she his her him someone somebody anybody anyone
one ones some any also too very really quite rather now right currently today still already yet again well just actually maybe perhaps
be been being get gets getting got give given gives go goes going make makes made take takes taken let lets want wants wanted need needs needed
would could like know tell say says said ask asked asking see look looks looking find found think believe seem seems try tried trying
there here thing things something anything way ways kind sort lot lots bit much many more most such own same other's like via re
email emails mail mails message messages e hi there who's thats heres whats
us for me exactly simply basically quickly quick short shortly simple simply whole full entire complete completely total totally
time times moment years year come comes came put puts use used hear heard wonder wondering curious happens happening
it's its this that these those it them they which is been hope idea clue help question questions answer
company business customer customers client clients boss manager management meeting ceo colleague guys team people
currently presently nowadays at moment right these days far long recently lately
hey so um eh well yes yeah sure thanks everybody folks sorry dear sir madam etc eg ie per se pro
did do does doing done am are was were has have had having will shall should can may might must
when while because since until although though even whether either both nor yet almost always usually often
set sets up show shown exact number using reading called name named names www http https url com
though per each every point two three four five six seven eight nine ten leave leaves speak speaks others other rest remaining wants asks safely happens anything kept keep keeps call calls bring important importance helps help's bad badly good okay touched exactly trigger useless useful survive gimme incl including verbatim weird five slide line lines board jargon paragraph second third next worried worry remember doing possible itself both wants sales spreadsheet slides sentence sentences plain english nontechnical non technical asap kindly hint everyones colleagues dude mate guys wtf omg lol huh hmm basically literally honestly actually u ur r cuz bc bcs imho tbh pls bitte danke word setting settings please again separately respectively accordingly overall altogether wise looked run ran runs analysed analyzed paste pasted useless daily sits stands recent most newest sooner earlier earliest latest longer each them w became become becomes becoming weve youd
`
    .trim()
    .split(/\s+/),
  ...functionWords,
  ...sceneryWords,
])

/** Whether a word says nothing about what is asked. */
export function isPlainWord(word: string): boolean {
  return plainWords.has(word)
}
