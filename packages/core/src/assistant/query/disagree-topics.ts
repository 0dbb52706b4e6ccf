import { type Answer, paragraph } from '../answer.ts'
import { momentOf } from '../explain-finding.ts'
import type { ScanFacts } from '../facts.ts'
import type { Reading } from '../reading/read.ts'
import { secureAnswer } from '../reply-scan.ts'
import type { Context } from './context.ts'
import { termStatus } from './domain-answers.ts'
import { termOf, termsOfConcepts } from './term-of-question.ts'
import { aboutScan, type Topic } from './topic.ts'

const anyTerm = Object.keys(termsOfConcepts).join('|')

/** Words of people who hold an answer against what they see. */
const against =
  / (?:but|however|yet|though|although|contradicts?|contradictory|otherwise|something else|different|differently|disagrees?|the opposite|not what|why does|how come) /

/** Whether something that a screen says is held against an answer. */
export function isHeldAgainst({ concepts, text }: Pick<Reading, 'concepts' | 'text'>): boolean {
  return concepts.has('shown') && against.test(text)
}

/** "But the report says that it failed": what is shown elsewhere against what was answered. */
export const disagreeTopics: readonly Topic[] = [
  aboutScan({
    id: 'report-says',
    asks: ['shown', `shown ${anyTerm}`, `shown ${anyTerm} without|broken|issue|secure`, 'shown without|broken|secure'],
    also: '*',
    takes: ['words', 'numbers', 'policies', 'ending', 'labels', 'tags', 'terms'],
    when: ({ own, reading }) =>
      own.length === 1 &&
      isHeldAgainst(reading) &&
      !reading.concepts.has('deliver') &&
      !reading.concepts.has('alert') &&
      !/ (?:fix|repair|solve|do about) /.test(reading.text),
    answer: (scan, context) => disagreeAnswer(scan, context),
  }),
]

/** What of it is a screen of the product. */
const ownScreen = / (?:report|page|dashboard|screen|card|alert|waxseal|you) /

const otherTool =
  / (?:provider|hoster|host|support|mxtoolbox|dmarcian|easydmarc|tool|checker|website|competitor|test) (?:says|shows|claims|said) /

/** What the scan says of it, and why something else can say another thing. Nobody here sees what is shown there. */
function disagreeAnswer(scan: ScanFacts, context: Context): Answer {
  const { domain, at } = scan
  const { text } = context.reading
  const isOwn = ownScreen.test(text) && !otherTool.test(text)
  return [
    ...paragraph(
      isOwn
        ? `I cannot see your screen. I read the scan of ${domain} of ${momentOf(at)}, and its report is made from the same scan.`
        : `I cannot see what is shown there. I read the scan of ${domain} of ${momentOf(at)}.`,
      'strong',
    ),
    ...paragraph(
      isOwn
        ? 'A page that was opened before this scan still shows the one before: load it again. The report names the time of its scan, and the domain. This is what the scan says:'
        : 'Another tool can have asked at another time, or know a selector that no scan can guess. Compare the record that it shows with this one; after a change, press Rescan in the report. This is what the scan says:',
    ),
    ...(termOf(context) === null ? secureAnswer(scan, context.facts) : termStatus(scan, context)),
  ]
}
