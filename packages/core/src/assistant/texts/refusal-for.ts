import { list, paragraph } from '../answer.ts'
import type { Question } from '../question.ts'
import { refusalCodesIn } from './codes.ts'
import type { ConceptId } from './concepts.ts'
import { readConcepts } from './read-concepts.ts'
import type { RefusalSign, RefusalText } from './refusal.ts'
import { anyRefusals } from './refusals-any.data.ts'
import { gmailRefusals } from './refusals-gmail.data.ts'
import { microsoftRefusals } from './refusals-microsoft.data.ts'
import { otherRefusals } from './refusals-other.data.ts'
import { readIn, type TopicText } from './topic-text.ts'

/** All refusals; the first of several that fit equally well counts. */
export const refusalTexts: readonly RefusalText[] = [
  ...gmailRefusals,
  ...microsoftRefusals,
  ...otherRefusals,
  ...anyRefusals,
]

const receivers: readonly ConceptId[] = ['gmail', 'microsoft', 'yahoo', 'gmx', 'apple']

/** What a quoted refusal means; null: the question quotes none. A code that no text has is explained by its class. */
export function refusalFor(question: Question): TopicText | null {
  const codes = refusalCodesIn(question)
  const named = receivers.filter(id => readConcepts(question).concepts.has(id))
  const isQuoted = codes.enhanced.length > 0 || (codes.replies.length > 0 && isRefusal(question))
  let best: { text: RefusalText; score: number } | null = null
  for (const text of refusalTexts) {
    const score = Math.max(
      0,
      ...text.signs.map(sign => {
        if (sign.said !== undefined)
          return text.by !== null && named.includes(text.by) && codes.enhanced.length === 0
            ? saidScore(sign.said, question)
            : 0
        return sign.isRefusal === true && !isQuoted ? 0 : scoreOf(sign, question, codes.enhanced)
      }),
    )
    if (score === 0) continue
    const isOther = text.by !== null && named.length > 0 && !named.includes(text.by)
    // A phrase of a receiver is its own; a code can be that of another one.
    if (isOther && score < phraseScore) continue
    const total = score + (text.by !== null && named.includes(text.by) ? 1 : 0)
    if (best === null || total > best.score) best = { text, score: total }
  }
  if (best !== null) return best.text
  const [code] = codes.enhanced
  if (code !== undefined) return refusalByClass(code, codes.enhanced)
  const [reply] = codes.replies
  return reply !== undefined && isRefusal(question) ? refusalByReply(reply) : null
}

const codeScore = 2
const phraseScore = 3

const refusing =
  / (?:bounces?|bounced|bouncing|rejects?|rejected|rejecting|refuses?|refused|refusing|blocks?|blocked|denied|denies|defers?|deferred|deferring|says|say|said|complains|wont accept|wont take|does not accept|doesnt accept|does not take|doesnt take|returns|limits?|throttles) /
/** With one of these it is about a rule of the receiver, and about no refusal. */
const asksRule =
  / (?:how do i|how can i|should|does|will|would|spam|junk|google groups?|do i need|require|requires|want|wants|what is|rules?|report|reports) /

/** A refusal in the words of its recipient: "Gmail bounces us as unauthenticated". */
function saidScore(phrases: readonly string[], { text }: Question): number {
  if (!refusing.test(text) || asksRule.test(text)) return 0
  return phrases.some(phrase => text.includes(` ${phrase} `)) ? codeScore : 0
}

function scoreOf(sign: RefusalSign, { text }: Question, enhanced: readonly string[]): number {
  const hasCode = sign.codes?.some(code => enhanced.includes(code)) ?? null
  const hasWords = sign.words?.some(phrase => text.includes(` ${phrase} `)) ?? null
  if (hasCode === false || hasWords === false) return 0
  return (hasCode === true ? codeScore : 0) + (hasWords === true ? phraseScore : 0)
}

/** A reply code alone is one of a refusal where the question speaks of one, or begins with it. */
function isRefusal(question: Question): boolean {
  const { concepts } = readConcepts(question)
  return (
    concepts.has('refused') ||
    concepts.has('deferred') ||
    question.words.some(
      (word, at) => /^[45]\d\d$/.test(word) && (at === 0 || quoting.has(question.words[at - 1] ?? '')),
    )
  )
}

/** Words before the text of a refusal. */
const quoting: ReadonlySet<string> = new Set(
  'is says say said error text message code got get getting reads answer answered reply with'.split(' '),
)

/** RFC 3463 section 3: what the second number is about. */
const subjects: Readonly<Record<string, string>> = {
  0: 'nothing more than the class',
  1: 'the address: of the recipient, or of the sender',
  2: 'the mailbox of the recipient',
  3: 'the mail system that receives',
  4: 'the network or the route to it',
  5: 'the conversation of the two servers (SMTP)',
  6: 'the content or its format',
  7: 'security or policy: authentication, reputation, or a rule of the receiver',
}

function refusalByClass(code: string, all: readonly string[]): TopicText {
  const [kind, subject = '0'] = code.split('.')
  const isTemporary = kind === '4'
  const others = all.filter(each => each !== code)
  return {
    ...unknownText,
    title: `${code}: what its class says`,
    answer: [
      ...paragraph(
        `I do not know what this receiver means by ${code}${others.length > 0 ? ` or ${others.slice(0, 3).join(', ')}` : ''}. The parts of an enhanced status code are standard:`,
      ),
      ...list([
        classWords(isTemporary),
        `.${subject}. is about ${subjects[subject] ?? 'something that RFC 3463 does not define'}.`,
        'The text behind the code and its link say more. The postmaster pages of the receiver explain both.',
      ]),
    ],
  }
}

function refusalByReply(reply: string): TopicText {
  return {
    ...unknownText,
    title: `${reply}: what its class says`,
    answer: [
      ...paragraph(
        `${reply} alone does not say why. The reason is in the enhanced code (such as 5.7.26) and in the text behind it: ask again with the whole line.`,
      ),
      ...list([
        classWords(reply.startsWith('4')),
        'The server that refused is named in the bounce, as “Remote-MTA” or after “host”.',
      ]),
    ],
  }
}

function classWords(isTemporary: boolean): string {
  return isTemporary
    ? '4 is temporary: your server tries again automatically, usually for some days. Act if the same message stays in the queue.'
    : '5 is permanent: the message is not delivered, and sending it again without a change does not help.'
}

const unknownText: TopicText = {
  id: 'refusal-by-class',
  title: 'What the class of a code says',
  asks: [],
  isQuoted: true,
  answer: [],
  source: 'RFC 3463 sections 2 and 3; RFC 5321 section 4.2.1',
  checked: readIn,
}
