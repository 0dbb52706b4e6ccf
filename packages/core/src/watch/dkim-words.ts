import { chooseRecord, type DkimRecord, dkimKind, readRecord } from '../dkim/index.ts'
import type { ChangeWords, Severity } from './change.ts'

/** @param selector safe to show */
export function dkimWords(selector: string, before: readonly string[], after: readonly string[]): ChangeWords {
  const [was, is] = [chooseRecord(before), chooseRecord(after)]
  const at = `at selector ${selector}`
  const verb = before.length === 0 ? 'added' : after.length === 0 ? 'removed' : 'modified'
  const change = (severity: Severity, description: string): ChangeWords => ({ verb, severity, description })
  if (after.length === 0 || is === null) {
    return change('warning', `${was?.revoked ? 'Revoked DKIM key' : 'DKIM key'} removed ${at}`)
  }
  if (before.length === 0 || was === null) {
    if (is.revoked) return change('info', `Revoked DKIM key published ${at}`)
    if (!isUsable(is)) return change('info', `DKIM record added ${at}, but its key is not valid`)
    return change('info', `DKIM key added ${at} (${sizeOf(is)})`)
  }
  if (is.revoked && !was.revoked) return change('warning', `DKIM key revoked ${at}`)
  if (keysIn(after) > 1 && keysIn(before) <= 1) return change('warning', `${keysIn(after)} DKIM records found ${at}`)
  if (!isUsable(is)) {
    return change(
      'warning',
      isUsable(was) ? `DKIM record is now invalid ${at}` : `DKIM record changed ${at}, still invalid`,
    )
  }
  if (was.revoked) return change('warning', `DKIM key published again ${at} (${sizeOf(is)})`)
  if (!isUsable(was)) return change('warning', `DKIM record is valid now ${at} (${sizeOf(is)})`)
  if (was.publicKey !== is.publicKey || was.keyType !== is.keyType) {
    const [old, now] = [sizeOf(was), sizeOf(is)]
    return change('warning', `DKIM key replaced ${at} (${old === now ? now : `${old} before, ${now} now`})`)
  }
  if (was.testing !== is.testing) return change('warning', `DKIM test mode switched ${is.testing ? 'on' : 'off'} ${at}`)
  return optionsOf(was) === optionsOf(is) && keysIn(before) === keysIn(after)
    ? change('info', `DKIM record rewritten ${at}, same meaning`)
    : change('warning', `DKIM options changed ${at}`)
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
