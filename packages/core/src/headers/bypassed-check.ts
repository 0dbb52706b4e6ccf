import { reasonCode, resultsOf } from './counted-results.ts'
import type { HeaderLine } from './field.ts'
import type { JudgedMessage } from './judged-message.ts'
import { organizationOf, receivingHost } from './receiver.ts'

/**
 * The result in which Microsoft says that it did not judge who sent the message: `compauth=none` with a reason of 4xx or
 * 9xx. Another filter received the message first, so SPF saw the address of that filter, and the filter may have changed
 * what is signed. Null: there is no such result, or Microsoft did not receive the message.
 */
export function bypassedCheck({ parsed, results, organizationalDomain }: JudgedMessage): HeaderLine | null {
  const [top] = resultsOf(results, 'compauth')
  if (top?.method.result !== 'none' || !/^[49]\d\d$/.test(reasonCode(top.method))) return null
  const receiver = receivingHost(parsed.path, organizationalDomain)
  const isMicrosoft = receiver !== null && organizationOf(receiver, organizationalDomain) === 'outlook.com'
  return isMicrosoft ? top.at : null
}
