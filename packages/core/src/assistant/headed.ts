import { type Answer, heading } from './answer.ts'

/** Characters from which an answer has headings. */
const headingFrom = 1_000

/** A long answer without a heading gets one below its first sentence. */
export function headed(answer: Answer): Answer {
  const [first, ...rest] = answer
  const length = answer.reduce((sum, block) => sum + lengthOf(block), 0)
  if (first === undefined || length < headingFrom || answer.some(({ kind }) => kind === 'heading')) return answer
  return [first, ...heading(2, 'In detail'), ...rest]
}

function lengthOf(block: Answer[number]): number {
  if ('text' in block) return block.text.length
  if (block.kind === 'list')
    return block.items.reduce((sum, { lead, text }) => sum + (lead?.length ?? 0) + text.length, 0)
  return 'record' in block ? block.record.name.length + block.record.value.length : 80
}
