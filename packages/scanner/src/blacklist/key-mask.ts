import type { Answer } from '@waxseal/core/dns'

/** Replaces the key in every displayed name. */
const shownKey = 'your-key'

/** `zone` with the operator's key, and `zone` with a placeholder for display: a report never contains the key. */
export function keyedZones(pattern: string, key: string): { real: string; shown: string } {
  return { real: pattern.replace('{key}', key.toLowerCase()), shown: pattern.replace('{key}', shownKey) }
}

/** Removes the key from every name and text of an answer. */
export function withoutKey(answer: Answer<'A'>, key: string): Answer<'A'> {
  const hidden = new RegExp(key.replace(/[^a-z0-9]/gi, '\\$&'), 'gi')
  const clean = (text: string): string => text.replace(hidden, shownKey)
  const via = {
    ...answer.via,
    cnames: answer.via.cnames.map(clean),
    ede: answer.via.ede.map(({ code, text }) => ({ code, text: clean(text) })),
  }
  if (answer.kind !== 'records') return { ...answer, via }
  return { kind: 'records', records: answer.records.map(record => ({ ...record, name: clean(record.name) })), via }
}
