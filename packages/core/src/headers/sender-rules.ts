import type { JudgedMessage } from './judged-message.ts'
import { type RuleReceiver, type SenderClause, senderClauses } from './sender-rules.data.ts'
import { authenticationClauses } from './sender-rules-authentication.ts'
import { deliveryClauses } from './sender-rules-delivery.ts'
import { messageClauses } from './sender-rules-message.ts'

/** One clause of the rules that large receivers publish for senders, judged by this message. */
export interface SenderRule {
  id: string
  /** Who asks for it. */
  receivers: readonly RuleReceiver[]
  /** "SPF or DKIM passes". */
  title: string
  /** `unknown`: the header does not show it. */
  verdict: 'met' | 'not_met' | 'not_applicable' | 'unknown'
  /** One sentence that says why. */
  words: string
  /** The RFC, or the receiver's published rules. */
  clause: string
}

/** How one clause is judged. */
export type ClauseVerdict = readonly [verdict: SenderRule['verdict'], words: string]

/**
 * The published rules for senders, clause by clause. Some are for bulk mail only: without a mark of bulk mail, a message
 * that does not keep such a clause is not judged by it.
 */
export function senderRules(message: JudgedMessage): readonly SenderRule[] {
  const verdicts: Readonly<Record<SenderClause, ClauseVerdict>> = {
    ...authenticationClauses(message),
    ...deliveryClauses(message),
    ...messageClauses(message),
  }
  return clauseIds.map(id => {
    const [verdict, words] = verdicts[id]
    return { id, ...senderClauses[id], verdict, words }
  })
}

const clauseIds = Object.keys(senderClauses) as SenderClause[]
