import { z } from 'zod'
import type { ReceivedEvent } from '../ports-billing.ts'

/** A provider signs what it wrote itself, so what is no event of its kind was signed by nobody. */
export function eventIn(body: string): ReceivedEvent {
  const id = z.string().regex(/^[\w -]{1,100}$/)
  const text = z.string().transform((value, context) => {
    try {
      return JSON.parse(value) as unknown
    } catch {
      context.addIssue({ code: 'custom' })
      return z.NEVER
    }
  })
  return text.pipe(z.object({ eventId: id, customerId: id })).safeParse(body).data ?? 'refused'
}
