import { fieldsNamed, type HeaderField, lineOf, type MessageHeader } from './field.ts'
import type { Hop } from './hop.ts'
import { parseReceived } from './received.ts'

/** The hops of a message by its `Received` fields, oldest first, with signed delays. */
export function pathOf(header: Pick<MessageHeader, 'fields'>): readonly Hop[] {
  const fields = fieldsNamed(header, 'received').toReversed()
  let before: number | null = null
  return fields.map((field, index): Hop => {
    const { time, ...parts } = parseReceived(field.value)
    const delaySeconds: number | null = time === null || before === null ? null : Math.round((time - before) / 1000)
    if (time !== null) before = time
    return {
      number: index + 1,
      ...parts,
      time: time === null ? null : new Date(time).toISOString(),
      delaySeconds,
      at: lineOf(field satisfies HeaderField),
    }
  })
}
