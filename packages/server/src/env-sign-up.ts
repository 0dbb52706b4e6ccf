import { isLoopback, oneOf } from './env-values.ts'

/** What people without an account may do here. */
export interface SignUpSettings {
  /** `first`: the first visitor, then with an invitation; `invite`: only with one. */
  signup: 'first' | 'open' | 'invite' | 'closed'
  /** Visitors may check a domain without an account. */
  visitorCheck: boolean
}

export const signUpSettings = {
  SIGNUP: oneOf(['open', 'first', 'invite', 'closed']).optional(),
  VISITOR_CHECK: oneOf(['on', 'off']).optional(),
}

interface Read {
  HOST: string
  PUBLIC_URL?: string | undefined
  SIGNUP?: SignUpSettings['signup'] | undefined
  VISITOR_CHECK?: 'on' | 'off' | undefined
}

export function signUpOf({ HOST, PUBLIC_URL, SIGNUP, VISITOR_CHECK }: Read): SignUpSettings {
  const isLocal = isLoopback(HOST) && isLoopback(new URL(PUBLIC_URL ?? 'http://localhost').hostname)
  const signup = SIGNUP ?? (isLocal ? 'open' : 'first')
  // A private installation must not scan for everyone who finds it.
  return { signup, visitorCheck: (VISITOR_CHECK ?? (signup === 'open' ? 'on' : 'off')) === 'on' }
}
