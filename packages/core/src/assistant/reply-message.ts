import { delayText } from '../headers/index.ts'
import { checkBlocks, headerVerdict, senderBlocks, todoBlocks } from './analyze-headers.ts'
import { type Answer, list, paragraph } from './answer.ts'
import type { HeaderFacts } from './facts.ts'
import { doubtBlocks } from './header-sender.ts'
import type { MessageIntent } from './message-intents.ts'
import { type Origin, originAnswer } from './origin-words.ts'
import { termInMessage } from './reply-term.ts'

const questions: readonly string[] = [
  'Is this message safe?',
  'Who sent it?',
  'Did it pass SPF, DKIM and DMARC?',
  'Why is the threat score so high?',
  'What should I do?',
]

/** Answers a question about a message, from its header alone. */
export function messageAnswer(intent: MessageIntent, header: HeaderFacts, origin: Origin): Answer {
  switch (intent.kind) {
    case 'term':
      return termInMessage(intent.term, header)
    case 'sender':
      return senderBlocks(header)
    case 'checks':
      return [...checkBlocks(header), ...doubtBlocks(header)]
    case 'path':
      return pathBlocks(header)
    case 'todo':
      return [...paragraph(headerVerdict(header), 'strong'), ...todoBlocks(header)]
    case 'reasons':
      return reasonBlocks(header)
    case 'verdict':
      return [...paragraph(headerVerdict(header), 'strong'), ...senderBlocks(header), ...todoBlocks(header)]
    case 'model':
      return originAnswer(origin)
    case 'thanks':
      return paragraph('You are welcome.')
    case 'hello':
    case 'help':
    case 'unknown':
      return [
        ...paragraph(
          'I can answer questions about this message. The built-in analyst understands English only. For example:',
        ),
        ...list(questions),
      ]
    default:
      return intent satisfies never
  }
}

function pathBlocks({ hops, slowest }: HeaderFacts): Answer {
  const count = hops === 1 ? 'one hop' : `${hops} hops`
  const delay =
    slowest === null
      ? ''
      : ` The slowest took ${delayText(slowest.seconds).text}, at ${slowest.by ?? 'a host without a name'}.`
  return paragraph(hops === 0 ? 'The header shows no delivery path.' : `The message took ${count}.${delay}`)
}

function reasonBlocks(header: HeaderFacts): Answer {
  const reasons = header.findings.filter(({ points }) => points > 0)
  return [
    ...paragraph(headerVerdict(header)),
    ...list(reasons.map(({ points, title, meaning }) => ({ lead: `+${points} ${title}.`, text: meaning }))),
  ]
}
