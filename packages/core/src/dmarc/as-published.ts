import { decodedText, displayRecord } from '../dns/index.ts'
import { invisible } from './characters.ts'
import type { DmarcFault } from './faults.ts'

/**
 * The faults with the words of the record as published: its invisible characters, which are taken out before it is read, are
 * shown escaped in them (`\u{202e}`), as in the record itself. Else a text that runs backwards would read like an address.
 */
export function asPublished(faults: readonly DmarcFault[], octets: string): readonly DmarcFault[] {
  if (!faults.some(({ code }) => code === 'invisible')) return faults
  const published = decodedText(octets)
  const places: number[] = []
  let plain = ''
  let from = 0
  const keep = (until: number): void => {
    for (let at = from; at < until; at++) places.push(at)
    plain += published.slice(from, until)
  }
  for (const { index, 0: hidden } of published.matchAll(invisible)) {
    keep(index)
    from = index + hidden.length
  }
  keep(published.length)
  return faults.map(fault => {
    if (!('found' in fault)) return fault
    const isCut = fault.found.endsWith('…')
    const words = isCut ? fault.found.slice(0, -1) : fault.found
    const start = plain.indexOf(words)
    if (words === '' || start < 0) return fault
    const [first = 0] = places.slice(start)
    const last = places[start + words.length - 1] ?? first
    const found = `${displayRecord(published.slice(first, last + 1))}${isCut ? '…' : ''}`
    return { ...fault, found }
  })
}
