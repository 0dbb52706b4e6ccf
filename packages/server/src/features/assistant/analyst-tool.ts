import { markdownOf } from '@waxseal/core/assistant'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { AssistantTool } from '../../ports.ts'
import type { Actor } from '../workspaces/actor.ts'
import type { ReadAccount } from './account-facts.ts'
import type { AccountForModel } from './account-tool.ts'
import { builtInAnswer } from './built-in.ts'
import { loadFacts } from './facts.ts'
import type { KnownScans } from './tools.ts'

/** Questions for one answer; a model may ask hundreds. */
const questionsMax = 8
const input = z.object({ question: z.string().min(1).max(400) })

/**
 * The built-in analyst for a language model: it answers a question by the same code as without a model, from everything that
 * it can read. Private texts are placeholders, as in all that the model gets.
 *
 * @param known gets what the answer may show as records
 */
export function analystForModel(
  deps: Deps,
  actor: Actor,
  { readAccount, account, known }: { readAccount: ReadAccount; account: AccountForModel; known: KnownScans },
): AssistantTool {
  let asked = 0
  return {
    description:
      'Waxseal’s own rules answer a question in English about the user’s domains, records, findings, account or the field, such as "Which domains have no DMARC?", "Compare a.example and b.example" or "We send with Mailchimp from a.example". One question at a time, with the names of the domains in it.',
    input,
    run: async typed => {
      if (asked >= questionsMax) return `Not available: at most ${questionsMax} questions for one answer.`
      asked += 1
      const task = { kind: 'chat', message: input.parse(typed).question, history: [] } as const
      const { facts } = await loadFacts(deps, actor, task, readAccount)
      const answer = builtInAnswer(task, { ...facts, account: account.hide(facts.account) }, 'for-model')
      for (const scan of facts.scans) known.add(scan)
      known.addAnswer(answer)
      return markdownOf(answer)
    },
  }
}
