import type { Context } from './context.ts'
import type { Resolved } from './resolve.ts'

/** The most questions that one message is divided into. */
const partsMax = 3

const betweenQuestions =
  /(?: (?:and|plus|&|\+) (?:also )?|[;,?.!] (?:and )?)(?=(?:what|whats|which|how|when|who|where|why|is|are|does|do|did|has|have|can|may|should|show|list|give|until when|since when)\b)/i
const betweenThings = / (?:and|plus|&|\+) |, (?:and )?/i

/**
 * The questions in a message that asks several things: "how many keys does it have, and which are too short?", "selectors
 * and key sizes of example.com". A list of things is divided only where they are facts of one domain.
 *
 * @returns null: it asks one thing
 */
export function partsOf(text: string, { reading: { forms }, own }: Context): readonly string[] | null {
  const questions = divided(text, betweenQuestions)
  if (questions !== null) return questions
  const isPlain = [...forms].every(form => form === 'list' || form === 'what')
  return isPlain && own.length === 1 ? divided(text, betweenThings) : null
}

function divided(text: string, by: RegExp): readonly string[] | null {
  const parts = text
    .split(/\s+/)
    .join(' ')
    .split(by)
    .map(part => part.trim())
  const isWhole = parts.length > 1 && parts.length <= partsMax && parts.every(part => part !== '')
  return isWhole ? parts : null
}

/** Whether a part by itself was understood, so that its answer can be shown beside those of the others. */
export function isAnswered(resolved: Resolved): boolean {
  if (resolved.kind === 'topic') return !['hello', 'thanks', 'help', 'model'].includes(resolved.topic.id)
  return resolved.kind === 'attribute' || resolved.kind === 'joint' || resolved.kind === 'setup'
}
