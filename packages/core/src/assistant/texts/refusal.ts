import type { FindingId } from '../../health/index.ts'
import { type Answer, list, paragraph } from '../answer.ts'
import type { ConceptId } from './concepts.ts'
import { readIn, type TopicText } from './topic-text.ts'

/** What of a quoted refusal recognizes it. Each part that is given must be in the question. */
export interface RefusalSign {
  /** One of these enhanced status codes. */
  codes?: readonly string[]
  /** One of these phrases, as a question has them. */
  words?: readonly string[]
  /** One of these phrases in the person's own words, where the question names the receiver and speaks of a refusal. */
  said?: readonly string[]
  /** The question must also speak of a refusal: the phrases alone are also those of other questions. */
  isRefusal?: true
}

/** What a receiver means by a refusal. */
export interface RefusalText extends TopicText {
  /** Whose refusal it is; null: that of any server. */
  by: ConceptId | null
  signs: readonly RefusalSign[]
}

/** How a refusal is written down. */
interface RefusalData {
  id: string
  title: string
  by?: ConceptId
  signs: readonly RefusalSign[]
  /** What it means, in one to three sentences. */
  cause: string
  /** What to do, in order. */
  fix: readonly string[]
  findings?: readonly FindingId[]
  source: string
}

/** The text of a refusal: its cause, then what to do. */
export function refusal({ id, title, by, signs, cause, fix, findings, source }: RefusalData): RefusalText {
  const answer: Answer = [...paragraph(cause), ...list(fix)]
  return {
    id,
    title,
    by: by ?? null,
    signs,
    asks: [],
    isQuoted: true,
    isOfDomain: true,
    answer,
    ...(findings !== undefined && { findings }),
    source,
    checked: readIn,
  }
}

/** The findings of a record that lets no mail of the domain pass SPF or DKIM. */
export const unauthenticated: readonly FindingId[] = [
  'spf_permerror',
  'spf_missing',
  'spf_none_pass',
  'spf_no_sender',
  'spf_term_ignored',
  'dkim_not_found_sure',
  'dkim_not_enabled',
  'dkim_service_unsigned',
  'dkim_invalid',
  'dkim_weak',
  'dkim_revoked_only',
  'dkim_dangling',
  'dkim_not_found_unsure',
  'dkim_not_found_unguessable',
]

/** The findings of an address on blocklists. */
export const listings: readonly FindingId[] = [
  'relay_open',
  'relay_suspected',
  'bl_critical',
  'bl_high',
  'bl_shared',
  'bl_medium',
  'bl_low',
  'bl_own',
]

/** The findings of reverse DNS. */
export const reverse: readonly FindingId[] = ['ptr_missing', 'ptr_mismatch', 'greeting_invalid']
