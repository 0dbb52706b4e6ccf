import {
  type AccountQuestion,
  accountAnswer,
  accountTopics,
  groupsFor,
  type HeaderFacts,
  type Hidden,
  hideAddresses,
  hideHeader,
  hideIn,
  hidePrivate,
  markdownOf,
  noPlaceholders,
  type Placeholders,
} from '@waxseal/core/assistant'
import { z } from 'zod'
import type { AssistantTool } from '../../ports.ts'
import type { Actor } from '../workspaces/actor.ts'
import type { ReadAccount } from './account-facts.ts'

const input = z.object({
  topic: z.enum(accountTopics),
  form: z.enum(['list', 'count', 'yes-no']).default('list'),
  domain: z.string().max(253).optional(),
  since: z.iso.datetime().optional(),
  until: z.iso.datetime().optional(),
})

/** Reads for one answer; a model may ask for hundreds. */
const readsMax = 8

/** What a language model may read of the account, and what stands for the private texts in it. */
export interface AccountForModel {
  tool: AssistantTool
  /** Those of everything that was read so far. */
  placeholders: () => Placeholders
  /** A value with placeholders for its private texts, which then belong to those of this answer. */
  hide: <T>(value: T) => T
  /** The same for a message. */
  hideHeader: (header: HeaderFacts) => HeaderFacts
  /**
   * A question or an earlier turn with the placeholders of what was read so far. Of other e-mail addresses the part before the
   * @ is hidden, too.
   */
  hidden: (text: string) => string
}

/**
 * The account for a language model: a tool that answers by the same code as the built-in analyst. Names and addresses of
 * people, names of keys, notes and recorded actions are placeholders in its results, the same ones in all results of one
 * answer; `fillIn` puts the texts back into what the model wrote.
 */
export function accountForModel(actor: Actor, readAccount: ReadAccount): AccountForModel {
  let placeholders = noPlaceholders
  let reads = 0
  const run = async (asked: unknown): Promise<string> => {
    const { domain, ...wanted } = input.parse(asked)
    if (reads >= readsMax) return `Not available: at most ${readsMax} reads for one answer.`
    reads += 1
    const question: AccountQuestion = { ...wanted, ...(domain !== undefined && { domain: nameOf(domain) }) }
    const { topic: _, form: __, ...query } = question
    const facts = await readAccount(actor, groupsFor(question), query)
    return markdownOf(accountAnswer(taken(hidePrivate(facts, placeholders)), question))
  }
  const taken = <T>(hidden: Hidden<T>): T => {
    placeholders = hidden.placeholders
    return hidden.value
  }
  return {
    tool: {
      description:
        'What the product knows of the account: plan, quotas, renewal, alerts, channels, schedules, checks, tags, members, invitations, API keys, decisions with notes, hosted SPF records, header analyses, changes over a period, and who did what. Words such as HIDDENPERSON1 replace private texts: copy them as they are.',
      input,
      run,
    },
    placeholders: () => placeholders,
    hide: value => taken(hidePrivate(value, placeholders)),
    hideHeader: header => taken(hideHeader(header, placeholders)),
    hidden: text => taken(hideAddresses(hideIn(text, placeholders), placeholders)),
  }
}

const nameOf = (typed: string): string => typed.trim().toLowerCase().replace(/\.$/, '')
