import { endpoints } from '@waxseal/contract'
import { describe, expect, it } from 'vitest'
import { identityCalls } from '../../adapters/auth/identity-calls.ts'
import { ownEvents } from '../../adapters/auth/own-events.ts'
import { calls } from '../../testing/endpoint-calls.ts'
import { signInsKnownBy } from './session-sign-in.ts'

/** Calls that change something and are not in the audit log, with the reason. */
const leftOut: Readonly<Record<string, string>> = {
  'visitor-check': 'it has no account',
  'visitor-check.link': 'the same',
  'visitor-check.delete-link': 'the same',
  'diagnostics.scan': 'activity: the list of scans has it',
  'spf.preview': 'it changes nothing',
  'records.check': 'it changes nothing',
  'spf-flattening.check': 'activity: the versions of the record have what it changed',
  'headers.analyze': 'activity: the list of analyses has it',
  'headers.delete': 'a pasted message, which goes by itself',
  'domains.set-tags': 'a label, which changes nothing that is checked or reported',
  'domains.change-tags': 'the same',
  'diagnostics.ai-analysis': 'an answer changes nothing',
  'diagnostics.ai-chat': 'the same',
  'headers.ai-analysis': 'the same',
  'headers.ai-chat': 'the same',
  'chat.query': 'the chat of a person is their own',
  'chat.clear': 'the same',
  'alerts.test': 'activity: the list of deliveries has it',
  'alerts.send-confirmation': 'a mail; the confirmation is recorded',
  'invitations.read': 'it changes nothing',
  'payments.restore-downgrade': 'it puts back what was scheduled, which the reading records',
  'payments.create-portal-session': 'it opens a page; what is changed there is recorded',
  'billing-test.choose': 'the side of the payment provider; what follows from it is recorded',
  'billing-test.act': 'the same',
}

/** Calls whose event depends on what they change: `record.test.ts` makes the change. */
const byChange: readonly string[] = [
  'alerts.save-settings',
  'invitations.accept',
  'account.restore',
  'payments.webhook',
]

const isEvent = (line: string): boolean => line.startsWith('+ audit_event ')

describe('a call that changes something', () => {
  const writing = endpoints.filter(({ route }) => route.method !== 'GET').map(({ route }) => route.id)

  it.each(writing)('%s is recorded, or left out for a reason', id => {
    // The isolation tests make each call, and compare these rows with those that it changes.
    const isRecorded = calls[id]?.touches?.some(isEvent) === true
    const places = [isRecorded, leftOut[id] !== undefined, byChange.includes(id)].filter(Boolean)
    expect(places).toEqual([true])
  })

  it('has a reason only while there is such a call', () => {
    expect([...Object.keys(leftOut), ...byChange].filter(id => !writing.includes(id))).toEqual([])
  })
})

describe('a call of the sign-in library', () => {
  const withoutEvent: Readonly<Record<string, string>> = {
    '/sign-out': 'a person ends their own session',
    '/request-password-reset': 'a mail; the new password is recorded',
    '/request-sign-in-link': 'a mail; the sign-in is recorded',
    '/reset-password': 'recorded by the hook of the new password',
    '/send-verification-email': 'a mail',
    '/update-user': 'a name; each event has the one of its time',
    '/change-email': 'a mail; the new address is recorded once it counts',
    '/two-factor/enable': 'recorded once the first code is right',
  }
  const posts = Object.keys(identityCalls).flatMap(call => (call.startsWith('POST ') ? call.slice(5) : []))

  it.each(posts)('%s is recorded, or left out for a reason', path => {
    expect([ownEvents[path] !== undefined, withoutEvent[path] !== undefined].filter(Boolean)).toEqual([true])
  })
})

describe('a sign-in', () => {
  it.each(Object.entries(signInsKnownBy))('with %s is noted by %s', (_, by) => {
    // `session-sign-in.test.ts` makes the first call of a session; `own-events.test.ts` has each sign-in of the provider.
    const noted = Object.keys(ownEvents).filter(path => path.startsWith('/sign-in/'))
    const ofLibrary = Object.keys(identityCalls).filter(call => call.startsWith('POST /sign-in/'))
    expect(by === 'the first call' || ofLibrary.every(call => noted.includes(call.slice(5)))).toBe(true)
  })
})
