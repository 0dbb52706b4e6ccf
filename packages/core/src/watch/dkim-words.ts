import { chooseRecord, type DkimRecord, dkimKind, readRecord } from '../dkim/index.ts'
import { type ChangeWords, type Effect, type Fact, worstEffect } from './change.ts'

/** @param selector safe to show */
export function dkimWords(selector: string, before: readonly string[], after: readonly string[]): ChangeWords {
  const [was, is] = [chooseRecord(before), chooseRecord(after)]
  const at = `at selector ${selector}`
  const verb = before.length === 0 ? 'added' : after.length === 0 ? 'removed' : 'modified'
  const change = (effect: Effect, description: string): ChangeWords => ({ verb, effect, description })
  if (after.length === 0 || is === null) {
    return change('risk', `${was?.revoked ? 'Revoked DKIM key' : 'DKIM key'} removed ${at}`)
  }
  if (before.length === 0 || was === null) {
    if (is.revoked) return change('neutral', `Revoked DKIM key published ${at}`)
    if (!isUsable(is)) return change('neutral', `DKIM record added ${at}, but its key is not valid`)
    return change('neutral', `DKIM key added ${at} (${sizeOf(is)})`)
  }
  if (is.revoked && !was.revoked) return change('risk', `DKIM key revoked ${at}`)
  if (keysIn(after) > 1 && keysIn(before) <= 1) return change('risk', `${keysIn(after)} DKIM records found ${at}`)
  if (!isUsable(is)) {
    return change(
      'risk',
      isUsable(was) ? `DKIM record is now invalid ${at}` : `DKIM record changed ${at}, still invalid`,
    )
  }
  if (was.revoked) return change('better', `DKIM key published again ${at} (${sizeOf(is)})`)
  if (!isUsable(was)) return change('better', `DKIM record is valid now ${at} (${sizeOf(is)})`)
  const flags = flagFacts(was, is)
  const effectWith = (effect: Effect): Effect => worstEffect([effect, ...flags.map(flag => flag.effect)])
  const also = flags.map(({ text }) => `, ${text}`).join('')
  if (keysIn(before) > keysIn(after) && keysIn(after) === 1) {
    return change(effectWith('better'), `Only one DKIM record is left ${at}${also}`)
  }
  if (was.publicKey !== is.publicKey || was.keyType !== is.keyType) {
    const [old, now] = [sizeOf(was), sizeOf(is)]
    const sizes = old === now ? now : `${old} before, ${now} now`
    return change(effectWith(replacedBy(was, is)), `DKIM key replaced ${at} (${sizes})${also}`)
  }
  const [first, ...others] = flags
  if (first !== undefined) {
    const more = others.map(({ text }) => `, ${text}`).join('')
    return change(effectWith(first.effect), `DKIM ${first.text} ${at}${more}`)
  }
  return keysIn(before) === keysIn(after)
    ? change('neutral', `DKIM record rewritten ${at}, same meaning`)
    : change('risk', `DKIM options changed ${at}`)
}

/** What a record says beside its key: it decides whether signatures count, whatever the key (RFC 6376 section 3.6.1). */
function flagFacts(was: DkimRecord, is: DkimRecord): readonly Fact[] {
  const facts: Fact[] = []
  if (was.testing !== is.testing) {
    facts.push({ text: `test mode switched ${is.testing ? 'on' : 'off'}`, effect: is.testing ? 'risk' : 'better' })
  }
  // Both keys verify mail: a hash other than SHA-256 counts nowhere (RFC 8301), and other services are not mail's.
  if (optionsOf(was) !== optionsOf(is)) {
    facts.push({ text: 'options changed', effect: is.strict && !was.strict ? 'risk' : 'neutral' })
  }
  return facts
}

/** A key of the same length is a rotation. Few receivers verify Ed25519 (RFC 8463), so a domain that changes to it loses some. */
function replacedBy({ key: was }: DkimRecord, { key: is }: DkimRecord): Effect {
  if (was === null || is === null) return 'risk'
  if (is.type !== 'rsa') return was.type === 'rsa' ? 'risk' : 'neutral'
  if (was.type !== 'rsa') return 'better'
  return is.bits < was.bits ? 'risk' : is.bits > was.bits ? 'better' : 'neutral'
}

function keysIn(texts: readonly string[]): number {
  return texts.filter(text => dkimKind(text) === 'record').length
}

/** Receivers can verify with it: its errors are what they see (`readRecord`). */
function isUsable(record: DkimRecord): boolean {
  return readRecord(record.text).errors.length === 0 && record.key !== null
}

function sizeOf({ key }: DkimRecord): string {
  if (key === null) return 'no key'
  return key.type === 'rsa' ? `${key.bits}-bit RSA` : 'Ed25519'
}

function optionsOf({ strict, hashes, services }: DkimRecord): string {
  return JSON.stringify([strict, hashes?.toSorted() ?? null, services.toSorted()])
}
