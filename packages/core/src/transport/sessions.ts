import { listed, notAskedOfVisitors, type Question } from '../check/index.ts'
import { displayText } from '../dns/index.ts'
import { type RelayHost, smtpQuestion } from '../relay/index.ts'
import { type TransportContext, withoutServers } from './part.ts'
import type { TransportValue } from './value.ts'

export function withoutSessions(value: TransportValue, context: TransportContext): ReturnType<typeof withoutServers> {
  const without = withoutServers(value, context)
  if (without !== null) return without
  if (value.smtp === 'off') return { state: value.smtp, summary: 'SMTP tests are turned off.' }
  if (value.smtp === 'not-for-visitors') return { state: value.smtp, summary: `${notAskedOfVisitors}.` }
  if (value.sessions.length === 0) {
    return { state: 'unchecked', summary: 'No mail server of the domain can be tested.' }
  }
  if (value.sessions.every(isLeftOut)) {
    return { state: 'not-applicable', summary: value.sessions[0]?.reason ?? 'No mail server is tested.' }
  }
  return null
}

/** Not tested by rule: a large provider's server, an address that is not public. */
export function isLeftOut({ contacted, failure }: RelayHost): boolean {
  return !contacted && failure === null
}

export function sessionQuestions({ sessions }: TransportValue): readonly Question[] {
  return sessions.map(({ host, address }) => smtpQuestion(host, address))
}

export function namesText(names: readonly string[]): string {
  const shown = names.map(name => displayText(name, 100))
  return listed(shown, 3) || 'no host name'
}
